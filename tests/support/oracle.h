#pragma once
// A second oracle beside method `brute`: it reads the scene itself, poses it itself and asks the
// exact tests of geometry pair by pair. It shares no code with world, contact, bounds or flat.
#include <vector>

#include "tact/base/types.h"
#include "tests/support/test_scene.h"

namespace tact::testing {

/// The sorted list of what touches at a frame; bodies are numbered as in the scene.
std::vector<Candidate> touching_pairs(const TestScene& scene, int frame);

}  // namespace tact::testing
