#include "tact/deform/shape_input.h"

#include <string>

#include "tact/base/error.h"

namespace tact {
namespace {

constexpr double shape_limit = ShapeBody::largest;

void require_of_shape(bool holds, const char* what) {
  if (!holds) throw Error(ErrorCode::bad_argument, std::string("shape: ") + what);
}

[[noreturn]] void refuse_shape_point(ErrorCode code, std::size_t point, const char* what) {
  throw Error(code, "shape: point " + std::to_string(point) + ": " + what);
}

void check_gain(const ShapeBody& body, double most, const VelocityGain& gain) {
  require_of_shape(is_within(gain.all, most) && is_within(gain.centre, shape_limit),
                   "a gain of velocity must be finite, and go no farther than 1e50 in a step");
  if (gain.rate == std::array<Vec3, 3>{}) return;
  const std::span<const Vec3> positions = body.positions();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 r = positions[i] - gain.centre;
    for (std::size_t k = 0; k < 3; ++k) {
      if (is_within(gain.rate[k] * r[k], most)) continue;
      refuse_shape_point(ErrorCode::bad_argument, i,
                         "its gain of velocity is not finite, or farther than 1e50 in a step");
    }
  }
}

}  // namespace

std::size_t first_beyond(std::span<const Vec3> all, double most) {
  // All at once first: this is done in every step, and which one is wrong is asked only once.
  std::size_t wrong = 0;
  const auto count = [&](double x) { wrong += is_within(x, most) ? 0U : 1U; };
  for (const Vec3& v : all) {
    count(v.x);
    count(v.y);
    count(v.z);
  }
  if (wrong == 0) return all.size();
  std::size_t i = 0;
  while (is_within(all[i], most)) ++i;
  return i;
}

void check_shape_options(const ShapeOptions& o) {
  require_of_shape(o.stiffness > 0 && o.stiffness <= 1,
                   "the stiffness must be above 0 and at most 1");
  require_of_shape(o.linear_share >= 0 && o.linear_share < 1,
                   "the linear share must be from 0 to below 1");
  require_of_shape(o.clusters >= 1, "there must be a cluster");
  require_of_shape(o.overlap >= 0 && std::isfinite(o.overlap), "the overlap must not be negative");
  require_of_shape(o.damping >= 0 && o.damping <= 1, "the damping must be from 0 to 1");
}

void check_shape_def(const ShapeDef& def) {
  const std::size_t count = def.points.size();
  require_of_shape(count > 0, "there are no points");
  require_of_shape(def.masses.size() == count && def.radii.size() == count,
                   "masses and radii must be one for each point, or none");
  const auto require_at = [](std::size_t i, bool holds, const char* what) {
    if (!holds) refuse_shape_point(ErrorCode::bad_mesh, i, what);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const double mass = def.masses[i];
    const double radius = def.radii[i];
    require_at(i, is_within(def.points[i], shape_limit),
               "its position is not finite, or beyond 1e50");
    require_at(i, mass >= 1 / shape_limit && mass <= shape_limit,
               "its mass is not from 1e-50 to 1e50");
    require_at(i, radius >= 0 && radius <= shape_limit, "its radius is not from 0 to 1e50");
  }
  for (std::size_t t = 0; t < def.triangles.size(); ++t) {
    for (const std::uint32_t corner : def.triangles[t]) {
      if (corner < count) continue;
      throw Error(ErrorCode::bad_mesh,
                  "shape: triangle " + std::to_string(t) + " has a vertex beyond the points");
    }
  }
}

void check_shape_step(const ShapeBody& body, double seconds, const Vec3& gravity,
                      const VelocityGain& gain) {
  require_of_shape(seconds >= 1 / shape_limit && seconds <= shape_limit,
                   "a step needs a time from 1e-50 to 1e50");
  const double most = fastest_velocity(seconds);
  require_of_shape(is_within(gravity * seconds, most),
                   "gravity must be finite, and move nothing farther than 1e50 in a step");
  check_gain(body, most, gain);
  const std::size_t fast = first_beyond(body.velocities(), most);
  if (fast < body.size()) {
    refuse_shape_point(ErrorCode::bad_argument, fast,
                       "its velocity is not finite, or farther than 1e50 in a step");
  }
  // Maps bound all points: nobody has to look at those.
  for (const ClusterMap& map : body.maps()) {
    if (is_within(map.centre, shape_limit) && is_within(map.drift, shape_limit)) continue;
    const std::size_t beyond = first_beyond(body.positions(), shape_limit);
    if (beyond < body.size()) {
      refuse_shape_point(ErrorCode::bad_argument, beyond, "it has got beyond 1e50");
    }
    require_of_shape(false, "the body has got beyond 1e50");
  }
}

void check_shape_place(const ShapeBody& body, std::span<const Vec3> positions) {
  require_of_shape(positions.size() == body.size(), "there must be a position for each point");
  const std::size_t beyond = first_beyond(positions, shape_limit);
  if (beyond == positions.size()) return;
  refuse_shape_point(ErrorCode::bad_argument, beyond, "its position is not finite, or beyond 1e50");
}

}  // namespace tact
