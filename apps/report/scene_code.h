#pragma once
// Bodies and their motion as blocks of bytes, small enough for a page.
#include <cstdint>
#include <string>
#include <vector>

#include "apps/report/mesh_code.h"
#include "apps/report/recording.h"

namespace tact::report {

struct BodyCode {
  std::vector<std::uint32_t> kept;  ///< triangles that are shown; empty: all
  MeshCode mesh;
  Grid grid;              ///< off the body's middle, or off the page's if it moves
  double error = 0;       ///< of a coordinate, in the units of the page
  std::string triangles;  ///< deflated: `kept`, if not all, then corners
  std::string rest;       ///< deflated: positions of one that does not move; radii of points
};

/// A run of kept frames, deflated together: the first one as it is, the others by what changed.
struct GroupCode {
  std::size_t first = 0;  ///< in the list of kept frames
  std::size_t count = 0;
  std::string bytes;
};

struct SceneCode {
  std::vector<BodyCode> bodies;
  std::vector<GroupCode> groups;
  unsigned bits = 16;
  std::size_t bytes() const;  ///< in the page
};

/// What does not depend on the bits.
std::vector<BodyCode> code_bodies(const Recording& recording);

/// With so many bits a coordinate.
void code_positions(const Recording& recording, unsigned bits, SceneCode& scene);

}  // namespace tact::report
