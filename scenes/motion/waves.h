#pragma once
// Travelling waves: every vertex swings along its normal, and the phase runs over the surface.
#include <vector>

#include "tact/base/vec.h"
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Unit normals at the vertices, each triangle weighted by its area.
std::vector<Vec3> vertex_normals(const Mesh& mesh);

/// One wave: vertex i is moved by amplitude · sin(phase[i] - speed · frame) along its normal.
/// A constant phase makes the body pulsate.
struct Wave {
  std::vector<double> phase;  ///< radians, one per vertex
  double amplitude = 0;
  double speed = 0;  ///< radians per frame
};

class Waves {
 public:
  Waves(const Mesh& rest, std::vector<Wave> waves);

  /// Vertex i at `frame`.
  Vec3 at(std::size_t i, int frame) const;
  std::size_t size() const { return rest_.size(); }

 private:
  std::vector<Vec3> rest_;
  std::vector<Vec3> normals_;
  std::vector<Wave> waves_;
};

}  // namespace tact::scenes
