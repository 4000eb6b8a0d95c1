#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/stream_primitives.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "tact/bounds/aabb_simd.h"
#include "tact/bounds/packed_simd.h"
#include "tact/flat/stream_primitives.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// The boxes of a leaf's primitives, eight to a block.
class PrimitiveBoxes {
 public:
  explicit HWY_INLINE PrimitiveBoxes(const StreamSide& side)
      : side_(side), read_(*side.positions), blocks_((side.leaves->leaf_size() + 7) / 8) {}

  HWY_INLINE std::uint32_t blocks() const { return blocks_; }

  HWY_INLINE void fill(std::uint32_t leaf, float grow, Aabb8* out) const {
    const std::uint32_t which = side_.first_leaf + leaf;
    const std::span<const std::uint32_t> ids = side_.leaves->ids(which);
    for (std::uint32_t i = 0; i < 8 * blocks_; ++i) {
      Aabb box = Aabb::nothing();
      if (i < ids.size()) box = one(which, i, ids[i]);
      if (grow > 0) box.grow(grow);
      out[i / 8].set(i % 8, box);
    }
  }

 private:
  HWY_INLINE Aabb one(std::uint32_t leaf, std::uint32_t i, std::uint32_t id) const {
    if (!side_.primitives.empty()) return side_.primitives[id];
    const Corners& c = side_.leaves->corners(leaf)[i];
    return to_aabb(read_.finish(read_.raw(c[0], c[1], c[2])));
  }

  const StreamSide& side_;
  StillReader read_;
  std::uint32_t blocks_;
};

class CandidateSearch {
 public:
  CandidateSearch(const LeafPairsTask& task, Arena& arena, CandidateWriter& writer, Stats& stats)
      : task_(task),
        writer_(writer),
        stats_(stats),
        of_a_(task.a),
        of_b_(task.b),
        row_(arena.allocate<Aabb8>(of_a_.blocks())),
        columns_(arena.allocate<Aabb8>(std::size_t{tile_side} * of_b_.blocks())) {}

  Flow search(std::span<const LeafPair> pairs) {
    std::uint32_t row = tile_side;  // none
    for (const LeafPair& pair : pairs) {
      if (pair.a != row) {
        row = pair.a;
        of_a_.fill(row, task_.grow, row_.data());
        row_box_ = task_.a.boxes[row / 8].get(row % 8);
        if (task_.grow > 0) row_box_.grow(task_.grow);
        row_ids_ = task_.a.leaves->ids(task_.a.first_leaf + row);
        stats_.primitives_read += row_ids_.size();
      }
      if (test(pair) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

 private:
  HWY_INLINE Aabb8* column(std::uint32_t leaf) {
    Aabb8* const boxes = columns_.data() + std::size_t{leaf} * of_b_.blocks();
    if ((known_[leaf / 64] >> leaf % 64 & 1U) == 0) {
      known_[leaf / 64] |= std::uint64_t{1} << leaf % 64;
      of_b_.fill(leaf, 0, boxes);
      stats_.primitives_read += task_.b.leaves->ids(task_.b.first_leaf + leaf).size();
    }
    return boxes;
  }

  Flow test(const LeafPair& pair) {
    const Aabb8* const boxes = column(pair.b);
    const std::span<const std::uint32_t> ids = task_.b.leaves->ids(task_.b.first_leaf + pair.b);
    // Only primitives that reach where the two leaves overlap can meet one of the other.
    const BroadcastBox common(intersection(row_box_, task_.b.boxes[pair.b / 8].get(pair.b % 8)));
    const bool same = task_.within && pair.a == pair.b;
    for (std::uint32_t i8 = 0; i8 < of_a_.blocks(); ++i8) {
      stats_.bounds_tests += 8;
      for (std::uint32_t lanes = overlap_mask(common, row_[i8]); lanes != 0; lanes &= lanes - 1) {
        const std::uint32_t i = 8 * i8 + static_cast<std::uint32_t>(std::countr_zero(lanes));
        const BroadcastBox box(row_[i8].get(i % 8));
        stats_.bounds_tests += std::uint64_t{8} * of_b_.blocks();
        for (std::uint32_t j8 = 0; j8 < of_b_.blocks(); ++j8) {
          for (std::uint32_t hits = overlap_mask(box, boxes[j8]); hits != 0; hits &= hits - 1) {
            const std::uint32_t j = 8 * j8 + static_cast<std::uint32_t>(std::countr_zero(hits));
            if (same && j <= i) continue;
            const Candidate found = ordered(task_.a.body, row_ids_[i], task_.b.body, ids[j]);
            if (writer_.push(found) == Flow::stop) return Flow::stop;
          }
        }
      }
    }
    return Flow::go_on;
  }

  const LeafPairsTask& task_;
  CandidateWriter& writer_;
  Stats& stats_;
  PrimitiveBoxes of_a_;
  PrimitiveBoxes of_b_;
  std::span<Aabb8> row_;
  std::span<Aabb8> columns_;
  std::uint64_t known_[tile_side / 64] = {};
  Aabb row_box_ = Aabb::nothing();
  std::span<const std::uint32_t> row_ids_;
};

Flow push_impl(const LeafPairsTask& task, std::span<const LeafPair> pairs, Arena& arena,
               CandidateWriter& writer, Stats& stats) {
  return CandidateSearch(task, arena, writer, stats).search(pairs);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(push_impl);
}  // namespace

Flow push_candidates(const LeafPairsTask& task, std::span<const LeafPair> pairs, Arena& arena,
                     CandidateWriter& writer, Stats& stats) {
  return HWY_DYNAMIC_DISPATCH(push_impl)(task, pairs, arena, writer, stats);
}

}  // namespace tact
#endif
