// How well a simulation keeps its budget: detection and response of pile, by the clock, against the
// time that they were given.
#include <fmt/format.h>

#include <algorithm>

#include "bench/spillmann_tables.h"
#include "bench/statistics.h"
#include "scenes/simulate.h"
#include "tact/base/parallel.h"

namespace tact::bench {
namespace {

struct Kept {
  std::vector<double> ms;  // detection and response, ascending
  double within = 0;       // share of the frames that took at most 120 % of the budget
  double unfinished = 0;   // share of the pairs that time was too short for, mean

  double at(double share) const {
    return ms[static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1))];
  }
};

Kept measure_budget(Simulation& simulation, double budget_ms, int frames) {
  simulation.set_budget(budget_ms / 1000);
  for (int i = 0; i < 10; ++i) simulation.step();  // learns what things cost
  Kept kept;
  for (int i = 0; i < frames; ++i) {
    const StepReport step = simulation.step();
    kept.ms.push_back(1e3 * (step.detection + step.response));
    if (kept.ms.back() <= 1.2 * budget_ms) kept.within += 1.0 / frames;
    kept.unfinished += static_cast<double>(step.lod.unfinished) /
                       (static_cast<double>(std::max<std::size_t>(1, step.lod.pairs)) * frames);
  }
  std::sort(kept.ms.begin(), kept.ms.end());
  return kept;
}

}  // namespace

void measure_spillmann_budgets(bool quick, std::FILE* out, std::vector<Measure>& measures) {
  const scenes::SimulatedScene scene =
      scenes::build(scenes::find_simulation("pile"), quick ? 0 : 1, 1);
  const unsigned threads = std::min(2U, hardware_threads());
  SimulationOptions options = scenes::options_of(scene);
  options.threads = threads;
  const auto simulation = scenes::enter(scene, options);
  for (int i = 0; i < (quick ? 20 : 220); ++i) simulation->step();
  if (out != nullptr) {
    fmt::print(out, "Budgets: pile, level 6 at most; detection and response, milliseconds\n");
  }
  for (const double budget : {4.0, 7.0, 12.0}) {
    const Kept kept = measure_budget(*simulation, budget, quick ? 5 : 200);
    const std::string name = fmt::format("pile, budget {} ms", budget);
    const auto add = [&](const char* what, double value, const char* unit) {
      measures.push_back({"spillmann", name + ": " + what, threads, {value, value, value}, unit});
    };
    add("half of the frames", kept.at(0.5), "ms a frame");
    add("95 % of the frames", kept.at(0.95), "ms a frame");
    add("worst frame", kept.at(1), "ms a frame");
    add("frames within 120 %", 100 * kept.within, "%");
    add("pairs left coarse", 100 * kept.unfinished, "%");
    if (out == nullptr) continue;
    fmt::print(
        out,
        "  {}: half {:.2f}, 95 % {:.2f}, worst {:.2f}; within 120 %: {:.1f} % of the frames; "
        "{:.0f} % of the pairs left coarse\n",
        name, kept.at(0.5), kept.at(0.95), kept.at(1), 100 * kept.within, 100 * kept.unfinished);
  }
  if (out != nullptr) fmt::print(out, "\n");
}

}  // namespace tact::bench
