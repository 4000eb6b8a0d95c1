#pragma once
// What a simulated scene is: bodies of points that hold their shape, walls, gravity. A few lines of
// data each; who steps them is not the scene's affair.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// How a body keeps its shape (Spillmann 2006, section 4).
enum class Stuff : std::uint8_t { rigid, linear, quadratic };

/// "rigid", "linear" or "quadratic".
const char* name_of(Stuff stuff);

struct SimulatedBody {
  std::string name;
  Mesh mesh;  ///< where it begins, at rest
  Stuff stuff = Stuff::linear;
  double stiffness = 0.5;     ///< share of the way to its shape that it goes in a step, up to 1
  double linear_share = 0.6;  ///< how much it may stretch: 0 not at all
  bool keep_volume = true;    ///< where it may stretch
  double damping = 0;         ///< share of its inner motion that is lost in a second
  int clusters = 1;
  double density = 1;  ///< mass of a point
  Vec3 velocity;
  Vec3 spin;           ///< radians a second, about its middle
  bool fixed = false;  ///< stays where it is
};

/// A half space that bodies stay out of: where dot(normal, x) >= offset is free.
struct HalfSpace {
  Vec3 normal;
  double offset = 0;
};

struct SimulatedScene {
  std::vector<SimulatedBody> bodies;
  std::vector<HalfSpace> walls;
  Vec3 gravity{0, 0, -9.81};
  double step = 0.01;  ///< seconds
  int steps_a_frame = 1;
  double thickness = 0;  ///< of surfaces: radius of a body's points
  double friction = 0.5;
  double margin = -1;  ///< contacts are looked for this far ahead; negative: as is usual
  int level = 0;       ///< the level of the spheres that answers; 0: points and triangles
  int iterations = 8;
  double press_frequency = 10;  ///< Hz: how hard depth presses apart (see Penalty)
  double press_damping = 10;

  std::size_t point_count() const;
};

/// An entry of the list.
struct SimulationInfo {
  const char* name;
  const char* description;  ///< one line
  const char* reference;    ///< the paper's figure or table it is after; may be empty
  int finest;  ///< levels of detail are 0 (for quick checks), 1 (the paper's first) … finest
  int frames;
  SimulatedScene (*build)(int lod, std::uint64_t seed);  ///< the seed places and turns bodies
};

/// In the order in which they are listed.
std::span<const SimulationInfo> simulations();

/// Throws Error{unknown_name} with the names there are.
const SimulationInfo& find_simulation(std::string_view name);

/// Throws Error{bad_argument} if it has no such level of detail.
SimulatedScene build(const SimulationInfo& info, int lod, std::uint64_t seed);

SimulatedScene pressed(int lod, std::uint64_t seed);
SimulatedScene pile(int lod, std::uint64_t seed);
SimulatedScene trio(int lod, std::uint64_t seed);
SimulatedScene stack(int lod, std::uint64_t seed);
SimulatedScene flower(int lod, std::uint64_t seed);

}  // namespace tact::scenes
