#include "bench/of_paper/zachmann_walk.h"

#include <algorithm>
#include <limits>

#include "tact/geometry/segment.h"

namespace tact::bench {
namespace {

class Traversal {
 public:
  Traversal(const ZachmannTree& a, const ZachmannTree& b, const ZachmannPlaces& places,
            ZachmannOperation& operation, ZachmannCounts& counts)
      : a_(a), b_(b), places_(places), operation_(operation), counts_(counts) {}

  // The paper's traverse(a, b), of two boxes that intersect. Halves with nothing in them have no
  // node, and need no test.
  Flow traverse(const ZachmannPair& pair, std::uint32_t at_a, std::uint32_t at_b) {
    const ZachmannNode& a = a_[at_a];
    const ZachmannNode& b = b_[at_b];
    if (a.is_leaf() && b.is_leaf()) {
      ++counts_.leaf_pairs;
      return operation_.leaves(a, b);
    }
    if (a.is_leaf()) {
      return for_halves(pair, 1, b, [&](const ZachmannPair& half, std::uint32_t below) {
        return traverse(half, at_a, below);
      });
    }
    return for_halves(pair, 0, a, [&](const ZachmannPair& half, std::uint32_t below_a) {
      if (b.is_leaf()) return traverse(half, below_a, at_b);
      return for_halves(half, 1, b, [&](const ZachmannPair& quarter, std::uint32_t below_b) {
        return traverse(quarter, below_a, below_b);
      });
    });
  }

 private:
  // Calls go_on(pair, child) for each half of a box that intersects the other box.
  template <class GoOn>
  Flow for_halves(const ZachmannPair& pair, std::size_t s, const ZachmannNode& node, GoOn&& go_on) {
    for (std::size_t half = 0; half < 2; ++half) {
      if (node.below[half] == ZachmannNode::none) continue;
      ++counts_.halves;
      const ZachmannPair part =
          half_of(pair, places_, s, static_cast<std::size_t>(node.axis), node.cut, half);
      if (part.apart()) continue;
      if (go_on(part, node.below[half]) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  const ZachmannTree& a_;
  const ZachmannTree& b_;
  const ZachmannPlaces& places_;
  ZachmannOperation& operation_;
  ZachmannCounts& counts_;
};

}  // namespace

Flow traverse_boxtrees(const ZachmannTree& a, const ZachmannTree& b, const ZachmannPlaces& places,
                       ZachmannOperation& operation, ZachmannCounts& counts) {
  if (a.empty() || b.empty()) return Flow::go_on;
  const ZachmannPair roots = pair_of_roots(a, b, places);
  ++counts.halves;
  if (roots.apart()) return Flow::go_on;
  return Traversal(a, b, places, operation, counts).traverse(roots, 0, 0);
}

EdgeOperation::EdgeOperation(const ZachmannBody& a, const ZachmannBody& b, double tolerance,
                             Arena& arena, ZachmannCounts& counts, Found found)
    : a_(a),
      b_(b),
      within_(a.tree == b.tree),
      tolerance_(tolerance),
      seen_(arena),
      counts_(counts),
      found_(std::move(found)) {}

Vec3 EdgeOperation::place(std::size_t s, std::uint32_t vertex) const {
  const Primitives& primitives = body(s).primitives;
  const Vec3 p = primitives.mesh().positions[vertex];
  return primitives.posed() ? primitives.pose().apply(p) : p;
}

EdgeOperation::BoxedEdge EdgeOperation::edge(std::size_t s, std::uint32_t id) const {
  const ZachmannEdge& ends = body(s).tree->all_edges()[id];
  const Vec3 from = place(s, ends.from);
  const Vec3 to = place(s, ends.to);
  return {{min(from, to), max(from, to), id}, from, to};
}

EdgeOperation::BoxedPolygon EdgeOperation::polygon(std::size_t s, std::uint32_t id) const {
  const Triangle t = body(s).primitives.triangle(id);
  return {{min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2]), id}, t};
}

// Compared as they are, rounded only where a tolerance is added: outwards.
bool EdgeOperation::meet(const Boxed& p, const Boxed& q) const {
  for (std::size_t k = 0; k < 3; ++k) {
    if (tolerance_ > 0) {
      const double far = std::max(p.lo[k] - q.hi[k], q.lo[k] - p.hi[k]);
      if (far * (1 - 0x1p-50) > tolerance_) return false;
    } else if (p.lo[k] > q.hi[k] || q.lo[k] > p.hi[k]) {
      return false;
    }
  }
  return true;
}

Flow EdgeOperation::leaves(const ZachmannNode& a, const ZachmannNode& b) {
  for (std::size_t s = 0; s < 2; ++s) {
    const ZachmannNode& own = s == 0 ? a : b;
    const ZachmannNode& other = s == 0 ? b : a;
    edges_.clear();
    polygons_.clear();
    for (const std::uint32_t id : body(s).tree->edges(own)) edges_.push_back(edge(s, id));
    for (const std::uint32_t id : body(1 - s).tree->polygons(other)) {
      polygons_.push_back(polygon(1 - s, id));
    }
    if (edges_with_polygons(s) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

Flow EdgeOperation::everything() {
  Boxed whole[2];
  for (std::size_t s = 0; s < 2; ++s) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    whole[s] = {{inf, inf, inf}, {-inf, -inf, -inf}, 0};
    for (std::uint32_t i = 0; i < body(s).primitives.size(); ++i) {
      const BoxedPolygon p = polygon(s, i);
      whole[s].lo = min(whole[s].lo, p.lo);
      whole[s].hi = max(whole[s].hi, p.hi);
    }
  }
  for (std::size_t s = 0; s < 2; ++s) {
    polygons_.clear();
    for (std::uint32_t i = 0; i < body(1 - s).primitives.size(); ++i) {
      const BoxedPolygon p = polygon(1 - s, i);
      if (meet(p, whole[s])) polygons_.push_back(p);
    }
    for (std::uint32_t i = 0; i < body(s).tree->all_edges().size(); ++i) {
      edges_.assign(1, edge(s, i));
      if (!meet(edges_[0], whole[1 - s])) continue;
      if (edges_with_polygons(s) == Flow::stop) return Flow::stop;
    }
  }
  return Flow::go_on;
}

Flow EdgeOperation::edges_with_polygons(std::size_t s) {
  counts_.box_checks += edges_.size() * polygons_.size();
  for (const BoxedEdge& e : edges_) {
    for (const BoxedPolygon& p : polygons_) {
      if (!meet(e, p)) continue;
      if (!(tolerance_ > 0)) {
        ++counts_.edge_tests;
        if (!segment_intersects_triangle(e.from, e.to, p.corners)) continue;
      }
      if (hit(s, e.id, p.id) == Flow::stop) return Flow::stop;
    }
  }
  return Flow::go_on;
}

Flow EdgeOperation::hit(std::size_t s, std::uint32_t edge, std::uint32_t polygon) {
  const ZachmannTree& tree = *body(s).tree;
  for (const std::uint32_t owner : tree.owners(tree.all_edges()[edge])) {
    std::uint32_t a = s == 0 ? owner : polygon;
    std::uint32_t b = s == 0 ? polygon : owner;
    if (within_) {
      if (a == b) continue;
      if (a > b) std::swap(a, b);
    }
    if (seen_.insert(a, b) && found_(a, b) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

}  // namespace tact::bench
