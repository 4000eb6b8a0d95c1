// Figures 6, 9 and 10 of Zachmann 1995 as numbers, its table of depths, and what it says of empty
// boxes and pointers. Its times are of another machine: only ratios and exponents are comparable.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>

#include "bench/of_paper/zachmann_walk.h"
#include "bench/suites.h"
#include "scenes/bodies/turned.h"
#include "scenes/cage.h"
#include "tact/geometry/primitives.h"
#include "tact/pair/box_tree_query.h"
#include "tact/tree/box_tree_build.h"

namespace tact::bench {
namespace {

using scenes::CageBody;

// Of this thread alone: other work on the machine does not count.
double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

template <class F>
double median_ms(int repeats, F&& f) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const double begin = thread_ms();
    f();
    times.push_back(thread_ms() - begin);
  }
  return median_of(times);
}

Figure figure(double value) {
  Figure out;
  out.median = value;
  return out;
}

Mesh hyperboloid_of(std::uint32_t polygons) {
  const auto around = static_cast<std::uint32_t>(std::sqrt(double(polygons)));
  return scenes::hyperboloid(around, polygons / (2 * around) - 1);
}

// Figure 6: building is linear in the number of polygons.
void measure_builds(bool quick, std::vector<Measure>& out) {
  struct Family {
    const char* name;
    Mesh (*make)(std::uint32_t polygons);
  };
  const Family families[] = {
      {"spheres", [](std::uint32_t n) { return scenes::cage_body(CageBody::sphere, n); }},
      {"hyperboloids", hyperboloid_of}};
  for (const Family& family : families) {
    std::vector<double> sizes;
    std::vector<double> times;
    std::vector<double> times_of_paper;
    for (const std::uint32_t polygons : {1280U, 5120U, 20480U, 81920U, 327680U, 1310720U}) {
      if (quick && polygons > 20480) continue;
      const Mesh mesh = family.make(polygons);
      const Primitives triangles = Primitives::triangles(mesh.view(), nullptr);
      const double ms = median_ms(polygons < 100000 ? 5 : 3, [&] { BoxHierarchy tree(triangles); });
      sizes.push_back(double(triangles.size()));
      times.push_back(ms);
      out.push_back(
          {"zachmann",
           fmt::format("figure 6: builds {} of {} polygons", family.name, triangles.size()), 1,
           figure(ms), "ms"});
      const double published =
          median_ms(polygons < 100000 ? 3 : 1, [&] { ZachmannTree tree(triangles, {}); });
      times_of_paper.push_back(published);
      out.push_back({"zachmann",
                     fmt::format("figure 6: builds {} of {} polygons, as published", family.name,
                                 triangles.size()),
                     1, figure(published), "ms"});
    }
    out.push_back(
        {"zachmann",
         fmt::format("figure 6: building {} grows as the power, as published", family.name), 1,
         figure(growth_exponent(sizes, times_of_paper)), ""});
    out.push_back({"zachmann", fmt::format("figure 6: building {} grows as the power", family.name),
                   1, figure(growth_exponent(sizes, times)), ""});
  }
}

struct Cage {
  scenes::Scene scene;
  double query_us(const BoxTreeOptions& options, int frames) const {
    const Shape shape(scene.bodies[0].mesh.view());
    BoxTreeQuery query(shape, shape, options);
    const double ms = median_ms(3, [&] {
      for (int frame = 0; frame < frames; ++frame) {
        query.touching(scene.bodies[0].pose(frame), scene.bodies[1].pose(frame));
      }
    });
    return 1000 * ms / frames;
  }
  /// Yes or no, as published.
  double published_us(int depth, int frames) const {
    ZachmannOptions options;
    options.depth = depth;
    const Primitives rest = Primitives::triangles(scene.bodies[0].mesh.view(), nullptr);
    const ZachmannTree trees[2] = {ZachmannTree(rest, options), ZachmannTree(rest, options)};
    Arena arena;
    const double ms = median_ms(3, [&] {
      for (int frame = 0; frame < frames; ++frame) {
        arena.reset();
        const Transform poses[2] = {scene.bodies[0].pose(frame), scene.bodies[1].pose(frame)};
        const auto body = [&](std::size_t i) {
          return ZachmannBody{&trees[i],
                              Primitives::triangles(scene.bodies[i].mesh.view(), &poses[i])};
        };
        ZachmannCounts counts;
        EdgeOperation operation(body(0), body(1), 0, arena, counts,
                                [](std::uint32_t, std::uint32_t) { return Flow::stop; });
        traverse_boxtrees(trees[0], trees[1],
                          places_of(trees[0], trees[1], poses[0], poses[1], 0, 0), operation,
                          counts);
      }
    });
    return 1000 * ms / frames;
  }
};

