// Rings that meet, after Zhang 2007: side by side, so that their waves touch now and then, and one
// moving into the other. The rings of `tori` interlock.
#include "scenes/bodies/torus.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/motion/waves.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

Waves one_wave_on(const Mesh& ring, const RingSize& size, double phase) {
  Wave wave{{}, 0.03, 0.15};
  for (std::uint32_t i = 0; i < size.around; ++i) {
    for (std::uint32_t j = 0; j < size.across; ++j) {
      wave.phase.push_back(8 * (2 * pi * i / size.around) + 4 * (2 * pi * j / size.across) + phase);
    }
  }
  return {ring, {wave}};
}

template <class Where>
Scene two_rings(int lod, Where second) {
  const RingSize size = ring_sizes[static_cast<std::size_t>(lod)];
  const Mesh ring = torus(size.around, size.across);
  Scene scene;
  for (int side = 0; side < 2; ++side) {
    const Waves waves = one_wave_on(ring, size, side);
    scene.bodies.push_back(
        moving_body(BodyKind::deforming, side == 0 ? "first ring" : "second ring", ring,
                    [waves, side, second](int frame, std::vector<float>& out) {
                      const Transform where = side == 0 ? Transform() : second(frame);
                      out.resize(3 * waves.size());
                      for (std::size_t i = 0; i < waves.size(); ++i)
                        put(out, i, where.apply(waves.at(i, frame)));
                    }));
  }
  return scene;
}

}  // namespace

Scene tori_touch(int lod) {
  return two_rings(lod, [](int frame) {
    return pose({0, 1, 0}, 0.3 * sine(0.03 * frame), {2.68, 0.1, 0.03});
  });
}

Scene tori_merge(int lod) {
  return two_rings(lod, [](int frame) {
    const double q = frame / 99.0;
    return pose({1, 0.3, 0.1}, 0.35, {1.2 - 1.15 * q, 0.1 * (1 - q), 0.03});
  });
}

}  // namespace tact::scenes
