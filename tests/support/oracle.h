#pragma once
// A second oracle beside method `brute`: it reads the scene itself, poses it itself and asks the
// exact tests of geometry pair by pair. It shares no code with world, contact, bounds or flat, but
// for the rounded distance of two primitives, which is what a tolerance is compared with.
#include <vector>

#include "tact/base/types.h"
#include "tests/support/test_scene.h"

namespace tact::testing {

/// As CollideOptions has them.
struct OracleOptions {
  double tolerance = 0;
  bool neighbours = false;
};

/// The sorted list of what touches at a frame, or is as close as the tolerance; bodies are numbered
/// as in the scene. Neighbours are judged by neighbour_oracle.h.
std::vector<Candidate> touching_pairs(const TestScene& scene, int frame,
                                      const OracleOptions& options = {});

/// How far the first two bodies are apart: 0 if they touch, infinite if one of them is empty.
double least_distance(const TestScene& scene, int frame);

}  // namespace tact::testing
