#include "tact/world/simulation_contacts.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "tact/base/parallel.h"
#include "tact/contact/approximate.h"

namespace tact {
namespace {

constexpr std::size_t pairs_a_chunk = 8;

SphereTree tree_of(const ShapeBody& body) {
  SphereTreeShape shape;
  shape.rest = body.rest();
  shape.triangles = body.triangles();
  shape.radii = body.radii();
  shape.clusters = &body.clusters();
  return SphereTree(shape);
}

Patch patch_of(SimulationBody& body, std::uint32_t node, double margin, Stats& stats) {
  const Sphere& sphere = body.tree.sphere(node, stats);
  return {sphere.centre, sphere.radius, body.body.positions(), body.tree.points(node),
          body.thickness + 0.5 * margin};
}

Touch touch_of(std::uint32_t a, std::uint32_t b, const Vec3& point, const Vec3& normal,
               double depth) {
  Touch touch;
  touch.a.lump[0] = a;
  touch.b.lump[0] = b;
  touch.point = point;
  touch.normal = normal;
  touch.depth = depth;
  return touch;
}

}  // namespace

SimulationBody::SimulationBody(ShapeBody shape, bool stays)
    : body(std::move(shape)),
      fixed(stays),
      tree(tree_of(body)),
      surface(SurfaceTopology::from(body.triangles())) {
  for (const double r : body.radii()) thickness = std::max(thickness, r);
}

ContactFinder::Work& ContactFinder::work(std::size_t i) {
  while (works_.size() <= i) works_.push_back(std::make_unique<Work>());
  return *works_[i];
}

void ContactFinder::update(Bodies& bodies, unsigned threads) {
  parallel_for(chunk_count(bodies.size(), pairs_a_chunk), threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(bodies.size(), pairs_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) {
                   bodies[i]->tree.update(bodies[i]->body.maps());
                 }
               });
}

// Outermost spheres, swept along x. The order of the last step is nearly that of this one.
void ContactFinder::find_body_pairs(Bodies& bodies, double margin) {
  Stats stats;
  if (order_.size() != bodies.size()) {
    order_.resize(bodies.size());
    for (std::uint32_t i = 0; i < bodies.size(); ++i) order_[i].body = i;
  }
  for (Interval& entry : order_) {
    SphereTree& tree = bodies[entry.body]->tree;
    const Sphere& sphere = tree.sphere(tree.root(), stats);
    entry.low = sphere.centre.x - sphere.radius - margin;
    entry.high = sphere.centre.x + sphere.radius;
  }
  std::sort(order_.begin(), order_.end(), [](const Interval& a, const Interval& b) {
    return std::tie(a.low, a.body) < std::tie(b.low, b.body);
  });
  close_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    SimulationBody& one = *bodies[order_[i].body];
    const Sphere& of_one = one.tree.sphere(one.tree.root(), stats);
    for (std::size_t k = i + 1; k < order_.size() && order_[k].low <= order_[i].high; ++k) {
      SimulationBody& other = *bodies[order_[k].body];
      if (one.fixed && other.fixed) continue;
      if (!overlaps(of_one, other.tree.sphere(other.tree.root(), stats), margin)) continue;
      const auto [a, b] = std::minmax(order_[i].body, order_[k].body);
      close_.push_back({a, b});
    }
  }
  std::sort(close_.begin(), close_.end());
  pairs_ = close_.size();
  for (std::size_t i = 0; i < pairs_; ++i) {
    Work& one = work(i);
    one.a = close_[i].a;
    one.b = close_[i].b;
    one.level = 0;
  }
}

