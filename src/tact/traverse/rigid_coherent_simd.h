// The coherent traversal of two rigid trees (Tropp 2006): starts from the front of the last query.
// Margins are expiry values: the sum of all motion is compared with them, so that a query looks
// only at rows whose margin is used up. Those are tested in the paper's order: the remembered axis,
// then in full. Included once per instruction set by files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_RIGID_COHERENT_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#undef TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#else
#define TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tact/traverse/rigid_front.h"
#include "tact/traverse/rigid_walk_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Eight, bool AllAxes, class Sink>
class CoherentWalk {
 public:
  using Row = FrontRow<Eight>;

  CoherentWalk(const RigidPair<Eight>& pair, RigidFront<Eight>& front, const FrontPolicy& policy,
               Arena& arena, Sink& sink, Stats& stats)
      : pair_(pair),
        front_(front),
        policy_(policy),
        arena_(arena),
        sink_(sink),
        stats_(stats),
        walk_(pair, sink, stats) {}

  /// A front from nothing: the plain traversal, with its rows kept.
  Flow begin() {
    front_.rows.clear();
    front_.expiry.clear();
    front_.moved = 0;
    front_.pruned_at = 0;
    front_.valid = true;
    if (pair_.a.blocks.empty() || pair_.b.blocks.empty()) return Flow::go_on;
    // The root row holds the pair of whole bodies: the lone lane of block 0 against the other.
    Row row = blank(0, true, 0);
    append(row);
    return work(0);
  }

  /// Every row whose margin is used up.
  Flow go_on() {
    const auto now = static_cast<float>(front_.moved * (1 + 0x1p-22) + 0x1p-100);
    const std::size_t count = front_.rows.size();
    const std::uint32_t witness = std::exchange(front_.witness, Row::none);
    if (witness < count && front_.expiry[witness] <= now && work(witness) == Flow::stop) {
      return Flow::stop;
    }
    const D8 d;
    const V8 limit = hn::Set(d, now);
    constexpr std::size_t lanes = hn::MaxLanes(D8());
    for (std::size_t i = 0; i < count; i += lanes) {
      if (i + lanes <= count) {
        std::uint32_t due = bits_of(hn::Le(hn::LoadU(d, front_.expiry.data() + i), limit));
        for (; due != 0; due &= due - 1) {
          const std::size_t at = i + static_cast<std::size_t>(std::countr_zero(due));
          if (at != witness && work(at) == Flow::stop) return Flow::stop;
        }
      } else {
        for (std::size_t at = i; at < count; ++at) {
          if (front_.expiry[at] <= now && at != witness && work(at) == Flow::stop) {
            return Flow::stop;
          }
        }
      }
    }
    return Flow::go_on;
  }

  /// Gives up rows below lanes that are apart now, and puts the others in the order of their tree.
  void prune() {
    front_.pruned_at = front_.moved;
    front_.witness = Row::none;
    std::swap(front_.rows, front_.spare);
    front_.rows.clear();
    std::vector<float>& expiry = front_.expiry;
    old_expiry_ = arena_.allocate<float>(expiry.size());
    std::copy(expiry.begin(), expiry.end(), old_expiry_.begin());
    expiry.clear();
    struct Step {
      std::uint32_t from;
      std::uint32_t parent;
      std::uint32_t lane;
    };
    ArenaVector<Step> steps(arena_);
    if (!front_.spare.empty()) steps.push_back({0, Row::none, 0});
    while (!steps.empty()) {
      const Step step = steps[steps.size() - 1];
      steps.resize_down(steps.size() - 1);
      const auto at = static_cast<std::uint32_t>(front_.rows.size());
      if (step.parent != Row::none) front_.rows[step.parent].child[step.lane] = at;
      front_.rows.push_back(front_.spare[step.from]);
      expiry.push_back(old_expiry_[step.from]);
      Row& row = front_.rows[at];
      if (row.fresh || !has_children(row)) continue;
      let_go_of_children(at);
      for (std::uint32_t lane = 0; lane < 8; ++lane) {
        if (row.child[lane] != Row::none) steps.push_back({row.child[lane], at, lane});
      }
    }
  }

 private:
  static constexpr float at_once = -std::numeric_limits<float>::infinity();

  const RigidBlock<Eight>& block_of(const Row& row) const {
    return (row.of_b ? pair_.b : pair_.a).blocks[row.block];
  }
  const Placement& placement_of(const Row& row) const {
    return row.of_b ? pair_.a_in_b : pair_.b_in_a;
  }
  static bool has_children(const Row& row) {
    return std::any_of(row.child, row.child + 8, [](std::uint32_t c) { return c != Row::none; });
  }

