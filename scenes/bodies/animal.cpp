#include "scenes/bodies/animal.h"

#include "scenes/bodies/bumps.h"
#include "scenes/bodies/subdivide.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

// The convex body with 16 equilateral triangles (two square pyramids on a twisted belt): the base
// whose subdivisions have exactly the triangle counts of the papers' rabbits.
Mesh sixteen_triangles() {
  const double r = 1 / std::sqrt(2.0);
  const double belt = 0.42044820762685725;  // half the height of a belt of equilateral triangles
  const double tip = belt + r;
  Mesh mesh;
  mesh.positions = {{0, 0, tip},        {r, 0, belt},      {0, r, belt},       {-r, 0, belt},
                    {0, -r, belt},      {0.5, 0.5, -belt}, {-0.5, 0.5, -belt}, {-0.5, -0.5, -belt},
                    {0.5, -0.5, -belt}, {0, 0, -tip}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t next = (i + 1) % 4;
    mesh.triangles.push_back({0, 1 + i, 1 + next});
    mesh.triangles.push_back({1 + i, 5 + i, 1 + next});
    mesh.triangles.push_back({1 + next, 5 + i, 5 + next});
    mesh.triangles.push_back({9, 5 + next, 5 + i});
  }
  return mesh;
}

constexpr Bump animal_parts[] = {
    {{0.80, 0.00, 0.65}, 0.42, 0.72},                                         // head
    {{0.30, 0.17, 0.90}, 0.62, 0.955},                                        // ears
    {{0.30, -0.17, 0.90}, 0.62, 0.955},  {{0.75, 0.45, -0.60}, 0.30, 0.88},   // paws
    {{0.75, -0.45, -0.60}, 0.30, 0.88},  {{-0.30, 0.70, -0.65}, 0.28, 0.80},  // haunches
    {{-0.30, -0.70, -0.65}, 0.28, 0.80}, {{-0.95, 0.00, -0.25}, 0.22, 0.94},  // tail
    {{0.55, 0.00, 0.00}, -0.12, 0.80}};  // the hollow below the chin

}  // namespace

Mesh animal(int levels) {
  Mesh mesh = subdivide_on_sphere(sixteen_triangles(), levels);
  for (Vec3& p : mesh.positions) {
    const Vec3 grown = p * radius_with(animal_parts, 0.55, p);
    p = rounded({grown.x * 1.1, grown.y * 0.85, grown.z});
  }
  return mesh;
}

}  // namespace tact::scenes
