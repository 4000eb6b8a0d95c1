#include "tests/support/impact_oracle.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "tact/geometry/moving.h"

namespace tact::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;  // the vertices of a feature

// One feature as the oracle sees it: its vertices, where they go, and what encloses that.
struct Way {
  Numbers vertices;
  std::uint32_t number;  // of a triangle
  std::vector<MovingPoint> points;
  Vec3 lo;
  Vec3 hi;
};

struct Features {
  std::vector<Way> vertices;
  std::vector<Way> edges;
  std::vector<Way> triangles;
};

MovingPoint point_of(const MovingMesh& body, std::uint32_t vertex) {
  return {body.mesh.positions[vertex], body.to[vertex]};
}

Way way_of(const MovingMesh& body, Numbers vertices, std::uint32_t number = 0) {
  Way way{std::move(vertices), number, {}, {}, {}};
  for (const std::uint32_t v : way.vertices) way.points.push_back(point_of(body, v));
  way.lo = way.hi = way.points[0].from;
  for (const MovingPoint& p : way.points) {
    for (std::size_t k = 0; k < 3; ++k) {
      way.lo[k] = std::min({way.lo[k], p.from[k], p.to[k]});
      way.hi[k] = std::max({way.hi[k], p.from[k], p.to[k]});
    }
  }
  return way;
}

Features features_of(const MovingMesh& body) {
  std::set<std::uint32_t> vertices;
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  Features out;
  for (std::uint32_t t = 0; t < body.mesh.triangles.size(); ++t) {
    const std::array<std::uint32_t, 3>& abc = body.mesh.triangles[t];
    out.triangles.push_back(way_of(body, {abc[0], abc[1], abc[2]}, t));
    for (const auto& [p, q] :
         {std::pair(abc[0], abc[1]), std::pair(abc[1], abc[2]), std::pair(abc[0], abc[2])}) {
      vertices.insert(p);
      vertices.insert(q);
      if (p != q) edges.insert(std::minmax(p, q));
    }
  }
  for (const std::uint32_t v : vertices) out.vertices.push_back(way_of(body, {v}));
  for (const auto& [p, q] : edges) out.edges.push_back(way_of(body, {p, q}));
  return out;
}

bool far_apart(const Way& a, const Way& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return true;
  }
  return false;
}

bool have_one_vertex(const MovingMesh& body, const Way& a, const Way& b) {
  const std::vector<std::uint32_t>& ids = body.mesh.topology;
  for (const std::uint32_t u : a.vertices) {
    for (const std::uint32_t w : b.vertices) {
      if (u == w) return true;
      if (ids.empty() || ids[u] != ids[w]) continue;
      if (body.mesh.positions[u] == body.mesh.positions[w] && body.to[u] == body.to[w]) return true;
    }
  }
  return false;
}

void number(std::uint32_t (&out)[2], const Way& way) {
  out[0] = way.vertices.size() == 3 ? way.number : way.vertices[0];
  out[1] = way.vertices.size() == 2 ? way.vertices[1] : 0;
}

std::optional<ImpactTime> meeting(const Way& a, const Way& b, double width) {
  if (a.points.size() == 1) {
    return first_impact_vertex_triangle(a.points[0], {b.points[0], b.points[1], b.points[2]},
                                        width);
  }
  if (b.points.size() == 1) return meeting(b, a, width);
  return first_impact_edge_edge({a.points[0], a.points[1]}, {b.points[0], b.points[1]}, width);
}

// Pairs of two lists: all, or, of one list with itself, each once.
void add_meetings(std::span<const MovingMesh> bodies, std::uint32_t a, std::uint32_t b,
                  std::uint32_t kind, const std::vector<Way>& of_a, const std::vector<Way>& of_b,
                  double width, std::vector<SeenImpact>& out) {
  const bool once = &of_a == &of_b;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    for (std::size_t j = once ? i + 1 : 0; j < of_b.size(); ++j) {
      if (far_apart(of_a[i], of_b[j])) continue;
      if (a == b && have_one_vertex(bodies[a], of_a[i], of_b[j])) continue;
      const std::optional<ImpactTime> time = meeting(of_a[i], of_b[j], width);
      if (!time) continue;
      SeenImpact impact{a, b, kind, {}, {}, time->lo, time->hi};
      number(impact.a, of_a[i]);
      number(impact.b, of_b[j]);
      out.push_back(impact);
    }
  }
}

}  // namespace

std::vector<SeenImpact> impacts_of_all(std::span<const MovingMesh> bodies, double width) {
  std::vector<Features> features;
  for (const MovingMesh& body : bodies) features.push_back(features_of(body));
  std::vector<SeenImpact> out;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    const Features& of_a = features[a];
    if (bodies[a].self) {
      add_meetings(bodies, a, a, 0, of_a.vertices, of_a.triangles, width, out);
      add_meetings(bodies, a, a, 2, of_a.edges, of_a.edges, width, out);
    }
    for (std::uint32_t b = a + 1; b < bodies.size(); ++b) {
      const Features& of_b = features[b];
      add_meetings(bodies, a, b, 0, of_a.vertices, of_b.triangles, width, out);
      add_meetings(bodies, a, b, 1, of_a.triangles, of_b.vertices, width, out);
      add_meetings(bodies, a, b, 2, of_a.edges, of_b.edges, width, out);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<SeenImpact> seen(const Impacts& impacts) {
  const auto number_of = [](std::uint32_t(&out)[2], const Feature& feature) {
    out[0] = feature.kind == FeatureKind::triangle ? feature.triangle : feature.vertices[0];
    out[1] = feature.kind == FeatureKind::edge ? feature.vertices[1] : 0;
  };
  std::vector<SeenImpact> out;
  for (const Impact& impact : impacts) {
    const std::uint32_t kind = impact.a.kind == FeatureKind::vertex     ? 0
                               : impact.a.kind == FeatureKind::triangle ? 1
                                                                        : 2;
    SeenImpact own{impact.body_a.slot, impact.body_b.slot, kind, {}, {},
                   impact.time_lo,     impact.time_hi};
    number_of(own.a, impact.a);
    number_of(own.b, impact.b);
    out.push_back(own);
  }
  return out;
}

std::string difference(const std::vector<SeenImpact>& expected,
                       const std::vector<SeenImpact>& actual) {
  if (expected == actual) return "";
  std::ostringstream text;
  text << expected.size() << " expected, " << actual.size() << " found";
  const auto [e, f] = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
  const auto say = [&](const char* who, const std::vector<SeenImpact>& list, auto at) {
    if (at == list.end()) return;
    text << "; " << who << " bodies " << at->body_a << " " << at->body_b << " kind " << at->kind
         << ": " << at->a[0] << " " << at->a[1] << " with " << at->b[0] << " " << at->b[1]
         << " in [" << at->lo << ", " << at->hi << "]";
  };
  say("expected", expected, e);
  say("found", actual, f);
  return text.str();
}

}  // namespace tact::testing