// The same with the algorithm as published.
void measure_published_depths(const Cage& cage, std::size_t items, std::vector<Measure>& out) {
  const int paper = depth_of_paper(items);
  double best = 1e300;
  int best_depth = 0;
  for (int depth = std::max(0, paper - 3); depth <= paper + 4; ++depth) {
    const double us = cage.published_us(depth, 100);
    if (us < best) {
      best = us;
      best_depth = depth;
    }
    out.push_back({"zachmann",
                   fmt::format("figure 9, as published: two tori of {} polygons, depth {}{}", items,
                               depth, depth == paper ? " (the paper's)" : ""),
                   1, figure(us), "us"});
  }
  out.push_back(
      {"zachmann",
       fmt::format("the best depth for {} polygons, as published (the paper: {})", items, paper), 1,
       figure(best_depth), ""});
}

// Figure 9 and the table of depths: the time of a query by depth.
void measure_depths(bool quick, std::vector<Measure>& out) {
  for (const std::uint32_t polygons : {100U, 300U, 700U, 1300U, 2000U, 3000U, 10000U}) {
    if (quick && polygons > 300) continue;
    const Cage cage{scenes::cage_scene(CageBody::torus, polygons)};
    const std::size_t items = cage.scene.bodies[0].mesh.triangles.size();
    const int paper = box_tree_depth(items);
    double best = 1e300;
    int best_depth = 0;
    for (int depth = std::max(0, paper - 3); depth <= paper + 4; ++depth) {
      BoxTreeOptions options;
      options.depth = depth;
      const double us = cage.query_us(options, 100);
      if (us < best) {
        best = us;
        best_depth = depth;
      }
      out.push_back({"zachmann",
                     fmt::format("figure 9: two tori of {} polygons, depth {}{}", items, depth,
                                 depth == paper ? " (the paper's)" : ""),
                     1, figure(us), "us"});
    }
    out.push_back({"zachmann",
                   fmt::format("the best depth for {} polygons (the paper: {})", items, paper), 1,
                   figure(best_depth), ""});
    measure_published_depths(cage, items, out);
  }
}

// What section 4 says of trees, and what it left to be tried.
void measure_shapes(bool quick, std::vector<Measure>& out) {
  struct Variant {
    const char* name;
    BoxTreeOptions options;
  };
  std::vector<Variant> variants(6);
  variants[0].name = "as built";
  variants[1].name = "no empty boxes";
  variants[1].options.empty_share = 1;
  variants[2].name = "true polygon-box tests";
  variants[2].options.true_tests = true;
  variants[3].name = "the paper's penalty";
  variants[3].options.penalty = BoxPenalty::balance;
  variants[4].name = "the paper's penalty, true tests";
  variants[4].options.penalty = BoxPenalty::balance;
  variants[4].options.true_tests = true;
  variants[5].name = "the paper's penalty with gamma 1";
  variants[5].options.penalty = BoxPenalty::balance;
  variants[5].options.gamma = 1;
  for (const std::uint32_t polygons : {400U, 10000U}) {
    if (quick && polygons > 400) continue;
    const Cage cage{scenes::cage_scene(CageBody::torus, polygons)};
    const ZachmannTree published(Primitives::triangles(cage.scene.bodies[0].mesh.view(), nullptr),
                                 {});
    const std::string of_it = fmt::format("tori of {} polygons, as published: ", polygons);
    out.push_back({"zachmann", of_it + "empty volume (the paper: 23 %, then 40 to 60 %)", 1,
                   figure(100 * published.empty_volume()), "%"});
    out.push_back({"zachmann", of_it + "pointers a polygon (the paper: 1.2 to 1.6)", 1,
                   figure(published.pointers()), ""});
    for (const Variant& variant : variants) {
      const Mesh& mesh = cage.scene.bodies[0].mesh;
      const BoxHierarchy tree(Primitives::triangles(mesh.view(), nullptr), variant.options);
      const BoxTreeShape shape = tree.shape();
      const std::string what = fmt::format("tori of {} polygons, {}: ", polygons, variant.name);
      out.push_back({"zachmann", what + "empty volume (the paper: 23 %, then 40 to 60 %)", 1,
                     figure(100 * shape.empty_volume), "%"});
      out.push_back({"zachmann", what + "pointers a polygon (the paper: 1.2 to 1.6)", 1,
                     figure(shape.pointers), ""});
      out.push_back(
          {"zachmann", what + "a query", 1, figure(cage.query_us(variant.options, 100)), "us"});
    }
  }
}

