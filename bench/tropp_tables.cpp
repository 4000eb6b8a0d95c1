// Table 2 of Tropp 2006 in the paper's layout, and figures 8 and 9 as numbers, the paper's own
// ratios beside ours. Their times are of another machine: only ratios are comparable.
#include <fmt/format.h>

#include "bench/suites.h"
#include "scenes/rigid_paths.h"

namespace tact::bench {
namespace {

constexpr const char* scenes_of_paper[] = {"torus", "pipes", "hand", "flange"};

struct PaperRatio {
  const char* method;  // as published
  const char* baseline;
  const char* ours;  // what became of the two
  const char* our_baseline;
  const char* path;  // what stands behind the scene's name
  double faster[4];  // by scene
};
constexpr PaperRatio tropp_table_2[] = {
    {"obb-of-paper",
     "obb-of-paper-plain",
     "obb-coherent",
     "obb",
     "original",
     {2.07, 1.10, 1.37, 1.88}},
    {"obb-of-paper", "obb-of-paper-plain", "obb-coherent", "obb", "0.03", {1.70, 1.27, 2.03, 1.78}},
    {"aabb-of-paper",
     "aabb-of-paper-plain",
     "aabb-coherent",
     "aabb",
     "original",
     {1.41, 1.01, 1.09, 1.11}},
    {"aabb-of-paper",
     "aabb-of-paper-plain",
     "aabb-coherent",
     "aabb",
     "0.03",
     {1.26, 1.07, 1.11, 1.04}},
    {"aabb-of-paper-plain",
     "aabb-of-paper-all-axes",
     "aabb",
     "aabb-all-axes",
     "original",
     {1.29, 1.25, 1.29, 1.34}},
    {"aabb-of-paper-plain",
     "aabb-of-paper-all-axes",
     "aabb",
     "aabb-all-axes",
     "0.03",
     {1.25, 1.31, 1.25, 1.30}},
};

const Row* row_of(std::span<const Group> groups, const std::string& scenario,
                  const std::string& method) {
  for (const Group& group : groups) {
    if (group.suite != "tropp" || group.scenario != scenario) continue;
    for (const Row& row : group.rows) {
      if (row.name == method && row.frames > 0 && row.verdict.right()) return &row;
    }
  }
  return nullptr;
}

std::string ratio(const Row* row, const Row* baseline) {
  if (row == nullptr || baseline == nullptr) return "-";
  return fmt::format("{:.2f}", baseline->total.median / row->total.median);
}

void print_times(std::FILE* out, std::span<const Group> groups, const char* path) {
  fmt::print(out,
             "Tropp 2006, table 2, {} paths; microseconds a frame [bounds tests, axis tests, pairs "
             "in the front]\n",
             path);
  for (const char* method :
       {"obb-of-paper-plain", "obb-of-paper", "aabb-of-paper-all-axes", "aabb-of-paper-plain",
        "aabb-of-paper", "obb", "obb-coherent", "aabb-all-axes", "aabb", "aabb-coherent"}) {
    fmt::print(out, "  {:<22}", method);
    for (const char* scene : scenes_of_paper) {
      const Row* row = row_of(groups, fmt::format("{}-{}", scene, path), method);
      fmt::print(out, "  {:>34}",
                 row == nullptr ? "-"
                                : fmt::format("{:.1f} [{}, {}, {}]", 1000 * row->total.median,
                                              row->stats.bounds_tests, row->stats.axis_tests,
                                              row->stats.front_pairs));
    }
    fmt::print(out, "\n");
  }
}

void print_ratios(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out,
             "Tropp 2006, table 2 as ratios: as published (the paper's); behind the stroke ours\n");
  for (const PaperRatio& paper : tropp_table_2) {
    fmt::print(out, "  {:<19} over {:<22} {:<8}", paper.method, paper.baseline, paper.path);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string scenario = fmt::format("{}-{}", scenes_of_paper[i], paper.path);
      const auto faster = [&](const char* method, const char* baseline) {
        return ratio(row_of(groups, scenario, method), row_of(groups, scenario, baseline));
      };
      fmt::print(out, "  {} {} ({:.2f}) | {}", scenes_of_paper[i],
                 faster(paper.method, paper.baseline), paper.faster[i],
                 faster(paper.ours, paper.our_baseline));
    }
    fmt::print(out, "\n");
  }
}

// The paths themselves.
void print_path_table(std::FILE* out) {
  fmt::print(out, "Tropp 2006, table 1: median motion, share of motions above a tenth (paper's)\n");
  for (std::size_t i = 0; i < 4; ++i) {
    const auto which = static_cast<scenes::RigidScene>(i);
    const scenes::PathMotions paper = scenes::motions_of_paper(which);
    const scenes::PathMotions ours = scenes::motions_of(which, 1, {0.03, true, 300});
    fmt::print(out, "  {:<8} {:.3f} ({:.3f}), {:.1f} % ({:.1f} %) of 300 frames\n",
               scenes_of_paper[i], ours.median, paper.median, 100 * ours.large, 100 * paper.large);
  }
}

void print_motions(std::FILE* out, std::span<const Group> groups, const std::string& coherent,
                   const std::string& plain, int figure) {
  fmt::print(out, "Tropp 2006, figure {}: {} over {} by motion\n", figure, coherent, plain);
  for (const char* scene : scenes_of_paper) {
    fmt::print(out, "  {:<8}", scene);
    for (const char* motion : {"0.001", "0.003", "0.01", "0.03", "0.05", "0.1", "0.15"}) {
      const std::string scenario = fmt::format("{}-{}", scene, motion);
      fmt::print(out, "  {} {:>5}", motion,
                 ratio(row_of(groups, scenario, coherent), row_of(groups, scenario, plain)));
    }
    fmt::print(out, "\n");
  }
}

}  // namespace

void print_tropp(std::FILE* out, std::span<const Group> groups) {
  bool any = false;
  for (const Group& group : groups) any = any || group.suite == "tropp";
  if (!any) return;
  print_path_table(out);
  print_times(out, groups, "original");
  print_times(out, groups, "0.03");
  print_ratios(out, groups);
  print_motions(out, groups, "obb-of-paper", "obb-of-paper-plain", 8);
  print_motions(out, groups, "obb-coherent", "obb", 8);
  print_motions(out, groups, "aabb-of-paper", "aabb-of-paper-plain", 9);
  print_motions(out, groups, "aabb-coherent", "aabb", 9);
  fmt::print(out, "\n");
}

}  // namespace tact::bench
