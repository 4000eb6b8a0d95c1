#pragma once
// What a PairTracker holds; for its own files only.
#include "tact/body/shape_parts.h"
#include "tact/pair/pair_question.h"
#include "tact/pair/pair_tracker.h"
#include "tact/traverse/rigid_search.h"

namespace tact {

struct PairTracker::State {
  State(const Shape& of_a, const Shape& of_b, const TrackerOptions& chosen);

  /// Everything before a walk; nothing has changed if it throws.
  void pose(const Transform& pose_a, const Transform& pose_b);
  /// After pose(): what is closer than the tolerance counts.
  void widen(double tolerance);
  void ask(const CollideOptions& asked);

  Shape a;
  Shape b;
  PairAnswer answer;
  const RigidTree<Obb8>* tree_a;  ///< of the shapes
  const RigidTree<Obb8>* tree_b;
  bool coherent;
  PosedShapes posed;
  RelativePose b_in_a;
  RelativePose a_in_b;
  RigidPair<Obb8> pair;
  RigidSearch search;
  RigidFront front;
  Pair nearest{};  ///< the last closest two
  bool measured = false;
  bool walking = false;  ///< along the front

 private:
  void walk(Narrow& narrow, const CollideOptions& asked, unsigned workers);
  void walk_alone(Narrow& narrow, FrontStep step, bool bounded);
  void walk_shared(Narrow& narrow, unsigned workers);
};

}  // namespace tact
