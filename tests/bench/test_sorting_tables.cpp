// What the benchmarks show of the sorting methods.
#include <gtest/gtest.h>

#include "bench/plot.h"
#include "bench/runner.h"
#include "bench/suites.h"
#include "scenes/registry.h"

namespace tact::bench {
namespace {

TEST(Broad, AllFindTheSamePairs) {
  // Throws if they do not.
  const std::vector<Measure> measures = measure_broad(true, true);
  std::size_t times = 0;
  for (const Measure& m : measures) {
    EXPECT_EQ(m.suite, "broad");
    EXPECT_GT(m.value.median, 0) << m.name;
    times += m.unit == "ms a frame" ? 1 : 0;
  }
  EXPECT_GE(times, 4U) << "two of ours, on two workloads";
}

Scenario short_teapot() {
  const scenes::SceneInfo& info = scenes::find("teapot");
  Scenario s{"larsson",   "teapot-lod1", "", {},
             info.frames, Question::all, {}, std::vector<std::string>{},
             {1},         {2, 3, 1},     0};
  s.build = [&info] { return scenes::build(info, 0); };
  return s;
}

TEST(SortingTables, RowsCarryCountersAndFramesForThePlot) {
  RunnerOptions options = quick_options();
  const std::vector<Entrant> entrants{method_entrant("sap", 1), method_entrant("swiper", 1)};
  Scenario scenario = short_teapot();
  scenario.sampling = {6, 3, 1};  // a quick run plays a third of the segments
  bench::Run run;
  run.groups.push_back(run_scenario(scenario, entrants, options));
  for (const Row& row : run.groups[0].rows) {
    EXPECT_TRUE(row.verdict.right()) << row.name;
    EXPECT_GT(row.stats.overlaps_x, 0U) << row.name;
    EXPECT_GT(row.stats.overlaps_y, 0U) << row.name;
    EXPECT_GT(row.stats.overlaps_z, 0U) << row.name;
    EXPECT_EQ(row.animation.size(), row.frames);
    for (const FrameTime& at : row.animation) {
      EXPECT_GT(at.ms, 0);
      EXPECT_LT(at.frame, scenario.frames);
    }
  }
  // The last segment is of the broken pot: endpoints move there.
  EXPECT_GT(run.groups[0].rows[0].stats.sort_steps, 0U);
  const std::string svg = animation_plots(run);
  EXPECT_NE(svg.find("<path"), std::string::npos);
  EXPECT_NE(svg.find(">swiper<"), std::string::npos);
  EXPECT_EQ(animation_plots(bench::Run{}), "");
}

}  // namespace
}  // namespace tact::bench
