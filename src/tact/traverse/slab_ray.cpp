#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/traverse/ray_walk.h"

namespace tact {
namespace {

// Components below this are as good as none: on the whole way they come to less than the slack.
constexpr double least_component = 0x1p-40;
// So far off nothing is known but that everything may be hit.
constexpr double lost = 0x1p60;

double largest_of(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// The least s at which the ray may be within the box, from below.
double entry(const Vec3& origin, const Vec3& direction, const Aabb& reach) {
  double s = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::abs(direction[k]) < least_component) continue;
    const double side{direction[k] > 0 ? reach.lo[k] : reach.hi[k]};
    const double off = std::abs(side) + std::abs(origin[k]);
    s = std::max(s, (side - origin[k]) / direction[k] - off / std::abs(direction[k]) * 0x1p-49);
  }
  return s;
}

}  // namespace

// In double: the origin is off by 2^-52 of its size, where the ray is cut by as much of that and of
// the way there. In float: each coordinate by 2^-24 of its size, the direction by 2^-24 of the way
// from the cut, no more than the box and what is between it and the origin.
SlabRay SlabRay::of(const Vec3& origin, const Vec3& direction, double t_max,
                    const BoundsFrame& frame, const Aabb& reach) {
  SlabRay out;
  const int up = std::ilogb(largest_of(direction));
  const Vec3 way{std::ldexp(direction.x, -up), std::ldexp(direction.y, -up),
                 std::ldexp(direction.z, -up)};
  out.exponent = up + std::ilogb(frame.scale);
  const Vec3 begin{frame.map(origin.x, 0), frame.map(origin.y, 1), frame.map(origin.z, 2)};
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    size = std::max({size, std::abs(double{reach.lo[k]}), std::abs(double{reach.hi[k]})});
  }
  if (reach.empty()) {
    out.end = -1;
    return out;
  }
  const bool is_lost = !(largest_of(begin) < lost) || !(size < lost);
  out.cut = is_lost ? 0 : entry(begin, way, reach);
  const Vec3 here = is_lost ? Vec3{} : begin + way * out.cut;
  const double there = largest_of(here);
  const double beyond = 2 * (size + there);  // the largest component is at least 1
  const double slack = is_lost ? lost
                               : 4 * (0x1p-51 * (largest_of(begin) + 2 * out.cut) +
                                      0x1p-23 * (there + beyond) + beyond * least_component);
  for (std::size_t k = 0; k < 3; ++k) {
    out.origin[k] = static_cast<float>(here[k]);
    const bool none = is_lost || std::abs(way[k]) < least_component;
    out.inverse[k] = none ? 0x1p40F : static_cast<float>(1 / way[k]);
  }
  out.slack = static_cast<float>(slack);
  const double end = is_lost ? lost : beyond + slack;
  out.end = std::min(static_cast<float>(end) * (1 + 0x1p-20F), out.end_at(t_max));
  return out;
}

float SlabRay::end_at(double t) const {
  const double s = std::ldexp(t, exponent) - cut;
  const double rounding = (std::ldexp(t, exponent) + cut) * 0x1p-50;
  const double most = s + rounding + 8 * double{slack};
  if (!(most < 0x1p100)) return 0x1p100F;  // and where nothing is known of it
  return most < 0 ? -1 : static_cast<float>(most) * (1 + 0x1p-20F);
}

}  // namespace tact
