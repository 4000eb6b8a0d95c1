#pragma once
// The simultaneous recursive traversal of two BoxTrees (Zachmann 1995, section 3.3), with what is
// done to two leaves as a parameter, and the operation that detects collisions: the simple
// algorithm of section 3.1 on what the leaves hold.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bench/of_paper/zachmann_clip.h"
#include "tact/base/scratch.h"
#include "tact/geometry/primitives.h"
#include "tact/traverse/seen_pairs.h"

namespace tact::bench {

/// What the traversal ends in.
class ZachmannOperation {
 public:
  virtual ~ZachmannOperation() = default;
  /// For two leaves whose boxes intersect.
  virtual Flow leaves(const ZachmannNode& a, const ZachmannNode& b) = 0;
};

/// What was done.
struct ZachmannCounts {
  std::uint64_t halves = 0;      ///< pairs of boxes tested
  std::uint64_t leaf_pairs = 0;  ///< elementary operations
  std::uint64_t box_checks = 0;  ///< edges' boxes against polygons'
  std::uint64_t edge_tests = 0;  ///< edges against polygons, exactly
};

Flow traverse_boxtrees(const ZachmannTree& a, const ZachmannTree& b, const ZachmannPlaces& places,
                       ZachmannOperation& operation, ZachmannCounts& counts);

/// A body where it stands.
struct ZachmannBody {
  const ZachmannTree* tree;
  Primitives primitives;
};

/// Every edge of the one leaf with every polygon of the other, and the other way round, behind a
/// check of their boxes. Calls found(polygon of a, polygon of b) for the polygons that an edge
/// belongs to and the one that it meets, each two once, until it says stop.
class EdgeOperation final : public ZachmannOperation {
 public:
  using Found = std::function<Flow(std::uint32_t, std::uint32_t)>;

  /// Beyond a tolerance of 0 edges and polygons are not tested: their boxes decide.
  EdgeOperation(const ZachmannBody& a, const ZachmannBody& b, double tolerance, Arena& arena,
                ZachmannCounts& counts, Found found);

  Flow leaves(const ZachmannNode& a, const ZachmannNode& b) override;
  /// The whole of both bodies, without their trees: the simple algorithm itself. Polygons that are
  /// not in the other body's box are left out before, edges on the way.
  Flow everything();

 private:
  struct Boxed {
    Vec3 lo;
    Vec3 hi;
    std::uint32_t id;
  };
  struct BoxedEdge : Boxed {
    Vec3 from;
    Vec3 to;
  };
  struct BoxedPolygon : Boxed {
    Triangle corners;
  };

  const ZachmannBody& body(std::size_t s) const { return s == 0 ? a_ : b_; }
  Vec3 place(std::size_t s, std::uint32_t vertex) const;
  BoxedEdge edge(std::size_t s, std::uint32_t id) const;
  BoxedPolygon polygon(std::size_t s, std::uint32_t id) const;
  bool meet(const Boxed& p, const Boxed& q) const;
  Flow edges_with_polygons(std::size_t s);
  Flow hit(std::size_t s, std::uint32_t edge, std::uint32_t polygon);

  ZachmannBody a_;
  ZachmannBody b_;
  bool within_;  // one body against itself
  double tolerance_;
  SeenPairs seen_;
  ZachmannCounts& counts_;
  Found found_;
  std::vector<BoxedEdge> edges_;
  std::vector<BoxedPolygon> polygons_;
};

}  // namespace tact::bench
