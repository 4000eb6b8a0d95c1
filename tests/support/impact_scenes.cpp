#include "tests/support/impact_scenes.h"

#include <cmath>

namespace tact::testing {

namespace {

// Nothing if one of them is no float.
std::vector<float> floats_of(const std::vector<Vec3>& points) {
  std::vector<float> out;
  for (const Vec3& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      out.push_back(static_cast<float>(p[k]));
      if (double{out.back()} != p[k]) return {};
    }
  }
  return out;
}

}  // namespace

MovingWorld::MovingWorld(const std::vector<MovingMesh>& bodies, const WorldOptions& options,
                         bool floats)
    : bodies_(bodies), floats_(bodies.size()), world_(options) {
  for (std::size_t i = 0; floats && i < bodies.size(); ++i) {
    floats_[i] = {floats_of(bodies[i].mesh.positions), floats_of(bodies[i].to)};
  }
  for (const MovingMesh& body : bodies) {
    BodyDef def =
        body.mesh.topology.empty() ? deforming(body.mesh.view()) : breaking(body.mesh.view());
    ids_.push_back(world_.add(def.self(body.self)));
  }
  move();
}

void MovingWorld::move() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const auto& [from, to] = floats_[i];
    if (from.empty() || to.empty()) {
      world_.move(ids_[i], bodies_[i].mesh.positions, bodies_[i].to);
    } else {
      world_.move(ids_[i], from, PositionsView(to));
    }
  }
}

std::vector<MovingMesh> random_motion(Random& random) {
  const bool grid = random.chance(2);
  const bool flat = random.chance(5);
  const double far = random.chance(4) ? 1e6 : 0.0;
  const double speed = random.chance(3) ? 0.1 : 1;
  const auto place = [&](double reach) {
    Vec3 p = random.vector(-reach, reach);
    if (grid) p = {std::round(2 * p.x), std::round(2 * p.y), std::round(2 * p.z)};
    if (flat) p.z = 0;
    return p;
  };
  std::vector<MovingMesh> bodies(3);
  for (MovingMesh& body : bodies) {
    const std::uint32_t vertices = 6 + random.below(10);
    const bool still = random.chance(6);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const Vec3 from = place(1) + Vec3{far, 0, 0};
      body.mesh.positions.push_back(from);
      body.to.push_back(still ? from : from + place(speed));
    }
    const std::uint32_t triangles = 4 + random.below(8);
    for (std::uint32_t t = 0; t < triangles; ++t) {
      body.mesh.triangles.push_back(
          {random.below(vertices), random.below(vertices), random.below(vertices)});
    }
    if (random.chance(2)) {
      // Some vertices are one by their ids, and of those some go the same way.
      for (std::uint32_t v = 0; v < vertices; ++v) body.mesh.topology.push_back(v / 2);
      for (std::uint32_t v = 1; v < vertices; v += 2) {
        if (random.chance(2)) body.mesh.positions[v] = body.mesh.positions[v - 1];
        if (random.chance(2)) body.to[v] = body.to[v - 1];
      }
    }
    body.self = !random.chance(3);
  }
  return bodies;
}

}  // namespace tact::testing