  Row blank(LaneRef single, bool of_b, std::uint32_t block) const {
    Row row;
    const RigidBlocks<Eight>& tree = of_b ? pair_.a : pair_.b;
    std::fill(row.child, row.child + 8, Row::none);
    row.single = tree.box(single);
    row.single_ref = single;
    row.single_leaf = tree.is_primitive(single);
    row.block = block;
    row.touching = 0;
    row.crossed = 0;
    row.of_b = of_b;
    row.fresh = true;
    row.turns = 0;
    return row;
  }

  void append(const Row& row) {
    front_.rows.push_back(row);
    front_.expiry.push_back(at_once);
  }

  // A row, and every row that sprouts below it.
  Flow work(std::size_t first) {
    std::vector<std::uint32_t>& stack = front_.stack;
    stack.clear();
    stack.push_back(static_cast<std::uint32_t>(first));
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      if (look_at(at) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  // The gaps are in units of the frame of the eight; expiry is in those of a.
  void set_expiry(std::uint32_t at, std::uint32_t apart) {
    const Row& row = front_.rows[at];
    float least = std::numeric_limits<float>::infinity();
    for_each_lane(apart, [&](std::uint32_t lane) { least = std::min(least, row.gap[lane]); });
    const double margin = double{least} * (row.of_b ? double{pair_.b_in_a.ratio} : 1.0);
    const double end = front_.moved + margin;
    front_.expiry[at] = static_cast<float>(end * (1 - 0x1p-22) - 0x1p-100);
  }

  bool axes_still_separate(Row& row, const Placement& place_in, std::uint32_t apart) {
    if ((apart & row.crossed) != 0) return false;
    float gap[8];
    stats_.axis_tests += static_cast<std::uint64_t>(std::popcount(apart));
    if (row.turns == front_.turns) {
      // Nothing turned since: the gap has changed by the shift along the direction, and no more.
      shifted_gaps(row, place_in, gap);
    } else {
      gaps_along(row.along, row.reach, place(place_in, row.single), gap);
    }
    std::uint32_t left = apart;
    for_each_lane(apart, [&](std::uint32_t lane) {
      if (gap[lane] > 0) left &= ~(1U << lane);
    });
    if (left != 0) return false;
    std::copy(gap, gap + 8, row.gap);
    keep_place(row, place_in);
    return true;
  }

  void keep_place(Row& row, const Placement& place_in) const {
    row.turns = front_.turns;
    std::copy(place_in.shift, place_in.shift + 3, row.shift);
  }

  // See axes_still_separate.
  static void shifted_gaps(const Row& row, const Placement& place_in, float (&gap)[8]) {
    float by[3];
    float size = 0;
    for (int k = 0; k < 3; ++k) {
      by[k] = place_in.shift[k] - row.shift[k];
      size += std::fabs(place_in.shift[k]) + std::fabs(row.shift[k]);
    }
    const float slack = size * 0x1p-20F + 0x1p-100F;
    for (int lane = 0; lane < 8; ++lane) {
      gap[lane] =
          row.gap[lane] +
          (row.along[0][lane] * by[0] + row.along[1][lane] * by[1] + row.along[2][lane] * by[2]) -
          slack;
    }
  }

  // The full test; lanes that touch go to the sink or get a row of their own.
  Flow look_at(std::uint32_t at) {
    const Placement& place_in = placement_of(front_.rows[at]);
    const RigidBlock<Eight>& block = block_of(front_.rows[at]);
    const std::uint32_t leaves = front_.rows[at].single_leaf ? block.primitive : 0U;
    {
      Row& row = front_.rows[at];
      const std::uint32_t apart = block.all() & ~std::uint32_t{row.touching};
      if (!row.fresh && (row.touching & leaves) == 0 && axes_still_separate(row, place_in, apart)) {
        set_expiry(at, apart);
        return Flow::go_on;
      }
    }
    const std::uint32_t touching = full_test(front_.rows[at], block, place_in, block.all());
    return settle(at, block, touching, leaves);
  }

  std::uint32_t full_test(Row& row, const RigidBlock<Eight>& block, const Placement& place_in,
                          std::uint32_t wanted) {
    stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(wanted));
    Separation8 found;
    std::uint32_t crossed = 0;
    const std::uint32_t touching =
        separate_lanes<AllAxes>(block.boxes, place(place_in, row.single), wanted, found, crossed);
    std::copy(&found.along[0][0], &found.along[0][0] + 24, &row.along[0][0]);
    std::copy(found.reach, found.reach + 8, row.reach);
    std::copy(found.gap, found.gap + 8, row.gap);
    row.crossed = static_cast<std::uint8_t>(crossed);
    row.fresh = false;
    keep_place(row, place_in);
    return touching;
  }

  Flow settle(std::uint32_t at, const RigidBlock<Eight>& block, std::uint32_t touching,
              std::uint32_t leaves) {
    // A lane with a row below it keeps it until the front is pruned.
    std::uint32_t kept = 0;
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      if (front_.rows[at].child[lane] != Row::none) kept |= 1U << lane;
    }
    std::uint32_t sprouted = kept;
    Flow flow = Flow::go_on;
    bool again = (touching & leaves) != 0;
    for_each_lane(touching & ~kept & ~leaves, [&](std::uint32_t lane) {
      const std::uint32_t below = sprout(at, lane);
      if (below == Row::none) {
        again = true;  // no room for another row: this lane is walked plainly, in every query
        if (flow == Flow::go_on) flow = walk_below(at, lane);
      } else {
        front_.rows[at].child[lane] = below;
        sprouted |= 1U << lane;
      }
    });
    front_.rows[at].touching = static_cast<std::uint8_t>(sprouted | (touching & leaves));
    if (again) {
      front_.expiry[at] = at_once;
      if ((touching & ~kept & ~leaves & ~sprouted) != 0) front_.rows[at].fresh = true;
    } else {
      set_expiry(at, block.all() & ~sprouted);
    }
    if (flow == Flow::stop) return flow;
    return emit(at, block, touching & leaves);
  }

