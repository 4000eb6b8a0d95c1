#pragma once
// What a BoxTreeQuery holds; for its own files only.
#include <array>
#include <vector>

#include "tact/body/shape_parts.h"
#include "tact/pair/box_tree_query.h"
#include "tact/pair/pair_question.h"
#include "tact/traverse/box_tree_search.h"

namespace tact {

/// What a question is about: two polyhedra where they stand, and the two trees that meet.
struct BoxTreePosed : PosedShapes {
  std::array<Transform, 2> poses;
  BoxTreePair pair;

  /// `reach` is how far apart counts, in the user's units.
  void meet(const BoxHierarchy& of_a, const BoxHierarchy& of_b, double reach = 0);
};

struct BoxTreeQuery::State {
  State(const Shape& of_a, const Shape& of_b, const BoxTreeOptions& options);

  void pose(BoxTreePosed& posed, const Transform& at_a, const Transform& at_b) const {
    posed.place(a, at_a, b, at_b);
    posed.poses = {at_a, at_b};
  }
  /// A question that is answered in one go, about triangles.
  void ask(const Transform& at_a, const Transform& at_b, double tolerance = 0);
  /// The whole traversal into one chunk.
  void walk(CandidateSink& sink, bool eager);
  void walk_shared(Narrow& narrow, unsigned threads);
  /// More of the question that was begun.
  void look_further(const Budget& budget, std::size_t most);

  Shape a;
  Shape b;
  PairAnswer answer;
  const ShapeBoxTrees* trees_a;  ///< of the shapes
  const ShapeBoxTrees* trees_b;
  BoxTreePosed now;
  /// The question that is answered in parts: others may come between, so it shares nothing with
  /// them that lasts.
  struct Begun {
    BoxTreePosed posed;
    BoxTreeFront front;
    BoxTreeCounts counts;
    bool asked = false;
    bool hit = false;
  };
  Begun begun;
  std::vector<Candidate> found;  ///< of the question that was begun
  BoxTreeCounts counts;          ///< of the last question
};

}  // namespace tact
