#include "tact/contact/approximate.h"

#include <algorithm>
#include <limits>

#include "tact/contact/patch_kernels.h"

namespace tact {
namespace {

constexpr std::size_t most_points = 24;
constexpr double clear_normal = 0.3;  // surfaces that look the same way do not face

// How far the patch reaches along the axis.
double reach_of(const Patch& patch, const Vec3& axis) {
  double reach = -std::numeric_limits<double>::infinity();
  const std::size_t step = (patch.points.size() + most_points - 1) / most_points;
  for (std::size_t i = 0; i < patch.points.size(); i += step) {
    reach = std::max(reach, dot(axis, patch.positions[patch.points[i]]));
  }
  return reach + patch.thickness;
}

// How far they overlap along the axis, a in its direction.
double overlap_of(const Patch& a, const Patch& b, const Vec3& axis) {
  if (a.samples.empty() || b.samples.empty()) return reach_of(a, -axis) + reach_of(b, axis);
  return overlap_along(a.samples, b.samples, axis) - dot(axis, a.centre - b.centre) +
         (a.thickness + b.thickness);
}

Vec3 unit(const Vec3& v, double size) { return v * (1 / size); }

// Where the two spheres share a plane, or the nearest centre where one is inside the other.
Vec3 middle(const Patch& a, const Patch& b, double distance_sq) {
  if (!(distance_sq > 0)) return a.centre;
  const double t =
      0.5 + (b.radius * b.radius - a.radius * a.radius) / (2 * distance_sq);  // 0: at b's centre
  return b.centre + (a.centre - b.centre) * std::clamp(t, 0.0, 1.0);
}

}  // namespace

CentreLine centre_line(const Patch& a, const Patch& b) {
  const Vec3 between = a.centre - b.centre;
  const double distance_sq = length_sq(between);
  CentreLine line;
  line.defined = distance_sq > 1e-24 * (a.radius * a.radius + b.radius * b.radius);
  line.axis = line.defined ? unit(between, std::sqrt(distance_sq)) : Vec3{0, 0, 1};
  line.overlap = overlap_of(a, b, line.axis);
  return line;
}

// Surfaces that have just passed each other are apart along the line of their centres, too.
bool clearly_apart(const Patch& a, const Patch& b, const CentreLine& line) {
  return line.overlap <= -std::max(a.radius, b.radius);
}

bool approximate(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                 const CentreLine& line, CoarseContact& contact) {
  const Vec3 facing = normal_b - normal_a;
  const double clarity = length(facing);
  const bool has_face = clarity > clear_normal;
  if (!has_face && !(line.overlap > 0)) return false;
  const Vec3 face = has_face ? unit(facing, clarity) : line.axis;
  const double by_face = has_face ? overlap_of(a, b, face) : line.overlap;
  const bool passed = has_face && by_face < 0.5 * std::min(a.radius, b.radius);
  if (!(by_face > 0 && (line.overlap > 0 || passed))) return false;
  const bool take_face =
      has_face && (by_face < line.overlap || !line.defined || !(line.overlap > 0));
  contact.normal = take_face ? face : line.axis;
  contact.depth = take_face ? by_face : line.overlap;
  contact.point = middle(a, b, length_sq(a.centre - b.centre));
  return true;
}

}  // namespace tact
