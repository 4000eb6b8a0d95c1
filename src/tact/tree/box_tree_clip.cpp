#include "tact/tree/box_tree_clip.h"

namespace tact {
namespace {

// A triangle gains at most one corner from each of six planes.
struct Outline {
  std::array<Vec3, 10> corner;
  std::size_t size = 0;
};

// What lies on one side of a plane across `axis`: sign · x >= sign · at.
Outline cut(const Outline& from, std::size_t axis, double at, double sign) {
  Outline out;
  for (std::size_t i = 0; i < from.size; ++i) {
    const Vec3& p = from.corner[i];
    const Vec3& q = from.corner[i + 1 == from.size ? 0 : i + 1];
    const double of_p = sign * (p[axis] - at);
    const double of_q = sign * (q[axis] - at);
    if (of_p >= 0) out.corner[out.size++] = p;
    if ((of_p < 0) == (of_q < 0)) continue;
    const double t = of_p / (of_p - of_q);
    out.corner[out.size++] = p + (q - p) * t;
    if (out.size == out.corner.size()) break;
  }
  return out;
}

}  // namespace

Aabb clipped_box(std::span<const Vec3> corners, const Aabb& box, double margin) {
  Outline outline;
  for (const Vec3& p : corners) outline.corner[outline.size++] = p;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    outline = cut(outline, axis, double{box.lo[axis]} - margin, 1);
    outline = cut(outline, axis, double{box.hi[axis]} + margin, -1);
  }
  Aabb out = Aabb::nothing();
  for (std::size_t i = 0; i < outline.size; ++i) {
    Aabb point{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto x = static_cast<float>(outline.corner[i][k]);
      point.lo[k] = round_down(x);
      point.hi[k] = round_up(x);
    }
    out = merge(out, point);
  }
  return out;
}

}  // namespace tact
