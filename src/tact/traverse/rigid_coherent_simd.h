// The coherent traversal of two rigid trees (Tropp 2006): starts from the front of the last query.
// Margins are expiry values: the sum of all motion is compared with them, so that a query looks
// only at pairs whose margin is used up. Those are tested in the paper's order: along the
// remembered direction, eight pairs at once, then in full. Included once per instruction set by
// files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_RIGID_COHERENT_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#undef TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#else
#define TACT_TRAVERSE_RIGID_COHERENT_SIMD_H
#endif

#include <hwy/highway.h>

#include <cmath>

#include "tact/traverse/front_lanes_simd.h"
#include "tact/traverse/rigid_front.h"
#include "tact/traverse/rigid_walk_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Eight, bool AllAxes, class Sink>
class CoherentWalk {
 public:
  CoherentWalk(const RigidPair<Eight>& pair, RigidFront& front, const FrontPolicy& policy,
               Arena& arena, Sink& sink, Stats& stats)
      : pair_(pair),
        front_(front),
        policy_(policy),
        arena_(arena),
        sink_(sink),
        stats_(stats),
        walk_(pair, sink, stats),
        open_(arena) {
    // In units of a's frame, like the motion; and in the user's, like the sizes of lanes.
    smallest_ = front.motion / policy.sprout;
  }

  /// A front from nothing: the plain traversal, with what is apart kept.
  Flow begin(double unit) {
    for (FrontSide& side : front_.sides) side.clear();
    front_.rows.clear();
    front_.moved = 0;
    front_.begun_at = 0;
    front_.valid = true;
    smallest_ *= unit;
    if (pair_.a.blocks.empty() || pair_.b.blocks.empty()) return Flow::go_on;
    const std::uint64_t before = rows_;
    // The lone lane of b's block 0 against the whole of a.
    Flow flow = row({0, 0, true, 1});
    if (flow == Flow::go_on) flow = drain();
    front_.plain_rows = rows_ - before;
    front_.make_room();
    if (flow == Flow::stop) front_.valid = false;  // not all of it was seen
    return flow;
  }

  /// Every pair whose margin is used up, and every primitive that touched a box.
  Flow go_on(double unit, double edge) {
    smallest_ *= unit;
    const auto now = static_cast<float>(front_.moved * (1 + 0x1p-22) + 0x1p-100);
    for (int side = 0; side < 2; ++side) {
      if (look_at_due(side, now) == Flow::stop) return Flow::stop;
    }
    const Flow flow = look_at_rows();
    if (flow == Flow::go_on && policy_.weighs_cost) give_up_if_it_does_not_pay(edge);
    return flow;
  }

 private:
  const RigidBlocks<Eight>& tree(bool of_b) const { return of_b ? pair_.b : pair_.a; }
  const typename Eight::Place& into(bool of_b) const { return of_b ? pair_.a_in_b : pair_.b_in_a; }

