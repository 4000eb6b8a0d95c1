#include "tact/question/clearance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/box_trees.h"
#include "tact/contact/closest.h"
#include "tact/traverse/nearest_walk.h"

namespace tact {
namespace {

// Pairs of bodies that are measured side by side, each from what was the least before them: a
// number that the answer must not depend on, so it does not depend on the threads.
constexpr std::size_t pairs_per_round = 16;

// The nearest two primitives so far.
struct Least {
  ClosestPrimitives where;
  double distance = std::numeric_limits<double>::infinity();
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t primitive_a = 0;
  std::uint32_t primitive_b = 0;
  bool found = false;
};

// An upper bound of a distance in units of the frame.
float bound_of(double distance, const BoundsFrame& frame) {
  const double scaled = distance * frame.scale * (1 + 0x1p-20);
  if (!(scaled < 0x1p120)) return std::numeric_limits<float>::infinity();
  return static_cast<float>(scaled) * (1 + 0x1p-20F) + 0x1p-120F;
}

bool is_enough(const Least& least, const ClearanceOptions& options) {
  return least.found && (least.distance <= 0 || least.distance < options.enough);
}

// Of two bodies: keeps what is nearer than the least before.
class GapMeasure final : public GapVisitor {
 public:
  GapMeasure(const Task& task, const ClearanceOptions& options, std::uint32_t a, std::uint32_t b,
             const Least& before, Stats& stats)
      : least(before), task_(task), options_(options), a_(a), b_(b), stats_(stats) {}

  float visit(std::uint32_t i, std::uint32_t j) override {
    ++stats_.primitive_tests;
    const ClosestPrimitives where =
        closest_primitives(task_.bodies[a_]->primitives, i, task_.bodies[b_]->primitives, j);
    const bool nearer =
        where.distance < least.distance || (!least.found && where.distance <= options_.up_to);
    if (nearer && where.distance <= options_.up_to) {
      least = {where, where.distance, a_, b_, i, j, true};
    }
    return bound();
  }
  // Nothing beyond it matters; negative: nothing does.
  float bound() const {
    if (is_enough(least, options_)) return -1;
    return bound_of(std::min(least.distance, options_.up_to), task_.frame);
  }

  Least least;

 private:
  const Task& task_;
  const ClearanceOptions& options_;
  std::uint32_t a_;
  std::uint32_t b_;
  Stats& stats_;
};

// Where the last answers to the same questions were.
struct ClearanceMemory {
  struct Entry {
    ClearancePairs pairs;
    BodyId a;
    BodyId b;
    std::uint32_t primitive_a = 0;
    std::uint32_t primitive_b = 0;
    bool used = false;
  };
  std::array<Entry, 16> entries;
  std::size_t next = 0;

  Entry* find(const ClearancePairs& pairs) {
    for (Entry& entry : entries) {
      if (entry.used && entry.pairs == pairs) return &entry;
    }
    return nullptr;
  }
  Entry& make(const ClearancePairs& pairs) {
    if (Entry* const known = find(pairs)) return *known;
    Entry& entry = entries[next++ % entries.size()];
    entry.pairs = pairs;
    entry.used = true;
    return entry;
  }
};

class ClearanceSearch {
 public:
  ClearanceSearch(const Task& task, const ClearancePairs& pairs, const ClearanceOptions& options,
                  unsigned threads, Scratch& scratch)
      : task_(task),
        pairs_(pairs),
        options_(options),
        threads_(threads),
        scratch_(scratch),
        near_(scratch.arena(0)) {}

  Clearance run() {
    auto& memory = scratch_.kept<ClearanceMemory>();
    begin_where(memory.find(pairs_));
    if (!enough()) {
      read_boxes();
      if (!least_.found) measure_first();
      if (!enough()) measure_rest();
    }
    return answer(memory);
  }

 private:
  struct NearBodies {
    float gap;
    std::uint32_t a;
    std::uint32_t b;
  };

