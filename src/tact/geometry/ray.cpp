#include "tact/geometry/ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/geometry/expansion_impl.h"
#include "tact/geometry/filter_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/ray_impl.h"

namespace tact {
namespace {

using Double2 = exact::TwoTerm<double>;

// A determinant in double, and a bound on its error.
struct Estimate {
  double value = 0;
  double bound = 0;
  int sign() const { return exact::certified_sign(value, bound); }
};

// direction · (u × v) for u = a - origin, v = b - origin: rounded as often as an orientation, of
// which the direction is the third difference (see filter_impl.h).
Estimate turn_estimate(const Vec3& direction, const Vec3& u, const Vec3& v) {
  const double yz = u.y * v.z, zy = u.z * v.y;
  const double zx = u.z * v.x, xz = u.x * v.z;
  const double xy = u.x * v.y, yx = u.y * v.x;
  const double value = (yz - zy) * direction.x + (zx - xz) * direction.y + (xy - yx) * direction.z;
  const double sum = (std::abs(yz) + exact::underflow + std::abs(zy)) * std::abs(direction.x) +
                     (std::abs(zx) + exact::underflow + std::abs(xz)) * std::abs(direction.y) +
                     (std::abs(xy) + exact::underflow + std::abs(yx)) * std::abs(direction.z);
  return {value, exact::filter3_factor * sum + exact::underflow};
}

// How the line passes the edges 01, 12, 20. Their sum is the product of normal and direction.
struct Turns {
  Estimate of[3];
  Turns(const RayLine& ray, const Triangle& t) {
    const Vec3 u[3] = {t[0] - ray.origin, t[1] - ray.origin, t[2] - ray.origin};
    for (std::size_t i = 0; i < 3; ++i) {
      of[i] = turn_estimate(ray.direction, u[i], u[(i + 1) % 3]);
    }
  }
};

// Which way the line goes through the triangle's plane, in the triangle: 1, -1; 0 if not at all;
// `flat` if the line lies in the plane, or the triangle in one plane with the line.
constexpr int flat = 2;
int way_through(const RayLine& ray, const Triangle& t) {
  const Turns turns(ray, t);
  int sign[3];
  bool plus = false;
  bool minus = false;
  for (std::size_t i = 0; i < 3; ++i) {
    sign[i] = turns.of[i].sign();
    plus |= sign[i] > 0;
    minus |= sign[i] < 0;
  }
  if (plus && minus) return 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (sign[i] != exact::uncertain) continue;
    sign[i] = exact::turn_exact(ray, t[i], t[(i + 1) % 3]);
    plus |= sign[i] > 0;
    minus |= sign[i] < 0;
    if (plus && minus) return 0;
  }
  return plus ? 1 : minus ? -1 : flat;
}

// On which side of the triangle's plane the ray ends. Its value is that of the origin and t_max
// times that of the direction: four roundings more than each.
int end_side(const RayLine& ray, const Triangle& t) {
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Estimate begin = turn_estimate(ray.origin - t[0], u, v);
  const Estimate along = turn_estimate(ray.direction, u, v);
  const double value = begin.value + ray.t_max * along.value;
  const double bound = 1.5 * (begin.bound + ray.t_max * along.bound) +
                       4 * 0x1p-53 * (std::abs(begin.value) + std::abs(ray.t_max * along.value)) +
                       exact::underflow;
  const int sign = exact::certified_sign(value, bound);
  return sign != exact::uncertain ? sign : exact::end_side_exact(ray, t);
}

// Arithmetic of twice the digits. A product is off by less than 2^-100 of itself, a sum by less
// than that of the magnitudes of its terms.
Double2 times(const Double2& a, const Double2& b) {
  Double2 p = exact::two_product(a.head, exact::split(a.head), b.head, exact::split(b.head));
  p.tail += a.head * b.tail + a.tail * b.head;
  return exact::ordered_two_sum(p.head, p.tail);
}
Double2 plus(const Double2& a, const Double2& b) {
  Double2 s = exact::two_sum(a.head, b.head);
  s.tail += a.tail + b.tail;
  return exact::ordered_two_sum(s.head, s.tail);
}
Double2 minus(const Double2& a) { return {-a.head, -a.tail}; }

struct Vector2 {
  Double2 at[3];
};
Vector2 difference(const Vec3& a, const Vec3& b) {
  return {{exact::two_diff(a.x, b.x), exact::two_diff(a.y, b.y), exact::two_diff(a.z, b.z)}};
}

// A normal and what its terms add up to in magnitude.
struct Normal2 {
  Vector2 normal;
  double magnitude[3];
  Normal2(const Vector2& u, const Vector2& v) : normal(), magnitude() {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      const Double2 first = times(u.at[i], v.at[j]);
      const Double2 second = times(u.at[j], v.at[i]);
      normal.at[k] = plus(first, minus(second));
      magnitude[k] = std::abs(first.head) + std::abs(second.head);
    }
  }
};
struct Product2 {
  Double2 value{0, 0};
  double error = 0;  // of the value, in relation to it
  Product2(const Normal2& n, const Vector2& w) {
    double magnitude = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      value = plus(value, times(n.normal.at[k], w.at[k]));
      magnitude += n.magnitude[k] * std::abs(w.at[k].head);
    }
    error = 0x1p-95 * magnitude / std::abs(value.head);
  }
};

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

