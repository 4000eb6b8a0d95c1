#pragma once
// The suites of `tact bench`.
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bench/record.h"
#include "bench/scenario.h"

namespace tact::bench {

/// What is asked for beyond the scenarios that are always there.
struct SuiteOptions {
  bool quick = false;
  std::string meshes;  ///< folder with bunny.obj and dragon.obj, or empty
};

struct Suite {
  const char* name;
  const char* summary;
  bool by_default;
  std::vector<Scenario> (*scenarios)(const SuiteOptions& options);  ///< null: nothing to play
};

std::span<const Suite> suites();

std::vector<Scenario> larsson_scenarios(const SuiteOptions& options);
std::vector<Scenario> peers_scenarios(const SuiteOptions& options);
std::vector<Scenario> scaling_scenarios(const SuiteOptions& options);
std::vector<Scenario> zhang_scenarios(const SuiteOptions& options);
std::vector<Scenario> tropp_scenarios(const SuiteOptions& options);
std::vector<Scenario> zachmann_scenarios(const SuiteOptions& options);

/// Machine limits: bandwidth, boxes, box tests.
std::vector<Measure> measure_limits(bool quick);
/// Pairs of boxes alone, of workloads whose name contains `only`. Throws if two participants do not
/// find the same ones.
std::vector<Measure> measure_broad(bool quick, bool processor_time, const std::string& only = {});
/// What a motion planner asks: distances, builds, batches of poses. Throws if distances differ.
std::vector<Measure> measure_planner(bool quick, bool processor_time);
/// Rays through bodies at rest and deforming, and clearances. Throws if answers differ.
std::vector<Measure> measure_rays(bool quick, bool processor_time);
/// Growth exponents of the scaling scenarios that ran.
std::vector<Measure> growth_of(std::span<const Group> groups, const SuiteOptions& options);
/// Tables 1 to 3 of Larsson 2006, ours beside the paper's.
void print_larsson(std::FILE* out, std::span<const Group> groups);
/// Table 2 and figures 8 and 9 of Tropp 2006, likewise.
void print_tropp(std::FILE* out, std::span<const Group> groups);
/// Figures 6 and 9 of Zachmann 1995, its table of depths, and trees built in other ways.
std::vector<Measure> measure_zachmann(bool quick);
/// Its figure 10, as times and ratios.
void print_zachmann(std::FILE* out, std::span<const Group> groups);

}  // namespace tact::bench
