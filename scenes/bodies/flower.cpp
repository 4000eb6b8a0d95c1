#include "scenes/bodies/flower.h"

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {

Mesh blossom(int levels) {
  Mesh mesh = geodesic_sphere(levels);
  for (Vec3& p : mesh.positions) {
    const double r = std::sqrt(p.x * p.x + p.y * p.y);
    const double c = r > 0 ? p.x / r : 1;
    const double petals = c * (5 + c * c * (-20 + 16 * c * c));  // cosine of five times the angle
    const double width = 0.62 + 0.38 * petals;
    const double out = r * width;
    p = rounded({p.x * width, p.y * width, 0.12 * p.z + 0.35 * out * out});  // petals bend upwards
  }
  return mesh;
}

}  // namespace tact::scenes
