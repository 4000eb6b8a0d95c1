#include "tact/bounds/frame.h"

#include <algorithm>
#include <cmath>

namespace tact {
namespace {

// Halving first: the extents of a finite scene may add up to more than the largest double.
Vec3 centre_of(const Extent& e) { return e.lo * 0.5 + e.hi * 0.5; }

double half_size(const Extent& e) {
  const Vec3 half = e.hi * 0.5 - e.lo * 0.5;
  return std::max({half.x, half.y, half.z});
}

double largest_coordinate(const Extent& e) {
  return std::max({std::fabs(e.lo.x), std::fabs(e.lo.y), std::fabs(e.lo.z), std::fabs(e.hi.x),
                   std::fabs(e.hi.y), std::fabs(e.hi.z)});
}

bool is_float(double x) { return static_cast<double>(static_cast<float>(x)) == x; }

// In frame units the scene has size one: a float within a quarter of that is as good an origin as
// the centre itself, and lets float input be mapped in float arithmetic.
double nearest_useful(double centre) {
  if (std::fabs(centre) > 0x1p100) return centre;
  const auto rounded = static_cast<double>(static_cast<float>(centre));
  return std::fabs(rounded - centre) <= 0.25 ? rounded : centre;
}

}  // namespace

BoundsFrame BoundsFrame::around(const Extent& scene) {
  BoundsFrame frame;
  if (scene.empty()) return frame;
  // A point-like scene far away has no size of its own; one ulp of its place serves.
  const double half = std::max({half_size(scene), largest_coordinate(scene) * 0x1p-52, 0x1p-1000});
  frame.scale = std::ldexp(1.0, -(std::ilogb(half) + 1));
  const Vec3 centre = centre_of(scene) * frame.scale;
  frame.offset = {nearest_useful(centre.x), nearest_useful(centre.y), nearest_useful(centre.z)};
  frame.float_exact = frame.scale >= 0x1p-100 && frame.scale <= 0x1p100 &&
                      is_float(frame.offset.x) && is_float(frame.offset.y) &&
                      is_float(frame.offset.z);
  return frame;
}

bool BoundsFrame::suits(const Extent& scene) const {
  if (scene.empty()) return true;
  const auto reach = [&](double lo, double hi, std::size_t axis) {
    return std::max(std::fabs(map(lo, axis)), std::fabs(map(hi, axis)));
  };
  const double far = std::max({reach(scene.lo.x, scene.hi.x, 0), reach(scene.lo.y, scene.hi.y, 1),
                               reach(scene.lo.z, scene.hi.z, 2)});
  // Up to 8 times the size costs three of float's 24 bits; a scene that is small compared with its
  // distance from the origin has lost more and deserves a new frame.
  return far <= 8 && half_size(scene) * scale >= far * 0x1p-6;
}

}  // namespace tact
