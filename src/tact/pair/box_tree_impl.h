#pragma once
// What a BoxTree and a query of two of them hold; for their own files only.
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "tact/contact/narrow.h"
#include "tact/geometry/validate.h"
#include "tact/pair/box_tree.h"
#include "tact/traverse/box_tree_search.h"
#include "tact/tree/box_tree_build.h"

namespace tact {

struct BoxTree::Parts {
  Mesh owned;
  MeshView view;
  Extent rest;
  BoxHierarchy polygons;
  std::vector<Pair> edges;
  BoxHierarchy segments;
};

/// What a question is about: two polyhedra where they stand, and the two trees that meet.
struct BoxTreePosed {
  std::array<Transform, 2> poses;
  std::array<Primitives, 2> primitives;
  std::array<const Primitives*, 2> pointers{&primitives[0], &primitives[1]};
  BoxTreePair pair;

  BoxTreePosed() = default;
  BoxTreePosed(const BoxTreePosed&) = delete;  // it points into itself
  BoxTreePosed& operator=(const BoxTreePosed&) = delete;
  std::span<const Primitives* const> bodies() const { return pointers; }
};

struct BoxTreeQuery::State {
  State(BoxTree of_a, BoxTree of_b) : a(std::move(of_a)), b(std::move(of_b)) {}

  const BoxTree::Parts& parts(int side) const { return *(side == 0 ? a : b).parts_; }
  void pose(BoxTreePosed& posed, const Transform& at_a, const Transform& at_b) const {
    check_pose(parts(0).rest, at_a, "body a");
    check_pose(parts(1).rest, at_b, "body b");
    posed.poses = {at_a, at_b};
    posed.primitives[0] = Primitives::triangles(parts(0).view, &at_a);
    posed.primitives[1] = Primitives::triangles(parts(1).view, &at_b);
  }
  static void meet(BoxTreePosed& posed, const BoxHierarchy& of_a, const BoxHierarchy& of_b) {
    posed.pair = box_tree_pair(of_a.nodes(), of_b.nodes(), of_a.at(posed.poses[0]),
                               of_b.at(posed.poses[1]), 0, 0);
  }
  /// A question that is answered in one go.
  void ask(const Transform& at_a, const Transform& at_b) {
    pose(now, at_a, at_b);
    counts = {};
  }
  /// The whole traversal into one chunk.
  void walk(CandidateSink& sink, bool eager);
  void walk_shared(Narrow& narrow, unsigned threads);
  /// More of the question that was begun.
  void look_further(const Budget& budget, std::size_t most);

  BoxTree a;
  BoxTree b;
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
  Scratch scratch;
  std::vector<Candidate> found;
  std::vector<Pair> list;
  BoxTreeCounts counts;  ///< of the last question
};

}  // namespace tact
