#include "bench/stage.h"

#include <algorithm>

#include "tact/geometry/triangle.h"

namespace tact::bench {

Frame frame_of(const scenes::Scene& scene, int frame) {
  Frame out;
  out.positions.resize(scene.bodies.size());
  out.poses.resize(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scenes::Body& body = scene.bodies[i];
    if (body.pose) out.poses[i] = body.pose(frame);
    if (body.positions) body.positions(frame, out.positions[i]);
  }
  return out;
}

MeshView StageBody::mesh() const {
  return {positions(), std::span<const std::array<std::uint32_t, 3>>(triangles), topology};
}

Stage::Stage(const scenes::Scene& scene) {
  for (const scenes::Body& from : scene.bodies) {
    StageBody& body = bodies_.emplace_back();
    // Not every participant knows points: they take no part.
    body.kind = from.kind == BodyKind::points ? BodyKind::deforming : from.kind;
    body.self = from.self;
    body.triangles = from.mesh.triangles;
    body.topology = from.mesh.topology;
    body.padded.reserve(3 * from.mesh.positions.size() + 1);
    for (const Vec3& p : from.mesh.positions) {
      for (std::size_t k = 0; k < 3; ++k) body.padded.push_back(static_cast<float>(p[k]));
    }
    body.padded.push_back(0);
  }
  set(frame_of(scene, 0));
}

void Stage::set(const Frame& frame) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    StageBody& body = bodies_[i];
    std::copy(frame.positions[i].begin(), frame.positions[i].end(), body.padded.begin());
    body.pose = frame.poses[i];
    body.primitives = Primitives::triangles(body.mesh(), body.is_rigid() ? &body.pose : nullptr);
    if (body.self && !body.primitives.knows_corners()) {
      if (body.corners.empty()) {
        body.corners.resize(body.triangles.size());
        body.primitives.write_corners(body.corners);
      }
      body.primitives.lend_corners(body.corners);
    }
  }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Stage::pairs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t a = 0; a < bodies_.size(); ++a) {
    if (bodies_[a].self) pairs.emplace_back(a, a);
    for (std::uint32_t b = a + 1; b < bodies_.size(); ++b) pairs.emplace_back(a, b);
  }
  return pairs;
}

std::size_t Stage::triangle_count() const {
  std::size_t sum = 0;
  for (const StageBody& body : bodies_) sum += body.triangles.size();
  return sum;
}

bool Stage::all_rigid() const {
  return std::all_of(bodies_.begin(), bodies_.end(),
                     [](const StageBody& b) { return b.is_rigid(); });
}
bool Stage::none_rigid() const {
  return std::none_of(bodies_.begin(), bodies_.end(),
                      [](const StageBody& b) { return b.is_rigid(); });
}
bool Stage::has_self() const {
  return std::any_of(bodies_.begin(), bodies_.end(), [](const StageBody& b) { return b.self; });
}

bool Stage::touch(const Candidate& c) const {
  if (c.body_a >= bodies_.size() || c.body_b >= bodies_.size()) return false;
  const Primitives& a = bodies_[c.body_a].primitives;
  const Primitives& b = bodies_[c.body_b].primitives;
  if (c.primitive_a >= a.size() || c.primitive_b >= b.size()) return false;
  if (c.body_a == c.body_b) {
    if (!bodies_[c.body_a].self || c.primitive_a >= c.primitive_b) return false;
    if (a.neighbours(c.primitive_a, c.primitive_b)) return false;
  }
  return intersects(a.triangle(c.primitive_a), b.triangle(c.primitive_b));
}

}  // namespace tact::bench
