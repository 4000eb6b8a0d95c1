// Boxes of slots, inlined into the kernels that refit and split. Included per instruction set.
#if defined(TACT_TREE_SLOT_BOXES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TREE_SLOT_BOXES_SIMD_H
#undef TACT_TREE_SLOT_BOXES_SIMD_H
#else
#define TACT_TREE_SLOT_BOXES_SIMD_H
#endif

#include "tact/base/float4_simd.h"
#include "tact/tree/slot_boxes.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

struct F4Box {
  F4 lo;
  F4 hi;
};

HWY_INLINE F4Box nothing4() {
  const float inf = std::numeric_limits<float>::infinity();
  return {f4_set(inf), f4_set(-inf)};
}
HWY_INLINE F4Box merge4(const F4Box& a, const F4Box& b) {
  return {f4_min(a.lo, b.lo), f4_max(a.hi, b.hi)};
}
HWY_INLINE Aabb to_aabb(const F4Box& box) {
  float lo[4];
  float hi[4];
  f4_store(box.lo, lo);
  f4_store(box.hi, hi);
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}
HWY_INLINE F4Box from_aabb(const Aabb& box) {
  const float lo[4] = {box.lo[0], box.lo[1], box.lo[2], 0};
  const float hi[4] = {box.hi[0], box.hi[1], box.hi[2], 0};
  return {f4_load(lo), f4_load(hi)};
}

/// Packed float positions. `raw` boxes are in the user's coordinates: the map is monotone, so it
/// may come after any minimum and maximum, once.
class PackedBoxes {
 public:
  explicit HWY_INLINE PackedBoxes(const SlotGeometry& g)
      : xyz_(g.xyz),
        last_(g.last_vertex),
        tail_(g.tail),
        scale_(f4_set(g.scale)),
        offset_(f4_load(g.offset)),
        ulp_(f4_set(0x1p-23F)),
        tiny_(f4_set(0x1p-100F)) {}

  HWY_INLINE F4Box raw(const Slot& slot) const {
    const F4 a = vertex(slot.vertex[0]);
    const F4 b = vertex(slot.vertex[1]);
    const F4 c = vertex(slot.vertex[2]);
    return {f4_min(f4_min(a, b), c), f4_max(f4_max(a, b), c)};
  }
  /// Of vertices, whatever they belong to. Four chains hide the latency of the minimum.
  HWY_INLINE F4Box raw(std::span<const std::uint32_t> vertices) const {
    F4Box sum[4] = {nothing4(), nothing4(), nothing4(), nothing4()};
    std::size_t i = 0;
    for (; i + 4 <= vertices.size(); i += 4) {
      for (std::size_t k = 0; k < 4; ++k) {
        const F4 at = vertex(vertices[i + k]);
        sum[k] = merge4(sum[k], {at, at});
      }
    }
    for (; i < vertices.size(); ++i) {
      const F4 at = vertex(vertices[i]);
      sum[0] = merge4(sum[0], {at, at});
    }
    return merge4(merge4(sum[0], sum[1]), merge4(sum[2], sum[3]));
  }
  /// Are there so many vertices that they leave the cache between two frames?
  HWY_INLINE bool far() const { return last_ >= (1U << 15U); }
  /// Asks for the vertices of a slot that will be read soon.
  HWY_INLINE void prefetch(const Slot& slot) const {
    prefetch_line(xyz_ + std::size_t{3} * slot.vertex[0]);
    prefetch_line(xyz_ + std::size_t{3} * slot.vertex[2]);
  }
  /// Mapped into the frame and rounded outward.
  HWY_INLINE F4Box finish(const F4Box& raw_box) const {
    const F4 lo = raw_box.lo * scale_ - offset_;
    const F4 hi = raw_box.hi * scale_ - offset_;
    return {lo - (f4_abs(lo) * ulp_ + tiny_), hi + (f4_abs(hi) * ulp_ + tiny_)};
  }

 private:
  HWY_INLINE F4 vertex(std::uint32_t v) const {
    // Four floats are read for three; at the last vertex from a copy with room behind it.
    return f4_load(v == last_ ? tail_ : xyz_ + std::size_t{3} * v);
  }

  const float* xyz_;
  std::uint32_t last_;
  const float* tail_;
  F4 scale_;
  F4 offset_;
  F4 ulp_;
  F4 tiny_;
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
