#include "tests/exactness/rational_oracle.h"

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tact::exactness {
namespace {

using Big = mpz_class;
using BigVec = std::array<Big, 3>;
using Points = std::array<BigVec, 3>;

BigVec minus(const BigVec& a, const BigVec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
BigVec times(const BigVec& a, const BigVec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool is_zero(const BigVec& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }
Big dot(const BigVec& a, const BigVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// All coordinates times 2^-(the least exponent of a last digit).
std::array<Points, 2> to_integers(const Triangle& a, const Triangle& b) {
  int least = 1024;
  const std::array<const Triangle*, 2> triangles{&a, &b};
  for (const Triangle* t : triangles) {
    for (const Vec3& p : *t) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] != 0) least = std::min(least, std::max(std::ilogb(p[k]) - 52, -1074));
      }
    }
  }
  std::array<Points, 2> out;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) {
        int exponent = 0;
        const double fraction = std::frexp((*triangles[i])[j][k], &exponent);
        Big& value = out[i][j][k];
        value = std::ldexp(fraction, 53);
        const int shift = exponent - 53 - least;
        if (value == 0) continue;
        if (shift >= 0) {
          value <<= static_cast<unsigned>(shift);
        } else {
          value >>= static_cast<unsigned>(-shift);  // a denormal's missing digits are zeros
        }
      }
    }
  }
  return out;
}

bool separates(const BigVec& axis, const std::array<Points, 2>& t) {
  std::array<Big, 2> low;
  std::array<Big, 2> high;
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Big value = dot(axis, t[i][j]);
      if (j == 0 || value < low[i]) low[i] = value;
      if (j == 0 || value > high[i]) high[i] = value;
    }
  }
  return high[0] < low[1] || high[1] < low[0];
}

// Directions that suffice to part the two: normals of the facets of their Minkowski difference, in
// as many dimensions as that has, and the ways to part from its affine hull.
std::vector<BigVec> axes(const std::array<Points, 2>& t) {
  std::vector<BigVec> edges;
  for (const Points& p : t) {
    for (std::size_t j = 0; j < 3; ++j) {
      BigVec e = minus(p[(j + 1) % 3], p[j]);
      if (!is_zero(e)) edges.push_back(std::move(e));
    }
  }
  const BigVec between = minus(t[1][0], t[0][0]);
  if (edges.empty()) return {between};
  std::vector<BigVec> normals;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      BigVec n = times(edges[i], edges[j]);
      if (!is_zero(n)) normals.push_back(std::move(n));
    }
  }
  if (normals.empty()) return {edges[0], times(edges[0], times(between, edges[0]))};
  const bool solid = std::any_of(normals.begin(), normals.end(),
                                 [&](const BigVec& n) { return !is_zero(times(n, normals[0])); });
  if (solid) return normals;
  std::vector<BigVec> flat{normals[0]};
  for (const BigVec& e : edges) flat.push_back(times(normals[0], e));
  return flat;
}

}  // namespace

bool touch_by_separating_axes(const Triangle& a, const Triangle& b) {
  const std::array<Points, 2> t = to_integers(a, b);
  for (const BigVec& axis : axes(t)) {
    if (separates(axis, t)) return false;
  }
  return true;
}

}  // namespace tact::exactness
