#pragma once
// Brute force by tiles: the exact test on every pair of triangles, with the second triangles of 256
// pairs gathered once for many first ones. No bounds, no method; four times as fast as `brute`.
#include <vector>

#include "tact/base/types.h"
#include "tests/support/test_scene.h"

namespace tact::testing {

/// The touching pairs of one frame of a scene that has triangles only, sorted; neighbours within a
/// body left out.
std::vector<Candidate> all_pairs(const TestScene& scene, int frame, unsigned threads);

}  // namespace tact::testing