// A deadline of 100 microseconds: how late, how often open, how good the guess.
void measure_deadline(bool quick, std::vector<Measure>& out) {
  const std::uint32_t polygons = quick ? 10000 : 100000;
  const scenes::Scene scene = scenes::cage_scene(CageBody::torus, polygons, {200, 1, 1.75});
  const Shape shape(scene.bodies[0].mesh.view());
  BoxTreeQuery query(shape, shape);
  BoxTreeQuery whole(shape, shape);
  std::vector<bool> truth;
  for (int frame = 0; frame < 200; ++frame) {
    truth.push_back(whole.touching(scene.bodies[0].pose(frame), scene.bodies[1].pose(frame)));
  }
  const int queries = quick ? 200 : 10000;
  std::vector<double> took;
  int open = 0;
  int guessed = 0;
  int wrong = 0;
  for (int i = 0; i < queries; ++i) {
    const int frame = i % 200;
    const auto begin = Budget::Clock::now();
    const Budget budget = Budget::until(100e-6);
    query.begin(scene.bodies[0].pose(frame), scene.bodies[1].pose(frame));
    const BoxTreeProgress now = query.advance(budget);
    took.push_back(std::chrono::duration<double, std::micro>(Budget::Clock::now() - begin).count());
    const bool is = truth[static_cast<std::size_t>(frame)];
    if (now.verdict == BoxTreeVerdict::open) {
      ++open;
      guessed += now.likely_touching == is ? 1 : 0;
    } else {
      wrong += (now.verdict == BoxTreeVerdict::touching) == is ? 0 : 1;
    }
  }
  std::sort(took.begin(), took.end());
  const std::string what =
      fmt::format("tori of {} polygons, 100 us, {} queries: ", polygons, queries);
  out.push_back(
      {"zachmann", what + "99th percentile", 1, figure(took[took.size() * 99 / 100]), "us"});
  out.push_back({"zachmann", what + "open", 1, figure(100.0 * open / queries), "%"});
  out.push_back({"zachmann", what + "right guesses of those", 1,
                 figure(open > 0 ? 100.0 * guessed / open : 0), "%"});
  out.push_back({"zachmann", what + "wrong answers", 1, figure(wrong), ""});
}

const Row* right_row_of(const Group& group, const std::string& name) {
  for (const Row& row : group.rows) {
    if (row.name == name && row.frames > 0 && row.verdict.right()) return &row;
  }
  return nullptr;
}

}  // namespace

std::vector<Measure> measure_zachmann(bool quick) {
  std::vector<Measure> out;
  measure_builds(quick, out);
  measure_depths(quick, out);
  measure_shapes(quick, out);
  measure_deadline(quick, out);
  return out;
}

void print_zachmann(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out,
             "Zachmann 1995, figure 10: microseconds a query, and how many times faster boxtree is "
             "than each\n");
  for (const Group& group : groups) {
    if (group.suite != "zachmann") continue;
    const Row* ours = right_row_of(group, "boxtree");
    if (ours == nullptr) continue;
    fmt::print(out, "  {:<18} boxtree {:>9.2f} (build {:.1f} ms)", group.scenario,
               1000 * ours->total.median, ours->build);
    for (const Row& row : group.rows) {
      if (&row == ours || row.frames == 0) continue;
      fmt::print(out, "  {} {:.2f} x{} (build {:.1f} x)", row.name,
                 row.total.median / ours->total.median, row.verdict.right() ? "" : " WRONG",
                 row.build / ours->build);
    }
    fmt::print(out, "\n");
    const Row* paper = right_row_of(group, "boxtree-of-paper");
    const Row* full = right_row_of(group, "boxtree-of-paper-full");
    const Row* simple = right_row_of(group, "simple-of-paper");
    if (paper == nullptr || full == nullptr || simple == nullptr) continue;
    fmt::print(out,
               "  {:<18} as published: simple over boxtree {:.2f} x, over one without empty boxes "
               "{:.2f} x\n",
               "", simple->total.median / paper->total.median,
               simple->total.median / full->total.median);
  }
  fmt::print(out, "\n");
}

}  // namespace tact::bench