void ContactFinder::refine(Bodies& bodies, const SimulationOptions& options, double margin,
                           StepReport& report) {
  const bool exact = options.level == 0;
  LodLimits limits;
  limits.level = options.level;
  for (const auto& body : bodies) {  // to the leaves
    if (exact) limits.level = std::max(limits.level, static_cast<int>(body->tree.depth()));
  }
  limits.seconds = options.budget_seconds;
  const auto one = [&](std::uint32_t pair, int level) {
    Work& its = *works_[pair];
    SphereTree& a = bodies[its.a]->tree;
    SphereTree& b = bodies[its.b]->tree;
    SpherePairOptions how;
    how.level = exact && level == limits.level ? no_level : static_cast<std::uint32_t>(level);
    how.tolerance = margin;
    if (its.level == 0) {
      find_sphere_pairs(a, b, how, its.pairs, its.stats);
    } else {
      refine_sphere_pairs(a, b, how, its.pairs, its.stats);
    }
    its.level = level;
    return LodStep{its.pairs.size(), its.pairs.open.empty()};
  };
  report.lod = controller_.share(
      pairs_, limits,
      [&](std::span<const std::uint32_t> pairs, int level, std::span<LodStep> steps) {
        parallel_for(chunk_count(pairs.size(), pairs_a_chunk), options.threads,
                     [&](std::size_t chunk, unsigned) {
                       const ChunkRange range = chunk_range(pairs.size(), pairs_a_chunk, chunk);
                       for (std::size_t i = range.first; i < range.last; ++i) {
                         steps[i] = one(pairs[i], level);
                       }
                     });
      });
}

void ContactFinder::add_coarse(SimulationBody& a, SimulationBody& b, const SpherePair& pair,
                               double margin, Work& its) const {
  const Patch of_a = patch_of(a, pair.a, margin, its.stats);
  const Patch of_b = patch_of(b, pair.b, margin, its.stats);
  if (of_a.points.empty() || of_b.points.empty()) return;  // a neighbour has their corners
  const CentreLine line = centre_line(of_a, of_b);
  if (clearly_apart(of_a, of_b, line)) return;
  CoarseContact contact;
  if (!approximate(of_a, a.tree.normal(pair.a), of_b, b.tree.normal(pair.b), line, contact)) return;
  its.touches.push_back(
      touch_of(its.a, its.b, contact.point, contact.normal, contact.depth - margin));
  its.touches.back().key = touch_key(its.a, its.b, pair.a, pair.b);
}

void ContactFinder::add_triangles(SimulationBody& a, SimulationBody& b, double margin,
                                  Work& its) const {
  const double thickness = a.thickness + b.thickness;
  const double reach = thickness + margin;
  const SurfaceState of_a{&a.surface, a.body.positions()};
  const SurfaceState of_b{&b.surface, b.body.positions()};
  its.triangles.clear();
  for (const SpherePair& pair : its.pairs.leaves) {
    for (const std::uint32_t one : a.tree.triangles(pair.a)) {
      for (const std::uint32_t other : b.tree.triangles(pair.b)) {
        if (boxes_near(of_a, one, of_b, other, reach)) its.triangles.push_back({one, other});
      }
    }
  }
  its.near.clear();
  its.finder.find(of_a, of_b, its.triangles, reach, 4 * reach, its.near);
  for (const Proximity& near : its.near) {
    its.touches.push_back(
        touch_of(its.a, its.b, near.point, near.normal, thickness - near.distance));
    const auto feature = [](const std::array<std::uint32_t, 3>& v) {
      return touch_key(v[0], v[1], v[2], 0);
    };
    its.touches.back().key = touch_key(its.a, its.b, feature(near.a), feature(near.b));
  }
}

void ContactFinder::add_points(SimulationBody& a, SimulationBody& b, double margin,
                               Work& its) const {
  const auto positions_a = a.body.positions();
  const auto positions_b = b.body.positions();
  const auto radii_a = a.body.radii();
  const auto radii_b = b.body.radii();
  for (const SpherePair& pair : its.pairs.leaves) {
    for (const std::uint32_t one : a.tree.points(pair.a)) {
      for (const std::uint32_t other : b.tree.points(pair.b)) {
        const double reach = radii_a[one] + radii_b[other];
        const Vec3 apart = positions_a[one] - positions_b[other];
        const double distance_sq = length_sq(apart);
        const double far = reach + margin;
        if (!(distance_sq <= far * far && distance_sq > 0)) continue;
        const double distance = std::sqrt(distance_sq);
        its.touches.push_back(touch_of(its.a, its.b, (positions_a[one] + positions_b[other]) * 0.5,
                                       apart * (1 / distance), reach - distance));
        its.touches.back().key = touch_key(its.a, its.b, one, other);
      }
    }
  }
}

