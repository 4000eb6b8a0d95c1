// Rays against balls: |origin + t direction - centre|² <= radius² is A t² - 2 B t + C <= 0.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "tact/geometry/fraction_impl.h"
#include "tact/geometry/ray.h"
#include "tact/geometry/ray_impl.h"

namespace tact {
namespace {

using exact::Fraction;
using exact::Integer;
using exact::IntegerVec;

// In units of their own: those of t are 2^unit.
struct Quadratic {
  Integer a;
  Integer b;
  Integer c;
  int unit;

  Quadratic(const RayLine& ray, const Ball& ball) {
    const double x[7] = {ray.origin.x,  ray.origin.y,  ray.origin.z, ball.centre.x,
                         ball.centre.y, ball.centre.z, ball.radius};
    const double y[6] = {ray.direction.x, ray.direction.y, ray.direction.z,
                         ray.tail.x,      ray.tail.y,      ray.tail.z};
    const int place = exact::common_exponent(x, 7);
    const int way = exact::common_exponent(y, 6);
    const IntegerVec to =
        exact::to_integer(ball.centre, place) - exact::to_integer(ray.origin, place);
    const IntegerVec head = exact::to_integer(ray.direction, way);
    const IntegerVec tail = exact::to_integer(ray.tail, way);
    const IntegerVec d{head.x + tail.x, head.y + tail.y, head.z + tail.z};
    const Integer radius = exact::to_integer(ball.radius, place);
    a = exact::dot(d, d);
    b = exact::dot(d, to);
    c = exact::dot(to, to) - radius * radius;
    unit = place - way;
  }

  // Sign of the value at t.
  int at(const Fraction& t) const {
    const int up = t.exponent - unit;
    const Integer m = exact::shifted(t.numerator, up);
    const Integer n = exact::shifted(Integer(1), -up);  // t is m / n
    return Integer(a * m * m - 2 * b * m * n + c * n * n).sign();
  }
  // Is t before the least value?
  bool falls_at(const Fraction& t) const {
    const int up = t.exponent - unit;
    return exact::shifted(a * t.numerator, up) < exact::shifted(b, -up);
  }
  // Has nothing of the ball come yet at t >= 0? For a ray that meets it.
  bool before(const Fraction& t) const { return falls_at(t) && at(t) > 0; }
};

double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

// 1 the ray meets the ball, -1 it does not, 0 not certain. Sums and differences of up to seven
// products of numbers that were rounded once or twice.
int meets_roughly(const RayLine& ray, const Ball& ball) {
  constexpr double slack = 32 * 0x1p-53;
  const Vec3 to = ball.centre - ray.origin;
  const Vec3& d = ray.direction;
  const double a = length_sq(d);
  const double to_sq = length_sq(to);
  const double radius_sq = ball.radius * ball.radius;
  const double reach = to_sq + radius_sq;
  if (!(a > 0x1p-300 && a < 0x1p300 && reach > 0x1p-300 && reach < 0x1p300)) return 0;
  const double c = to_sq - radius_sq;
  if (c < -slack * reach) return 1;
  if (!(c > slack * reach)) return 0;
  const double b = dot(d, to);
  const double b_slack =
      slack * (std::abs(d.x * to.x) + std::abs(d.y * to.y) + std::abs(d.z * to.z));
  if (b < -b_slack) return -1;
  if (!(b > b_slack)) return 0;
  const double root = b * b - a * c;
  const double root_slack = 2 * std::abs(b) * b_slack + 4 * slack * a * reach;
  if (root < -root_slack) return -1;
  const bool passes = a * ray.t_max > (b + b_slack) * (1 + slack);
  return root > root_slack && passes ? 1 : 0;
}

}  // namespace

namespace exact {

bool ball_exact(const RayLine& ray, const Ball& ball) {
  const Quadratic f(ray, ball);
  if (f.c.sign() <= 0) return true;
  if (f.b.sign() <= 0) return false;
  if (!std::isinf(ray.t_max) && f.falls_at(to_fraction(ray.t_max))) {
    return f.at(to_fraction(ray.t_max)) <= 0;
  }
  return f.b * f.b >= f.a * f.c;
}

// The bits of doubles that are not negative are ordered like them: gallops, then halves.
double ball_entry(const RayLine& ray, const Ball& ball, double about) {
  const Quadratic f(ray, ball);
  if (f.c.sign() <= 0) return 0;
  const auto infinite = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  const auto is_before = [&](std::uint64_t bits) {
    return bits < infinite && f.before(to_fraction(double_of(bits)));
  };
  const bool usable = about > 0 && about < std::numeric_limits<double>::infinity();
  std::uint64_t low = usable ? std::bit_cast<std::uint64_t>(about) : 0;
  std::uint64_t high = low;
  for (std::uint64_t step = 1; low > 0 && !is_before(low); step *= 2) low -= std::min(low, step);
  for (std::uint64_t step = 1; is_before(high); step *= 2) high += std::min(infinite - high, step);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_before(middle) ? low : high) = middle;
  }
  if (high == infinite) return double_of(high);
  // Between neighbours, the nearer one.
  const double from = double_of(low);
  const double to = double_of(high);
  const double ends[2] = {from, to};
  const int unit = common_exponent(ends, 2) - 1;
  const Integer middle = (to_integer(from, unit) + to_integer(to, unit)) / 2;
  return f.before({middle, 1, unit}) ? to : from;
}

}  // namespace exact

bool ray_meets(const RayLine& ray, const Ball& ball) {
  const int rough = meets_roughly(ray, ball);
  return rough != 0 ? rough > 0 : exact::ball_exact(ray, ball);
}

RayMeeting first_meeting(const RayLine& ray, const Ball& ball) {
  const Vec3 to = ball.centre - ray.origin;
  const double a = length_sq(ray.direction);
  const double b = dot(ray.direction, to);
  const double c = length_sq(to) - ball.radius * ball.radius;
  const double about = c / (b + std::sqrt(std::max(b * b - a * c, 0.0)));
  return {exact::ball_entry(ray, ball, about), 0, 0};
}

}  // namespace tact
