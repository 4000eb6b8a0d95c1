#include "tact/contact/proximity.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace tact {
namespace {

struct Foot {
  std::array<float, 3> weight;
  Vec3 normal;
  double height;  // of the vertex above the triangle's plane
};

// Where a vertex stands over a triangle; false if beside it, or if the triangle is degenerate.
bool foot_of(const Vec3& p, const Vec3& t0, const Vec3& t1, const Vec3& t2, Foot& foot) {
  const Vec3 u = t1 - t0;
  const Vec3 v = t2 - t0;
  const Vec3 n = cross(u, v);
  const double whole = length_sq(n);
  if (!(whole > 0)) return false;
  const Vec3 w = p - t0;
  const double s = dot(cross(w, v), n) / whole;
  const double r = dot(cross(u, w), n) / whole;
  constexpr double rim = -1e-9;  // a vertex over an edge is over both of its triangles
  if (!(s >= rim && r >= rim && 1 - s - r >= rim)) return false;
  foot.weight = {static_cast<float>(1 - s - r), static_cast<float>(s), static_cast<float>(r)};
  foot.normal = n * (1 / std::sqrt(whole));
  foot.height = dot(foot.normal, w);
  return true;
}

struct Crossing {
  double s;
  double t;
};

// The parameters at which two lines are closest; false unless both are strictly within the edges.
bool crossing_of(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v, Crossing& at) {
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  const double uv = dot(u, v);
  const double whole = uu * vv - uv * uv;
  if (!(whole > 1e-6 * uu * vv))
    return false;  // nearly parallel: their ends are vertices over faces
  const Vec3 w = p - q;
  at.s = (uv * dot(v, w) - vv * dot(u, w)) / whole;
  at.t = (uu * dot(v, w) - uv * dot(u, w)) / whole;
  return at.s > 0 && at.s < 1 && at.t > 0 && at.t < 1;
}

// Outwards at an edge: the sum of the unit normals of its triangles.
Vec3 outwards(const SurfaceState& surface, std::uint32_t edge) {
  Vec3 sum;
  for (const std::uint32_t triangle : surface.topology->triangles_of[edge]) {
    const auto& t = surface.topology->triangles[triangle];
    const Vec3& origin = surface.positions[t[0]];
    const Vec3 n = cross(surface.positions[t[1]] - origin, surface.positions[t[2]] - origin);
    const double size = length(n);
    if (size > 0) sum = sum + n * (1 / size);
  }
  return sum;
}

void sort_unique(std::vector<Pair>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

SurfaceTopology SurfaceTopology::from(std::span<const Triangle> triangles) {
  SurfaceTopology surface;
  surface.triangles.assign(triangles.begin(), triangles.end());
  surface.edges_of.resize(triangles.size());
  struct Side {
    std::array<std::uint32_t, 2> ends;
    std::uint32_t triangle;
    std::uint32_t side;
  };
  std::vector<Side> sides;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangles[i][k], triangles[i][(k + 1) % 3]);
      sides.push_back({{low, high}, i, k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.ends, a.triangle, a.side) < std::tie(b.ends, b.triangle, b.side);
  });
  for (const Side& side : sides) {
    if (surface.edges.empty() || surface.edges.back() != side.ends) {
      surface.edges.push_back(side.ends);
      surface.triangles_of.push_back({side.triangle, side.triangle});
    }
    surface.triangles_of.back()[1] = side.triangle;
    surface.edges_of[side.triangle][side.side] =
        static_cast<std::uint32_t>(surface.edges.size() - 1);
  }
  return surface;
}

bool boxes_near(const SurfaceState& a, std::uint32_t triangle_a, const SurfaceState& b,
                std::uint32_t triangle_b, double reach) {
  const auto& s = a.topology->triangles[triangle_a];
  const auto& t = b.topology->triangles[triangle_b];
  const Vec3 low_a = min(min(a.positions[s[0]], a.positions[s[1]]), a.positions[s[2]]);
  const Vec3 high_a = max(max(a.positions[s[0]], a.positions[s[1]]), a.positions[s[2]]);
  const Vec3 low_b = min(min(b.positions[t[0]], b.positions[t[1]]), b.positions[t[2]]);
  const Vec3 high_b = max(max(b.positions[t[0]], b.positions[t[1]]), b.positions[t[2]]);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (low_a[axis] > high_b[axis] + reach || low_b[axis] > high_a[axis] + reach) return false;
  }
  return true;
}

