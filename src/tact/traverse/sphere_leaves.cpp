#include "tact/traverse/sphere_leaves.h"

namespace tact {
namespace {

// Bit i is set if lane i overlaps the box. A loop without branches, so that it becomes vectors.
std::uint32_t overlapping_lanes(const Aabb& box, const Aabb8& eight) {
  std::uint8_t hit[LeafBoxes::width];
  for (std::uint32_t i = 0; i < LeafBoxes::width; ++i) {
    const bool x = (eight.lo[0][i] <= box.hi[0]) & (box.lo[0] <= eight.hi[0][i]);
    const bool y = (eight.lo[1][i] <= box.hi[1]) & (box.lo[1] <= eight.hi[1][i]);
    const bool z = (eight.lo[2][i] <= box.hi[2]) & (box.lo[2] <= eight.hi[2][i]);
    hit[i] = static_cast<std::uint8_t>(x & y & z);
  }
  std::uint32_t lanes = 0;
  for (std::uint32_t i = 0; i < LeafBoxes::width; ++i) lanes |= std::uint32_t{hit[i]} << i;
  return lanes;
}

}  // namespace

Flow deliver_leaves(const LeafBoxes& a, const LeafBoxes& b, const Pair& bodies, float grow,
                    CandidateWriter& writer, Stats& stats) {
  const bool within = &a == &b;
  const auto grown = [grow](Aabb box) {
    if (grow > 0) box.grow(grow);
    return box;
  };
  stats.bounds_tests += 1;
  if (!overlaps(grown(a.all), b.all)) return Flow::go_on;
  for (std::uint32_t i = 0; i < a.count; ++i) {
    const Aabb box = grown(a.boxes.get(i));
    ++stats.bounds_tests;
    if (!overlaps(box, b.all)) continue;
    stats.bounds_tests += b.count;
    std::uint32_t lanes = overlapping_lanes(box, b.boxes);
    if (within) lanes &= ~std::uint32_t{0} << (i + 1);  // each pair once
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto k = static_cast<std::uint32_t>(__builtin_ctz(lanes));
      if (writer.push(ordered(bodies.a, a.id[i], bodies.b, b.id[k])) == Flow::stop) {
        return Flow::stop;
      }
    }
  }
  return Flow::go_on;
}

}  // namespace tact
