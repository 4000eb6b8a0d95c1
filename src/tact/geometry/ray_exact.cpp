// What the filters of rays leave open: signs by integers of 62 bits, expansions, or big integers.
#include <algorithm>
#include <cmath>
#include <span>

#include "tact/geometry/expansion_impl.h"
#include "tact/geometry/fraction_impl.h"
#include "tact/geometry/ray_impl.h"
#include "tact/geometry/scaled_integer_impl.h"
#include "tact/geometry/segment.h"

namespace tact::exact {
namespace {

// As in predicates.cpp: three-fold products of what lies between them, or is zero, stay exact.
constexpr double turn_least = 0x1p-305;
constexpr double turn_most = 0x1p+305;

int sign_of_number(double x) { return static_cast<int>(x > 0) - static_cast<int>(x < 0); }
int sign_of_gap(double a, double b) { return static_cast<int>(a > b) - static_cast<int>(a < b); }

// The signs of the six terms, whatever their size; unless two disagree they decide. Or 2.
int turn_by_signs(const RayLine& ray, const Vec3& a, const Vec3& b) {
  int u[3];
  int v[3];
  int d[3];
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = sign_of_gap(a[k], ray.origin[k]);
    v[k] = sign_of_gap(b[k], ray.origin[k]);
    d[k] = sign_of_number(ray.direction[k]);
  }
  bool plus = false;
  bool minus = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3;
    const std::size_t j = (k + 2) % 3;
    const int first = d[k] * u[i] * v[j];
    const int second = -d[k] * u[j] * v[i];
    plus |= first > 0 || second > 0;
    minus |= first < 0 || second < 0;
  }
  if (plus && minus) return 2;
  return plus ? 1 : minus ? -1 : 0;
}

// The direction has a scale of its own. Or 2.
int turn_by_integers(const RayLine& ray, const Vec3& a, const Vec3& b) {
  if (!(ray.tail == Vec3{})) return 2;
  double x[9] = {ray.origin.x, ray.origin.y, ray.origin.z, a.x, a.y, a.z, b.x, b.y, b.z};
  double w[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
  double most = 0;
  for (const double value : x) most = std::max(most, std::abs(value));
  const double long_way = std::max({std::abs(w[0]), std::abs(w[1]), std::abs(w[2])});
  std::int64_t p[9];
  std::int64_t d[3];
  if (most < tiny_scale_limit || long_way < tiny_scale_limit) return 2;
  if (!to_integers(x, 9, most, p) || !to_integers(w, 3, long_way, d)) return 2;
  const std::int64_t ux = p[3] - p[0], uy = p[4] - p[1], uz = p[5] - p[2];
  const std::int64_t vx = p[6] - p[0], vy = p[7] - p[1], vz = p[8] - p[2];
  WideSum sum;
  sum.add_product(minor(uy, uz, vy, vz), d[0]);
  sum.add_product(minor(uz, ux, vz, vx), d[1]);
  sum.add_product(minor(ux, uy, vx, vy), d[2]);
  return sum.sign();
}

bool suits_turn(const Vec3& v) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double size = std::abs(v[k]);
    if (size != 0 && !(size >= turn_least && size <= turn_most)) return false;
  }
  return true;
}

int turn_by_expansions(const RayLine& ray, const Vec3& a, const Vec3& b) {
  TwoTerm<double> u[3];
  TwoTerm<double> v[3];
  TwoTerm<double> d[3];
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = two_diff(a[k], ray.origin[k]);
    v[k] = two_diff(b[k], ray.origin[k]);
    d[k] = {ray.direction[k], ray.tail[k]};
  }
  const auto first = multiply(minor(u[1], u[2], v[1], v[2]), d[0]);
  const auto second = multiply(minor(u[2], u[0], v[2], v[0]), d[1]);
  const auto third = multiply(minor(u[0], u[1], v[0], v[1]), d[2]);
  return add(add(first, second), third).sign();
}

// Places are integers in units of 2^place, directions of 2^way, t in units of 2^(place - way).
struct IntegerRay {
  int place;
  int way;
  IntegerVec origin;
  IntegerVec direction;

  /// For `others`, at most nine coordinates.
  IntegerRay(const RayLine& ray, std::span<const double> others) {
    double places[12] = {ray.origin.x, ray.origin.y, ray.origin.z};
    std::copy(others.begin(), others.end(), places + 3);
    const double along[6] = {ray.direction.x, ray.direction.y, ray.direction.z,
                             ray.tail.x,      ray.tail.y,      ray.tail.z};
    place = common_exponent(places, 3 + others.size());
    way = common_exponent(along, 6);
    origin = to_integer(ray.origin, place);
    const IntegerVec tail = to_integer(ray.tail, way);
    direction = to_integer(ray.direction, way);
    direction = {direction.x + tail.x, direction.y + tail.y, direction.z + tail.z};
  }
  // Of a place, from the origin.
  IntegerVec at(const Vec3& p) const { return to_integer(p, place) - origin; }
  Fraction parameter(const Integer& numerator, const Integer& denominator) const {
    const bool turned = denominator.sign() < 0;
    return {turned ? Integer(-numerator) : numerator, turned ? Integer(-denominator) : denominator,
            place - way};
  }
};

struct IntegerTriangle {
  IntegerRay ray;
  IntegerVec corner[3];  // from the origin
  IntegerVec normal;

  IntegerTriangle(const RayLine& line, const Triangle& t) : ray(make(line, t)) {
    for (std::size_t i = 0; i < 3; ++i) corner[i] = ray.at(t[i]);
    normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  }

 private:
  static IntegerRay make(const RayLine& line, const Triangle& t) {
    const double x[9] = {t[0].x, t[0].y, t[0].z, t[1].x, t[1].y, t[1].z, t[2].x, t[2].y, t[2].z};
    return {line, x};
  }
};

