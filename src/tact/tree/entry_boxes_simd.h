// Boxes of entries, inlined into the kernels that refit and split. Included per instruction set.
#if defined(TACT_TREE_ENTRY_BOXES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TREE_ENTRY_BOXES_SIMD_H
#undef TACT_TREE_ENTRY_BOXES_SIMD_H
#else
#define TACT_TREE_ENTRY_BOXES_SIMD_H
#endif

#include "tact/bounds/packed_simd.h"
#include "tact/tree/entry_boxes.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Entries of packed positions, still or on their way; see PackedReader.
template <class Reader>
class PackedBoxes {
 public:
  explicit HWY_INLINE PackedBoxes(const Reader& reader) : read_(reader) {}

  HWY_INLINE F4Box raw(const TreeEntry& entry) const {
    return read_.raw(entry.vertex[0], entry.vertex[1], entry.vertex[2]);
  }
  HWY_INLINE F4Box raw(std::span<const std::uint32_t> vertices) const {
    return read_.raw(vertices);
  }
  HWY_INLINE F4Box finish(const F4Box& raw_box) const { return read_.finish(raw_box); }
  HWY_INLINE bool far() const { return read_.far(); }
  /// Asks for the vertices of an entry that will be read soon.
  HWY_INLINE void prefetch(const TreeEntry& entry) const {
    read_.prefetch(entry.vertex[0]);
    read_.prefetch(entry.vertex[2]);
  }

 private:
  Reader read_;
};

/// Anything else, one primitive at a time; `raw` is final already.
class AnyBoxes {
 public:
  explicit HWY_INLINE AnyBoxes(const EntryGeometry& g)
      : primitives_(g.parts.front().primitives), frame_(g.frame) {}

  F4Box raw(const TreeEntry& entry) const {
    Aabb box;
    fit_boxes(*primitives_, frame_, {entry.id, 1}, std::span<Aabb>(&box, 1));
    return from_aabb(box);
  }
  HWY_INLINE F4Box finish(const F4Box& box) const { return box; }
  HWY_INLINE bool far() const { return false; }
  HWY_INLINE void prefetch(const TreeEntry&) const {}

 private:
  const Primitives* primitives_;
  const BoundsFrame& frame_;
};

/// Calls work(boxes) with whichever reads this geometry. What `boxes` refers to lives as long.
template <class Work>
HWY_INLINE void with_boxes(const EntryGeometry& g, Work&& work) {
  if (g.xyz == nullptr) {
    work(AnyBoxes(g));
  } else if (g.from.xyz == nullptr) {
    work(PackedBoxes<StillReader>(StillReader(g)));
  } else {
    const PackedMotion motion{g.from, g};
    work(PackedBoxes<SweptReader>(SweptReader(motion)));
  }
}

/// Asks for the geometry of the entry `prefetch_entries` ahead, unless it lies behind `end`: in a
/// query other threads may be moving the entries there.
template <class Boxes>
HWY_INLINE void prefetch_ahead(const Boxes& boxes, const TreeEntry* entry, const TreeEntry* end) {
  if (boxes.far() && end - entry > static_cast<std::ptrdiff_t>(prefetch_entries))
    boxes.prefetch(entry[prefetch_entries]);
}

/// The box of a run of entries, not finished. Four chains hide the latency of the minimum. `end` is
/// how far entries may be read ahead.
template <class Boxes>
HWY_INLINE F4Box raw_box_of(const Boxes& boxes, const TreeEntry* entries, std::size_t count,
                            const TreeEntry* end) {
  F4Box sum[4] = {nothing4(), nothing4(), nothing4(), nothing4()};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) prefetch_ahead(boxes, entries + i + k, end);
    sum[0] = merge4(sum[0], boxes.raw(entries[i]));
    sum[1] = merge4(sum[1], boxes.raw(entries[i + 1]));
    sum[2] = merge4(sum[2], boxes.raw(entries[i + 2]));
    sum[3] = merge4(sum[3], boxes.raw(entries[i + 3]));
  }
  for (; i < count; ++i) {
    prefetch_ahead(boxes, entries + i, end);
    sum[0] = merge4(sum[0], boxes.raw(entries[i]));
  }
  return merge4(merge4(sum[0], sum[1]), merge4(sum[2], sum[3]));
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