  bool enough() const { return is_enough(least_, options_); }
  float limit() const { return bound_of(std::min(least_.distance, options_.up_to), task_.frame); }
  bool is_asked(std::uint32_t a, std::uint32_t b) const {
    return pairs_.b.has_value() || task_.tests(a, b);
  }
  // The filter, asked about few.
  bool is_admitted(std::uint32_t a, std::uint32_t b) const {
    if (pairs_.b.has_value()) return true;
    Request request;
    request.tolerance = 1;  // beyond what the frame's list knows
    return admits(task_, request, a, b);
  }

  void begin_where(const ClearanceMemory::Entry* last) {
    if (last == nullptr) return;
    const auto is_there = [&](const BodyId& id, std::uint32_t primitive) {
      const BodyState* const body = id.slot < task_.bodies.size() ? task_.bodies[id.slot] : nullptr;
      return body != nullptr && body->id == id && primitive < body->primitives.size();
    };
    if (!is_there(last->a, last->primitive_a) || !is_there(last->b, last->primitive_b)) return;
    if (!is_asked(last->a.slot, last->b.slot) || !is_admitted(last->a.slot, last->b.slot)) return;
    GapMeasure measure(task_, options_, last->a.slot, last->b.slot, least_, stats_);
    measure.visit(last->primitive_a, last->primitive_b);
    least_ = measure.least;
  }

  void read_boxes() {
    const std::size_t slots = task_.bodies.size();
    boxes_ = scratch_.arena(0).allocate<Aabb8>(chunk_count(slots, 8));
    for (std::size_t slot = 0; slot < 8 * boxes_.size(); ++slot) {
      const BodyState* const body = slot < slots ? task_.bodies[slot] : nullptr;
      const bool there = body != nullptr && body->primitives.size() > 0;
      boxes_[slot / 8].set(slot % 8, there ? box_tree_of(*body).box() : Aabb::nothing());
    }
  }

  // Calls use(gap, a, b) for all pairs of bodies that are asked about and may be near enough.
  template <class Use>
  void for_each_near(Use&& use) {
    const auto slots = static_cast<std::uint32_t>(task_.bodies.size());
    if (pairs_.b) {
      const std::uint32_t a = *pairs_.a;
      const std::uint32_t b = *pairs_.b;
      use(box_gap(boxes_[a / 8].get(a % 8), boxes_[b / 8].get(b % 8)), a, b);
    } else if (pairs_.a) {
      for_each_near_to(*pairs_.a, 0, use);
    } else {
      for (std::uint32_t a = 0; a < slots; ++a) for_each_near_to(a, a + 1, use);
    }
  }
  template <class Use>
  void for_each_near_to(std::uint32_t a, std::uint32_t first, Use&& use) {
    const Aabb box = boxes_[a / 8].get(a % 8);
    if (box.empty()) return;
    for (std::size_t k = first / 8; k < boxes_.size(); ++k) {
      float gap[8];
      box_gaps(box, boxes_[k], gap);
      stats_.bounds_tests += 8;
      for (std::uint32_t lane = 0; lane < 8; ++lane) {
        const auto b = static_cast<std::uint32_t>(8 * k) + lane;
        if (b < first || b == a || b >= task_.bodies.size()) continue;
        if (gap[lane] <= limit() && is_asked(a, b)) use(gap[lane], a, b);
      }
    }
  }
  bool is_empty(std::uint32_t slot) const { return boxes_[slot / 8].get(slot % 8).empty(); }

  // Without anything to begin with: the two whose boxes are the nearest.
  void measure_first() {
    NearBodies nearest{std::numeric_limits<float>::infinity(), 0, 0};
    bool any = false;
    for_each_near([&](float gap, std::uint32_t a, std::uint32_t b) {
      if (is_empty(a) || is_empty(b) || (any && gap >= nearest.gap)) return;
      if (!is_admitted(a, b)) return;
      nearest = {gap, a, b};
      any = true;
    });
    if (!any || nearest.gap > limit()) return;
    first_ = {nearest.a, nearest.b};
    measure_round({&nearest, 1});
  }

