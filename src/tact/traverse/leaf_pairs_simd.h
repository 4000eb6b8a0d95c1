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
      const std::uint32_t j = lowest(columns);
      waiting_[count_++] = {leaf, other[j], common.get(j)};
    }
  }
  /// Adds two leaves, or one and itself: each pair of its primitives once.
  HWY_INLINE void add(const Block* a, const Block* b, const Aabb& common) {
    waiting_[count_++] = {a, b, common};
  }
  /// Is there no room for another row?
  HWY_INLINE bool full() const { return count_ > capacity - Block::width; }

  /// Tests all that are waiting. Three loops that run as often as there is work, because how much
  /// there is in a pair or in a row cannot be predicted.
  Flow flush() {
    const std::uint32_t rows = test_boxes();
    count_ = 0;
    stats_.bounds_tests += std::uint64_t{Block::width} * rows;
    return deliver(test_rows(rows));
  }

 private:
  static constexpr std::uint32_t capacity = 128;
  struct Waiting {
    const Block* a;
    const Block* b;
    Aabb common;  // where the two can meet
  };
  // Two leaves with primitives on both sides where they can meet.
  struct Open {
    const Block* fewer_lanes;
    const Block* more_lanes;
    std::uint32_t bits;    // lanes of `fewer_lanes` where they can meet
    std::uint32_t within;  // all bits set if the two are one, else none
  };
  // A primitive of `fewer_lanes` that overlaps some of `more_lanes`.
  struct Row {
    std::uint8_t open;
    std::uint8_t lane;
    std::uint8_t bits;  // those
  };

  static HWY_INLINE std::uint32_t lowest(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  // The lowest bit is done with: takes it away, and goes on to the next item if it was the last.
  template <class Item>
  static HWY_INLINE void advance(const Item*& item, std::uint32_t& left) {
    left &= left - 1;
    const std::uint32_t done = left == 0 ? 1 : 0;
    item += done;
    left |= item->bits & (0U - done);
  }

  // Which pairs are open; says how many rows they have.
  HWY_INLINE std::uint32_t test_boxes() {
    std::uint32_t left = 0;
    std::uint32_t rows = 0;
    for (std::uint32_t k = 0; k < count_; ++k) {
      const Waiting& pair = waiting_[k];
      const BroadcastBox reach(pair.common);
      const std::uint32_t of_a = overlap_mask(reach, pair.a->boxes);
      const std::uint32_t of_b = overlap_mask(reach, pair.b->boxes);
      prefetch_line(pair.a->name);
      prefetch_line(pair.b->name);
      const bool swap = std::popcount(of_b) < std::popcount(of_a);
      const std::uint32_t lanes = swap ? of_b : of_a;
      open_[left] = {swap ? pair.b : pair.a, swap ? pair.a : pair.b, lanes,
                     pair.a == pair.b ? ~0U : 0U};
      const std::uint32_t both = ((of_a != 0) & (of_b != 0)) ? 1U : 0U;
      left += both;
      rows += static_cast<std::uint32_t>(std::popcount(lanes & (0U - both)));
    }
    stats_.bounds_tests += std::uint64_t{2} * Block::width * count_;
    return rows;
  }

  // Each of the rows against all of the other leaf; says how many pairs of primitives overlap.
  HWY_INLINE std::uint32_t test_rows(std::uint32_t rows) {
    std::uint32_t left = 0;
    std::uint32_t hits = 0;
    const Open* open = open_;
    for (std::uint32_t lanes = open->bits; rows != 0; --rows, advance(open, lanes)) {
      const std::uint32_t i = lowest(lanes);
      Aabb reach = open->fewer_lanes->boxes.get(i);
      if (grow_ > 0) reach.grow(grow_);
      std::uint32_t columns = overlap_mask(BroadcastBox(reach), open->more_lanes->boxes);
      columns = filter_(*open->fewer_lanes, i, *open->more_lanes, columns);
      columns &= ~(((2U << i) - 1U) & open->within);
      rows_[left] = {static_cast<std::uint8_t>(open - open_), static_cast<std::uint8_t>(i),
                     static_cast<std::uint8_t>(columns)};
      left += columns != 0 ? 1U : 0U;
      hits += static_cast<std::uint32_t>(std::popcount(columns));
    }
    return hits;
  }

  HWY_INLINE Flow deliver(std::uint32_t hits) {
    const Row* row = rows_;
    for (std::uint32_t columns = row->bits; hits != 0; --hits, advance(row, columns)) {
      const Open& open = open_[row->open];
      const Flow flow =
          sink_(open.fewer_lanes->name[row->lane], open.more_lanes->name[lowest(columns)]);
      if (flow == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  float grow_;
  Filter filter_;
  Sink& sink_;
  Stats& stats_;
  std::uint32_t count_ = 0;
  Waiting waiting_[capacity];
  // One more each: where a loop stands at its end.
  Open open_[capacity + 1] = {};
  Row rows_[capacity * Block::width + 1] = {};
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
