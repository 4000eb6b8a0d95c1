// Figure 7 of Spillmann 2006: two bodies move towards each other, collide and deform, and in every
// step their spheres are found twice: moved by the maps, and fitted anew to the points.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>

#include "bench/spillmann.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/random.h"
#include "tact/deform/shape_body.h"
#include "tact/traverse/sphere_pairs.h"

namespace tact::bench {
namespace {

double milliseconds_now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

struct Actor {
  ShapeBody body;
  SphereTree tree;

  Actor(ShapeDef def, const ShapeOptions& options)
      : body(std::move(def), options),
        tree({body.rest(), body.triangles(), body.radii(), &body.clusters(), 4}) {}
};

Actor torus_at(std::uint32_t points, const Vec3& at, const Vec3& velocity,
               const ShapeOptions& options) {
  const auto across = static_cast<std::uint32_t>(std::sqrt(points / 2.5));
  ShapeDef def = shape_of(scenes::torus(points / across, across, 1, 0.45));
  for (Vec3& p : def.points) p = p + at;
  Actor actor(std::move(def), options);
  for (Vec3& v : actor.body.velocities()) v = velocity;
  return actor;
}

// Enough of a response to press the bodies out of shape: the points of colliding spheres are driven
// apart along the line between their centres. On a coarse level, so that the motion is the same
// however many points there are.
void push_apart(Actor& a, Actor& b, SpherePairs& pairs) {
  Stats unused;
  SpherePairOptions coarse;
  coarse.level = 5;
  find_sphere_pairs(a.tree, b.tree, coarse, pairs, unused);
  for (const SpherePair& pair : pairs.open) {
    const Vec3 away = b.tree.sphere(pair.b, unused).centre - a.tree.sphere(pair.a, unused).centre;
    const double distance = length(away);
    if (!(distance > 0)) continue;
    const Vec3 gain = away * (0.03 / distance);
    for (const std::uint32_t i : a.tree.points(pair.a)) {
      a.body.velocities()[i] = a.body.velocities()[i] - gain;
    }
    for (const std::uint32_t i : b.tree.points(pair.b)) {
      b.body.velocities()[i] = b.body.velocities()[i] + gain;
    }
  }
}

struct Press {
  std::uint64_t most_moved = 0;  // spheres in a step
  std::uint64_t most_fitted = 0;
  std::uint64_t moved = 0;  // in all steps
  std::uint64_t fitted = 0;
  double stretch = 1;            // the most that anything was stretched
  std::vector<double> ms_moved;  // of the steps in contact
  std::vector<double> ms_fitted;
};

Press press(std::uint32_t points, const ShapeOptions& options, int steps) {
  Actor a = torus_at(points / 2, {-1.6, 0, 0}, {1.5, 0, 0}, options);
  Actor b = torus_at(points / 2, {1.6, 0.2, 0.1}, {-1.5, 0, 0}, options);
  Press out;
  SpherePairs pairs;
  for (int step = 0; step < steps; ++step) {
    a.body.step(1.0 / 60, {});
    b.body.step(1.0 / 60, {});
    a.tree.refit_exactly(a.body.positions());
    b.tree.refit_exactly(b.body.positions());
    Stats fitted;
    double start = milliseconds_now();
    find_sphere_pairs(a.tree, b.tree, {}, pairs, fitted);
    const double ms_fitted = milliseconds_now() - start;
    start = milliseconds_now();
    a.tree.update(a.body.maps());
    b.tree.update(b.body.maps());
    Stats moved;
    find_sphere_pairs(a.tree, b.tree, {}, pairs, moved);
    const double ms_moved = milliseconds_now() - start;
    const bool contact = !pairs.leaves.empty();
    push_apart(a, b, pairs);
    if (!contact) continue;
    out.most_moved = std::max(out.most_moved, moved.nodes_updated);
    out.most_fitted = std::max(out.most_fitted, fitted.nodes_updated);
    out.moved += moved.nodes_updated;
    out.fitted += fitted.nodes_updated;
    for (const ClusterMap& map : a.body.maps())
      out.stretch = std::max(out.stretch, map.norm_linear);
    out.ms_moved.push_back(ms_moved);
    out.ms_fitted.push_back(ms_fitted);
  }
  return out;
}

Figure plain(double value) { return {value, value, value}; }

void add_press(std::vector<Measure>& out, const std::string& name, const Press& p) {
  const auto add = [&](const char* what, const Figure& figure, const char* unit) {
    out.push_back({"spillmann", fmt::format("figure 7, {}: {}", name, what), 1, figure, unit});
  };
  add("most spheres moved by maps", plain(static_cast<double>(p.most_moved)), "spheres a step");
  add("most spheres fitted", plain(static_cast<double>(p.most_fitted)), "spheres a step");
  add("moved over fitted, all steps",
      plain(static_cast<double>(p.moved) /
            static_cast<double>(std::max<std::uint64_t>(1, p.fitted))),
      "");
  add("largest stretch", plain(p.stretch), "");
  add("query, spheres moved", figure_of(p.ms_moved), "ms a step");
  add("query, spheres fitted", figure_of(p.ms_fitted), "ms a step");
}

// A cloud whose points lie where the other body is, and others that do not.
std::vector<Vec3> cloud_with(std::uint32_t close, std::uint32_t points, double side) {
  scenes::Random random(7);
  std::vector<Vec3> cloud;
  for (std::uint32_t i = 0; i < points; ++i) {
    const double x = i < close ? random.uniform(0.9, 1) : random.uniform(-1, 0.5);
    const double y = random.uniform(-1, 1);
    const double z = random.uniform(-1, 1);
    cloud.push_back({side * x, y, z});
  }
  return cloud;
}

void add_growth(std::vector<Measure>& out, bool quick) {
  constexpr std::uint32_t close = 1000;
  double first_spheres = 0;
  double first_us = 0;
  // Powers of two apart, so that leaves are equally full: halving 80,000 and 4,000 leaves 2.4
  // and 3.9 points in a leaf, and pairs of leaves could not be compared.
  for (const std::uint32_t points : {2500U, 20000U, 80000U}) {
    if (quick && points > 20000) break;
    Actor a(shape_of(cloud_with(close, points, 1), 0.02), {});
    std::vector<Vec3> other = cloud_with(close, points, -1);
    for (Vec3& p : other) p = p + Vec3{1.98, 0, 0};
    Actor b(shape_of(other, 0.02), {});
    std::vector<double> us;
    SpherePairs pairs;
    Stats stats;
    for (int round = 0; round < 31; ++round) {
      stats = {};
      const double start = milliseconds_now();
      a.tree.update(a.body.maps());
      b.tree.update(b.body.maps());
      find_sphere_pairs(a.tree, b.tree, {}, pairs, stats);
      us.push_back(1e3 * (milliseconds_now() - start));
    }
    const Figure time = figure_of(us);
    const auto spheres = static_cast<double>(stats.nodes_updated);
    if (points == 2500) {
      first_spheres = spheres;
      first_us = time.median;
    }
    const auto add = [&](const char* what, const Figure& figure, const char* unit) {
      out.push_back(
          {"spillmann",
           fmt::format("update, {}k points, 1000 of each near the other: {}", points / 500, what),
           1, figure, unit});
    };
    add("pairs of leaves", plain(static_cast<double>(pairs.leaves.size())), "pairs");
    add("spheres moved", plain(spheres), "spheres");
    add("query", time, "us");
    add("spheres, times those of 5k", plain(spheres / first_spheres), "");
    add("query, times that of 5k", plain(time.median / first_us), "");
  }
}

struct Variant {
  const char* name;
  ShapeOptions options;
};

// Soft enough to see it.
ShapeOptions yielding() {
  ShapeOptions options;
  options.linear_share = 0.95;
  return options;
}

std::vector<Variant> variants() {
  ShapeOptions soft = yielding();
  soft.stiffness = 0.5;
  ShapeOptions bent = yielding();
  bent.mode = ShapeMode::quadratic;
  ShapeOptions clustered = yielding();
  clustered.clusters = 4;
  ShapeOptions rigid;
  rigid.mode = ShapeMode::rigid;
  return {
      {"rigid", rigid}, {"stiffness 0.5", soft}, {"quadratic", bent}, {"four clusters", clustered}};
}

}  // namespace

std::vector<Measure> measure_figure_7(bool quick) {
  std::vector<Measure> out;
  const int steps = quick ? 40 : 80;
  for (const std::uint32_t points : {8000U, 20000U, 40000U, 80000U, 160000U}) {
    if (quick && points > 8000) break;
    add_press(out, fmt::format("{}k points, linear", points / 1000),
              press(points, yielding(), steps));
  }
  for (const Variant& variant : variants()) {
    add_press(out, fmt::format("8k points, {}", variant.name), press(8000, variant.options, steps));
  }
  add_growth(out, quick);
  return out;
}

}  // namespace tact::bench