  void measure_rest() {
    near_.clear();
    for_each_near([&](float gap, std::uint32_t a, std::uint32_t b) {
      if (is_empty(a) || is_empty(b) || Pair{a, b} == first_) return;
      near_.push_back({gap, a, b});
    });
    std::sort(near_.begin(), near_.end(), [](const NearBodies& p, const NearBodies& q) {
      if (p.gap != q.gap) return p.gap < q.gap;
      return p.a != q.a ? p.a < q.a : p.b < q.b;
    });
    std::array<NearBodies, pairs_per_round> round;
    std::size_t count = 0;
    for (const NearBodies& pair : near_.span()) {
      if (enough() || pair.gap > limit()) break;
      if (!is_admitted(pair.a, pair.b)) continue;
      round[count++] = pair;
      if (count < round.size()) continue;
      measure_round({round.data(), count});
      count = 0;
    }
    if (!enough()) measure_round({round.data(), count});
  }

  void measure_round(std::span<const NearBodies> round) {
    std::array<Least, pairs_per_round> found;
    std::array<Stats, pairs_per_round> stats{};
    const Least before = least_;
    parallel_for(round.size(), threads_, [&](std::size_t i, unsigned worker) {
      const NearBodies& pair = round[i];
      GapMeasure measure(task_, options_, pair.a, pair.b, before, stats[i]);
      if (pair.gap <= measure.bound()) {
        LazyTree& a = box_tree_of(*task_.bodies[pair.a]);
        LazyTree& b = box_tree_of(*task_.bodies[pair.b]);
        a.announce_query();
        b.announce_query();
        walk_gaps(a, b, measure.bound(), measure, scratch_.chunk_arena(worker), stats[i]);
      }
      found[i] = measure.least;
    });
    for (std::size_t i = 0; i < round.size(); ++i) {
      stats_ += stats[i];
      if (found[i].found && (!least_.found || found[i].distance < least_.distance)) {
        least_ = found[i];
      }
    }
  }

  Clearance answer(ClearanceMemory& memory) const {
    Clearance out;
    out.stats = stats_;
    out.distance = std::numeric_limits<double>::infinity();
    if (!least_.found) return out;
    out.distance = least_.distance;
    out.point_a = least_.where.a;
    out.point_b = least_.where.b;
    out.primitive_a = least_.primitive_a;
    out.primitive_b = least_.primitive_b;
    out.body_a = task_.bodies[least_.a]->id;
    out.body_b = task_.bodies[least_.b]->id;
    ClearanceMemory::Entry& entry = memory.make(pairs_);
    entry.a = out.body_a;
    entry.b = out.body_b;
    entry.primitive_a = out.primitive_a;
    entry.primitive_b = out.primitive_b;
    return out;
  }

  const Task& task_;
  ClearancePairs pairs_;
  ClearanceOptions options_;
  unsigned threads_;
  Scratch& scratch_;
  std::span<Aabb8> boxes_;  // by slot
  ArenaVector<NearBodies> near_;
  Pair first_{~std::uint32_t{0}, ~std::uint32_t{0}};  // measured already
  Least least_;
  Stats stats_;
};

}  // namespace

void check_clearance(const ClearanceOptions& options) {
  if (!(options.up_to >= 0) || !(options.enough >= 0)) {
    throw Error(ErrorCode::bad_argument, "a clearance's bounds must not be negative, nor NaN");
  }
}

Clearance measure_clearance(const Task& task, const ClearancePairs& pairs,
                            const ClearanceOptions& options, unsigned threads, Scratch& scratch) {
  return ClearanceSearch(task, pairs, options, threads, scratch).run();
}

}  // namespace tact