bool is_zero(const IntegerVec& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

double ratio_of(const Integer& a, const Integer& b) {
  const bool turned = b.sign() < 0;
  return std::clamp(rounded({turned ? Integer(-a) : a, turned ? Integer(-b) : b, 0}), 0.0, 1.0);
}

// The first point that a ray has in common with a segment in one plane with it, and where between
// its ends that is.
struct EdgeMeeting {
  Fraction t;
  double along = 0;
};

class EdgeTest {
 public:
  EdgeTest(const IntegerRay& ray, double t_max) : ray_(ray), t_max_(t_max) {}

  bool operator()(const IntegerVec& from, const IntegerVec& to, EdgeMeeting& out) const {
    const IntegerVec edge = to - from;
    const IntegerVec across = cross(ray_.direction, edge);
    return is_zero(across) ? beside(from, to, edge, out) : through(from, edge, across, out);
  }

 private:
  bool reaches(const Fraction& t) const {
    return std::isinf(t_max_) || compare(t, to_fraction(t_max_)) <= 0;
  }
  // o + t d = from + s edge.
  bool through(const IntegerVec& from, const IntegerVec& edge, const IntegerVec& across,
               EdgeMeeting& out) const {
    const Integer whole = dot(across, across);
    const Integer s = dot(cross(from, ray_.direction), across);
    if (s.sign() < 0 || s > whole) return false;
    const Fraction t = ray_.parameter(dot(cross(from, edge), across), whole);
    if (t.numerator.sign() < 0 || !reaches(t)) return false;
    out = {t, ratio_of(s, whole)};
    return true;
  }
  // Parallel, or the segment is a point.
  bool beside(const IntegerVec& from, const IntegerVec& to, const IntegerVec& edge,
              EdgeMeeting& out) const {
    if (!is_zero(cross(from, ray_.direction))) return false;
    const Integer whole = dot(ray_.direction, ray_.direction);
    const Integer begin = dot(from, ray_.direction);
    const Integer end = dot(to, ray_.direction);
    const Integer& low = begin < end ? begin : end;
    const Integer& high = begin < end ? end : begin;
    if (high.sign() < 0 || !reaches(ray_.parameter(low, whole))) return false;
    const Integer first = low.sign() < 0 ? Integer(0) : low;
    out.t = ray_.parameter(first, whole);
    out.along = is_zero(edge) ? 0 : ratio_of(first - begin, end - begin);
    return true;
  }

  const IntegerRay& ray_;
  double t_max_;
};

// Weights of the second and third corner where the origin is in the triangle, or on a degenerate
// one: then it lies on an edge, and was found there.
void weigh_origin(const IntegerTriangle& it, RayMeeting& first) {
  const Integer whole = dot(it.normal, it.normal);
  first.u = ratio_of(dot(cross(it.corner[2], it.corner[0]), it.normal), whole);
  first.v =
      std::min(ratio_of(dot(cross(it.corner[0], it.corner[1]), it.normal), whole), 1 - first.u);
}

}  // namespace

int turn_exact(const RayLine& ray, const Vec3& a, const Vec3& b) {
  int sign = turn_by_signs(ray, a, b);
  if (sign != 2) return sign;
  if (a == b) return 0;
  sign = turn_by_integers(ray, a, b);
  if (sign != 2) return sign;
  if (suits_turn(ray.origin) && suits_turn(ray.direction) && suits_turn(ray.tail) &&
      suits_turn(a) && suits_turn(b)) {
    return turn_by_expansions(ray, a, b);
  }
  const double x[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
  const IntegerRay big(ray, x);
  return dot(cross(big.at(a), big.at(b)), big.direction).sign();
}

int end_side_exact(const RayLine& ray, const Triangle& t) {
  const IntegerTriangle it(ray, t);
  const Fraction end = to_fraction(ray.t_max);
  // normal · (t_max direction - corner), of which both have units of their own.
  const Integer begin = -dot(it.normal, it.corner[0]);
  const Integer along = dot(it.normal, it.ray.direction) * end.numerator;
  const int unit = end.exponent + it.ray.way - it.ray.place;
  return Integer(shifted(begin, -unit) + shifted(along, unit)).sign();
}

bool flat_meeting(const RayLine& ray, const Triangle& t, RayMeeting& first) {
  const IntegerTriangle it(ray, t);
  first = {};
  if (!is_zero(it.normal) && point_on_triangle(ray.origin, t)) {
    weigh_origin(it, first);
    return true;
  }
  const EdgeTest test(it.ray, ray.t_max);
  bool found = false;
  EdgeMeeting best;
  for (std::size_t i = 0; i < 3; ++i) {
    EdgeMeeting meeting;
    if (!test(it.corner[i], it.corner[(i + 1) % 3], meeting)) continue;
    if (found && compare(meeting.t, best.t) >= 0) continue;
    found = true;
    best = meeting;
    const double weight[3] = {1 - meeting.along, meeting.along, 0};
    first.u = weight[(4 - i) % 3];
    first.v = weight[(5 - i) % 3];
  }
  if (found) first.t = rounded(best.t);
  return found;
}

RayMeeting crossing_exact(const RayLine& ray, const Triangle& t) {
  const IntegerTriangle it(ray, t);
  const Integer along = dot(it.normal, it.ray.direction);
  RayMeeting out;
  out.t = rounded(it.ray.parameter(dot(it.normal, it.corner[0]), along));
  out.u = ratio_of(dot(cross(it.corner[2], it.corner[0]), it.ray.direction), along);
  out.v = std::min(ratio_of(dot(cross(it.corner[0], it.corner[1]), it.ray.direction), along),
                   1 - out.u);
  return out;
}

}  // namespace tact::exact