// Where the line crosses the plane: `t` is rounded to nearest, or negative where that is not
// certain; `more` has twice its digits, and is off by `error` in relation to it.
struct Crossing {
  double t = -1;
  Double2 more{0, 0};
  double error = 0;
};
Crossing find_crossing(const RayLine& ray, const Triangle& t) {
  const double most = std::max(
      {largest(ray.origin), largest(ray.direction), largest(t[0]), largest(t[1]), largest(t[2])});
  if (!(most < 0x1p150)) return {};
  const Normal2 normal(difference(t[1], t[0]), difference(t[2], t[0]));
  const Product2 above(normal, difference(t[0], ray.origin));
  const Vector2 direction{{{ray.direction.x, ray.tail.x},
                           {ray.direction.y, ray.tail.y},
                           {ray.direction.z, ray.tail.z}}};
  const Product2 along(normal, direction);
  const double error = above.error + along.error + 0x1p-95;
  // Beyond these what underflowed could matter, or the quotient be no ordinary number.
  const double a = std::abs(above.value.head);
  const double b = std::abs(along.value.head);
  if (!(error < 0x1p-60 && a > 0x1p-400 && a < 0x1p400 && b > 0x1p-400 && b < 0x1p400)) return {};
  const double first = above.value.head / along.value.head;
  const Double2 left = plus(above.value, minus(times(along.value, {first, 0})));
  const Double2 quotient = exact::ordered_two_sum(first, left.head / along.value.head);
  const double slack = quotient.head * error;
  const double low = quotient.head + (quotient.tail - slack);
  const double high = quotient.head + (quotient.tail + slack);
  return {low == high ? low : -1, quotient, error};
}

// The weights where a ray crosses a triangle's plane; false where they are not certain to within
// 2^-41. The point is off by little, of the whole way there; the normal by some roundings of the
// product of its edges, which counts by how thin the triangle is.
bool weigh(const RayLine& ray, const Triangle& t, const Crossing& at, RayMeeting& out) {
  const Vector2 off = difference(ray.origin, t[0]);
  Vec3 w;
  for (std::size_t k = 0; k < 3; ++k) {
    w[k] = plus(off.at[k], times({ray.direction[k], ray.tail[k]}, at.more)).head;
  }
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Vec3 n = cross(u, v);
  const double whole = length_sq(n);
  const double edge_sq = std::max(length_sq(u), length_sq(v));
  const double thin_sq = edge_sq * edge_sq / whole;
  const double way = (largest(ray.origin) + largest(t[0]) + largest(ray.direction) * out.t) * 4;
  const double point = std::sqrt(edge_sq / whole) * way * (at.error + 0x1p-95);
  if (!(thin_sq * 64 * 0x1p-53 + point < 0x1p-41 && whole > 0x1p-900)) return false;
  out.u = std::clamp(dot(cross(w, v), n) / whole, 0.0, 1.0) + 0.0;  // no negative zero
  out.v = std::clamp(dot(cross(u, w), n) / whole, 0.0, 1.0 - out.u) + 0.0;
  return true;
}

}  // namespace

bool ray_meets(const RayLine& ray, const Triangle& t) {
  const int way = way_through(ray, t);
  if (way == 0) return false;
  if (way == flat) {
    RayMeeting unused;
    return exact::flat_meeting(ray, t, unused);
  }
  if (orient3d(t[0], t[1], t[2], ray.origin) * way > 0) return false;
  return std::isinf(ray.t_max) || end_side(ray, t) * way >= 0;
}

RayMeeting first_meeting(const RayLine& ray, const Triangle& t) {
  RayMeeting out;
  const Crossing crossing = find_crossing(ray, t);
  out.t = crossing.t;
  if (out.t >= 0 && weigh(ray, t, crossing, out)) return out;
  if (way_through(ray, t) != flat) return exact::crossing_exact(ray, t);
  exact::flat_meeting(ray, t, out);
  return out;
}

}  // namespace tact
