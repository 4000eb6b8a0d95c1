// Bodies that pulsate while they touch, after Zhang 2007: every vertex goes up and down along its
// normal. Rabbits, statues for the scanned buddhas, four-legged bodies for the animals.
#include <array>

#include "scenes/bodies/animal.h"
#include "scenes/bodies/refine.h"
#include "scenes/bodies/statue.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/motion/waves.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

Body pulsating(const char* name, const Mesh& mesh, double amplitude, const Transform& where) {
  Wave wave{{}, amplitude, 0.1};
  for (const Vec3& p : mesh.positions) wave.phase.push_back(6 * p.x + 4 * p.y + 3 * p.z);
  const Waves waves(mesh, {wave});
  return moving_body(BodyKind::deforming, name, mesh,
                     [waves, where](int frame, std::vector<float>& out) {
                       out.resize(3 * waves.size());
                       for (std::size_t i = 0; i < waves.size(); ++i) {
                         put(out, i, where.apply(waves.at(i, frame)));
                       }
                     });
}

Scene two_of(const Mesh& mesh, double amplitude, const Transform& second) {
  Scene scene;
  scene.bodies.push_back(pulsating("left", mesh, amplitude, Transform()));
  scene.bodies.push_back(pulsating("right", mesh, amplitude, second));
  return scene;
}

std::uint32_t of_level(const std::array<std::uint32_t, 4>& sizes, int lod) {
  return sizes[static_cast<std::size_t>(lod)];
}

}  // namespace

Scene bunnies_pulse(int lod) {
  const Mesh rabbit = with_triangle_count(animal(lod == 0   ? 2
                                                 : lod == 1 ? 3
                                                            : 4),
                                          of_level({256, 1024, 15000, 60000}, lod));
  return two_of(rabbit, 0.02, pose({0.2, 0.1, 1}, 2.0, {0.75, 0.05, 0.1}));
}

Scene buddhas(int lod) {
  return two_of(statue(of_level({1280, 2000, 20000, 80000}, lod)), 0.02,
                pose({0.1, 0, 1}, 3.0, {0.92, 0.1, 0.05}));
}

Scene animals(int lod) {
  return two_of(four_legged(of_level({1280, 2400, 50000, 100000}, lod)), 0.02,
                pose({0, 0.2, 1}, 2.6, {1.0, 0.2, 0.05}));
}

}  // namespace tact::scenes