  // Pairs that are due, eight at a time. Those that sprout go to the end of the list, those that
  // are no longer of use are taken out of it.
  Flow look_at_due(int at_side, float now) {
    FrontSide& side = front_.sides[static_cast<std::size_t>(at_side)];
    const std::size_t count = side.size();
    ArenaVector<std::uint32_t> due(arena_);
    const D8 d;
    const V8 limit = hn::Set(d, now);
    constexpr std::size_t lanes = hn::MaxLanes(D8());
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      std::uint32_t bits = bits_of(hn::Le(hn::LoadU(d, side.expiry.data() + i), limit));
      for (; bits != 0; bits &= bits - 1) {
        due.push_back(static_cast<std::uint32_t>(i) +
                      static_cast<std::uint32_t>(__builtin_ctz(bits)));
      }
    }
    for (; i < count; ++i) {
      if (side.expiry[i] <= now) due.push_back(static_cast<std::uint32_t>(i));
    }
    stats_.axis_tests += due.size();
    ArenaVector<std::uint32_t> lost(arena_);
    for (std::size_t k = 0; k < due.size(); k += 8) {
      test_axes(at_side, due.span().subspan(k, std::min<std::size_t>(8, due.size() - k)), lost);
    }
    // From the last on, so that taking one out moves none that is still to come.
    Flow flow = Flow::go_on;
    for (std::size_t k = lost.size(); k > 0 && flow == Flow::go_on; --k) {
      flow = test_in_full(at_side, lost[k - 1]);
    }
    return flow;
  }

  void test_axes(int at_side, std::span<const std::uint32_t> due,
                 ArenaVector<std::uint32_t>& lost) {
    FrontSide& side = front_.sides[static_cast<std::size_t>(at_side)];
    const Placement& at = into(at_side != 0);
    const FrontLane* lanes[8];
    for (std::size_t i = 0; i < 8; ++i) lanes[i] = &side.lanes[due[std::min(i, due.size() - 1)]];
    float gap[8];
    bool shifted = true;
    for (const std::uint32_t i : due) shifted = shifted && side.places[i].turns == front_.turns;
    if (shifted) {
      for (std::size_t i = 0; i < due.size(); ++i) gap[i] = shifted_gap(side, due[i], at);
    } else {
      gaps_along(lanes, at, gap);
    }
    for (std::size_t i = 0; i < due.size(); ++i) {
      if (gap[i] > 0) {
        keep(side, due[i], gap[i], at, at_side != 0);
      } else {
        lost.push_back(due[i]);
      }
    }
  }

  // Nothing turned since: the gap has changed by the shift along the direction, and no more.
  static float shifted_gap(const FrontSide& side, std::uint32_t i, const Placement& at) {
    const FrontLane& lane = side.lanes[i];
    const FrontPlace& place = side.places[i];
    float gap = place.gap;
    float sizes = 0;
    for (int k = 0; k < 3; ++k) {
      gap += lane.along[k] * (at.shift[k] - place.shift[k]);
      sizes += std::fabs(at.shift[k]) + std::fabs(place.shift[k]);
    }
    return gap - (sizes * 0x1p-20F + 0x1p-100F);
  }

  // Gaps are in units of the frame of the first boxes; expiry is in those of a.
  void keep(FrontSide& side, std::size_t i, float gap, const Placement& at, bool of_b) {
    FrontPlace& place = side.places[i];
    place.gap = gap;
    place.turns = front_.turns;
    for (int k = 0; k < 3; ++k) place.shift[k] = at.shift[k];
    const double margin = double{gap} * (of_b ? double{pair_.b_in_a.ratio} : 1.0);
    side.expiry[i] = static_cast<float>((front_.moved + margin) * (1 - 0x1p-22) - 0x1p-100);
  }

  // Another axis may separate the two; if none does, what is below them takes their place.
  Flow test_in_full(int at_side, std::uint32_t i) {
    FrontSide& side = front_.sides[static_cast<std::size_t>(at_side)];
    const bool of_b = at_side != 0;
    const FrontPlace place = side.places[i];
    const RigidBlock<Eight>& block = tree(of_b).block_of(place.first);
    const std::uint32_t lane = place.first & 7U;
    Separation8 found;
    ++rows_;
    ++stats_.bounds_tests;
    const std::uint32_t touching = separate_lanes<AllAxes>(
        block.boxes, tact::place(into(of_b), tree(!of_b).box(place.single)), 1U << lane, found);
    if (touching == 0) {
      for (int k = 0; k < 3; ++k) side.lanes[i].along[k] = found.along[k][lane];
      side.lanes[i].reach = found.reach[lane];
      keep(side, i, found.gap[lane], into(of_b), of_b);
      return Flow::go_on;
    }
    take_out(side, i);
    const bool leaves =
        tree(of_b).is_primitive(place.first) && tree(!of_b).is_primitive(place.single);
    if (leaves) {
      const HotRow row{place.single, place.first >> 3U, of_b,
                       static_cast<std::uint8_t>(1U << lane)};
      front_.rows.push_back(row);
      return emit(row, block, 1U << lane);
    }
    return below({of_b ? place.single : place.first, of_b ? place.first : place.single});
  }

  static void take_out(FrontSide& side, std::size_t i) {
    side.lanes[i] = side.lanes.back();
    side.places[i] = side.places.back();
    side.expiry[i] = side.expiry.back();
    side.lanes.pop_back();
    side.places.pop_back();
    side.expiry.pop_back();
  }

  bool is_small(const LanePair& pair) const {
    return double{std::min(pair_.a.size(pair.a), pair_.b.size(pair.b))} < smallest_;
  }

  // Two lanes that may touch: rows below them, until all is settled. A query that stops leaves rows
  // that were not looked at: the front is no longer one.
  Flow below(const LanePair& pair) {
    open_.push_back(pair);
    return drain();
  }
  Flow drain() {
    while (!open_.empty()) {
      const LanePair next = open_[open_.size() - 1];
      open_.resize_down(open_.size() - 1);
      const Flow flow = pair_.takes_a_apart(next) ? row({next.b, pair_.a.child(next.a), false, 0})
                                                  : row({next.a, pair_.b.child(next.b), true, 0});
      if (flow == Flow::go_on) continue;
      open_.clear();
      front_.valid = false;
      return Flow::stop;
    }
    return Flow::go_on;
  }

  // A primitive against primitives becomes a row that stays hot; everything else is kept lane by
  // lane, or opened.
  Flow row(const HotRow& at) {
    const RigidBlock<Eight>& block = tree(at.of_b).blocks[at.block];
    const RigidBlocks<Eight>& singles = tree(!at.of_b);
    const bool single_leaf = singles.is_primitive(at.single);
    const auto box = singles.box(at.single);
    Separation8 found;
    ++rows_;
    stats_.bounds_tests += block.lanes;
    const std::uint32_t touching =
        separate_lanes<AllAxes>(block.boxes, tact::place(into(at.of_b), box), block.all(), found);
    const std::uint32_t leaves = single_leaf ? block.primitive : 0U;
    const bool hot = (touching & leaves) != 0;
    const std::uint32_t apart = block.all() & ~touching & (hot ? ~leaves : ~0U);
    if (front_.valid) remember(at, box, apart, found);
    for_each_lane(touching & ~leaves, [&](std::uint32_t lane) {
      const LaneRef ref = at.block * 8 + lane;
      open_below(at.of_b ? LanePair{at.single, ref} : LanePair{ref, at.single});
    });
    if (!hot) return settle_opened();
    if (front_.valid) {
      front_.rows.push_back({at.single, at.block, at.of_b, static_cast<std::uint8_t>(leaves)});
    }
    const Flow flow = emit(at, block, touching & leaves);
    return flow == Flow::stop ? flow : settle_opened();
  }

  // Boxes that are small compared with the motion are not worth remembering (the paper's sprouting
  // policy): the pair stays in the front as one that is always due.
  void open_below(const LanePair& pair) {
    if (!front_.valid || !is_small(pair)) {
      open_.push_back(pair);
      return;
    }
    small_.push_back(pair);
  }
  Flow settle_opened() {
    if (small_.empty()) return Flow::go_on;
    std::vector<LanePair> pairs;
    pairs.swap(small_);
    for (const LanePair& pair : pairs) {
      always_due(pair);
      ArenaVector<LanePair> stack(arena_);
      stack.push_back(pair);
      if (walk_.drain(stack) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }
  void always_due(const LanePair& pair) {
    FrontSide& side = front_.sides[0];
    FrontLane lane{};
    fill_single(pair_.b.box(pair.b), lane);
    lane.reach = std::numeric_limits<float>::infinity();
    side.lanes.push_back(lane);
    side.places.push_back({pair.a, pair.b, 0, {}, 0});
    side.expiry.push_back(-std::numeric_limits<float>::infinity());
  }

  template <class Box>
  void remember(const HotRow& at, const Box& box, std::uint32_t apart, const Separation8& found) {
    FrontSide& side = front_.sides[at.of_b ? 1 : 0];
    if (front_.size() + 8 > policy_.most_pairs) {
      front_.give_up();  // too long: this query goes on without it
      return;
    }
    FrontLane lane{};
    fill_single(box, lane);
    for_each_lane(apart, [&](std::uint32_t i) {
      for (int k = 0; k < 3; ++k) lane.along[k] = found.along[k][i];
      lane.reach = found.reach[i];
      side.lanes.push_back(lane);
      side.places.push_back({at.block * 8 + i, at.single, 0, {}, 0});
      side.expiry.push_back(0);
      keep(side, side.size() - 1, found.gap[i], into(at.of_b), at.of_b);
    });
  }

  static void fill_single(const Obb& box, FrontLane& lane) {
    for (int k = 0; k < 3; ++k) {
      lane.centre[k] = box.centre[k];
      for (int x = 0; x < 3; ++x) lane.arm[3 * k + x] = box.axis[k][x] * box.half[k];
    }
  }
  static void fill_single(const CentredBox& box, FrontLane& lane) {
    for (int k = 0; k < 3; ++k) {
      lane.centre[k] = box.centre[k];
      for (int x = 0; x < 3; ++x) lane.arm[3 * k + x] = k == x ? box.half[k] : 0.0F;
    }
  }

  Flow emit(const HotRow& at, const RigidBlock<Eight>& block, std::uint32_t lanes) {
    const std::uint32_t single = tree(!at.of_b).child(at.single);
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t other = block.child[__builtin_ctz(lanes)];
      const Flow flow = at.of_b ? sink_(single, other) : sink_(other, single);
      if (flow == Flow::stop) return flow;
    }
    return sink_.row_ends();
  }

  // Rows that touch no more are kept lane by lane from now on.
  Flow look_at_rows() {
    const std::size_t count = front_.rows.size();
    for (std::size_t i = std::min(count, seen_rows_); i > 0; --i) {
      const HotRow at = front_.rows[i - 1];
      const RigidBlock<Eight>& block = tree(at.of_b).blocks[at.block];
      const auto box = tree(!at.of_b).box(at.single);
      ++rows_;
      stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(at.lanes));
      const auto placed = tact::place(into(at.of_b), box);
      const std::uint32_t touching = touching_lanes<AllAxes>(block.boxes, placed, at.lanes);
      if (touching != 0) {
        if (emit(at, block, touching) == Flow::stop) return Flow::stop;
        continue;
      }
      Separation8 found;
      if (!front_.valid || separate_lanes<AllAxes>(block.boxes, placed, at.lanes, found) != 0) {
        continue;
      }
      remember(at, box, at.lanes, found);
      if (!front_.valid) continue;  // there was no room
      front_.rows[i - 1] = front_.rows.back();
      front_.rows.pop_back();
    }
    return Flow::go_on;
  }

  // A front that costs about as much as the plain traversal is not worth its memory. In units of a
  // block that the plain traversal tests (measured): a pair along its direction takes a third, one
  // tested in full and settled takes two and a half, and so does each block when a front is begun.
  void give_up_if_it_does_not_pay(double edge) {
    const auto hot = static_cast<double>(std::min(seen_rows_, front_.rows.size()));
    const auto plain = static_cast<double>(front_.plain_rows);
    const double renewal =
        edge > 0 ? 2.5 * plain * std::min(1.0, front_.motion / (policy_.prune * edge)) : 0;
    const double cost = 2.5 * (static_cast<double>(rows_) - hot) + hot +
                        static_cast<double>(stats_.axis_tests) / 3 +
                        static_cast<double>(front_.size()) / 256 + renewal;
    if (cost < 0.9 * plain) {
      front_.next_pause = 4;
      return;
    }
    front_.give_up();
  }

  const RigidPair<Eight>& pair_;
  RigidFront& front_;
  const FrontPolicy& policy_;
  Arena& arena_;
  Sink& sink_;
  Stats& stats_;
  RigidWalk<Eight, AllAxes, Sink> walk_;
  ArenaVector<LanePair> open_;
  std::vector<LanePair> small_;
  double smallest_ = 0;
  std::uint64_t rows_ = 0;  // blocks tested
  std::size_t seen_rows_ = front_.rows.size();
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
