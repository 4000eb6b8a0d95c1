#include "tact/contact/moving_side.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tact {
namespace {

// Where a vertex may be until `horizon` < 1. The place at that time is rounded by at most three
// halves of an ulp of the larger end (of the complement of the horizon, of two products that add up
// to no more, of their sum), or of the least number.
Extent way_until(const MovingPoint& p, double horizon) {
  const double rest = 1 - horizon;
  Extent way;
  way.add(p.from);
  const Vec3 then = p.from * rest + p.to * horizon;
  for (std::size_t k = 0; k < 3; ++k) {
    const double pad = std::max(std::fabs(p.from[k]), std::fabs(p.to[k])) * 0x1p-50 +
                       4 * std::numeric_limits<double>::denorm_min();
    way.lo[k] = std::min(way.lo[k], then[k] - pad);
    way.hi[k] = std::max(way.hi[k], then[k] + pad);
  }
  return way;
}

}  // namespace

void MovingSide::read(const MovingBody& body, std::uint32_t slot, std::uint32_t triangle,
                      double horizon) {
  const bool known = slot == slot_ && triangle == triangle_;
  if (known && horizon == horizon_) return;
  if (!known) {
    const std::array<std::uint64_t, 3> numbers = body.to->mesh().triangles[triangle];
    const Triangle from = body.from->triangle(triangle);
    const Triangle to = body.from == body.to ? from : body.to->triangle(triangle);
    for (std::size_t k = 0; k < 3; ++k) {
      corners_[k] = {from[k], to[k]};
      vertices_[k] = static_cast<std::uint32_t>(numbers[k]);
    }
    features_ = body.features[triangle];
    slot_ = slot;
    triangle_ = triangle;
  }
  measure(horizon);
}

void MovingSide::measure(double horizon) {
  horizon_ = horizon;
  way_ = {};
  for (std::size_t k = 0; k < 3; ++k) {
    if (horizon < 1) {
      ways_[k] = way_until(corners_[k], horizon);
    } else {
      ways_[k] = {min(corners_[k].from, corners_[k].to), max(corners_[k].from, corners_[k].to)};
    }
    way_.add(ways_[k]);
  }
}

}  // namespace tact
