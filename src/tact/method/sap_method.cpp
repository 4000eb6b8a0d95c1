// Method `sap`: one SweepPrune over the primitives of all bodies (body/sorted_bodies.h).
// What the set of pairs does not hold (a tolerance, neighbours, bodies that are not tested against
// each other) comes from a sweep of the sorted lists.
#include "tact/base/deliver.h"
#include "tact/body/body_pairs.h"
#include "tact/body/sorted_bodies.h"
#include "tact/bounds/fit.h"
#include "tact/flat/sweep.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint32_t sap_pairs_per_chunk = 1U << 12;
constexpr std::uint32_t sap_entries_per_chunk = 1U << 10;

class SapMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "sap"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return SortedBodies::bring_up_to_date(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    const SortedBodies& all = task.common.at<SortedBodies>(0);
    const bool held = !(request.tolerance > 0) && !request.neighbours && all.same_rules(task) &&
                      (!request.only || task.tests(request.only->a, request.only->b));
    if (!held) return sweep(all, task, request, sink, scratch);
    return deliver_held_pairs(all, request,
                              request.only ? std::span<const std::uint64_t>() : task.known.refused,
                              sink, scratch);
  }

  void validate(const Task& task) const override { task.common.at<SortedBodies>(0).validate(task); }

 private:
  static bool concerns(const Request& request, const Candidate& c) {
    return (c.body_a == request.only->a && c.body_b == request.only->b) ||
           (c.body_a == request.only->b && c.body_b == request.only->a);
  }

  // What the set holds. It knows nothing of pairs that somebody refused, which come and go.
  static Stats deliver_held_pairs(const SortedBodies& all, const Request& request,
                                  std::span<const std::uint64_t> refused, CandidateSink& sink,
                                  Scratch& scratch) {
    const std::span<const Pair> pairs = all.lists().pairs();
    const std::size_t chunks = chunk_count(pairs.size(), sap_pairs_per_chunk);
    sink.promise_no_neighbours();
    return deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& out) {
      const auto [first, last] = chunk_range(pairs.size(), sap_pairs_per_chunk, out.chunk);
      for (std::size_t i = first; i < last; ++i) {
        const Candidate c = all.candidate(pairs[i]);
        if (request.only && !concerns(request, c)) continue;
        if (c.body_a != c.body_b && is_refused(refused, c.body_a, c.body_b)) continue;
        if (out.writer.push(c) == Flow::stop) break;
      }
    });
  }

  // Everything else, from the lists.
  static Stats sweep(const SortedBodies& all, const Task& task, const Request& request,
                     CandidateSink& sink, Scratch& scratch) {
    Stats stats;
    std::span<const std::uint64_t> refused = task.known.refused;
    if (task.known.filter != nullptr) {
      refused = list_body_pairs(task, request, scratch.arena(0), stats).refused;
    }
    const auto wanted = [&](const Candidate& c) {
      if (request.only) return concerns(request, c);
      return are_tested(c.body_a, rule_of(*task.bodies[c.body_a]), c.body_b,
                        rule_of(*task.bodies[c.body_b]), refused);
    };
    SweepPlan plan = all.lists().plan();
    plan.grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<Endpoint> starts(scratch.arena(0));
    for (const Endpoint e : all.lists().list(plan.axis)) {
      const std::uint32_t owner = all.owner(box_of(e));
      if (request.only && owner != request.only->a && owner != request.only->b) continue;
      if (!is_end(e)) starts.push_back(e);
    }
    const SweepView view = arrange_sweep(all.boxes(), {}, starts.span(), plan, scratch.arena(0));
    const std::size_t chunks = chunk_count(view.count, sap_entries_per_chunk);
    return stats += deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& out) {
             ArenaVector<Pair> found(out.arena);
             const auto [first, last] = chunk_range(view.count, sap_entries_per_chunk, out.chunk);
             const Range entries{static_cast<std::uint32_t>(first),
                                 static_cast<std::uint32_t>(last - first)};
             out.stats.bounds_tests += sweep_within(view, entries, found);
             for (const Pair& pair : found) {
               const Candidate c = all.candidate(pair);
               if (!wanted(c)) continue;
               if (out.writer.push(c) == Flow::stop) break;
             }
           });
  }
};

}  // namespace

MethodInfo sap_method() {
  return {"sap", "sorted lists and a set of pairs that follows their swaps", "Larsson 2006", false,
          [] { return std::make_unique<SapMethod>(); }};
}

}  // namespace tact
