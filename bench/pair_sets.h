#pragma once
// Triangle pairs to measure on.
#include <string>
#include <vector>

#include "scenes/triangle_families.h"

namespace tact::bench {

struct PairSet {
  std::string name;
  bool from_scene = false;  ///< else a family that is hard in double
  std::vector<scenes::TrianglePair> pairs;
};

/// Pairs of different bodies whose boxes overlap, from frames spread over a scene: what a broad
/// phase hands to the exact test. About `count` of them.
PairSet scene_pairs(const std::string& scene, int lod, std::size_t count);

/// Pairs of a family, without degenerate triangles, which the peers refuse.
PairSet family_pairs(scenes::Family family, std::size_t count);

}  // namespace tact::bench
