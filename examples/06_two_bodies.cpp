// Two rigid bodies without a world: do they touch along a path, and how far apart are they? The
// tracker remembers the last pose, so that the next one, close by, costs less.
#include <tact/tact.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

// A closed box with corners at ±half.
tact::Mesh box(double half) {
  tact::Mesh mesh;
  for (std::uint32_t i = 0; i < 8; ++i) {
    mesh.positions.push_back(
        {(i & 1U) != 0 ? half : -half, (i & 2U) != 0 ? half : -half, (i & 4U) != 0 ? half : -half});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

}  // namespace

int main() {
  const tact::Shape wall(box(1));
  const tact::Shape part(box(0.25));
  tact::PairTracker tracker(wall, part);

  const tact::Transform still;
  for (const double x : {3.0, 2.0, 1.5, 1.25}) {
    const auto pose = tact::Transform::from_translation({x, 0, 0});
    std::printf("at %.2f: distance %.2f%s\n", x, tracker.distance(still, pose).distance,
                tracker.touching(still, pose) ? ", touching" : "");
  }

  // Many poses that have nothing to do with each other, on all cores.
  std::vector<tact::PosePair> poses;
  for (int i = 0; i < 1000; ++i) {
    poses.push_back({still, tact::Transform::from_axis_angle({1, 1, 1}, 0.01 * i, {1.4, 0, 0})});
  }
  std::vector<std::uint8_t> touches(poses.size());
  tact::touching(wall, part, poses, touches);
  int count = 0;
  for (const std::uint8_t t : touches) count += t;
  std::printf("%d of %zu turned poses touch\n", count, poses.size());
}

// Output:
//   at 3.00: distance 1.75
//   at 2.00: distance 0.75
//   at 1.50: distance 0.25
//   at 1.25: distance 0.00, touching
//   318 of 1000 turned poses touch
