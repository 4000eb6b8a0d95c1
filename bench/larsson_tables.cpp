// Tables 1, 2 and 3 of Larsson 2006 in the paper's layout, the paper's own figures beside ours.
// Their milliseconds are of a Pentium 4 at 2.8 GHz, so only ratios are comparable.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "bench/suites.h"

namespace tact::bench {
namespace {

using Three = std::array<double, 3>;  // by level of detail

struct LarssonRow {
  const char* scene;
  const char* method;    // as published
  const char* ours;      // what became of it
  const char* baseline;  // that it is compared with
  Three faster;          // on average, than the baseline
  Three faster_worst;    // in the worst frame
};

// The paper's ratios belong to its algorithms as published; what became of them stands beside.
constexpr LarssonRow larsson_table_2[] = {
    {"spheres", "dbvh-of-paper", "dbvh", "octree", {9.5, 10.9, 12.7}, {10.6, 12.1, 14.8}},
    {"bunnies", "dbvh-of-paper", "dbvh", "octree", {4.5, 5.4, 5.8}, {2.7, 3.8, 3.9}},
};
constexpr LarssonRow larsson_table_3[] = {
    {"teapot", "swiper-of-paper", "swiper", "sap-of-paper", {1.4, 4.7, 13.6}, {7.5, 46, 63.6}},
    {"teapot", "dbvh-of-paper", "dbvh", "sap-of-paper", {0.3, 2.2, 28.6}, {2.2, 15.7, 103.8}},
    {"bunnies-self", "swiper-of-paper", "swiper", "sap-of-paper", {1.6, 4.4, 12}, {4.3, 8.1, 4.6}},
    {"bunnies-self", "dbvh-of-paper", "dbvh", "sap-of-paper", {1.3, 7.2, 54.4}, {3, 22.2, 98.3}},
};

struct PaperCount {
  const char* scene;
  const char* what;
  Three pairs;
  const char* less = nullptr;  // a scene with those of our pairs that the paper counts elsewhere
};
constexpr PaperCount larsson_table_1[] = {
    {"spheres", "between bodies", {445, 889, 1823}},
    {"bunnies", "between bodies", {218, 442, 955}},
    {"bunnies-self", "within", {1737, 4440, 12757}, "bunnies"},
    {"teapot", "within", {958, 2524, 4003}},
};

const Group* group_of(std::span<const Group> groups, const std::string& scene, int lod) {
  for (const Group& group : groups) {
    if (group.suite == "larsson" && group.scenario == fmt::format("{}-lod{}", scene, lod)) {
      return &group;
    }
  }
  return nullptr;
}

double pairs_a_frame(const Group& group) {
  return static_cast<double>(group.pairs) / static_cast<double>(group.frames);
}

const Row* row_of(std::span<const Group> groups, const std::string& scene, int lod,
                  const std::string& method) {
  const Group* group = group_of(groups, scene, lod);
  if (group == nullptr) return nullptr;
  const Row* best = nullptr;
  for (const Row& row : group->rows) {
    // A method stands for its variants (octree for octree-5): the best of them counts, and one that
    // was cut only if there is no other.
    const bool named = row.name == method || (row.name.rfind(method + "-", 0) == 0 &&
                                              (method == "octree" || method == "dbvh-of-paper"));
    if (!named || row.threads != 1 || row.frames == 0 || !row.verdict.right()) continue;
    const bool better = best == nullptr || (best->cut && !row.cut) ||
                        (best->cut == row.cut && row.total.median < best->total.median);
    if (better) best = &row;
  }
  return best;
}

// As the paper has it: all of it (update, query, exact tests).
std::string parts(double total, double update, double tests, bool cut) {
  return fmt::format("{:.3g} ({:.3g} + {:.3g} + {:.3g}){}", total, update,
                     std::max(0.0, total - update - tests), tests, cut ? "?" : "");
}
std::string average(const Row* row) {
  if (row == nullptr) return "-";
  return parts(row->total.median, row->update.median, row->tests.median, row->cut);
}
// Of the frame that took longest, or least.
std::string extreme(const Row* row, bool longest) {
  if (row == nullptr || row->animation.empty()) return "-";
  const auto [least, most] =
      std::minmax_element(row->animation.begin(), row->animation.end(),
                          [](const FrameTime& a, const FrameTime& b) { return a.ms < b.ms; });
  const FrameTime& at = longest ? *most : *least;
  return parts(at.ms, at.update, at.tests, row->cut);
}

void print_times(std::FILE* out, std::span<const Group> groups, const LarssonRow& paper,
                 const std::string& method) {
  for (const std::string_view which : {"average", "worst", "best"}) {
    fmt::print(out, "  {:<13} {:<15} {:<8}", paper.scene, method, which);
    for (int lod = 1; lod <= 3; ++lod) {
      const Row* row = row_of(groups, paper.scene, lod, method);
      fmt::print(out, " {:>34}",
                 which == "average" ? average(row) : extreme(row, which == "worst"));
    }
    fmt::print(out, "\n");
  }
}

void print_speedups(std::FILE* out, std::span<const Group> groups, const LarssonRow& paper,
                    bool as_published) {
  const char* const method = as_published ? paper.method : paper.ours;
  fmt::print(out, "  {:<13} {} over {}, average [worst frame]: ", paper.scene, method,
             paper.baseline);
  for (int lod = 1; lod <= 3; ++lod) {
    const auto i = static_cast<std::size_t>(lod - 1);
    const Row* a = row_of(groups, paper.scene, lod, method);
    const Row* b = row_of(groups, paper.scene, lod, paper.baseline);
    const std::string ours = a == nullptr || b == nullptr
                                 ? "-"
                                 : fmt::format("{:.1f} [{:.1f}]", b->total.median / a->total.median,
                                               b->worst / a->worst);
    fmt::print(out, "{}  LOD{} {}", lod > 1 ? ";" : "", lod, ours);
    if (as_published) {
      fmt::print(out, " (paper {} [{}])", paper.faster[i], paper.faster_worst[i]);
    }
  }
  fmt::print(out, "\n");
}

void print_table(std::FILE* out, std::span<const Group> groups, const char* title,
                 std::span<const LarssonRow> rows) {
  fmt::print(out, "{}; milliseconds (update + query + exact tests), ? marks rows that were cut\n",
             title);
  fmt::print(out, "  {:<38} {:>34} {:>34} {:>34}\n", "", "LOD1", "LOD2", "LOD3");
  std::string shown;
  for (const LarssonRow& row : rows) {
    // A baseline belongs to several rows: its times are printed once per scene.
    if (shown != row.scene) print_times(out, groups, row, row.baseline);
    shown = row.scene;
    print_times(out, groups, row, row.method);
    print_times(out, groups, row, row.ours);
  }
  for (const LarssonRow& row : rows) {
    print_speedups(out, groups, row, true);
    print_speedups(out, groups, row, false);
  }
  fmt::print(out, "\n");
}

// Which depth was the best, and what the others took.
void print_depths(std::FILE* out, std::span<const Group> groups, const std::string& scene) {
  for (int lod = 1; lod <= 3; ++lod) {
    const Group* group = group_of(groups, scene, lod);
    const Row* best = row_of(groups, scene, lod, "octree");
    if (group == nullptr || best == nullptr) continue;
    fmt::print(out, "  {:<13} LOD{}: {} is the best;", scene, lod, best->name);
    for (const Row& row : group->rows) {
      if (row.name.rfind("octree", 0) != 0 || row.frames == 0) continue;
      fmt::print(out, " {} {:.3g}{}", row.name, row.total.median, row.cut ? "?" : "");
    }
    fmt::print(out, "\n");
  }
}

// What the lists of the sorting methods had to bear.
void print_sorting(std::FILE* out, std::span<const Group> groups) {
  fmt::print(
      out,
      "Larsson 2006, section 3: overlaps on each axis in thousands, steps of insertion sort in "
      "thousands, lists it gave up; per frame\n");
  for (const char* scene : {"teapot", "bunnies-self"}) {
    for (const char* method : {"sap-of-paper", "swiper-of-paper", "sap", "swiper"}) {
      for (int lod = 1; lod <= 3; ++lod) {
        const Row* row = row_of(groups, scene, lod, method);
        if (row == nullptr) continue;
        const Stats& s = row->stats;
        fmt::print(
            out, "  {:<13} {:<15} LOD{}  x {:>7} y {:>7} z {:>7}   steps {:>7}   given up {:.2f}\n",
            scene, method, lod, s.overlaps_x / 1000, s.overlaps_y / 1000, s.overlaps_z / 1000,
            s.sort_steps / 1000, row->fallbacks);
      }
    }
  }
  fmt::print(out, "\n");
}

// Equations 2 to 5, but for N_s and N_d, which count nodes here.
void print_costs(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out,
             "Larsson 2006, equations 2 to 5: primitive tests N_p, box tests N_b, primitives read "
             "N_g, boxes merged N_u, nodes split and given up; per frame\n");
  for (const char* scene : {"spheres", "bunnies", "teapot", "bunnies-self"}) {
    for (const char* method : {"dbvh-of-paper", "dbvh"}) {
      for (int lod = 1; lod <= 3; ++lod) {
        const Row* row = row_of(groups, scene, lod, method);
        if (row == nullptr) continue;
        const Stats& s = row->stats;
        fmt::print(out,
                   "  {:<13} {:<13} LOD{}  N_p {:>8} N_b {:>9} N_g {:>8} N_u {:>8} split {:>7} "
                   "given up {:>7}\n",
                   scene, method, lod, s.primitive_tests, s.bounds_tests, s.primitives_read,
                   s.nodes_updated, s.nodes_split, s.nodes_collapsed);
      }
    }
  }
  fmt::print(out, "\n");
}

void print_counts(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out, "Larsson 2006, table 1: touching pairs per frame (paper's in brackets)\n");
  for (const PaperCount& count : larsson_table_1) {
    fmt::print(out, "  {:<12} {:<15}", count.scene, count.what);
    for (int lod = 1; lod <= 3; ++lod) {
      const Group* group = group_of(groups, count.scene, lod);
      const Group* less = count.less == nullptr ? nullptr : group_of(groups, count.less, lod);
      const bool known = group != nullptr && (less != nullptr || count.less == nullptr);
      const double pairs = known ? pairs_a_frame(*group) : 0;
      const std::string ours =
          known ? fmt::format("{:.0f}", less == nullptr ? pairs : pairs - pairs_a_frame(*less))
                : "-";
      fmt::print(out, "  LOD{} {} ({})", lod, ours, count.pairs[static_cast<std::size_t>(lod - 1)]);
    }
    fmt::print(out, "\n");
  }
  fmt::print(out, "\n");
}

}  // namespace

void print_larsson(std::FILE* out, std::span<const Group> groups) {
  bool any = false;
  for (const Group& group : groups) any = any || group.suite == "larsson";
  if (!any) return;
  print_counts(out, groups);
  print_table(out, groups, "Larsson 2006, table 2: between bodies", larsson_table_2);
  fmt::print(out, "Depth of the octree; milliseconds\n");
  for (const char* scene : {"spheres", "bunnies"}) print_depths(out, groups, scene);
  fmt::print(out, "\n");
  print_table(out, groups, "Larsson 2006, table 3: within bodies", larsson_table_3);
  print_sorting(out, groups);
  print_costs(out, groups);
}

}  // namespace tact::bench
