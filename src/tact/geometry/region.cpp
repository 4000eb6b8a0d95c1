#include "tact/geometry/region.h"

#include <algorithm>
#include <cmath>

#include "tact/geometry/exact_integer_impl.h"
#include "tact/geometry/filter_impl.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

using exact::Integer;
using exact::IntegerVec;

bool box_holds(const Extent& box, const Vec3& p) {
  return p.x >= box.lo.x && p.y >= box.lo.y && p.z >= box.lo.z && p.x <= box.hi.x &&
         p.y <= box.hi.y && p.z <= box.hi.z;
}

// normal · p - offset, in units of 2^(place + way) but for the offset, which has one of its own.
struct IntegerSide {
  Integer value;  // times 2^unit
  IntegerVec normal;
  int unit;
  int way;

  IntegerSide(const Vec3& n, double offset, const Vec3& p) {
    const double along[3] = {n.x, n.y, n.z};
    const double at[3] = {p.x, p.y, p.z};
    way = exact::common_exponent(along, 3);
    const int place = exact::common_exponent(at, 3);
    const int own = exact::common_exponent(&offset, 1);
    normal = exact::to_integer(n, way);
    const Integer product = exact::dot(normal, exact::to_integer(p, place));
    const Integer length = exact::to_integer(offset, own);
    unit = std::min(way + place, own);
    value = (product << static_cast<unsigned>(way + place - unit)) -
            (length << static_cast<unsigned>(own - unit));
  }
};

}  // namespace

// Where no corner is in the box they meet in its surface, of which each side is two triangles.
bool box_meets(const Extent& box, const Triangle& t) {
  for (const Vec3& p : t) {
    if (box_holds(box, p)) return true;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::max({t[0][k], t[1][k], t[2][k]}) < box.lo[k]) return false;
    if (std::min({t[0][k], t[1][k], t[2][k]}) > box.hi[k]) return false;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    for (const bool high : {false, true}) {
      Vec3 corner[4] = {box.lo, box.lo, box.lo, box.lo};
      for (Vec3& p : corner) p[axis] = high ? box.hi[axis] : box.lo[axis];
      corner[1][u] = corner[2][u] = box.hi[u];
      corner[2][v] = corner[3][v] = box.hi[v];
      if (intersects(Triangle{corner[0], corner[1], corner[2]}, t)) return true;
      if (intersects(Triangle{corner[0], corner[2], corner[3]}, t)) return true;
    }
  }
  return false;
}

// The point of the box nearest to the centre is one of doubles.
bool box_meets(const Extent& box, const Ball& ball) {
  Vec3 nearest;
  for (std::size_t k = 0; k < 3; ++k) {
    nearest[k] = std::clamp(ball.centre[k], box.lo[k], box.hi[k]);
  }
  return balls_touch(ball.centre, ball.radius, nearest, 0);
}

int side_of_plane(const Vec3& normal, double offset, const Vec3& p) {
  const double value = dot(normal, p) - offset;
  const double sum = std::abs(normal.x * p.x) + std::abs(normal.y * p.y) +
                     std::abs(normal.z * p.z) + std::abs(offset);
  const int sign = exact::certified_sign(value, 8 * 0x1p-53 * sum + exact::underflow);
  return sign != exact::uncertain ? sign : IntegerSide(normal, offset, p).value.sign();
}

// By how much the centre is outside, against the radius in lengths of the normal.
bool lies_outside(const Vec3& normal, double offset, const Ball& ball) {
  if (side_of_plane(normal, offset, ball.centre) <= 0) return false;
  const double value = dot(normal, ball.centre) - offset;
  const double reach = ball.radius * length(normal);
  const double sum = std::abs(normal.x * ball.centre.x) + std::abs(normal.y * ball.centre.y) +
                     std::abs(normal.z * ball.centre.z) + std::abs(offset) + reach;
  if (length_sq(normal) > 0x1p-900) {
    const int sign = exact::certified_sign(value - reach, 16 * 0x1p-53 * sum + exact::underflow);
    if (sign != exact::uncertain) return sign > 0;
  }
  const IntegerSide side(normal, offset, ball.centre);
  const int own = exact::common_exponent(&ball.radius, 1);
  const Integer radius = exact::to_integer(ball.radius, own);
  const int up = side.way + own - side.unit;  // of the radius, against the value
  const Integer left = up < 0 ? Integer(side.value << static_cast<unsigned>(-up)) : side.value;
  const Integer right = up > 0 ? Integer(radius << static_cast<unsigned>(up)) : radius;
  return left * left > right * right * exact::dot(side.normal, side.normal);
}

}  // namespace tact
