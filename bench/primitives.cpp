#include "bench/primitives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/cgal_triangles.h"
#include "bench/pair_sets.h"
#include "tact/base/simd.h"
#include "tact/geometry/triangle.h"
#include "tact/geometry/triangle_batch.h"

namespace tact::bench {
namespace {

constexpr std::size_t pairs_per_set = 60'000;  // too many for a branch predictor to learn by heart
constexpr int primitive_rounds = 9;

struct PrimitiveRow {
  std::string name;
  bool from_scene = false;
  std::size_t pairs = 0;
  std::size_t hits = 0;
  std::size_t open = 0;  // left to the exact test by the SIMD filter
  double batch_ns = 0;
  double single_ns = 0;
  double cgal_ns = 0;
  bool agree = true;
};

void fill(TrianglePairs& gathered, std::span<const scenes::TrianglePair> pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t k = 0; k < 9; ++k) {
      gathered.v[k][i] = pairs[i].a[k / 3][k % 3];
      gathered.v[9 + k][i] = pairs[i].b[k / 3][k % 3];
    }
  }
}

template <class F>
double nanoseconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  return spent.count();
}

double median(std::array<double, primitive_rounds>& values) {
  std::nth_element(values.begin(), values.begin() + primitive_rounds / 2, values.end());
  return values[primitive_rounds / 2];
}

using Times = std::array<double, primitive_rounds>;

// One block of pairs by each test in turn. Each finds its input in the cache, as it does behind a
// broad phase that has just gathered it.
struct PairsRun {
  Times batch{};
  Times single{};
  Times cgal{};
};

void run_block(std::span<const scenes::TrianglePair> pairs, const CgalPairs& cgal,
               std::size_t first, std::size_t round, std::span<std::uint8_t> (&hit)[3],
               std::size_t& open, PairsRun& run) {
  static TrianglePairs gathered;
  fill(gathered, pairs);
  run.batch[round] = nanoseconds([&] { open += intersects_batch(gathered, pairs.size(), hit[0]); });
  run.single[round] = nanoseconds([&] {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      hit[1][i] = intersects(pairs[i].a, pairs[i].b) ? 1 : 0;
    }
  });
  cgal.touch(first, pairs.size());
  run.cgal[round] = nanoseconds([&] { cgal.test(first, hit[2]); });
}

// Medians are taken block by block: what else the machine does then hardly counts. A block comes
// back only after all others, so that no branch predictor knows it by heart.
PrimitiveRow measure(const PairSet& set) {
  constexpr std::size_t size = TrianglePairs::capacity;
  const std::size_t n = set.pairs.size();
  const CgalPairs cgal(set.pairs);
  std::vector<PairsRun> runs((n + size - 1) / size);
  std::vector<std::uint8_t> hits[3];
  for (auto& h : hits) h.resize(n);
  PrimitiveRow row{set.name, set.from_scene, n};
  for (std::size_t round = 0; round < primitive_rounds; ++round) {
    row.open = 0;
    for (std::size_t b = 0; b < runs.size(); ++b) {
      const std::size_t count = std::min(size, n - b * size);
      std::span<std::uint8_t> hit[3];
      for (std::size_t k = 0; k < 3; ++k) hit[k] = std::span(hits[k]).subspan(b * size, count);
      run_block(std::span(set.pairs).subspan(b * size, count), cgal, b * size, round, hit, row.open,
                runs[b]);
    }
  }
  for (PairsRun& run : runs) {
    row.batch_ns += median(run.batch) / static_cast<double>(n);
    row.single_ns += median(run.single) / static_cast<double>(n);
    row.cgal_ns += median(run.cgal) / static_cast<double>(n);
  }
  row.hits = static_cast<std::size_t>(std::count(hits[0].begin(), hits[0].end(), 1));
  row.agree = hits[0] == hits[1] && (!have_cgal() || hits[0] == hits[2]);
  return row;
}

void print_row(std::FILE* out, const PrimitiveRow& r) {
  fmt::print(out, "{:<20}{:>8}{:>8}{:>8}{:>10.1f}{:>10.1f}", r.name, r.pairs, r.hits, r.open,
             r.batch_ns, r.single_ns);
  if (have_cgal()) {
    fmt::print(out, "{:>10.1f}{:>9.1f}{:>9.1f}", r.cgal_ns, r.cgal_ns / r.batch_ns,
               r.cgal_ns / r.single_ns);
  }
  fmt::print(out, "{}\n", r.agree ? "" : "  THE ANSWERS DIFFER");
  std::fflush(out);
}

void print_head(std::FILE* out) {
  fmt::print(out,
             "Exact triangle tests, {}: nanoseconds per pair, medians of {} "
             "interleaved rounds.\n"
             "First box-overlapping pairs of scenes, then families that are hard in double.\n\n",
             simd_target(), primitive_rounds);
  fmt::print(out, "{:<20}{:>8}{:>8}{:>8}{:>10}{:>10}", "pairs", "count", "touch", "open", "batched",
             "single");
  if (have_cgal()) fmt::print(out, "{:>10}{:>9}{:>9}", "CGAL", "batched", "single");
  fmt::print(out, "\n");
  if (!have_cgal()) fmt::print(out, "(built without CGAL: no peer to compare with)\n");
}

nlohmann::json to_json(const PrimitiveRow& r) {
  nlohmann::json json{{"name", r.name},           {"scene", r.from_scene}, {"pairs", r.pairs},
                      {"touching", r.hits},       {"open", r.open},        {"batch_ns", r.batch_ns},
                      {"single_ns", r.single_ns}, {"agree", r.agree}};
  if (have_cgal()) {
    json["cgal_ns"] = r.cgal_ns;
    json["batch_ratio"] = r.cgal_ns / r.batch_ns;
    json["single_ratio"] = r.cgal_ns / r.single_ns;
  }
  return json;
}

}  // namespace

int run_primitives(std::FILE* out, bool json) {
  std::vector<PrimitiveRow> rows;
  if (!json) print_head(out);
  const auto add = [&](const PairSet& set) {
    rows.push_back(measure(set));
    if (!json) print_row(out, rows.back());
  };
  for (const char* scene : {"spheres", "bunnies", "tori", "cloth"}) {
    add(scene_pairs(scene, 2, pairs_per_set));
  }
  for (int f = 0; f < scenes::family_count; ++f) {
    const auto family = static_cast<scenes::Family>(f);
    if (family == scenes::Family::degenerate) continue;
    add(family_pairs(family, pairs_per_set / (family == scenes::Family::extremes ? 10 : 1)));
  }
  if (json) {
    nlohmann::json document{
        {"simd", simd_target()}, {"rounds", primitive_rounds}, {"cgal", have_cgal()}};
    for (const PrimitiveRow& row : rows) document["rows"].push_back(to_json(row));
    fmt::print(out, "{}\n", document.dump(2));
  }
  return std::all_of(rows.begin(), rows.end(), [](const PrimitiveRow& r) { return r.agree; }) ? 0
                                                                                              : 1;
}

}  // namespace tact::bench
