#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/morton_boxes.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/bounds/aabb_simd.h"
#include "tact/tree/entry_boxes_simd.h"
#include "tact/tree/morton_boxes.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Triangles of packed positions, read through the user's indices.
template <class I>
class PackedSource {
 public:
  explicit HWY_INLINE PackedSource(const CollectJob& job)
      : read_(*job.geometry), triangles_(job.primitives->mesh().triangles), end_(job.range.end()) {}

  HWY_INLINE F4Box operator()(std::uint32_t i) const {
    if (i + ahead < end_) {
      const Corners next = corners(i + ahead);
      read_.prefetch(next[0]);
      read_.prefetch(next[2]);
    }
    const Corners own = corners(i);
    return read_.finish(read_.raw(own[0], own[1], own[2]));
  }

 private:
  static constexpr std::uint32_t ahead = 16;
  using Corners = std::array<std::uint32_t, 3>;
  HWY_INLINE Corners corners(std::uint32_t i) const {
    const std::array<std::uint64_t, 3> abc = triangles_.read<I>(i);
    return {static_cast<std::uint32_t>(abc[0]), static_cast<std::uint32_t>(abc[1]),
            static_cast<std::uint32_t>(abc[2])};
  }
  StillReader read_;
  const TrianglesView& triangles_;
  std::uint32_t end_;
};

// Anything else, a batch at a time.
class AnySource {
 public:
  explicit AnySource(const CollectJob& job)
      : primitives_(*job.primitives),
        frame_(job.geometry->frame),
        first_(job.range.first),
        end_(job.range.end()) {}

  F4Box operator()(std::uint32_t i) {
    const std::uint32_t lane = (i - first_) % batch;
    if (lane == 0) {
      const std::uint32_t count = end_ - i < batch ? end_ - i : batch;
      fit_boxes(primitives_, frame_, {i, count}, std::span<Aabb>(boxes_));
    }
    return from_aabb(boxes_[lane]);
  }

 private:
  static constexpr std::uint32_t batch = 64;
  const Primitives& primitives_;
  const BoundsFrame& frame_;
  std::uint32_t first_;
  std::uint32_t end_;
  Aabb boxes_[batch];
};

HWY_INLINE F4Box grown(const F4Box& box, const F4& amount) {
  const F4 ulp = f4_set(0x1p-23F);
  const F4 tiny = f4_set(0x1p-100F);
  const F4 lo = box.lo - amount;
  const F4 hi = box.hi + amount;
  return {lo - (f4_abs(lo) * ulp + tiny), hi + (f4_abs(hi) * ulp + tiny)};
}

// The fourth floats land where id and body are written afterwards.
HWY_INLINE void store(const F4Box& box, BoxItem& item) {
  auto* const floats = reinterpret_cast<float*>(&item);
  f4_store(box.lo, floats);
  f4_store(box.hi, floats + 4);
}

HWY_INLINE bool overlaps_any(const BoxItem& item, std::span<const Aabb8> eights) {
  const BroadcastBox box(item.box());
  for (const Aabb8& eight : eights) {
    if (overlap_mask(box, eight) != 0) return true;
  }
  return false;
}

class Numbering {
 public:
  explicit HWY_INLINE Numbering(const MortonGrid* grid)
      : grid_(grid), origin_(f4_set(0)), scale_(f4_set(0)), last_(f4_set(0)) {
    if (grid == nullptr) return;
    const float origin[4] = {grid->origin(0), grid->origin(1), grid->origin(2), 0};
    const float scale[4] = {grid->scale(0), grid->scale(1), grid->scale(2), 0};
    const float last[4] = {grid->last_cell(0), grid->last_cell(1), grid->last_cell(2), 0};
    origin_ = f4_load(origin);
    scale_ = f4_load(scale);
    last_ = f4_load(last);
  }
  HWY_INLINE std::uint32_t operator()(const F4Box& box) const {
    float at[4];
    f4_store(f4_min(f4_max((box.lo + box.hi - origin_) * scale_, f4_set(0)), last_), at);
    // Through a signed number: that is one instruction.
    return grid_->code(static_cast<std::uint32_t>(static_cast<std::int32_t>(at[0])),
                       static_cast<std::uint32_t>(static_cast<std::int32_t>(at[1])),
                       static_cast<std::uint32_t>(static_cast<std::int32_t>(at[2])));
  }

 private:
  const MortonGrid* grid_;
  F4 origin_;
  F4 scale_;
  F4 last_;
};

template <class Source, bool Numbered>
std::uint32_t collect(const CollectJob& job, BoxItem* items, MortonKey* keys) {
  Source source(job);
  const Numbering number(job.grid);
  const F4Box clip = from_aabb(job.clip_all);
  const F4 amount = f4_set(job.grow);
  std::uint32_t count = 0;
  for (std::uint32_t i = job.range.first; i < job.range.end(); ++i) {
    F4Box box = source(i);
    if (job.grow > 0) box = grown(box, amount);
    if (job.clipped && (f4_greater(box.lo, clip.hi) | f4_greater(clip.lo, box.hi)) != 0) continue;
    BoxItem& item = items[count];
    store(box, item);
    if (!job.clip.empty() && !overlaps_any(item, job.clip)) continue;
    item.id = i;
    item.body = job.body;
    if (Numbered) keys[count] = std::uint64_t{number(box)} << 32 | (job.place + count);
    ++count;
  }
  return count;
}

template <class Source>
std::uint32_t collect_from(const CollectJob& job, BoxItem* items, MortonKey* keys) {
  return job.grid == nullptr ? collect<Source, false>(job, items, keys)
                             : collect<Source, true>(job, items, keys);
}

std::uint32_t collect_impl(const CollectJob& job, BoxItem* items, MortonKey* keys) {
  if (job.geometry->xyz == nullptr) return collect_from<AnySource>(job, items, keys);
  if (job.primitives->mesh().triangles.index() == Index::u32) {
    return collect_from<PackedSource<std::uint32_t>>(job, items, keys);
  }
  return collect_from<PackedSource<std::uint64_t>>(job, items, keys);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(collect_impl);
}  // namespace

std::uint32_t collect_boxes(const CollectJob& job, BoxItem* items, MortonKey* keys) {
  return HWY_DYNAMIC_DISPATCH(collect_impl)(job, items, keys);
}

}  // namespace tact
#endif
