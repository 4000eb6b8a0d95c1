#pragma once
// What the kernels of a tree method need to know of the bodies whose trees they walk.
#include <span>

#include "tact/tree/dynamic_bvh.h"

namespace tact {

struct BodyTrees {
  DynamicBvh* tree_a = nullptr;
  DynamicBvh* tree_b = nullptr;
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
};

struct WavefrontTask {
  std::span<const BodyTrees> bodies;  ///< OpenPair::bodies is an index into it
  float grow = 0;                     ///< boxes closer than this count as overlapping
};

}  // namespace tact
