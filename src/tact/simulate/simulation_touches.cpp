// What touches: of two bodies at spheres, triangles or points, and of a body at walls.
#include <algorithm>
#include <cmath>

#include "tact/contact/approximate.h"
#include "tact/simulate/simulation_contacts.h"

namespace tact {
namespace {

Patch patch_of(SimulationBody& body, std::uint32_t node, double margin, Stats& stats) {
  const Sphere& sphere = body.tree.sphere(node, stats);
  return {sphere.centre, sphere.radius, body.body.positions(), body.tree.points(node),
          body.thickness + 0.5 * margin};
}

Patch patch_of(const SimulationBody& body, const SphereBlock& block, std::uint32_t lane,
               double margin) {
  return {block.centre(lane),
          block.radius[lane],
          {},
          {},
          body.thickness + 0.5 * margin,
          body.blocks->samples(block, lane),
          SphereBlocks::sample_unit(block.radius[lane])};
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

// Spheres and, while they are at hand, what touches there.
void ContactFinder::find_block_touches(Bodies& bodies, double margin, Work& its) const {
  SimulationBody& a = *bodies[its.a];
  SimulationBody& b = *bodies[its.b];
  its.pairs.clear();
  its.touches.clear();
  find_block_pairs(*a.blocks, *b.blocks, margin, its.block_pairs, its.stats);
  CoarseContact contact;
  for (const BlockPair& pair : its.block_pairs.found) {
    const SphereBlock& block_a = a.blocks->block(pair.a.block);
    const SphereBlock& block_b = b.blocks->block(pair.b.block);
    const Patch of_a = patch_of(a, block_a, pair.a.lane, margin);
    const Patch of_b = patch_of(b, block_b, pair.b.lane, margin);
    if (of_a.samples.empty() || of_b.samples.empty()) continue;  // a neighbour has their corners
    if (!find_coarse_contact(of_a, block_a.normal(pair.a.lane), of_b, block_b.normal(pair.b.lane),
                             contact)) {
      continue;
    }
    its.touches.push_back(
        touch_of(its.a, its.b, contact.point, contact.normal, contact.depth - margin));
    its.touches.back().key =
        touch_key(its.a, its.b, block_a.node[pair.a.lane], block_b.node[pair.b.lane]);
  }
}

void ContactFinder::add_coarse(SimulationBody& a, SimulationBody& b, const SpherePair& pair,
                               double margin, Work& its) const {
  const Patch of_a = patch_of(a, pair.a, margin, its.stats);
  const Patch of_b = patch_of(b, pair.b, margin, its.stats);
  if (of_a.points.empty() || of_b.points.empty()) return;  // a neighbour has their corners
  // Normals are looked up only where it matters: that is not for nothing.
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
        const Vec3 apart = positions_b[other] - positions_a[one];
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

// Of the points of a sphere, the one that is deepest in a wall; at level 0 every point that reaches
// into it.
void ContactFinder::add_wall_points(const SimulationBody& one, const WallPlace& at,
                                    std::uint32_t node, Work& its) const {
  const auto positions = one.body.positions();
  const auto radii = one.body.radii();
  const auto add = [&](std::uint32_t point, double depth) {
    its.touches.push_back(touch_of(its.a, at.lump, positions[point], -at.wall->normal, depth));
    its.touches.back().key = touch_key(its.a, at.lump, point, at.number);
  };
  const Vec3 normal = at.wall->normal;
  const double offset = at.wall->offset;
  std::uint32_t deepest = TouchGroup::nobody;
  double most = -at.margin;
  for (const std::uint32_t point : one.tree.points(node)) {
    // Points of one radius, as most bodies have them, are half as much to look up.
    const double radius = one.even ? one.thickness : radii[point];
    const double depth = offset + radius - dot(normal, positions[point]);
    if (depth >= -at.margin && at.level == 0) add(point, depth);
    if (depth < most) continue;
    most = depth;
    deepest = point;
  }
  if (at.level > 0 && deepest != TouchGroup::nobody) add(deepest, most);
}

// Spheres at the level that reach into a wall.
void ContactFinder::find_wall_touches(Bodies& bodies, std::span<const Wall> walls, int level,
                                      double margin, Work& its) const {
  SimulationBody& one = *bodies[its.a];
  its.touches.clear();
  WallPlace at;
  at.lump = static_cast<std::uint32_t>(bodies.size());
  at.level = level;
  at.margin = margin;
  const Sphere& all = one.tree.sphere(one.tree.root(), its.stats);
  for (const Wall& wall : walls) {
    at.wall = &wall;
    if (!at.is_reached_by(all.centre, all.radius)) continue;
    at.number = static_cast<std::uint64_t>(&wall - walls.data());
    by_blocks_ ? find_at_wall_by_blocks(one, at, its) : find_at_wall(one, at, its);
  }
}

void ContactFinder::find_at_wall(SimulationBody& one, const WallPlace& at, Work& its) const {
  its.open.assign(1, one.tree.root());
  while (!its.open.empty()) {
    const std::uint32_t node = its.open.back();
    its.open.pop_back();
    const Sphere& sphere = one.tree.sphere(node, its.stats);
    if (!at.is_reached_by(sphere.centre, sphere.radius)) continue;
    const bool deep_enough =
        at.level > 0 && one.tree.level(node) >= static_cast<unsigned>(at.level);
    if (one.tree.is_leaf(node) || deep_enough) {
      add_wall_points(one, at, node, its);
      continue;
    }
    const Range below = one.tree.children(node);
    for (std::uint32_t i = below.first; i < below.end(); ++i) its.open.push_back(i);
  }
}

void ContactFinder::find_at_wall_by_blocks(const SimulationBody& one, const WallPlace& at,
                                           Work& its) const {
  its.open.clear();
  const auto open_all = [&](const Range& blocks) {
    for (std::uint32_t i = blocks.first; i < blocks.end(); ++i) its.open.push_back(i);
  };
  open_all(one.blocks->top());
  while (!its.open.empty()) {
    const SphereBlock& block = one.blocks->block(its.open.back());
    its.open.pop_back();
    for (std::uint32_t lane = 0; lane < block.count; ++lane) {
      if (!at.is_reached_by(block.centre(lane), block.radius[lane])) continue;
      if (block.is_last) {
        add_wall_points(one, at, block.node[lane], its);
      } else {
        open_all(block.below[lane]);
      }
    }
  }
}

}  // namespace tact
