#pragma once
// Scenes that only the benchmarks play. Deterministic, float values, like those in scenes/.
#include <cstdint>

#include "scenes/scene.h"

namespace tact::bench {

enum class Meeting : std::uint8_t {
  interlock,  ///< one ring through the other
  touch,      ///< side by side, the waves touch now and then
  merge       ///< one moves into the other
};

/// Two rings of 2 · around · across triangles under travelling waves, 200 frames.
scenes::Scene waving_tori(Meeting meeting, std::uint32_t around, std::uint32_t across);

/// Two rabbits of 16 · 4^levels triangles, overlapping, that pulsate; 200 frames.
scenes::Scene pulsating_rabbits(int levels);

/// The same two, `apart` between their centres (1.2: they just touch; 0: one in the other), under
/// slow waves: contact density as a parameter.
scenes::Scene rabbits_apart(int levels, double apart);

/// Two rigid rings in `frames` random close poses, every other one touching.
scenes::Scene close_tori(std::uint32_t around, std::uint32_t across, int frames);

/// A rigid rabbit on a path through a rigid teapot, moving by `motion` a frame.
scenes::Scene rabbit_through_teapot(double motion);
/// Two meshes given, each made as large as the unit ball; the second one on the path.
scenes::Scene path_through(Mesh still, Mesh moving, double motion);

/// Two rabbits of 16 · 4^levels triangles that broke some frames ago, 12 frames.
scenes::Scene broken_rabbits(int levels);

/// `count` small balls (80 triangles each) swarming, about four touching neighbours each.
scenes::Scene swarm_of_balls(std::uint32_t count);

}  // namespace tact::bench
