#include "tact/contact/impact_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tact {
namespace {

using Weights = std::array<double, 3>;

// A feature's corners at three times; those that it has not are the first one.
struct Corners {
  std::size_t count = 0;
  std::array<Vec3, 3> begin{};
  std::array<Vec3, 3> then{};
  std::array<Vec3, 3> end{};
};

Vec3 weighted(const std::array<Vec3, 3>& corners, const Weights& weights) {
  return corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
}

// How far along pq the point of it lies that is next to x.
double along(const Vec3& p, const Vec3& q, const Vec3& x) {
  const Vec3 d = q - p;
  const double whole = length_sq(d);
  return whole > 0 ? std::clamp(dot(x - p, d) / whole, 0.0, 1.0) : 0.0;
}

// Of the point of a triangle next to x: inside, or else the nearest one of an edge.
Weights triangle_weights(const std::array<Vec3, 3>& t, const Vec3& x) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  const double whole = length_sq(n);
  if (whole > 0) {
    Weights w{};
    for (std::size_t k = 0; k < 3; ++k) {
      w[k] = dot(cross(t[(k + 1) % 3] - x, t[(k + 2) % 3] - x), n) / whole;
    }
    const double sum = w[0] + w[1] + w[2];
    if (std::min({w[0], w[1], w[2]}) >= 0 && sum > 0) return {w[0] / sum, w[1] / sum, w[2] / sum};
  }
  Weights best{1, 0, 0};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    const double s = along(t[k], t[next], x);
    Weights w{};
    w[k] = 1 - s;
    w[next] = s;
    const double distance_sq = length_sq(weighted(t, w) - x);
    if (distance_sq < least) {
      least = distance_sq;
      best = w;
    }
  }
  return best;
}

struct EdgePlaces {
  double a = 0;
  double b = 0;
};

// Of the two points next to each other: within both edges where these are not parallel, or else the
// nearest that has an end point.
EdgePlaces edge_places(const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q) {
  EdgePlaces best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](double a, double b) {
    const Vec3 apart = (p[0] * (1 - a) + p[1] * a) - (q[0] * (1 - b) + q[1] * b);
    if (length_sq(apart) >= least) return;
    least = length_sq(apart);
    best = {a, b};
  };
  for (const double end : {0.0, 1.0}) {
    const Vec3& of_q = end == 0 ? q[0] : q[1];
    const Vec3& of_p = end == 0 ? p[0] : p[1];
    consider(along(p[0], p[1], of_q), end);
    consider(end, along(q[0], q[1], of_p));
  }
  const Vec3 d = p[1] - p[0];
  const Vec3 e = q[1] - q[0];
  const Vec3 r = p[0] - q[0];
  const double dd = length_sq(d);
  const double ee = length_sq(e);
  const double de = dot(d, e);
  const double area = dd * ee - de * de;
  if (area > 0) {
    const double a = (de * dot(e, r) - ee * dot(d, r)) / area;
    const double b = (dd * dot(e, r) - de * dot(d, r)) / area;
    if (a >= 0 && a <= 1 && b >= 0 && b <= 1) consider(a, b);
  }
  return best;
}

// Directions of any length, also where squares would leave the range of double.
Vec3 unit_of(const Vec3& v) {
  const double most = std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  if (!(most > 0)) return {};
  const Vec3 scaled{v.x / most, v.y / most, v.z / most};
  return scaled * (1 / length(scaled));
}

// `plane`: at right angles to the features; `back`: from where b came, seen from a.
Vec3 normal_of(const Vec3& plane, const Vec3& back) {
  constexpr double hardly = 1e-9;
  const Vec3 n = unit_of(plane);
  const Vec3 d = unit_of(back);
  const double side = dot(n, d);
  if (std::fabs(side) > hardly) return side > 0 ? n : -n;
  return length_sq(d) > 0 ? d : n;
}

