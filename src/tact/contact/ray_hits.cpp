#include "tact/contact/ray_hits.h"

#include <cmath>
#include <string>

namespace tact {
namespace {

const char* wrong_with(const Ray& ray) {
  if (!is_finite(ray.origin)) return "its origin is not finite";
  if (!is_finite(ray.direction) || !is_finite(ray.tail)) return "its direction is not finite";
  if (ray.direction == Vec3{}) return "its direction is zero";
  if (!(ray.direction + ray.tail == ray.direction)) return "its tail is more than rounding leaves";
  if (!(ray.t_max >= 0)) return "its t_max is negative or no number";
  return nullptr;
}

// The difference a - b and what its rounding left out.
void subtract(double a, double b, double& head, double& tail) {
  head = a - b;
  const double b_part = a - head;
  const double a_part = head + b_part;
  tail = std::isfinite(head) ? (a - a_part) + (b_part - b) : 0;
}

}  // namespace

Ray Ray::segment(const Vec3& from, const Vec3& to) {
  Ray ray;
  ray.origin = from;
  ray.t_max = 1;
  for (std::size_t k = 0; k < 3; ++k) subtract(to[k], from[k], ray.direction[k], ray.tail[k]);
  return ray;
}

void check_rays(std::span<const Ray> rays) {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (const char* const what = wrong_with(rays[i])) {
      throw Error(ErrorCode::bad_argument, "ray " + std::to_string(i) + ": " + what);
    }
  }
}

}  // namespace tact
