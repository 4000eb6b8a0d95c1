// Table 2 of Tropp 2006 in the paper's layout, and figures 8 and 9 as numbers, the paper's own
// ratios beside ours. Their times are of another machine: only ratios are comparable.
#include <fmt/format.h>

#include "bench/suites.h"

namespace tact::bench {
namespace {

constexpr const char* scenes_of_paper[] = {"torus", "pipes", "hand", "flange"};

struct PaperRatio {
  const char* method;
  const char* baseline;
  const char* path;  // what stands behind the scene's name
  double faster[4];  // by scene
};
constexpr PaperRatio tropp_table_2[] = {
    {"obb-coherent", "obb", "original", {2.07, 1.10, 1.37, 1.88}},
    {"obb-coherent", "obb", "0.03", {1.70, 1.27, 2.03, 1.78}},
    {"aabb-coherent", "aabb", "original", {1.41, 1.01, 1.09, 1.11}},
    {"aabb-coherent", "aabb", "0.03", {1.26, 1.07, 1.11, 1.04}},
    {"aabb", "aabb-all-axes", "original", {1.29, 1.25, 1.29, 1.34}},
    {"aabb", "aabb-all-axes", "0.03", {1.25, 1.31, 1.25, 1.30}},
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
  fmt::print(out, "Tropp 2006, table 2, {} paths; microseconds a frame [bounds tests]\n", path);
  for (const char* method : {"obb", "obb-coherent", "obb-of-paper", "aabb-all-axes", "aabb",
                             "aabb-coherent", "aabb-of-paper"}) {
    fmt::print(out, "  {:<15}", method);
    for (const char* scene : scenes_of_paper) {
      const Row* row = row_of(groups, fmt::format("{}-{}", scene, path), method);
      fmt::print(out, "  {:>22}",
                 row == nullptr ? "-"
                                : fmt::format("{:.1f} [{}]", 1000 * row->total.median,
                                              row->stats.bounds_tests));
    }
    fmt::print(out, "\n");
  }
}

void print_ratios(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out, "Tropp 2006, table 2 as ratios (the paper's in brackets)\n");
  for (const PaperRatio& paper : tropp_table_2) {
    fmt::print(out, "  {:<13} over {:<13} {:<8}", paper.method, paper.baseline, paper.path);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string scenario = fmt::format("{}-{}", scenes_of_paper[i], paper.path);
      fmt::print(
          out, "  {} {} ({:.2f})", scenes_of_paper[i],
          ratio(row_of(groups, scenario, paper.method), row_of(groups, scenario, paper.baseline)),
          paper.faster[i]);
    }
    fmt::print(out, "\n");
  }
}

void print_motions(std::FILE* out, std::span<const Group> groups, const char* kind, int figure) {
  fmt::print(out, "Tropp 2006, figure {}: {}-coherent over {} by motion\n", figure, kind, kind);
  for (const char* scene : scenes_of_paper) {
    fmt::print(out, "  {:<8}", scene);
    for (const char* motion : {"0.001", "0.003", "0.01", "0.03", "0.05", "0.1", "0.15"}) {
      const std::string scenario = fmt::format("{}-{}", scene, motion);
      fmt::print(out, "  {} {:>5}", motion,
                 ratio(row_of(groups, scenario, std::string(kind) + "-coherent"),
                       row_of(groups, scenario, kind)));
    }
    fmt::print(out, "\n");
  }
}

}  // namespace

void print_tropp(std::FILE* out, std::span<const Group> groups) {
  bool any = false;
  for (const Group& group : groups) any = any || group.suite == "tropp";
  if (!any) return;
  print_times(out, groups, "original");
  print_times(out, groups, "0.03");
  print_ratios(out, groups);
  print_motions(out, groups, "obb", 8);
  print_motions(out, groups, "aabb", 9);
  fmt::print(out, "\n");
}

}  // namespace tact::bench
