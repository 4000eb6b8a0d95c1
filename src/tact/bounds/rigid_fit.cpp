#include "tact/bounds/rigid_fit.h"

#include <cmath>
#include <limits>
#include <utility>

namespace tact {
namespace {

// Projections are sums of three products of coordinates of at most about one, with axes that are
// unit vectors up to float's rounding; the triangles themselves were rounded to float.
constexpr float outward(float half, float reach) {
  return half + (half + reach) * 0x1p-20F + 0x1p-100F;
}

using Matrix = double[3][3];

// One rotation of Jacobi's method: makes m[p][q] vanish.
void rotate(Matrix& m, Matrix& v, int p, int q) {
  if (m[p][q] == 0) return;
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double root = std::sqrt(theta * theta + 1);
  const double t = theta >= 0 ? 1 / (theta + root) : 1 / (theta - root);
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double kp = m[k][p];
    const double kq = m[k][q];
    m[k][p] = c * kp - s * kq;
    m[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = m[p][k];
    const double qk = m[q][k];
    m[p][k] = c * pk - s * qk;
    m[q][k] = s * pk + c * qk;
    const double vp = v[k][p];
    const double vq = v[k][q];
    v[k][p] = c * vp - s * vq;
    v[k][q] = s * vp + c * vq;
  }
}

struct Direction {
  double x;
  double y;
  double z;
};

Direction cross(const Direction& a, const Direction& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double dot(const Direction& a, const Direction& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Two directions, not parallel, to three unit vectors; false if there is no telling. Of edges that
// are parallel but for their rounding the cross product may point anywhere, also along them: a box
// along such axes would not hold what it was fitted to.
bool orthonormal(const Direction& first, const Direction& second, Axes& out) {
  Direction third = cross(first, second);
  const double share = dot(first, third) / dot(first, first);
  const Direction astray{first.x * share, first.y * share, first.z * share};
  if (!(dot(astray, astray) < 0.25 * dot(third, third))) return false;
  third = {third.x - astray.x, third.y - astray.y, third.z - astray.z};
  const Direction middle = cross(third, first);
  const Direction all[3] = {first, middle, third};
  for (int i = 0; i < 3; ++i) {
    const double length = std::sqrt(dot(all[i], all[i]));
    if (!(length > 0x1p-300) || !std::isfinite(length)) return false;
    out.axis[i][0] = static_cast<float>(all[i].x / length);
    out.axis[i][1] = static_cast<float>(all[i].y / length);
    out.axis[i][2] = static_cast<float>(all[i].z / length);
  }
  return true;
}

constexpr Axes frame_axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

Obb box_along(std::span<const FloatTriangle> triangles, const Axes& axes) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  float lo[3] = {inf, inf, inf};
  float hi[3] = {-inf, -inf, -inf};
  for (const FloatTriangle& t : triangles) {
    for (const auto& v : t.v) {
      for (int i = 0; i < 3; ++i) {
        const float* const u = axes.axis[i];
        const float p = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        lo[i] = p < lo[i] ? p : lo[i];
        hi[i] = p > hi[i] ? p : hi[i];
      }
    }
  }
  Obb box;
  float middle[3];
  float reach = 0;
  for (int i = 0; i < 3; ++i) {
    middle[i] = 0.5F * (lo[i] + hi[i]);
    reach += std::fabs(lo[i]) + std::fabs(hi[i]);
  }
  for (int k = 0; k < 3; ++k) {
    box.centre[k] =
        axes.axis[0][k] * middle[0] + axes.axis[1][k] * middle[1] + axes.axis[2][k] * middle[2];
    box.half[k] = outward(0.5F * (hi[k] - lo[k]), reach);
    for (int x = 0; x < 3; ++x) box.axis[k][x] = axes.axis[k][x];
  }
  return box;
}

double area_of(const Obb& box) {
  return double{box.half[0]} * double{box.half[1]} + double{box.half[1]} * double{box.half[2]} +
         double{box.half[2]} * double{box.half[0]};
}

}  // namespace

float weight_of(const FloatTriangle& t) {
  double e[2][3];
  for (int k = 0; k < 3; ++k) {
    e[0][k] = double{t.v[1][k]} - double{t.v[0][k]};
    e[1][k] = double{t.v[2][k]} - double{t.v[0][k]};
  }
  const double n0 = e[0][1] * e[1][2] - e[0][2] * e[1][1];
  const double n1 = e[0][2] * e[1][0] - e[0][0] * e[1][2];
  const double n2 = e[0][0] * e[1][1] - e[0][1] * e[1][0];
  return static_cast<float>(std::sqrt(n0 * n0 + n1 * n1 + n2 * n2) + 0x1p-40);
}

void SurfaceMoments::add(const FloatTriangle& t) {
  const double w = double{t.weight};
  double sum[3];
  for (int k = 0; k < 3; ++k) sum[k] = double{t.v[0][k]} + double{t.v[1][k]} + double{t.v[2][k]};
  area += w;
  for (int k = 0; k < 3; ++k) first[k] += w * (1.0 / 3) * sum[k];
  const double w12 = w * (1.0 / 12);
  constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int i = 0; i < 6; ++i) {
    const auto [p, q] = pairs[i];
    double corners = sum[p] * sum[q];
    for (const auto& v : t.v) corners += double{v[p]} * double{v[q]};
    second[i] += w12 * corners;
  }
}

Axes principal_axes(const SurfaceMoments& moments) {
  if (!(moments.area > 0)) return frame_axes;
  double mean[3];
  for (int k = 0; k < 3; ++k) mean[k] = moments.first[k] / moments.area;
  const double* const s = moments.second;
  const double w = 1 / moments.area;
  Matrix m = {
      {s[0] * w - mean[0] * mean[0], s[3] * w - mean[0] * mean[1], s[4] * w - mean[0] * mean[2]},
      {0, s[1] * w - mean[1] * mean[1], s[5] * w - mean[1] * mean[2]},
      {0, 0, s[2] * w - mean[2] * mean[2]}};
  m[1][0] = m[0][1];
  m[2][0] = m[0][2];
  m[2][1] = m[1][2];
  Matrix v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double size = std::fabs(m[0][0]) + std::fabs(m[1][1]) + std::fabs(m[2][2]);
  for (int sweep = 0; sweep < 8; ++sweep) {
    const double off = std::fabs(m[0][1]) + std::fabs(m[0][2]) + std::fabs(m[1][2]);
    if (!(off > size * 1e-7)) break;
    rotate(m, v, 0, 1);
    rotate(m, v, 0, 2);
    rotate(m, v, 1, 2);
  }
  int order[3] = {0, 1, 2};
  if (m[order[0]][order[0]] < m[order[1]][order[1]]) std::swap(order[0], order[1]);
  if (m[order[1]][order[1]] < m[order[2]][order[2]]) std::swap(order[1], order[2]);
  if (m[order[0]][order[0]] < m[order[1]][order[1]]) std::swap(order[0], order[1]);
  Axes axes;
  const Direction first{v[0][order[0]], v[1][order[0]], v[2][order[0]]};
  const Direction second{v[0][order[1]], v[1][order[1]], v[2][order[1]]};
  return orthonormal(first, second, axes) ? axes : frame_axes;
}

Obb fit_obb(std::span<const FloatTriangle> triangles, const Axes& axes) {
  const Obb own = box_along(triangles, axes);
  const Obb plain = box_along(triangles, frame_axes);
  return area_of(plain) < area_of(own) ? plain : own;
}

Obb fit_obb(const FloatTriangle& triangle) {
  Direction edges[3];
  double longest = -1;
  int chosen = 0;
  for (int i = 0; i < 3; ++i) {
    const float* const p = triangle.v[i];
    const float* const q = triangle.v[(i + 1) % 3];
    edges[i] = {double{q[0]} - double{p[0]}, double{q[1]} - double{p[1]},
                double{q[2]} - double{p[2]}};
    const double length =
        edges[i].x * edges[i].x + edges[i].y * edges[i].y + edges[i].z * edges[i].z;
    if (length > longest) {
      longest = length;
      chosen = i;
    }
  }
  Axes axes;
  if (!orthonormal(edges[chosen], edges[(chosen + 1) % 3], axes)) {
    // No plane: a needle still has a direction, a point has none.
    const Direction& e = edges[chosen];
    const Direction other =
        std::fabs(e.x) < std::fabs(e.y) ? Direction{1, 0, 0} : Direction{0, 1, 0};
    if (!orthonormal(e, other, axes)) axes = frame_axes;
  }
  return box_along({&triangle, 1}, axes);
}

CentredBox fit_centred(std::span<const FloatTriangle> triangles) {
  const Obb box = box_along(triangles, frame_axes);
  CentredBox out;
  for (int k = 0; k < 3; ++k) {
    out.centre[k] = box.centre[k];
    out.half[k] = box.half[k];
  }
  return out;
}

template <int Extra>
KDop<Extra> fit_kdop(std::span<const FloatTriangle> triangles, const CentredBox& box) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  KDop<Extra> out;
  static_cast<CentredBox&>(out) = box;
  float reach = 0;
  for (int k = 0; k < 3; ++k) reach += std::fabs(box.centre[k]) + box.half[k];
  for (int m = 0; m < Extra; ++m) {
    const auto& d = DopDirections<Extra>::at[m];
    float lo = inf;
    float hi = -inf;
    for (const FloatTriangle& t : triangles) {
      for (const auto& v : t.v) {
        const float p = d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
        lo = p < lo ? p : lo;
        hi = p > hi ? p : hi;
      }
    }
    out.mid[m] = 0.5F * (lo + hi);
    out.radius[m] = outward(0.5F * (hi - lo), reach);
  }
  return out;
}

template KDop<4> fit_kdop<4>(std::span<const FloatTriangle> triangles, const CentredBox& box);
template KDop<6> fit_kdop<6>(std::span<const FloatTriangle> triangles, const CentredBox& box);

}  // namespace tact
