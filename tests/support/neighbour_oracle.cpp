#include "tests/support/neighbour_oracle.h"

#include <algorithm>
#include <cmath>

#include "tests/support/common_part.h"

namespace tact::testing {
namespace {

// Are products of three such numbers far from where doubles lose bits?
bool usual(const Vec3& v) {
  const auto fits = [](double x) { return x == 0 || (std::abs(x) > 1e-90 && std::abs(x) < 1e90); };
  return fits(v.x) && fits(v.y) && fits(v.z);
}

// The sign of a sum of products, if it outweighs what roundings may have done to `size`, the sum
// of their sizes: there are fewer than twelve on the way to each of them. 0: cannot tell.
int sign_if_certain(double sum, double size) {
  return std::abs(sum) <= 0x1p-48 * size ? 0 : sum > 0 ? 1 : -1;
}

// Of (x × y) · z. The vectors may be differences that were rounded.
int side(const Vec3& x, const Vec3& y, const Vec3& z) {
  if (!usual(x) || !usual(y) || !usual(z)) return 0;
  double sum = 0;
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double one = x[k] * y[(k + 1) % 3] * z[(k + 2) % 3];
    const double other = x[k] * y[(k + 2) % 3] * z[(k + 1) % 3];
    sum += one - other;
    size += std::abs(one) + std::abs(other);
  }
  return sign_if_certain(sum, size);
}

int side(const Vec3& normal, const Vec3& p) {
  if (!usual(normal) || !usual(p)) return 0;
  const Vec3 part{normal.x * p.x, normal.y * p.y, normal.z * p.z};
  return sign_if_certain(part.x + part.y + part.z,
                         std::abs(part.x) + std::abs(part.y) + std::abs(part.z));
}

bool both(int one, int other, int wanted) { return one == wanted && other == wanted; }

Vec3 unit(const Vec3& v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  return {v.x / length, v.y / length, v.z / length};
}

// All but the common corner, from which these lead to the others, on either side of a plane
// through it; or all of one triangle but the corner on one side of the other's plane.
bool apart_but_for_a_corner(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const int by_a = side(p, q, r);
  if (by_a != 0 && side(p, q, s) == by_a) return true;
  const int by_b = side(r, s, p);
  if (by_b != 0 && side(r, s, q) == by_b) return true;
  const Vec3 between = unit(unit(r) + unit(s)) - unit(unit(p) + unit(q));
  return both(side(between, p), side(between, q), -1) &&
         both(side(between, r), side(between, s), 1);
}

// In two planes, whose common line has no more than the edge of either; or in halves of one plane.
bool apart_but_for_an_edge(const Vec3& edge, const Vec3& p, const Vec3& q) {
  if (side(edge, p, q) != 0) return true;
  const Vec3 up{edge.y * p.z - edge.z * p.y, edge.z * p.x - edge.x * p.z,
                edge.x * p.y - edge.y * p.x};
  return side(edge, up, p) * side(edge, up, q) < 0;
}

}  // namespace

SharedCorners shared_corners(const NamedTriangle& a, const NamedTriangle& b) {
  SharedCorners shared;
  for (std::uint8_t i = 0; i < 3; ++i) {
    for (std::uint8_t j = 0; j < 3; ++j) {
      const Vec3& p = a.at[i];
      const Vec3& q = b.at[j];
      const bool one = a.id[i] == b.id[j] && p.x == q.x && p.y == q.y && p.z == q.z;
      if (!one || std::count(shared.of_b.begin(), shared.of_b.end(), j) != 0) continue;
      shared.of_a.push_back(i);
      shared.of_b.push_back(j);
      break;
    }
  }
  return shared;
}

bool clearly_apart(const Triangle& a, const Triangle& b, const SharedCorners& shared) {
  if (shared.of_a.size() == 1) {
    const std::size_t i = shared.of_a[0];
    const std::size_t j = shared.of_b[0];
    return apart_but_for_a_corner(a[(i + 1) % 3] - a[i], a[(i + 2) % 3] - a[i],
                                  b[(j + 1) % 3] - b[j], b[(j + 2) % 3] - b[j]);
  }
  if (shared.of_a.size() != 2) return false;
  const Vec3& from = a[shared.of_a[0]];
  const std::size_t third_a = 3U - shared.of_a[0] - shared.of_a[1];
  const std::size_t third_b = 3U - shared.of_b[0] - shared.of_b[1];
  return apart_but_for_an_edge(a[shared.of_a[1]] - from, a[third_a] - from, b[third_b] - from);
}

bool neighbours_touch(const NamedTriangle& a, const NamedTriangle& b, const SharedCorners& shared) {
  return !clearly_apart(a.at, b.at, shared) && touch_beyond(a.at, b.at, shared.of_a);
}

}  // namespace tact::testing
