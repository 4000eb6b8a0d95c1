#pragma once
// What a ShapeBody takes from outside, checked before anything changes.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "tact/deform/shape_body.h"

namespace tact {

/// False for what is not a number, too.
inline bool is_within(double x, double most) { return std::abs(x) <= most; }
inline bool is_within(const Vec3& v, double most) {
  return is_within(v.x, most) && is_within(v.y, most) && is_within(v.z, most);
}

/// The fastest velocity with which a point gets no farther in a step than it may be.
inline double fastest_velocity(double seconds) {
  return ShapeBody::largest / std::max(1.0, seconds);
}

/// The first that is not within; their number if all are.
std::size_t first_beyond(std::span<const Vec3> all, double most);

/// They throw what ShapeBody's constructor, step() and place() promise.
void check_shape_options(const ShapeOptions& options);
void check_shape_def(const ShapeDef& def);
void check_shape_step(const ShapeBody& body, double seconds, const Vec3& gravity,
                      const VelocityGain& gain);
void check_shape_place(const ShapeBody& body, std::span<const Vec3> positions);

}  // namespace tact
