#pragma once
// The last step of a walk over spheres: the primitives of two leaves, box against box.
#include "tact/base/candidate_sink.h"
#include "tact/base/types.h"
#include "tact/tree/leaf_boxes.h"

namespace tact {

/// Delivers the pairs of primitives of two leaves whose boxes overlap once those of `a` are grown;
/// twice the same leaf: within it.
Flow deliver_leaves(const LeafBoxes& a, const LeafBoxes& b, const Pair& bodies, float grow,
                    CandidateWriter& writer, Stats& stats);

}  // namespace tact
