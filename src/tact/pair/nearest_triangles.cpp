#include "tact/pair/nearest_triangles.h"

#include <algorithm>
#include <cmath>

#include "tact/contact/closest.h"

namespace tact {

NearestSoFar NearestTriangles::operator()(std::uint32_t i, std::uint32_t j) {
  const Triangle a = primitives_[0].triangle(i);
  const Triangle b = primitives_[1].triangle(j);
  if (apart_enough(a, b)) return so_far_;
  ++best.stats.primitive_tests;
  const ClosestPrimitives found = closest_primitives(primitives_[0], i, primitives_[1], j);
  if (found.distance < best.distance) {
    best.distance = found.distance;
    best.point_a = found.a;
    best.point_b = found.b;
    best.primitive_a = i;
    best.primitive_b = j;
    look_along();
  }
  return so_far_;
}

// Along the direction of the best two: no farther than their distance, rounding included, and they
// would have to be measured.
bool NearestTriangles::apart_enough(const Triangle& a, const Triangle& b) const {
  if (direction_ == Vec3{}) return false;
  const double top =
      std::max({dot(a[0], direction_), dot(a[1], direction_), dot(a[2], direction_)});
  const double bottom =
      std::min({dot(b[0], direction_), dot(b[1], direction_), dot(b[2], direction_)});
  const double rounding = (std::fabs(top) + std::fabs(bottom)) * 0x1p-45;
  return bottom - top > best.distance + rounding;
}

void NearestTriangles::look_along() {
  const Vec3 way = best.point_b - best.point_a;
  const double far = length(way);
  direction_ = far > 0 && std::isfinite(far) ? way * ((1 - 0x1p-45) / far) : Vec3{};
  so_far_.distance = static_cast<float>(best.distance * scale_ * (1 + 0x1p-20));
  for (std::size_t k = 0; k < 3; ++k) {
    // By the inverse of a's rotation; a little shorter than one.
    double sum = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      const double cell =
          primitives_[0].posed() ? primitives_[0].pose().row(r)[k] : (r == k ? 1 : 0);
      sum += cell * direction_[r];
    }
    so_far_.along[k] = static_cast<float>(sum * (1 - 0x1p-20));
  }
}

}  // namespace tact
