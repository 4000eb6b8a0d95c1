// Boxes of slots, inlined into the kernels that refit and split. Included per instruction set.
#if defined(TACT_TREE_SLOT_BOXES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TREE_SLOT_BOXES_SIMD_H
#undef TACT_TREE_SLOT_BOXES_SIMD_H
#else
#define TACT_TREE_SLOT_BOXES_SIMD_H
#endif

#include "tact/bounds/packed_simd.h"
#include "tact/tree/slot_boxes.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Slots of packed positions; see PackedReader.
class PackedBoxes {
 public:
  explicit HWY_INLINE PackedBoxes(const SlotGeometry& g) : read_(g) {}

  HWY_INLINE F4Box raw(const Slot& slot) const {
    return read_.raw(slot.vertex[0], slot.vertex[1], slot.vertex[2]);
  }
  HWY_INLINE F4Box raw(std::span<const std::uint32_t> vertices) const {
    return read_.raw(vertices);
  }
  HWY_INLINE F4Box finish(const F4Box& raw_box) const { return read_.finish(raw_box); }
  HWY_INLINE bool far() const { return read_.far(); }
  /// Asks for the vertices of a slot that will be read soon.
  HWY_INLINE void prefetch(const Slot& slot) const {
    read_.prefetch(slot.vertex[0]);
    read_.prefetch(slot.vertex[2]);
  }

 private:
  StillReader read_;
};

/// Anything else, one primitive at a time; `raw` is final already.
class AnyBoxes {
 public:
  explicit HWY_INLINE AnyBoxes(const SlotGeometry& g)
      : primitives_(g.parts.front().primitives), frame_(g.frame) {}

  F4Box raw(const Slot& slot) const {
    Aabb box;
    fit_boxes(*primitives_, frame_, {slot.id, 1}, std::span<Aabb>(&box, 1));
    return from_aabb(box);
  }
  HWY_INLINE F4Box finish(const F4Box& box) const { return box; }
  HWY_INLINE bool far() const { return false; }
  HWY_INLINE void prefetch(const Slot&) const {}

 private:
  const Primitives* primitives_;
  const BoundsFrame& frame_;
};

/// Asks for the geometry of the slot `prefetch_slots` ahead, unless it lies behind `end`: in a
/// query other threads may be moving the slots there.
template <class Boxes>
HWY_INLINE void prefetch_ahead(const Boxes& boxes, const Slot* slot, const Slot* end) {
  if (boxes.far() && end - slot > static_cast<std::ptrdiff_t>(prefetch_slots))
    boxes.prefetch(slot[prefetch_slots]);
}

/// The box of a run of slots, not finished. Four chains hide the latency of the minimum. `end` is
/// how far slots may be read ahead.
template <class Boxes>
HWY_INLINE F4Box raw_box_of(const Boxes& boxes, const Slot* slots, std::size_t count,
                            const Slot* end) {
  F4Box sum[4] = {nothing4(), nothing4(), nothing4(), nothing4()};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) prefetch_ahead(boxes, slots + i + k, end);
    sum[0] = merge4(sum[0], boxes.raw(slots[i]));
    sum[1] = merge4(sum[1], boxes.raw(slots[i + 1]));
    sum[2] = merge4(sum[2], boxes.raw(slots[i + 2]));
    sum[3] = merge4(sum[3], boxes.raw(slots[i + 3]));
  }
  for (; i < count; ++i) {
    prefetch_ahead(boxes, slots + i, end);
    sum[0] = merge4(sum[0], boxes.raw(slots[i]));
  }
  return merge4(merge4(sum[0], sum[1]), merge4(sum[2], sum[3]));
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