Corners corners_of(const MovingSide& side, const Feature& feature, double time, double scale) {
  Corners out;
  out.count = static_cast<std::size_t>(feature.kind) + 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t vertex = feature.vertices[i < out.count ? i : 0];
    std::size_t k = 0;
    while (k < 2 && side.vertex(k) != vertex) ++k;
    if (feature.kind == FeatureKind::triangle) k = i;  // corners may be one vertex
    const MovingPoint& p = side.corners()[k];
    out.begin[i] = p.from * scale;
    out.end[i] = p.to * scale;
    out.then[i] = out.begin[i] * (1 - time) + out.end[i] * time;
  }
  return out;
}

Feature feature_of(FeatureKind kind, const MovingSide& side, const FeatureNumbers& numbers) {
  Feature out;
  out.kind = kind;
  out.triangle = numbers.triangle;
  if (kind == FeatureKind::triangle) {
    out.vertices = {side.vertex(0), side.vertex(1), side.vertex(2)};
  } else {
    out.vertices = {numbers.first, numbers.second, 0};
  }
  return out;
}

// Coordinates are brought near one, so that their products are numbers.
double fitting_scale(const MovingSide& a, const MovingSide& b) {
  double most = 0;
  for (const MovingSide* side : {&a, &b}) {
    for (std::size_t k = 0; k < 3; ++k) {
      most = std::max({most, std::fabs(side->way().lo[k]), std::fabs(side->way().hi[k])});
    }
  }
  if (most == 0) return 1;
  return std::ldexp(1.0, std::clamp(-std::ilogb(most) - 2, -1020, 1020));
}

}  // namespace

void describe_impact(const MovingBody& a, const MovingBody& b, const FoundImpact& found,
                     Impact& impact) {
  const FeaturePair& pair = found.pair;
  MovingSide side_a;
  MovingSide side_b;
  side_a.read(a, pair.body_a, pair.a.triangle, 1);
  side_b.read(b, pair.body_b, pair.b.triangle, 1);
  const bool edges = pair.kind == FeaturePair::Kind::edges;
  const FeatureKind single = edges ? FeatureKind::edge : FeatureKind::vertex;
  const FeatureKind other = edges ? FeatureKind::edge : FeatureKind::triangle;
  const bool turned = pair.kind == FeaturePair::Kind::triangle_vertex;
  impact.a = feature_of(turned ? other : single, side_a, pair.a);
  impact.b = feature_of(turned ? single : other, side_b, pair.b);
  impact.time_lo = found.lo;
  impact.time_hi = found.hi;

  const double time = found.lo + (found.hi - found.lo) / 2;
  const double scale = fitting_scale(side_a, side_b);
  const Corners of_a = corners_of(side_a, impact.a, time, scale);
  const Corners of_b = corners_of(side_b, impact.b, time, scale);
  Vec3 plane;
  if (edges) {
    const EdgePlaces at = edge_places(of_a.then, of_b.then);
    impact.a.weights = {1 - at.a, at.a, 0};
    impact.b.weights = {1 - at.b, at.b, 0};
    plane = cross(of_a.then[1] - of_a.then[0], of_b.then[1] - of_b.then[0]);
  } else {
    const Corners& triangle = turned ? of_a : of_b;
    (turned ? impact.b : impact.a).weights = {1, 0, 0};
    (turned ? impact.a : impact.b).weights =
        triangle_weights(triangle.then, (turned ? of_b : of_a).then[0]);
    plane = cross(triangle.then[1] - triangle.then[0], triangle.then[2] - triangle.then[0]);
  }
  const auto apart = [&](const std::array<Vec3, 3>& p, const std::array<Vec3, 3>& q) {
    return weighted(q, impact.b.weights) - weighted(p, impact.a.weights);
  };
  impact.normal = normal_of(plane, apart(of_a.begin, of_b.begin) - apart(of_a.end, of_b.end));
}

}  // namespace tact
