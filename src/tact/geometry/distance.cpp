#include "tact/geometry/distance.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "tact/geometry/flat_impl.h"

namespace tact {
namespace {

// Fourth powers of coordinates beyond these leave the range of double; such input is computed at
// another scale.
constexpr double least_distance_scale = 0x1p-200;
constexpr double most_distance_scale = 0x1p+200;

double magnitude(std::initializer_list<const Vec3*> points) {
  double most = 0;
  for (const Vec3* p : points) {
    most = std::max({most, std::abs(p->x), std::abs(p->y), std::abs(p->z)});
  }
  return most;
}

// The power of two by which to multiply: 1 for all usual input.
double fitting_factor(double most) {
  if (most == 0 || (most >= least_distance_scale && most <= most_distance_scale)) return 1;
  return std::ldexp(1.0, std::min(-std::ilogb(most), 1000));
}

ClosestPoints scaled_back(ClosestPoints c, double factor) {
  if (factor == 1) return c;
  const double back = 1 / factor;
  const double distance = std::sqrt(c.distance_sq) * back;
  const double square = distance * distance;
  const double most = std::numeric_limits<double>::max();
  const auto finite =
      [&](const Vec3& p) {  // rounding may carry a point just beyond the last number
        const Vec3 q = p * back;
        return Vec3{std::clamp(q.x, -most, most), std::clamp(q.y, -most, most),
                    std::clamp(q.z, -most, most)};
      };
  return {finite(c.a), finite(c.b), std::isfinite(square) ? square : most};
}

void keep_closer(ClosestPoints& best, const Vec3& a, const Vec3& b) {
  const double distance_sq = length_sq(a - b);
  if (distance_sq < best.distance_sq) best = {a, b, distance_sq};
}

ClosestPoints nothing_yet() { return {{}, {}, std::numeric_limits<double>::infinity()}; }

Vec3 closest_on_segment(const Vec3& p, const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from;
  const double along = dot(p - from, d);
  const double whole = length_sq(d);
  if (!(along > 0)) return from;
  if (along >= whole) return to;
  return from + d * (along / whole);
}

// The foot of p on the plane, if it is inside the triangle. A rounded answer is still of the
// triangle, so that it can only be too far; a second step from there makes up for the cancellation
// in a thin triangle's normal.
void try_foot(ClosestPoints& best, const Vec3& p, const Triangle& t, bool swap) {
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Vec3 n = cross(u, v);
  const double whole = length_sq(n);
  double s = 0;
  double r = 0;
  Vec3 foot = t[0];
  for (int step = 0; step < 2; ++step) {
    const Vec3 w = p - foot;
    s += dot(cross(w, v), n) / whole;
    r += dot(cross(u, w), n) / whole;
    if (!(s > 0 && r > 0 && s + r < 1)) return;
    foot = (t[0] + u * s) + v * r;
  }
  if (swap) {
    keep_closer(best, foot, p);
  } else {
    keep_closer(best, p, foot);
  }
}

void try_point_triangle(ClosestPoints& best, const Vec3& p, const Triangle& t, bool swap) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 q = closest_on_segment(p, t[i], t[(i + 1) % 3]);
    if (swap) {
      keep_closer(best, q, p);
    } else {
      keep_closer(best, p, q);
    }
  }
  try_foot(best, p, t, swap);
}

// Where the common perpendicular meets both segments inside. All else is a matter of their ends.
void try_inner_segments(ClosestPoints& best, const Vec3& p0, const Vec3& p1, const Vec3& q0,
                        const Vec3& q1) {
  const Vec3 d = p1 - p0;
  const Vec3 e = q1 - q0;
  const Vec3 n = cross(d, e);
  const double whole = length_sq(n);
  const Vec3 w = q0 - p0;
  const double s = dot(cross(w, e), n);
  const double r = dot(cross(w, d), n);
  if (!(s > 0 && s < whole && r > 0 && r < whole)) return;
  keep_closer(best, p0 + d * (s / whole), q0 + e * (r / whole));
}

ClosestPoints triangles_in_order(const Triangle& a, const Triangle& b) {
  ClosestPoints best = nothing_yet();
  for (const Vec3& p : a) try_point_triangle(best, p, b, false);
  for (const Vec3& p : b) try_point_triangle(best, p, a, true);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      try_inner_segments(best, a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
    }
  }
  return best;
}

Triangle times(const Triangle& t, double factor) {
  return {t[0] * factor, t[1] * factor, t[2] * factor};
}

}  // namespace

ClosestPoints closest_point_triangle(const Vec3& p, const Triangle& t) {
  const double factor = fitting_factor(magnitude({&p, &t[0], &t[1], &t[2]}));
  ClosestPoints best = nothing_yet();
  if (factor == 1) {
    try_point_triangle(best, p, t, false);
    return best;
  }
  try_point_triangle(best, p * factor, times(t, factor), false);
  best = scaled_back(best, factor);
  best.a = p;
  return best;
}

ClosestPoints closest_triangle_triangle(const Triangle& a, const Triangle& b) {
  Finding found;
  if (intersects(a, b, found)) {
    const Vec3 common = describe_contact(a, b, found).segment.from;
    return {common, common, 0};
  }
  const bool swap = std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end(),
                                                 exact::lexicographically_less);
  const double factor = fitting_factor(magnitude({&a[0], &a[1], &a[2], &b[0], &b[1], &b[2]}));
  const Triangle x = times(a, factor);
  const Triangle y = times(b, factor);
  ClosestPoints best = swap ? triangles_in_order(y, x) : triangles_in_order(x, y);
  if (swap) std::swap(best.a, best.b);
  return scaled_back(best, factor);
}

}  // namespace tact
