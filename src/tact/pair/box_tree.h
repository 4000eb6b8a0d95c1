#pragma once
// BoxTree (Zachmann 1995) without a world: rigid polyhedra of arbitrary polygons, and what can be
// asked of two of them.
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tact/base/budget.h"
#include "tact/base/candidate_sink.h"
#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/geometry/mesh.h"
#include "tact/tree/box_tree_options.h"

namespace tact {

class BoxHierarchy;

/// A rigid polyhedron: any polygons, with gaps and overlaps, also through each other. Copies share
/// it; any number of queries, on any threads, may use it.
class TACT_API BoxTree {
 public:
  /// A Mesh is taken over; a MeshView is read in place and must outlive every copy.
  explicit BoxTree(Mesh mesh, const BoxTreeOptions& options = {});
  explicit BoxTree(const MeshView& mesh, const BoxTreeOptions& options = {});
  /// Polygons with three or more corners, not convex ones too: each is its exact ear-clipped
  /// triangulation. Answers name triangles; face_of() says which polygon they are of. Throws
  /// Error{bad_mesh} for fewer corners or an index out of range.
  static BoxTree of_polygons(std::vector<Vec3> positions,
                             std::span<const std::vector<std::uint32_t>> polygons,
                             const BoxTreeOptions& options = {});

  /// How many there are.
  std::size_t triangle_count() const;
  /// The polygon that a triangle was cut from.
  std::uint32_t face_of(std::uint32_t triangle) const;
  /// The edges of all triangles, each once: two vertices.
  std::span<const Pair> edges() const;
  /// The tree itself, for what measures trees.
  const BoxHierarchy& polygon_tree() const;

 private:
  friend class BoxTreeQuery;
  struct Parts;
  explicit BoxTree(std::shared_ptr<const Parts> parts);
  static std::shared_ptr<const Parts> made(Mesh mesh, const BoxTreeOptions& options);
  static std::shared_ptr<const Parts> with_trees(std::shared_ptr<Parts> parts,
                                                 const BoxTreeOptions& options);
  std::shared_ptr<const Parts> parts_;
};

/// An edge of one polyhedron that meets a polygon of the other.
struct Witness {
  bool edge_of_a = true;       ///< else the edge is of b and the polygon of a
  Pair edge;                   ///< its two vertices
  std::uint32_t triangle = 0;  ///< of the other polyhedron
  std::uint32_t face = 0;      ///< the polygon that the triangle was cut from
  Vec3 point;                  ///< where they meet, in the world, rounded
};

/// What is known after some time.
enum class BoxTreeVerdict : std::uint8_t { clear, touching, open };

/// How far a question in parts has come.
struct BoxTreeProgress {
  BoxTreeVerdict verdict = BoxTreeVerdict::open;  ///< what is known
  double resolved = 0;         ///< share of the question that is settled, by halves; 1 unless open
  std::size_t open_pairs = 0;  ///< pairs of boxes that wait
  /// The likelier answer: the verdict, or while it is open a guess. Where bodies are clear of each
  /// other, pairs of boxes soon become fewer; many that wait, for those looked at, speak for
  /// touching.
  bool likely_touching = false;
};

/// Two polyhedra, pose after pose. Not thread-safe: one query per thread. Throws Error{bad_pose}
/// where a vertex would not be finite.
class TACT_API BoxTreeQuery {
 public:
  /// Takes shares in both.
  BoxTreeQuery(BoxTree a, BoxTree b);
  ~BoxTreeQuery();
  BoxTreeQuery(BoxTreeQuery&&) noexcept;
  BoxTreeQuery& operator=(BoxTreeQuery&&) noexcept;

  /// Do two polygons touch?
  bool touching(const Transform& pose_a, const Transform& pose_b);
  /// All pairs of triangles that do, sorted; the same list for any number of threads. Valid until
  /// the next question.
  std::span<const Pair> pairs(const Transform& pose_a, const Transform& pose_b,
                              unsigned threads = 1);
  /// How many there are.
  std::size_t count(const Transform& pose_a, const Transform& pose_b);
  /// The paper's own question: edges of a against polygons of b, then the other way round.
  std::optional<Witness> witness(const Transform& pose_a, const Transform& pose_b);

  /// The traversal with an elementary operation of your own: candidates, each once, of triangles
  /// whose boxes meet, in blocks of one chunk. It may stop the traversal.
  BoxTreeCounts visit(const Transform& pose_a, const Transform& pose_b, CandidateSink& operation);

  /// touching(), breadth first and in parts: begin() and then advance() until the verdict is not
  /// open, or as long as there is time. Other questions may be asked in between.
  void begin(const Transform& pose_a, const Transform& pose_b);
  /// Until the budget's moment, or until `most` more pairs of boxes were looked at, those within
  /// leaves included. Throws Error{bad_argument} if nothing was begun.
  BoxTreeProgress advance(const Budget& budget,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

  /// What the last question cost; one in parts, since begin().
  const BoxTreeCounts& counts() const;

 private:
  struct State;
  State& state() const;  // throws if it was moved from

  std::unique_ptr<State> state_;
};

}  // namespace tact
