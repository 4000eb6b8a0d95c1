#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

struct Part {
  std::string name;
  Mesh mesh;
  bool turns = false;  ///< with the shaft, about z
};

/// The parts of a machine like an alternator, about the z axis, apart from each other by little:
/// housing, shaft, rotor, pulley, fan blades and the coils of the stator. `around` sets how fine
/// they are; twelve blades and eighteen coils.
std::vector<Part> alternator(std::uint32_t around);

}  // namespace tact::scenes