  Flow emit(std::uint32_t at, const RigidBlock<Eight>& block, std::uint32_t lanes) {
    const Row& row = front_.rows[at];
    if (lanes == 0) return Flow::go_on;
    const std::uint32_t single = (row.of_b ? pair_.a : pair_.b).child(row.single_ref);
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t other = block.child[std::countr_zero(lanes)];
      const Flow flow = row.of_b ? sink_(single, other) : sink_(other, single);
      if (flow == Flow::stop) break;
    }
    if (sink_.row_ends() == Flow::go_on) return Flow::go_on;
    front_.witness = at;
    return Flow::stop;
  }

  LanePair pair_below(const Row& row, std::uint32_t lane) const {
    const LaneRef ref = row.block * 8 + lane;
    return row.of_b ? LanePair{row.single_ref, ref} : LanePair{ref, row.single_ref};
  }

  // A new row below a lane that touches; none if there are too many rows.
  std::uint32_t sprout(std::uint32_t at, std::uint32_t lane) {
    if (front_.rows.size() >= policy_.most_rows) return Row::none;
    const LanePair pair = pair_below(front_.rows[at], lane);
    const bool apart_a = pair_.takes_a_apart(pair);
    const auto below = static_cast<std::uint32_t>(front_.rows.size());
    append(apart_a ? blank(pair.b, false, pair_.a.child(pair.a))
                   : blank(pair.a, true, pair_.b.child(pair.b)));
    front_.stack.push_back(below);
    return below;
  }

  Flow walk_below(std::uint32_t at, std::uint32_t lane) {
    ArenaVector<LanePair> open(arena_);
    open.push_back(pair_below(front_.rows[at], lane));
    return walk_.drain(open);
  }

  void let_go_of_children(std::uint32_t at) {
    Row& row = front_.rows[at];
    const RigidBlock<Eight>& block = block_of(row);
    const std::uint32_t touching = full_test(row, block, placement_of(row), block.all());
    std::uint32_t sprouted = 0;
    bool again = false;
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const std::uint32_t bit = 1U << lane;
      if (row.child[lane] == Row::none) {
        again = again || (touching & bit) != 0;  // a lane that begins to touch: its turn comes
        continue;
      }
      if ((touching & bit) == 0) {
        row.child[lane] = Row::none;
      } else {
        sprouted |= bit;
      }
    }
    row.touching = static_cast<std::uint8_t>(sprouted);
    if (again) {
      row.fresh = true;
      front_.expiry[at] = at_once;
    } else {
      set_expiry(at, block.all() & ~sprouted);
    }
  }

  const RigidPair<Eight>& pair_;
  RigidFront<Eight>& front_;
  const FrontPolicy& policy_;
  Arena& arena_;
  Sink& sink_;
  Stats& stats_;
  RigidWalk<Eight, AllAxes, Sink> walk_;
  std::span<float> old_expiry_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
