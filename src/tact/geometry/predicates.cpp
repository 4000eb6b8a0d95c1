#include "tact/geometry/predicates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/geometry/exact_integer_impl.h"
#include "tact/geometry/expansion_impl.h"
#include "tact/geometry/filter_impl.h"
#include "tact/geometry/predicates_impl.h"
#include "tact/geometry/scaled_integer_impl.h"

namespace tact {
namespace exact {
namespace {

// Three-fold products of differences stay exact if each coordinate is zero or within these: the
// last digit of the smallest is 2^-357, and 3 · 357 <= 1074.
constexpr double expansion_least = 0x1p-305;
constexpr double expansion_most = 0x1p+305;

constexpr int undecided = 2;

bool suits_expansions(const double* x, std::size_t n, double largest) {
  if (largest > expansion_most) return false;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] != 0 && std::abs(x[i]) < expansion_least) return false;
  }
  return true;
}

double largest_magnitude(const double* x, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, std::abs(x[i]));
  return largest;
}

int sign_of_difference(double a, double b) {
  return static_cast<int>(a > b) - static_cast<int>(a < b);
}

// The signs of the determinant's six terms are those of the differences, whatever their size;
// unless two terms disagree they decide. Settles corners that are shared, planes and boxes along
// the axes.
int orient3d_by_signs(const double* x) {
  int d[9];
  for (std::size_t i = 0; i < 9; ++i) d[i] = sign_of_difference(x[3 + i], x[i % 3]);
  const int term[6] = {d[1] * d[5] * d[6],  -d[2] * d[4] * d[6], d[2] * d[3] * d[7],
                       -d[0] * d[5] * d[7], d[0] * d[4] * d[8],  -d[1] * d[3] * d[8]};
  int plus = 0;
  int minus = 0;
  for (const int t : term) {
    plus |= static_cast<int>(t > 0);
    minus |= static_cast<int>(t < 0);
  }
  return (plus & minus) != 0 ? undecided : plus - minus;
}

bool equal_points(const double* p, const double* q) {
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

// x holds the points one after the other.
int orient3d_by_integers(const std::int64_t* x) {
  const std::int64_t ux = x[3] - x[0], uy = x[4] - x[1], uz = x[5] - x[2];
  const std::int64_t vx = x[6] - x[0], vy = x[7] - x[1], vz = x[8] - x[2];
  WideSum sum;
  sum.add_product(minor(uy, uz, vy, vz), x[9] - x[0]);
  sum.add_product(minor(uz, ux, vz, vx), x[10] - x[1]);
  sum.add_product(minor(ux, uy, vx, vy), x[11] - x[2]);
  return sum.sign();
}

template <class Real>
int orient3d_by_expansions(const double* x) {
  TwoTerm<Real> u[3];
  TwoTerm<Real> v[3];
  TwoTerm<Real> w[3];
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = two_diff<Real>(x[3 + k], x[k]);
    v[k] = two_diff<Real>(x[6 + k], x[k]);
    w[k] = two_diff<Real>(x[9 + k], x[k]);
  }
  const auto first = multiply(minor(u[1], u[2], v[1], v[2]), w[0]);
  const auto second = multiply(minor(u[2], u[0], v[2], v[0]), w[1]);
  const auto third = multiply(minor(u[0], u[1], v[0], v[1]), w[2]);
  return add(add(first, second), third).sign();
}

template <class Real>
int orient2d_by_expansions(const double* x) {
  return minor(two_diff<Real>(x[2], x[0]), two_diff<Real>(x[3], x[1]), two_diff<Real>(x[4], x[0]),
               two_diff<Real>(x[5], x[1]))
      .sign();
}

// Does long double hold every product of three doubles? That depends on the platform, and some
// emulators round its results to double, so its last digit is looked at, too.
bool long_double_suffices() {
  using Limits = std::numeric_limits<long double>;
  if constexpr (Limits::max_exponent < 4096 || Limits::digits < 64) return false;
  volatile long double one = 1;
  return one + Limits::epsilon() > one && one + Limits::epsilon() / 2 == one;
}
const bool wide_range = long_double_suffices();

}  // namespace

int orient3d_by_big_integers(const double* x) {
  const int unit = common_exponent(x, 12);
  IntegerVec p[4];
  for (std::size_t i = 0; i < 4; ++i) {
    p[i] = to_integer(Vec3{x[3 * i], x[3 * i + 1], x[3 * i + 2]}, unit);
  }
  return dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]).sign();
}

int orient2d_by_big_integers(const double* x) {
  const int unit = common_exponent(x, 6);
  Integer p[6];
  for (std::size_t i = 0; i < 6; ++i) p[i] = to_integer(x[i], unit);
  const Integer left = (p[2] - p[0]) * (p[5] - p[1]);
  const Integer right = (p[3] - p[1]) * (p[4] - p[0]);
  return static_cast<int>(left > right) - static_cast<int>(left < right);
}

int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  double x[12] = {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z};
  const int by_signs = orient3d_by_signs(x);
  if (by_signs != undecided) return by_signs;
  if (equal_points(x + 3, x + 6) || equal_points(x + 3, x + 9) || equal_points(x + 6, x + 9)) {
    return 0;
  }
  double largest = largest_magnitude(x, 12);
  if (largest < tiny_scale_limit) {
    for (double& value : x) value *= 0x1p600;
    largest *= 0x1p600;
  }
  std::int64_t integers[12];
  if (to_integers(x, 12, largest, integers)) return orient3d_by_integers(integers);
  if (suits_expansions(x, 12, largest)) return orient3d_by_expansions<double>(x);
  return wide_range ? orient3d_by_expansions<long double>(x) : orient3d_by_big_integers(x);
}

int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy) {
  double x[6] = {ax, ay, bx, by, cx, cy};
  const int left = sign_of_difference(bx, ax) * sign_of_difference(cy, ay);
  const int right = sign_of_difference(by, ay) * sign_of_difference(cx, ax);
  if (left != right || left == 0)
    return static_cast<int>(left > right) - static_cast<int>(left < right);
  double largest = largest_magnitude(x, 6);
  if (largest < tiny_scale_limit) {
    for (double& value : x) value *= 0x1p600;
    largest *= 0x1p600;
  }
  std::int64_t i[6];
  if (to_integers(x, 6, largest, i)) {
    return sign_of(minor(i[2] - i[0], i[3] - i[1], i[4] - i[0], i[5] - i[1]));
  }
  if (suits_expansions(x, 6, largest)) return orient2d_by_expansions<double>(x);
  return wide_range ? orient2d_by_expansions<long double>(x) : orient2d_by_big_integers(x);
}

}  // namespace exact

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const int sign = exact::filtered_orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
  return sign != exact::uncertain ? sign : exact::orient2d_exact(a.x, a.y, b.x, b.y, c.x, c.y);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const int sign = exact::PlaneFilter(a, b, c).side(d);
  return sign != exact::uncertain ? sign : exact::orient3d_exact(a, b, c, d);
}

}  // namespace tact
