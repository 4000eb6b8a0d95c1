#include "bench/spillmann_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "bench/statistics.h"
#include "scenes/simulate.h"
#include "tact/base/parallel.h"

namespace tact::bench {
namespace {

// Table 1 as printed: 300 bodies, 131k points, an Intel Xeon at 3.8 GHz.
struct SpillmannRow {
  int level;
  std::size_t contacts;
  double detection;
  double response;
};
constexpr SpillmannRow spillmann_rows[] = {{2, 1031, 18.41, 24.11},
                                           {3, 1650, 22.19, 27.01},
                                           {4, 7511, 30.24, 32.03},
                                           {5, 27195, 58.61, 45.35},
                                           {6, 42635, 93.97, 52.88}};

// Of all threads of this program, in milliseconds: what else the machine does is not counted.
double processor_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

struct SpillmannTimes {
  std::vector<double> processor;  // of all stages and threads
  std::vector<double> detection;
  std::vector<double> response;
  std::vector<double> deformation;
  std::vector<double> total;
  double contacts = 0;  // means
  double sphere_pairs = 0;
  double deepest = 0;

  void add(const StepReport& step) {
    detection.push_back(1e3 * step.detection);
    response.push_back(1e3 * step.response);
    deformation.push_back(1e3 * step.deformation);
    total.push_back(detection.back() + response.back() + deformation.back());
    contacts += static_cast<double>(step.contacts);
    sphere_pairs += static_cast<double>(step.sphere_pairs);
    deepest = std::max(deepest, step.deepest);
  }
};

SpillmannTimes measure_steps(Simulation& simulation, int steps) {
  SpillmannTimes times;
  for (int i = 0; i < steps; ++i) {
    const double start = processor_ms();
    times.add(simulation.step());
    times.processor.push_back(processor_ms() - start);
  }
  times.contacts /= steps;
  times.sphere_pairs /= steps;
  return times;
}

void note(std::vector<Measure>& out, const std::string& name, unsigned threads,
          const std::vector<double>& values, const char* unit) {
  out.push_back({"spillmann", name, threads, figure_of(values), unit});
}

void print_row(std::FILE* out, const std::string& name, const SpillmannTimes& t) {
  if (out == nullptr) return;
  fmt::print(out,
             "  {:<28} {:>9.0f} {:>9.0f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f}\n",
             name, t.sphere_pairs, t.contacts, median_of(t.detection), median_of(t.response),
             median_of(t.detection) + median_of(t.response), median_of(t.deformation),
             median_of(t.total), median_of(t.processor));
}

void print_heading(std::FILE* out, const char* title) {
  if (out == nullptr) return;
  fmt::print(out, "{}\n  {:<28} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", title, "",
             "spheres", "contacts", "detect", "respond", "both", "deform", "all", "processor");
}

// Bullet's processor time for a step, once its pile lies, too.
double bullet_step(const scenes::SimulatedScene& scene, int clusters, int settle, int steps) {
  const std::unique_ptr<SoftWorld> world = bullet_soft_world(scene, clusters);
  if (!world) return 0;
  for (int i = 0; i < settle; ++i) world->step(scene.step);
  std::vector<double> times;
  for (int i = 0; i < steps; ++i) {
    const double start = processor_ms();
    world->step(scene.step);
    times.push_back(processor_ms() - start);
  }
  return median_of(times);
}

void measure_table_1(bool quick, std::FILE* out, std::vector<Measure>& measures) {
  const scenes::SimulatedScene scene =
      scenes::build(scenes::find_simulation("pile"), quick ? 0 : 1, 1);
  const int settle = quick ? 40 : 250;
  const int steps = quick ? 5 : 40;
  print_heading(out,
                fmt::format("Spillmann 2006, table 1: pile, {} bodies, {} points; milliseconds "
                            "a frame (the paper: 2006, one thread)",
                            scene.bodies.size(), scene.point_count())
                    .c_str());
  double ours[7] = {};
  for (const unsigned threads : {1U, 2U}) {
    if (threads > hardware_threads()) continue;
    SimulationOptions options = scenes::options_of(scene);
    options.threads = threads;
    const auto simulation = scenes::enter(scene, options);
    for (int i = 0; i < settle; ++i) simulation->step();
    for (const SpillmannRow& row : spillmann_rows) {
      simulation->set_level(row.level);
      measure_steps(*simulation, quick ? 1 : 10);  // comes to rest at this level
      const SpillmannTimes times = measure_steps(*simulation, steps);
      const std::string name = fmt::format("pile, level {}", row.level);
      print_row(out, fmt::format("{}, {} thread{}", name, threads, threads > 1 ? "s" : ""), times);
      if (out != nullptr && threads == 1) {
        fmt::print(out, "  {:<28} {:>9} {:>9} {:>9.2f} {:>9.2f} {:>9.2f}\n", "  the paper",
                   row.contacts, "", row.detection, row.response, row.detection + row.response);
      }
      note(measures, name + ": contacts", threads, {times.contacts}, "contacts");
      note(measures, name + ": sphere pairs", threads, {times.sphere_pairs}, "pairs");
      note(measures, name + ": detection", threads, times.detection, "ms a frame");
      note(measures, name + ": response", threads, times.response, "ms a frame");
      note(measures, name + ": deformation", threads, times.deformation, "ms a frame");
      note(measures, name + ": all", threads, times.total, "ms a frame");
      note(measures, name + ": processor time", threads, times.processor, "ms a frame");
      if (threads == 1) ours[row.level] = median_of(times.processor);
    }
  }
  for (const auto& [level, clusters] : {std::pair{3, 8}, std::pair{6, 64}}) {
    const double bullet = bullet_step(scene, clusters, settle / 5, quick ? 2 : 10);
    if (bullet == 0) continue;
    const std::string name = fmt::format("pile: Bullet's soft bodies, {} clusters each", clusters);
    note(measures, name, 1, {bullet}, "ms a frame");
    note(measures, fmt::format("pile, level {} over {}", level, name), 1, {bullet / ours[level]},
         "x");
    if (out == nullptr) continue;
    fmt::print(out, "  {}: {:.2f} ms of processor time a frame, {:.1f} x ours at level {}\n", name,
               bullet, bullet / ours[level], level);
  }
  if (out != nullptr) fmt::print(out, "\n");
}

void measure_figure_9(bool quick, std::FILE* out, std::vector<Measure>& measures) {
  const scenes::SimulatedScene scene =
      scenes::build(scenes::find_simulation("trio"), quick ? 0 : 1, 1);
  print_heading(out,
                "Spillmann 2006, figure 9: three bodies, 19k points (the paper: 4.39 + 10.66 "
                "ms, deformation 24.33 ms)");
  for (const int level : {4, 6, 0}) {
    SimulationOptions options = scenes::options_of(scene);
    options.threads = 1;
    options.level = level;
    const auto simulation = scenes::enter(scene, options);
    for (int i = 0; i < (quick ? 10 : 60); ++i) simulation->step();
    const SpillmannTimes times = measure_steps(*simulation, quick ? 5 : 60);
    const std::string name =
        level == 0 ? std::string("trio, triangles") : fmt::format("trio, level {}", level);
    print_row(out, name, times);
    note(measures, name + ": detection", 1, times.detection, "ms a frame");
    note(measures, name + ": response", 1, times.response, "ms a frame");
    note(measures, name + ": deformation", 1, times.deformation, "ms a frame");
  }
  if (out != nullptr) fmt::print(out, "\n");
}

}  // namespace

#ifndef TACT_HAVE_BULLET
std::unique_ptr<SoftWorld> bullet_soft_world(const scenes::SimulatedScene& /*scene*/,
                                             int /*clusters*/) {
  return nullptr;
}
#endif

std::vector<Measure> measure_spillmann_response(bool quick, std::FILE* out) {
  std::vector<Measure> measures;
  measure_table_1(quick, out, measures);
  measure_figure_9(quick, out, measures);
  measure_spillmann_budgets(quick, out, measures);
  return measures;
}

}  // namespace tact::bench
