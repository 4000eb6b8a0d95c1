// Pairs of leaves whose boxes overlap, tested in batches. A walk that tested each pair where it
// finds it would spend most of its time on mispredicted branches and on waiting for the boxes.
// Per instruction set.
#if defined(TACT_TRAVERSE_LEAF_PAIRS_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_LEAF_PAIRS_SIMD_H
#undef TACT_TRAVERSE_LEAF_PAIRS_SIMD_H
#else
#define TACT_TRAVERSE_LEAF_PAIRS_SIMD_H
#endif

#include <bit>

#include "tact/base/float4_simd.h"
#include "tact/base/stats.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb_simd.h"
#include "tact/traverse/lane_filter_simd.h"
#include "tact/tree/tree.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Sink: Flow operator()(PrimitiveName, PrimitiveName) for overlapping primitives.
template <class Sink, class Filter>
class LeafPairs {
 public:
  LeafPairs(float grow, Sink& sink, Stats& stats)
      : grow_(grow), filter_(grow), sink_(sink), stats_(stats) {}

  /// Adds a leaf against the leaves other[j], j in `columns`; lane j of `common` is where they can
  /// meet.
  HWY_INLINE void add(const Block* leaf, Block* const* other, const Aabb8& common,
                      std::uint32_t columns) {
    for (; columns != 0; columns &= columns - 1) {
      const auto j = static_cast<std::uint32_t>(std::countr_zero(columns));
      waiting_[count_++] = {leaf, other[j], common.get(j)};
    }
  }
  /// Is there no room for another row?
  HWY_INLINE bool full() const { return count_ > capacity - Block::width; }

  /// Tests all that are waiting.
  Flow flush() {
    const std::uint32_t left = test_boxes();
    count_ = 0;
    for (std::uint32_t k = 0; k < left; ++k) {
      const Waiting& pair = waiting_[open_[k].pair];
      const Open& open = open_[k];
      const bool swap = std::popcount(open.of_b) < std::popcount(open.of_a);
      const Flow flow =
          swap ? test_lanes(*pair.b, *pair.a, open.of_b) : test_lanes(*pair.a, *pair.b, open.of_a);
      if (flow == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  /// The given lanes of leaf a, few as a rule, each against all of leaf b.
  HWY_INLINE Flow test_lanes(const Block& a, const Block& b, std::uint32_t lanes) {
    stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(lanes)) * Block::width;
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(lanes));
      if (test_lane(a, i, b, 0xFFU) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }
  /// The primitives of one leaf, each pair once.
  HWY_INLINE Flow test_within(const Block& leaf) {
    for (std::uint32_t i = 0; i + 1 < leaf.lanes; ++i) {
      if (test_lane(leaf, i, leaf, 0xFFU & ~((2U << i) - 1U)) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

 private:
  static constexpr std::uint32_t capacity = 128;
  struct Waiting {
    const Block* a;
    const Block* b;
    Aabb common;  // where the two can meet
  };
  struct Open {
    std::uint32_t pair;
    std::uint8_t of_a;  // lanes where the two can meet
    std::uint8_t of_b;
  };

  // Which pairs have primitives on both sides where they can meet. No branch depends on the boxes.
  HWY_INLINE std::uint32_t test_boxes() {
    std::uint32_t left = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Waiting& pair = waiting_[k];
      const BroadcastBox reach(pair.common);
      const std::uint32_t of_a = overlap_mask(reach, pair.a->boxes);
      const std::uint32_t of_b = overlap_mask(reach, pair.b->boxes);
      open_[left] = {k, static_cast<std::uint8_t>(of_a), static_cast<std::uint8_t>(of_b)};
      left += ((of_a != 0) & (of_b != 0)) ? 1U : 0U;
    }
    stats_.bounds_tests += std::uint64_t{2} * Block::width * count_;
    return left;
  }

  HWY_INLINE Flow test_lane(const Block& a, std::uint32_t i, const Block& b, std::uint32_t of_b) {
    Aabb reach = a.boxes.get(i);
    if (grow_ > 0) reach.grow(grow_);
    std::uint32_t columns = filter_(a, i, b, overlap_mask(BroadcastBox(reach), b.boxes) & of_b);
    for (; columns != 0; columns &= columns - 1) {
      const auto j = static_cast<std::uint32_t>(std::countr_zero(columns));
      if (sink_(a.name[i], b.name[j]) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  float grow_;
  Filter filter_;
  Sink& sink_;
  Stats& stats_;
  std::uint32_t count_ = 0;
  Waiting waiting_[capacity];
  Open open_[capacity];
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
