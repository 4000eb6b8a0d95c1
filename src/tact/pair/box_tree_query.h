#pragma once
// BoxTreeQuery (Zachmann 1995): what can be asked of two rigid polyhedra without a world, answers
// within a deadline among it.
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "tact/base/candidate_sink.h"
#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/base/types.h"
#include "tact/body/body.h"
#include "tact/contact/result.h"
#include "tact/tree/box_tree_options.h"

namespace tact {

/// An edge of one polyhedron that meets a polygon of the other.
struct Witness {
  bool edge_of_a = true;       ///< else the edge is of b and the polygon of a
  Pair edge;                   ///< its two vertices
  std::uint32_t triangle = 0;  ///< of the other polyhedron
  std::uint32_t face = 0;      ///< the polygon that the triangle was cut from
  Vec3 point;                  ///< where they meet, in the world, rounded
};

/// What is known after some time.
enum class BoxTreeVerdict : std::uint8_t {
  clear,     ///< nothing touches
  touching,  ///< something does
  open       ///< neither is known yet
};

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

/// Two polyhedra, pose after pose. One query per thread (docs/threads.md). Questions throw
/// Error{bad_pose} where a vertex would not be finite, {bad_argument} for a tolerance that cannot
/// be and if moved from; what throws leaves the query as it was. They look at pairs of boxes that
/// meet, from the roots down, and at polygons in leaves that do.
class TACT_API BoxTreeQuery {
 public:
  /// The shapes' trees of these options are built here, O(n log n), unless somebody has (see
  /// Shape). Twice the same shape is two bodies all the same. Throws Error{bad_argument} for
  /// options that are not finite, or a thickness outside 0 to 1.
  BoxTreeQuery(const Shape& a, const Shape& b, const BoxTreeOptions& options = {});
  ~BoxTreeQuery();
  BoxTreeQuery(BoxTreeQuery&&) noexcept;
  BoxTreeQuery& operator=(BoxTreeQuery&&) noexcept;

  /// Do two polygons touch? Ends with the first two that do.
  bool touching(const Transform& pose_a, const Transform& pose_b);
  /// Everything a world would say of two bodies in slots 0 and 1. Valid until the next question.
  /// `threads` 0 is one thread; with more, a question that is not bounded is shared out: the list
  /// is the same. `neighbours` has no meaning between two bodies. The first answer reports what
  /// building took.
  const Result& collide(const Transform& pose_a, const Transform& pose_b,
                        const CollideOptions& options = {});
  /// How many pairs of triangles touch; they are not kept.
  std::size_t count(const Transform& pose_a, const Transform& pose_b);
  /// The paper's own question: edges of a against polygons of b, then the other way round, up to
  /// the first that meet. The first one has the shapes build trees of their edges, O(n log n).
  std::optional<Witness> witness(const Transform& pose_a, const Transform& pose_b);

  /// The traversal with an elementary operation of your own: candidates, each once, of triangles
  /// whose boxes meet, in batches of one chunk. It may stop the traversal. What it throws, this
  /// throws.
  BoxTreeCounts visit(const Transform& pose_a, const Transform& pose_b, CandidateSink& operation);

  /// touching(), breadth first and in parts: begin(), which takes constant time, and then advance()
  /// until the verdict is not open, or as long as there is time. Other questions may be asked in
  /// between.
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
