// Method `brute`: the oracle. It shares no bounds code with what it judges.
#include <algorithm>

#include "tact/base/deliver.h"
#include "tact/body/body_pairs.h"
#include "tact/flat/brute_force.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint64_t brute_pairs_per_chunk = 1U << 16;

class BruteMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  Stats update(const Task&, Scratch&) override { return {}; }
  std::string_view working_name() const override { return "brute"; }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    ArenaVector<AllPairsJob> jobs(scratch.arena(0));
    for_each_body_pair(task, request, [&](std::uint32_t a, std::uint32_t b) {
      const std::uint32_t count_a = task.bodies[a]->primitives.size();
      const std::uint32_t count_b = task.bodies[b]->primitives.size();
      if (count_a == 0 || count_b == 0) return;
      const auto step = static_cast<std::uint32_t>(std::max<std::uint64_t>(
          1, std::min<std::uint64_t>(count_a, brute_pairs_per_chunk / count_b)));
      for (std::uint64_t first = 0; first < count_a; first += step) {
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(step, count_a - first));
        jobs.push_back({a, b, {static_cast<std::uint32_t>(first), count}, count_b});
      }
    });
    return deliver(jobs.size(), request.threads, sink, scratch,
                   [&](const ChunkOut& out) { find_all_pairs(jobs[out.chunk], out.writer); });
  }
};

}  // namespace

MethodInfo brute_method() {
  return {"brute", "every pair of primitives, no bounds: the oracle", "", true,
          [] { return std::make_unique<BruteMethod>(); }};
}

}  // namespace tact
