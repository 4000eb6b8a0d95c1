#include "tact/bounds/sphere_fit.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tact {
namespace {

constexpr double close_enough = 1 + 1e-12;  // of a squared radius
constexpr int most_rounds = 60;
constexpr double underflow = 0x1p-500;  // more than squares of small numbers lose

struct SupportBall {
  Vec3 centre;
  double radius_sq = -1;
};

// The smallest ball with all `count` points (one to four) on its surface. False: they do not span
// enough, as when one of them is needless.
bool ball_through(const Vec3* points, int count, SupportBall& out) {
  const Vec3 origin = points[0];
  if (count == 1) {
    out = {origin, 0};
    return true;
  }
  // centre = origin + Σ t_i e_i with e_k · (centre − origin) = |e_k|²/2: Gram's system.
  const int n = count - 1;
  Vec3 edges[3];
  double g[3][4];
  for (int i = 0; i < n; ++i) edges[i] = points[i + 1] - origin;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) g[i][k] = dot(edges[i], edges[k]);
    g[i][n] = g[i][i] / 2;
  }
  for (int i = 0; i < n; ++i) {
    int pivot = i;
    for (int k = i + 1; k < n; ++k) {
      if (std::fabs(g[k][i]) > std::fabs(g[pivot][i])) pivot = k;
    }
    if (!(std::fabs(g[pivot][i]) > 1e-14 * dot(edges[i], edges[i]))) return false;
    for (int c = 0; c <= n; ++c) std::swap(g[i][c], g[pivot][c]);
    for (int k = 0; k < n; ++k) {
      if (k == i) continue;
      const double factor = g[k][i] / g[i][i];
      for (int c = i; c <= n; ++c) g[k][c] -= factor * g[i][c];
    }
  }
  Vec3 to_centre;
  for (int i = 0; i < n; ++i) to_centre = to_centre + edges[i] * (g[i][n] / g[i][i]);
  out = {origin + to_centre, length_sq(to_centre)};
  return true;
}

// The points that hold the ball.
struct Support {
  std::array<Vec3, 5> points;
  int count = 0;
};

// The smallest ball around the support and a point outside it, which must then be on its surface;
// the support becomes what holds the new one. At most 15 sets to try.
bool pivot(Support& support, const Vec3& outside, SupportBall& ball) {
  SupportBall best;
  best.radius_sq = -1;
  unsigned best_set = 0;
  const unsigned sets = 1U << static_cast<unsigned>(support.count);
  for (unsigned set = 0; set < sets; ++set) {
    Vec3 chosen[5] = {outside};
    int count = 1;
    for (int i = 0; i < support.count; ++i) {
      if ((set >> static_cast<unsigned>(i) & 1U) != 0 && count < 5) {
        chosen[count++] = support.points[static_cast<std::size_t>(i)];
      }
    }
    SupportBall trial;
    if (count > 4 || !ball_through(chosen, count, trial)) continue;
    if (best.radius_sq >= 0 && trial.radius_sq >= best.radius_sq) continue;
    bool holds = true;
    for (int i = 0; i < support.count && holds; ++i) {
      const double away = length_sq(support.points[static_cast<std::size_t>(i)] - trial.centre);
      holds = away <= trial.radius_sq * (1 + 1e-11);
    }
    if (!holds) continue;
    best = trial;
    best_set = set;
  }
  if (!(best.radius_sq > ball.radius_sq)) return false;  // rounding has the last word
  Support next;
  next.points[0] = outside;
  next.count = 1;
  for (int i = 0; i < support.count; ++i) {
    if ((best_set >> static_cast<unsigned>(i) & 1U) == 0) continue;
    next.points[static_cast<std::size_t>(next.count++)] =
        support.points[static_cast<std::size_t>(i)];
  }
  support = next;
  ball = best;
  return true;
}

struct Farthest {
  std::size_t at = 0;
  double away_sq = -1;
};

Farthest farthest_from(const Vec3& centre, std::span<const Vec3> points) {
  Farthest farthest;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double away_sq = length_sq(points[i] - centre);
    if (away_sq > farthest.away_sq) farthest = {i, away_sq};
  }
  return farthest;
}

}  // namespace

Sphere fit_sphere(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Support support;
  support.points[0] = points[farthest_from(points[0], points).at];
  support.count = 1;
  SupportBall ball{support.points[0], 0};
  Farthest farthest = farthest_from(ball.centre, points);
  SupportBall best = ball;
  double best_sq = farthest.away_sq;
  for (int round = 0; round < most_rounds; ++round) {
    if (!(farthest.away_sq > ball.radius_sq * close_enough)) break;
    if (!pivot(support, points[farthest.at], ball)) break;
    farthest = farthest_from(ball.centre, points);
    if (farthest.away_sq < best_sq) {
      best_sq = farthest.away_sq;
      best = ball;
    }
  }
  // Whatever the search came to, the radius is what the points need.
  return {best.centre, std::sqrt(best_sq) * (1 + 0x1p-48) + underflow};
}

Sphere merge(const Sphere& a, const Sphere& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  const Vec3 across = b.centre - a.centre;
  const double apart = length(across);
  if ((apart + b.radius) * (1 + 0x1p-48) <= a.radius) return a;
  if ((apart + a.radius) * (1 + 0x1p-48) <= b.radius) return b;
  const double radius = (apart + a.radius + b.radius) / 2;
  const Vec3 centre = a.centre + across * (apart > 0 ? (radius - a.radius) / apart : 0);
  // The centre is rounded: the radius is what the two need from where it came to lie.
  const double needed =
      std::max(length(a.centre - centre) + a.radius, length(b.centre - centre) + b.radius);
  return {centre, needed * (1 + 0x1p-48) + underflow};
}

Sphere enclose(std::span<const Sphere> spheres) {
  Sphere all;
  for (const Sphere& sphere : spheres) all = merge(all, sphere);
  if (all.empty()) return all;
  double needed = 0;
  for (const Sphere& sphere : spheres) {
    if (sphere.empty()) continue;
    const double reach = length(sphere.centre - all.centre) + sphere.radius;
    if (!(reach <= needed)) needed = reach;
  }
  return {all.centre, needed * (1 + 0x1p-48) + underflow};
}

}  // namespace tact
