#include "tests/support/oracle.h"

#include "tact/contact/closest.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"
#include "tests/support/neighbour_oracle.h"
#include "tests/support/reach.h"

namespace tact::testing {
namespace {

// A body at a frame, read out.
struct Standing {
  std::vector<Triangle> triangles;
  std::vector<std::array<std::uint32_t, 3>> ids;  // topology
  std::vector<Vec3> centres;
  std::vector<double> radii;
  std::vector<Reach> reach;  // of each primitive

  std::size_t size() const { return triangles.size() + centres.size(); }
};

// Written out again on purpose: the definition of a posed vertex.
Vec3 posed(const Transform& t, const Vec3& p) {
  Vec3 out;
  for (std::size_t k = 0; k < 3; ++k) {
    const double x = t.row(k).x * p.x;
    const double y = t.row(k).y * p.y;
    const double z = t.row(k).z * p.z;
    out[k] = ((x + y) + z) + t.translation()[k];
  }
  return out;
}

Standing stand(const TestBody& body, int frame) {
  std::vector<Vec3> positions = body.mesh.positions;
  if (body.pose) {
    const Transform pose = body.pose(frame);
    for (Vec3& p : positions) p = posed(pose, p);
  } else {
    body.positions(frame, positions);
  }
  Standing standing;
  if (body.kind == BodyKind::points) {
    standing.centres = positions;
    standing.radii = body.radii;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      standing.reach.push_back(Reach::of(positions[i], body.radii[i]));
    }
    return standing;
  }
  for (const auto& [a, b, c] : body.mesh.triangles) {
    standing.triangles.push_back({positions[a], positions[b], positions[c]});
    standing.reach.push_back(Reach::of(standing.triangles.back()));
    const std::vector<std::uint32_t>& ids = body.mesh.topology;
    standing.ids.push_back(ids.empty() ? std::array{a, b, c} : std::array{ids[a], ids[b], ids[c]});
  }
  return standing;
}

bool touch(const Standing& a, std::size_t i, const Standing& b, std::size_t j) {
  if (!a.triangles.empty() && !b.triangles.empty()) {
    return intersects(a.triangles[i], b.triangles[j]);
  }
  if (!a.triangles.empty()) {
    return ball_touches_triangle(b.centres[j], b.radii[j], a.triangles[i]);
  }
  if (!b.triangles.empty()) {
    return ball_touches_triangle(a.centres[i], a.radii[i], b.triangles[j]);
  }
  return balls_touch(a.centres[i], a.radii[i], b.centres[j], b.radii[j]);
}

// The rounded distance, as contact/closest.h defines it.
double distance(const Standing& a, std::size_t i, const Standing& b, std::size_t j) {
  const auto primitive = [](const Standing& body, std::size_t k,
                            std::array<std::uint32_t, 3>& corners) {
    corners = {0, 1, 2};
    return body.triangles.empty()
               ? Primitives::points(std::span<const Vec3>(&body.centres[k], 1),
                                    std::span<const double>(&body.radii[k], 1), nullptr)
               : Primitives::triangles({std::span<const Vec3>(body.triangles[k]),
                                        std::span<const std::array<std::uint32_t, 3>>(&corners, 1),
                                        {}},
                                       nullptr);
  };
  std::array<std::uint32_t, 3> in_a{};
  std::array<std::uint32_t, 3> in_b{};
  return closest_primitives(primitive(a, i, in_a), 0, primitive(b, j, in_b), 0).distance;
}

// Contact or not, of two primitives that may be of one body.
bool found(const Standing& a, std::size_t i, const Standing& b, std::size_t j,
           const OracleOptions& options) {
  if (&a == &b && !a.ids.empty()) {
    const NamedTriangle one{a.triangles[i], a.ids[i]};
    const NamedTriangle other{a.triangles[j], a.ids[j]};
    const SharedCorners shared = shared_corners(one, other);
    if (!shared.of_a.empty()) return options.neighbours && neighbours_touch(one, other, shared);
  }
  return touch(a, i, b, j) || (options.tolerance > 0 && distance(a, i, b, j) <= options.tolerance);
}

}  // namespace

std::vector<Candidate> touching_pairs(const TestScene& scene, int frame,
                                      const OracleOptions& options) {
  std::vector<Standing> bodies;
  for (const TestBody& body : scene.bodies) bodies.push_back(stand(body, frame));
  std::vector<Candidate> pairs;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = a; b < bodies.size(); ++b) {
      if (a == b && !scene.bodies[a].self) continue;
      for (std::uint32_t i = 0; i < bodies[a].size(); ++i) {
        for (std::uint32_t j = a == b ? i + 1 : 0; j < bodies[b].size(); ++j) {
          if (gap_below(bodies[a].reach[i], bodies[b].reach[j]) > options.tolerance) continue;
          if (found(bodies[a], i, bodies[b], j, options)) pairs.push_back({a, b, i, j});
        }
      }
    }
  }
  return pairs;  // already in order
}

double least_distance(const TestScene& scene, int frame) {
  const Standing a = stand(scene.bodies[0], frame);
  const Standing b = stand(scene.bodies[1], frame);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (gap_below(a.reach[i], b.reach[j]) > least) continue;
      if (touch(a, i, b, j)) return 0;
      const double here = distance(a, i, b, j);
      if (here < least) least = here;
    }
  }
  return least;
}

}  // namespace tact::testing
