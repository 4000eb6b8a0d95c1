#include "tact/contact/tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/base/error.h"

namespace tact {

void check_tolerance(double tolerance) {
  if (!std::isfinite(tolerance) || tolerance < 0) {
    throw Error(ErrorCode::bad_argument, "the tolerance must be finite and not negative");
  }
}

double candidate_reach(double tolerance, const Extent& scene) {
  if (!(tolerance > 0)) return 0;
  double farthest = 0;
  for (std::size_t k = 0; k < 3 && !scene.empty(); ++k) {
    farthest = std::max({farthest, std::fabs(scene.lo[k]), std::fabs(scene.hi[k])});
  }
  const double rounding = farthest > 0 ? std::ldexp(1.0, std::ilogb(farthest) + 1 - 45) : 0;
  return std::min(tolerance + rounding, std::numeric_limits<double>::max());
}

}  // namespace tact
