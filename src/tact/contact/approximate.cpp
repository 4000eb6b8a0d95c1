#include "tact/contact/approximate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/contact/approximate.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 8>;
using Vector = hn::Vec<Lanes>;

struct WideAxis {
  Vector x;
  Vector y;
  Vector z;
};

HWY_INLINE Vector along(const float* points, std::size_t count, std::size_t at,
                        const WideAxis& axis) {
  const Lanes d;
  const Vector x = hn::Mul(hn::LoadU(d, points + at), axis.x);
  const Vector y = hn::Mul(hn::LoadU(d, points + count + at), axis.y);
  const Vector z = hn::Mul(hn::LoadU(d, points + 2 * count + at), axis.z);
  return hn::Add(hn::Add(x, y), z);
}

// How far samples overlap along an axis from a to b, each about its own centre. The same for every
// instruction set: least and most do not depend on an order.
HWY_INLINE double overlap_along(const Patch& of_a, const Patch& of_b, const Vec3& axis) {
  const std::span<const float> a = of_a.samples;
  const std::span<const float> b = of_b.samples;
  const Lanes d;
  const WideAxis wide{hn::Set(d, static_cast<float>(axis.x)),
                      hn::Set(d, static_cast<float>(axis.y)),
                      hn::Set(d, static_cast<float>(axis.z))};
  const std::size_t count_a = a.size() / 3;
  const std::size_t count_b = b.size() / 3;
  Vector most = along(a.data(), count_a, 0, wide);
  for (std::size_t at = hn::MaxLanes(d); at < count_a; at += hn::MaxLanes(d)) {
    most = hn::Max(most, along(a.data(), count_a, at, wide));
  }
  Vector least = along(b.data(), count_b, 0, wide);
  for (std::size_t at = hn::MaxLanes(d); at < count_b; at += hn::MaxLanes(d)) {
    least = hn::Min(least, along(b.data(), count_b, at, wide));
  }
  return static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, most))) * of_a.sample_unit -
         static_cast<double>(hn::GetLane(hn::MinOfLanes(d, least))) * of_b.sample_unit;
}

// How far the points of a patch reach along the axis.
HWY_INLINE double reach_of(const Patch& patch, const Vec3& axis) {
  constexpr std::size_t most_points = 24;
  double reach = -std::numeric_limits<double>::infinity();
  const std::size_t step = (patch.points.size() + most_points - 1) / most_points;
  for (std::size_t i = 0; i < patch.points.size(); i += step) {
    reach = std::max(reach, dot(axis, patch.positions[patch.points[i]]));
  }
  return reach + patch.thickness;
}

// How far they overlap along the axis, b in its direction.
HWY_INLINE double overlap_of(const Patch& a, const Patch& b, const Vec3& axis) {
  if (a.samples.empty() || b.samples.empty()) return reach_of(a, axis) + reach_of(b, -axis);
  return overlap_along(a, b, axis) - dot(axis, b.centre - a.centre) + (a.thickness + b.thickness);
}

HWY_INLINE Vec3 unit(const Vec3& v, double size) { return v * (1 / size); }

// Where the two spheres share a plane, or the nearest centre where one is inside the other.
HWY_INLINE Vec3 middle(const Patch& a, const Patch& b, double distance_sq) {
  if (!(distance_sq > 0)) return a.centre;
  const double t =
      0.5 + (b.radius * b.radius - a.radius * a.radius) / (2 * distance_sq);  // 0: at b's centre
  return b.centre + (a.centre - b.centre) * std::clamp(t, 0.0, 1.0);
}

HWY_INLINE CentreLine line_between(const Patch& a, const Patch& b) {
  const Vec3 between = b.centre - a.centre;
  const double distance_sq = length_sq(between);
  CentreLine line;
  line.defined = distance_sq > 1e-24 * (a.radius * a.radius + b.radius * b.radius);
  line.axis = line.defined ? unit(between, std::sqrt(distance_sq)) : Vec3{0, 0, -1};
  line.overlap = overlap_of(a, b, line.axis);
  return line;
}

HWY_INLINE bool approximate_by(const Patch& a, const Vec3& normal_a, const Patch& b,
                               const Vec3& normal_b, const CentreLine& line,
                               CoarseContact& contact) {
  constexpr double clear_normal = 0.3;  // surfaces that look the same way do not face
  const Vec3 facing = normal_a - normal_b;
  const double clarity_sq = length_sq(facing);
  const bool has_face = clarity_sq > clear_normal * clear_normal;
  if (!has_face && !(line.overlap > 0)) return false;
  const Vec3 face = has_face ? unit(facing, std::sqrt(clarity_sq)) : line.axis;
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

CentreLine centre_line_impl(const Patch& a, const Patch& b) { return line_between(a, b); }

bool approximate_impl(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                      const CentreLine& line, CoarseContact& contact) {
  return approximate_by(a, normal_a, b, normal_b, line, contact);
}

bool find_coarse_contact_impl(const Patch& a, const Vec3& normal_a, const Patch& b,
                              const Vec3& normal_b, CoarseContact& contact) {
  const CentreLine line = line_between(a, b);
  if (clearly_apart(a, b, line)) return false;
  return approximate_by(a, normal_a, b, normal_b, line, contact);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(centre_line_impl);
HWY_EXPORT(approximate_impl);
HWY_EXPORT(find_coarse_contact_impl);

CentreLine centre_line(const Patch& a, const Patch& b) {
  return HWY_DYNAMIC_DISPATCH(centre_line_impl)(a, b);
}

bool approximate(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                 const CentreLine& line, CoarseContact& contact) {
  return HWY_DYNAMIC_DISPATCH(approximate_impl)(a, normal_a, b, normal_b, line, contact);
}

bool find_coarse_contact(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                         CoarseContact& contact) {
  return HWY_DYNAMIC_DISPATCH(find_coarse_contact_impl)(a, normal_a, b, normal_b, contact);
}

}  // namespace tact
#endif
