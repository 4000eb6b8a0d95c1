// Method `sap`: one SweepPrune over the primitives of all bodies, in the order of their slots.
// What the set of pairs does not hold (a tolerance, neighbours, bodies that are not tested against
// each other) comes from a sweep of the sorted lists.
#include <algorithm>
#include <vector>

#include "tact/base/deliver.h"
#include "tact/base/parallel.h"
#include "tact/body/body_pairs.h"
#include "tact/body/box_tagging.h"
#include "tact/bounds/fit.h"
#include "tact/flat/sweep_prune.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint32_t sap_pairs_per_chunk = 1U << 12;
constexpr std::uint32_t sap_entries_per_chunk = 1U << 10;
constexpr std::uint32_t sap_boxes_per_chunk = 1U << 12;  // of an update

class SapMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "sap"; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats;
    const bool others = arrange(task);
    for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      Body& own = bodies_[slot];
      if (body == nullptr ||
          (own.motion_version == body->motion_version && own.frame_version == task.frame.version)) {
        continue;
      }
      refit(own, *body, task);
      stats.primitives_read += own.count;
    }
    if (others || !same_rules(task)) {
      for (std::size_t slot = 0; slot < rules_.size(); ++slot) rules_[slot] = rule_in(task, slot);
      sap_.reset(boxes_, owners(), task.threads, scratch);
    } else {
      stats.sort_steps += sap_.update(boxes_, owners(), task.threads).steps;
    }
    stats.overlaps_x += sap_.overlaps(0);
    stats.overlaps_y += sap_.overlaps(1);
    stats.overlaps_z += sap_.overlaps(2);
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    const bool held = !(request.tolerance > 0) && !request.neighbours && same_rules(task) &&
                      (!request.only || task.tests(request.only->a, request.only->b));
    if (!held) return sweep(task, request, sink, scratch);
    return deliver_held_pairs(request,
                              request.only ? std::span<const std::uint64_t>() : task.known.refused,
                              sink, scratch);
  }

  void validate(const Task& task) const override {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) continue;
      const Body& own = bodies_[slot];
      if (own.count != body->primitives.size()) {
        throw std::logic_error("sap: a body has not as many boxes as primitives");
      }
      for (std::uint32_t i = 0; i < own.count; ++i) {
        Aabb fresh{};
        fit_boxes(body->primitives, task.frame, {i, 1}, std::span<Aabb>(&fresh, 1));
        if (!(boxes_[own.first + i] == fresh) || owner_[own.first + i] != slot) {
          throw std::logic_error("sap: a stored box is not the box of its primitive");
        }
      }
    }
    sap_.validate(boxes_, owners());
  }

 private:
  struct Body {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint64_t shape_version = 0;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };

  BoxOwners owners() const { return {owner_, rules_, tags_}; }

  static BodyRule rule_in(const Task& task, std::size_t slot) {
    const BodyState* body = task.bodies[slot];
    return body == nullptr ? BodyRule{} : rule_of(*body);
  }
  // Switches may be turned between an update and a query.
  bool same_rules(const Task& task) const {
    for (std::size_t slot = 0; slot < rules_.size(); ++slot) {
      if (!(rules_[slot] == rule_in(task, slot))) return false;
    }
    return true;
  }

  // Gives every body its place in the array of boxes. True if a body came, went or got other
  // primitives: then the boxes have other numbers, or other neighbours.
  bool arrange(const Task& task) {
    bool others = bodies_.size() != task.bodies.size();
    bodies_.resize(task.bodies.size());
    rules_.resize(task.bodies.size());
    std::uint64_t first = 0;
    for (std::size_t slot = 0; slot < bodies_.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      Body& own = bodies_[slot];
      const std::uint32_t count = body == nullptr ? 0 : body->primitives.size();
      const std::uint64_t shape = body == nullptr ? 0 : body->shape_version;
      if (own.count != count || own.first != first || own.shape_version != shape) {
        others = true;
        own = {static_cast<std::uint32_t>(first), count, shape, 0, 0};
      }
      first += count;
    }
    if (!others) return false;
    boxes_.resize(first);
    owner_.resize(first);
    tags_.resize(first);
    for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot) {
      const Body& own = bodies_[slot];
      if (own.count == 0) continue;
      std::fill_n(owner_.begin() + own.first, own.count, slot);
      tag_boxes(task.bodies[slot]->primitives,
                std::span<BoxTags>(tags_).subspan(own.first, own.count));
    }
    return true;
  }

  void refit(Body& own, const BodyState& body, const Task& task) {
    const std::span<Aabb> boxes = std::span<Aabb>(boxes_).subspan(own.first, own.count);
    parallel_for(chunk_count(own.count, sap_boxes_per_chunk), task.threads,
                 [&](std::size_t chunk, unsigned) {
                   const auto [first, last] = chunk_range(own.count, sap_boxes_per_chunk, chunk);
                   const Range range{static_cast<std::uint32_t>(first),
                                     static_cast<std::uint32_t>(last - first)};
                   fit_boxes(body.primitives, task.frame, range,
                             boxes.subspan(first, last - first));
                 });
    own.motion_version = body.motion_version;
    own.frame_version = task.frame.version;
  }

  Candidate candidate(const Pair& pair) const {
    if (bodies_.size() == 1) return ordered(0, pair.a, 0, pair.b);
    const std::uint32_t a = owner_[pair.a];
    const std::uint32_t b = owner_[pair.b];
    return ordered(a, pair.a - bodies_[a].first, b, pair.b - bodies_[b].first);
  }

  static bool concerns(const Request& request, const Candidate& c) {
    return (c.body_a == request.only->a && c.body_b == request.only->b) ||
           (c.body_a == request.only->b && c.body_b == request.only->a);
  }

  // What the set holds. It knows nothing of pairs that somebody refused, which come and go.
  Stats deliver_held_pairs(const Request& request, std::span<const std::uint64_t> refused,
                           CandidateSink& sink, Scratch& scratch) const {
    const std::span<const Pair> pairs = sap_.pairs();
    const std::size_t chunks = chunk_count(pairs.size(), sap_pairs_per_chunk);
    sink.promise_no_neighbours();
    return deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& out) {
      const auto [first, last] = chunk_range(pairs.size(), sap_pairs_per_chunk, out.chunk);
      for (std::size_t i = first; i < last; ++i) {
        const Candidate c = candidate(pairs[i]);
        if (request.only && !concerns(request, c)) continue;
        if (c.body_a != c.body_b && is_refused(refused, c.body_a, c.body_b)) continue;
        if (out.writer.push(c) == Flow::stop) break;
      }
    });
  }

  // Everything else, from the lists.
  Stats sweep(const Task& task, const Request& request, CandidateSink& sink,
              Scratch& scratch) const {
    Stats stats;
    std::span<const std::uint64_t> refused = task.known.refused;
    if (task.known.filter != nullptr) {
      refused = list_body_pairs(task, request, scratch.arena(0), stats).refused;
    }
    const auto wanted = [&](const Candidate& c) {
      if (request.only) return concerns(request, c);
      if (!task.tests(c.body_a, c.body_b)) return false;
      return c.body_a == c.body_b || !is_refused(refused, c.body_a, c.body_b);
    };
    SweepPlan plan = sap_.plan();
    plan.grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<Endpoint> starts(scratch.arena(0));
    for (const Endpoint e : sap_.list(plan.axis)) {
      const std::uint32_t owner = owner_[box_of(e)];
      if (request.only && owner != request.only->a && owner != request.only->b) continue;
      if (!is_end(e)) starts.push_back(e);
    }
    const SweepView view = arrange_sweep(boxes_, {}, starts.span(), plan, scratch.arena(0));
    const std::size_t chunks = chunk_count(view.count, sap_entries_per_chunk);
    return stats += deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& out) {
             ArenaVector<Pair> found(out.arena);
             const auto [first, last] = chunk_range(view.count, sap_entries_per_chunk, out.chunk);
             const Range entries{static_cast<std::uint32_t>(first),
                                 static_cast<std::uint32_t>(last - first)};
             out.stats.bounds_tests += sweep_within(view, entries, found);
             for (const Pair& pair : found) {
               const Candidate c = candidate(pair);
               if (!wanted(c)) continue;
               if (out.writer.push(c) == Flow::stop) break;
             }
           });
  }

  std::vector<Body> bodies_;          // by slot
  std::vector<Aabb> boxes_;           // of all bodies' primitives
  std::vector<std::uint32_t> owner_;  // of each box: its body's slot
  std::vector<BoxTags> tags_;         // of each box
  std::vector<BodyRule> rules_;       // by slot
  SweepPrune sap_;
};

}  // namespace

MethodInfo sap_method() {
  return {"sap", "sorted lists and a set of pairs that follows their swaps", "Larsson 2006", false,
          [] { return std::make_unique<SapMethod>(); }};
}

}  // namespace tact