void ProximityFinder::find_vertices(const SurfaceState& of, const SurfaceState& over, bool swapped,
                                    double reach, double deepest, std::vector<Proximity>& found) {
  std::uint32_t vertex = 0xffffffffU;
  std::size_t inside = 0;  // where the contact of this vertex from inside is, one up; 0: none
  for (const Pair& key : keys_) {
    if (key.a != vertex) inside = 0;
    vertex = key.a;
    const auto& t = over.topology->triangles[key.b];
    const Vec3& p = of.positions[vertex];
    Foot foot{};
    if (!foot_of(p, over.positions[t[0]], over.positions[t[1]], over.positions[t[2]], foot))
      continue;
    if (foot.height > reach || foot.height < -deepest) continue;
    Proximity near;
    near.point = p - foot.normal * (0.5 * foot.height);
    near.distance = foot.height;
    near.normal = swapped ? foot.normal : -foot.normal;
    near.a = {vertex, 0, 0};
    near.weight_a = {1, 0, 0};
    near.b = t;
    near.weight_b = foot.weight;
    if (swapped) {
      std::swap(near.a, near.b);
      std::swap(near.weight_a, near.weight_b);
    }
    if (foot.height >= 0 || inside == 0) {
      found.push_back(near);
      if (foot.height < 0) inside = found.size();
    } else if (found[inside - 1].distance < foot.height) {
      found[inside - 1] = near;
    }
  }
}

void ProximityFinder::find_edges(const SurfaceState& a, const SurfaceState& b, double reach,
                                 std::vector<Proximity>& found) {
  for (const Pair& key : keys_) {
    const auto [a0, a1] = a.topology->edges[key.a];
    const auto [b0, b1] = b.topology->edges[key.b];
    const Vec3 u = a.positions[a1] - a.positions[a0];
    const Vec3 v = b.positions[b1] - b.positions[b0];
    Crossing at{};
    if (!crossing_of(a.positions[a0], u, b.positions[b0], v, at)) continue;
    const Vec3 on_a = a.positions[a0] + u * at.s;
    const Vec3 on_b = b.positions[b0] + v * at.t;
    const Vec3 apart = on_b - on_a;
    const double distance = length(apart);
    if (!(distance <= reach && distance > 1e-6 * reach)) continue;
    Proximity near;
    near.a = {a0, a1, 0};
    near.b = {b0, b1, 0};
    near.weight_a = {static_cast<float>(1 - at.s), static_cast<float>(at.s), 0};
    near.weight_b = {static_cast<float>(1 - at.t), static_cast<float>(at.t), 0};
    near.point = (on_a + on_b) * 0.5;
    // Edges that have gone past each other part the way they came. And an edge holds only what is
    // before it: within a flat face, or along a face beside it, vertices and faces do.
    const Vec3 out_a = outwards(a, key.a);
    const Vec3 out_b = outwards(b, key.b);
    const bool past = dot(apart, out_a - out_b) < 0;
    near.normal = apart * ((past ? -1 : 1) / distance);
    near.distance = past ? -distance : distance;
    constexpr double before = 0.2;
    if (!(dot(near.normal, out_a) > before && dot(near.normal, out_b) < -before)) continue;
    found.push_back(near);
  }
}

void ProximityFinder::find(const SurfaceState& a, const SurfaceState& b,
                           std::span<const Pair> near_triangles, double reach, double deepest,
                           std::vector<Proximity>& found) {
  const auto each_corner = [&](bool swapped) {
    keys_.clear();
    for (const Pair& pair : near_triangles) {
      const std::uint32_t over = swapped ? pair.a : pair.b;
      const auto& of = swapped ? b.topology->triangles[pair.b] : a.topology->triangles[pair.a];
      for (const std::uint32_t vertex : of) keys_.push_back({vertex, over});
    }
    sort_unique(keys_);
  };
  each_corner(false);
  find_vertices(a, b, false, reach, deepest, found);
  each_corner(true);
  find_vertices(b, a, true, reach, deepest, found);
  keys_.clear();
  for (const Pair& pair : near_triangles) {
    for (const std::uint32_t edge_a : a.topology->edges_of[pair.a]) {
      for (const std::uint32_t edge_b : b.topology->edges_of[pair.b]) {
        keys_.push_back({edge_a, edge_b});
      }
    }
  }
  sort_unique(keys_);
  find_edges(a, b, reach, found);
}

}  // namespace tact
