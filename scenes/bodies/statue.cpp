#include "scenes/bodies/statue.h"

#include "scenes/bodies/bumps.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/refine.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

constexpr Bump figure[] = {
    {{0.00, 0.00, 1.00}, 0.42, 0.88},                                        // head
    {{0.50, 0.00, -0.10}, 0.14, 0.70},                                       // belly
    {{0.55, 0.75, -0.45}, 0.32, 0.78},                                       // knees
    {{0.55, -0.75, -0.45}, 0.32, 0.78}, {{0.10, 0.80, 0.35}, 0.16, 0.80},    // shoulders
    {{0.10, -0.80, 0.35}, 0.16, 0.80},  {{0.00, 0.00, -1.00}, 0.12, 0.60}};  // base
constexpr Bump beast[] = {
    {{0.90, 0.00, 0.50}, 0.45, 0.86},   // neck and head
    {{0.55, 0.35, -0.75}, 0.50, 0.93},  // legs
    {{0.55, -0.35, -0.75}, 0.50, 0.93},  {{-0.55, 0.35, -0.75}, 0.50, 0.93},
    {{-0.55, -0.35, -0.75}, 0.50, 0.93}, {{-0.95, 0.00, 0.30}, 0.35, 0.96}};  // tail

// The finest sphere that is not too fine, refined; then every vertex is put where it belongs.
Mesh shaped(std::span<const Bump> parts, double trunk, const Vec3& scale, std::uint32_t triangles) {
  int levels = 3;
  while ((std::uint32_t{20} << (2 * (levels + 1))) <= triangles) ++levels;
  Mesh mesh = with_triangle_count(geodesic_sphere(levels), triangles);
  for (Vec3& p : mesh.positions) {
    const Vec3 direction = p * (1 / length(p));
    const Vec3 grown = direction * radius_with(parts, trunk, direction);
    p = rounded({grown.x * scale.x, grown.y * scale.y, grown.z * scale.z});
  }
  return mesh;
}

}  // namespace

Mesh statue(std::uint32_t triangles) { return shaped(figure, 0.55, {0.9, 1, 1.02}, triangles); }
Mesh four_legged(std::uint32_t triangles) {
  return shaped(beast, 0.45, {1.1, 0.75, 0.95}, triangles);
}

}  // namespace tact::scenes
