// Tables 1, 2 and 3 of Larsson 2006 in the paper's layout, the paper's own figures beside ours.
// Their milliseconds are of a Pentium 4 at 2.8 GHz, so only ratios are comparable.
#include <fmt/format.h>

#include <array>

#include "bench/suites.h"

namespace tact::bench {
namespace {

using Three = std::array<double, 3>;  // by level of detail

struct LarssonRow {
  const char* scene;
  const char* method;    // ours that stands for it
  const char* baseline;  // ours that it is compared with
  Three faster;          // on average, than the baseline
  Three faster_worst;    // in the worst frame
};

constexpr LarssonRow larsson_table_2[] = {
    {"spheres", "dbvh", "octree", {9.5, 10.9, 12.7}, {10.6, 12.1, 14.8}},
    {"bunnies", "dbvh", "octree", {4.5, 5.4, 5.8}, {2.7, 3.8, 3.9}},
};
constexpr LarssonRow larsson_table_3[] = {
    {"teapot", "swiper", "sap", {1.4, 4.7, 13.6}, {7.5, 46, 63.6}},
    {"teapot", "dbvh", "sap", {0.3, 2.2, 28.6}, {2.2, 15.7, 103.8}},
    {"bunnies-self", "swiper", "sap", {1.6, 4.4, 12.0}, {4.3, 8.1, 4.6}},
    {"bunnies-self", "dbvh", "sap", {1.3, 7.2, 54.4}, {3.0, 22.2, 98.3}},
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
    const bool named = row.name == method || row.name.rfind(method + "-", 0) == 0;
    if (!named || row.threads != 1 || row.frames == 0 || !row.verdict.right()) continue;
    const bool better = best == nullptr || (best->cut && !row.cut) ||
                        (best->cut == row.cut && row.total.median < best->total.median);
    if (better) best = &row;
  }
  return best;
}

std::string cell(const Row* row, double Row::*value) {
  return row == nullptr ? "-" : fmt::format("{:.3g}{}", row->*value, row->cut ? "?" : "");
}
std::string average(const Row* row) {
  if (row == nullptr) return "-";
  return fmt::format("{:.3g} ({:.3g} + {:.3g}){}", row->total.median, row->update.median,
                     row->query.median, row->cut ? "?" : "");
}

void print_times(std::FILE* out, std::span<const Group> groups, const LarssonRow& paper,
                 const std::string& method) {
  for (const auto& [name, value] : {std::pair<const char*, double Row::*>{"average", nullptr},
                                    {"worst", &Row::worst},
                                    {"best", &Row::best}}) {
    fmt::print(out, "  {:<13} {:<8} {:<8}", paper.scene, method, name);
    for (int lod = 1; lod <= 3; ++lod) {
      const Row* row = row_of(groups, paper.scene, lod, method);
      fmt::print(out, " {:>26}", value == nullptr ? average(row) : cell(row, value));
    }
    fmt::print(out, "\n");
  }
}

void print_speedups(std::FILE* out, std::span<const Group> groups, const LarssonRow& paper) {
  fmt::print(out, "  {:<13} {} over {}, average [worst frame]: ", paper.scene, paper.method,
             paper.baseline);
  for (int lod = 1; lod <= 3; ++lod) {
    const auto i = static_cast<std::size_t>(lod - 1);
    const Row* a = row_of(groups, paper.scene, lod, paper.method);
    const Row* b = row_of(groups, paper.scene, lod, paper.baseline);
    const std::string ours = a == nullptr || b == nullptr
                                 ? "-"
                                 : fmt::format("{:.1f} [{:.1f}]", b->total.median / a->total.median,
                                               b->worst / a->worst);
    fmt::print(out, "{}  LOD{} {} (paper {} [{}])", lod > 1 ? ";" : "", lod, ours, paper.faster[i],
               paper.faster_worst[i]);
  }
  fmt::print(out, "\n");
}

void print_table(std::FILE* out, std::span<const Group> groups, const char* title,
                 std::span<const LarssonRow> rows) {
  fmt::print(out, "{}; milliseconds (update + query), ? marks rows that were cut\n", title);
  fmt::print(out, "  {:<31} {:>26} {:>26} {:>26}\n", "", "LOD1", "LOD2", "LOD3");
  std::string shown;
  for (const LarssonRow& row : rows) {
    // A baseline belongs to several rows: its times are printed once per scene.
    if (shown != row.scene) print_times(out, groups, row, row.baseline);
    shown = row.scene;
    print_times(out, groups, row, row.method);
  }
  for (const LarssonRow& row : rows) print_speedups(out, groups, row);
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
    for (const char* method : {"sap", "swiper"}) {
      for (int lod = 1; lod <= 3; ++lod) {
        const Row* row = row_of(groups, scene, lod, method);
        if (row == nullptr) continue;
        const Stats& s = row->stats;
        fmt::print(
            out, "  {:<13} {:<7} LOD{}  x {:>7} y {:>7} z {:>7}   steps {:>7}   given up {:.2f}\n",
            scene, method, lod, s.overlaps_x / 1000, s.overlaps_y / 1000, s.overlaps_z / 1000,
            s.sort_steps / 1000, row->fallbacks);
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
}

}  // namespace tact::bench
