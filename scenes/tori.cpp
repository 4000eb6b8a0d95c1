// Tori, after Zhang 2007: two rings, one through the other, with waves running around their tubes.
#include "scenes/bodies/torus.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/motion/waves.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

Waves two_waves_on(const Mesh& ring, const RingSize& size, double phase) {
  Wave along{{}, 0.03, 0.15};
  Wave across{{}, 0.02, -0.1};
  for (std::uint32_t i = 0; i < size.around; ++i) {
    for (std::uint32_t j = 0; j < size.across; ++j) {
      const double u = 2 * pi * i / size.around;
      const double v = 2 * pi * j / size.across;
      along.phase.push_back(8 * u + phase);
      across.phase.push_back(3 * u + 4 * v + phase);
    }
  }
  return {ring, {along, across}};
}

Transform second_ring(int frame) {
  return pose({1, 0, 0}, pi / 2 + 0.4 * sine(0.05 * frame),
              {1 + 0.42 * sine(0.04 * frame), 0.05, 0.02});
}

}  // namespace

Scene tori(int lod) {
  const RingSize size = ring_sizes[static_cast<std::size_t>(lod)];
  const Mesh ring = torus(size.around, size.across);
  Scene scene;
  for (int side = 0; side < 2; ++side) {
    const Waves waves = two_waves_on(ring, size, side);
    scene.bodies.push_back(
        moving_body(BodyKind::deforming, side == 0 ? "first ring" : "second ring", ring,
                    [waves, side](int frame, std::vector<float>& out) {
                      const Transform where = side == 0 ? Transform() : second_ring(frame);
                      out.resize(3 * waves.size());
                      for (std::size_t i = 0; i < waves.size(); ++i)
                        put(out, i, where.apply(waves.at(i, frame)));
                    }));
  }
  return scene;
}

}  // namespace tact::scenes