void ContactFinder::find_touches(Bodies& bodies, double margin, bool exact, Work& its) const {
  SimulationBody& a = *bodies[its.a];
  SimulationBody& b = *bodies[its.b];
  its.touches.clear();
  for (const SpherePair& pair : its.pairs.open) add_coarse(a, b, pair, margin, its);
  if (!exact) {
    for (const SpherePair& pair : its.pairs.leaves) add_coarse(a, b, pair, margin, its);
  } else if (!its.pairs.leaves.empty()) {
    const bool surfaces = !a.surface.triangles.empty() && !b.surface.triangles.empty();
    surfaces ? add_triangles(a, b, margin, its) : add_points(a, b, margin, its);
  }
}

// Spheres at the level that reach into a wall; of each, the point that is deepest. At level 0 every
// point.
void ContactFinder::find_wall_touches(Bodies& bodies, std::span<const Wall> walls, int level,
                                      double margin, Work& its) const {
  SimulationBody& one = *bodies[its.a];
  its.touches.clear();
  const auto positions = one.body.positions();
  const auto radii = one.body.radii();
  const auto wall_lump = static_cast<std::uint32_t>(bodies.size());
  const auto depth_of = [&](const Wall& wall, std::uint32_t point) {
    return wall.offset + radii[point] - dot(wall.normal, positions[point]);
  };
  const auto add = [&](const Wall& wall, std::uint32_t point) {
    its.touches.push_back(
        touch_of(its.a, wall_lump, positions[point], wall.normal, depth_of(wall, point)));
    its.touches.back().key =
        touch_key(its.a, wall_lump, point, static_cast<std::uint64_t>(&wall - walls.data()));
  };
  for (const Wall& wall : walls) {
    its.open.assign(1, one.tree.root());
    while (!its.open.empty()) {
      const std::uint32_t node = its.open.back();
      its.open.pop_back();
      const Sphere& sphere = one.tree.sphere(node, its.stats);
      if (dot(wall.normal, sphere.centre) - sphere.radius > wall.offset + margin) continue;
      const bool deep_enough = level > 0 && one.tree.level(node) >= static_cast<unsigned>(level);
      if (!one.tree.is_leaf(node) && !deep_enough) {
        const Range below = one.tree.children(node);
        for (std::uint32_t i = below.first; i < below.end(); ++i) its.open.push_back(i);
        continue;
      }
      std::uint32_t deepest = TouchGroup::nobody;
      double most = -margin;
      for (const std::uint32_t point : one.tree.points(node)) {
        const double depth = depth_of(wall, point);
        if (depth >= -margin && level == 0) add(wall, point);
        if (depth < most) continue;
        most = depth;
        deepest = point;
      }
      if (level > 0 && deepest != TouchGroup::nobody) add(wall, deepest);
    }
  }
}

void ContactFinder::join(StepReport& report) {
  touches_.clear();
  groups_.clear();
  for (std::size_t i = 0; i < used_; ++i) {
    const Work& its = *works_[i];
    report.stats += its.stats;
    const bool walls = i >= pairs_;
    if (!walls) report.sphere_pairs += its.pairs.size();
    if (its.touches.empty()) continue;
    const auto first = static_cast<std::uint32_t>(touches_.size());
    const auto count = static_cast<std::uint32_t>(its.touches.size());
    groups_.push_back({its.a, walls ? TouchGroup::nobody : its.b, {first, count}});
    touches_.insert(touches_.end(), its.touches.begin(), its.touches.end());
    if (walls) report.wall_contacts += count;
  }
  for (const Touch& touch : touches_) report.deepest = std::max(report.deepest, touch.depth);
  report.contacts = touches_.size();
}

void ContactFinder::find(Bodies& bodies, std::span<const Wall> walls,
                         const SimulationOptions& options, double margin, StepReport& report) {
  update(bodies, options.threads);
  find_body_pairs(bodies, margin);
  report.body_pairs = pairs_;
  used_ = pairs_;
  for (std::uint32_t i = 0; i < bodies.size() && !walls.empty(); ++i) {
    if (!bodies[i]->fixed) work(used_++).a = i;
  }
  for (std::size_t i = 0; i < used_; ++i) work(i).stats = {};
  refine(bodies, options, margin, report);
  parallel_for(chunk_count(used_, pairs_a_chunk), options.threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(used_, pairs_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) {
                   if (i < pairs_) {
                     find_touches(bodies, margin, options.level == 0, *works_[i]);
                   } else {
                     find_wall_touches(bodies, walls, options.level, margin, *works_[i]);
                   }
                 }
               });
  join(report);
}

}  // namespace tact
