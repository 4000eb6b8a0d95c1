#include "tact/simulate/simulation_input.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tact/base/error.h"

namespace tact {
namespace {

// Of lengths, velocities and masses. Fourth powers of lengths, times a mass, are numbers yet.
constexpr double largest = Simulation::largest;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::bad_argument, "simulation: " + what);
}

void require_input(bool holds, const char* what) {
  if (!holds) refuse(what);
}

// None of these holds for what is not a number.
bool within(double x, double most) { return std::abs(x) <= most; }
bool within(const Vec3& v, double most) {
  return within(v.x, most) && within(v.y, most) && within(v.z, most);
}
bool is_from_zero(double x) { return x >= 0 && x <= largest; }

// The fastest velocity with which a point gets no farther in a step than it may be.
double fastest(double seconds) { return largest / std::max(1.0, seconds); }

[[noreturn]] void refuse_point(std::uint32_t body, std::size_t point, const char* what) {
  refuse("body " + std::to_string(body) + ", point " + std::to_string(point) + ": " + what);
}

void check_velocities(const ShapeBody& body, std::uint32_t number, double seconds) {
  const std::span<const Vec3> velocities = body.velocities();
  const double most = fastest(seconds);
  // All at once first: this is done in every step, and naming the point only once.
  std::size_t wrong = 0;
  const auto count = [&](double x) { wrong += within(x, most) ? 0U : 1U; };
  for (const Vec3& v : velocities) {
    count(v.x);
    count(v.y);
    count(v.z);
  }
  if (wrong == 0) return;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    if (within(velocities[i], most)) continue;
    refuse_point(number, i, "its velocity is not finite, or farther than 1e50 in a step");
  }
}

void check_positions(const ShapeBody& body, std::uint32_t number) {
  const std::span<const Vec3> positions = body.positions();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (within(positions[i], largest)) continue;
    refuse_point(number, i, "its position is not finite, or beyond 1e50");
  }
}

void check(const ResponseOptions& o) {
  require_input(o.penalty.frequency > 0 && o.penalty.frequency <= largest,
                "the frequency of the penalty must be above 0");
  require_input(is_from_zero(o.penalty.damping_ratio), "the damping ratio must not be negative");
  require_input(is_from_zero(o.penalty.fastest), "the fastest push must not be negative");
  require_input(is_from_zero(o.penalty.slop), "the slop must not be negative");
  require_input(is_from_zero(o.friction), "the friction must not be negative");
  require_input(o.restitution >= 0 && o.restitution <= 1, "the restitution must be from 0 to 1");
  require_input(is_from_zero(o.restitution_speed), "the speed of restitution must not be negative");
  require_input(o.iterations >= 1, "there must be an iteration");
  require_input(o.warm >= 0 && o.warm <= 1, "the warm share must be from 0 to 1");
}

}  // namespace

void check_level(int level) {
  require_input(level >= 0 && level <= 64, "the level must be from 0 to 64");
}
void check_budget(double seconds) {
  require_input(seconds >= 0, "the budget must not be negative");
}

void check_options(const SimulationOptions& o) {
  require_input(o.seconds >= 1 / largest && o.seconds <= largest,
                "a step must be longer than 0, and finite");
  const double most = fastest(o.seconds);
  require_input(within(o.gravity, most) && within(o.gravity * o.seconds, most),
                "gravity must be finite, and move nothing farther than 1e50 in a step");
  check_level(o.level);
  check_budget(o.budget_seconds);
  require_input(within(o.margin, largest), "the margin must be finite");
  require_input(o.softness >= 0 && o.softness <= 1, "the softness must be from 0 to 1");
  check(o.response);
}

void check_wall(const Wall& wall) {
  require_input(std::abs(length(wall.normal) - 1) < 1e-9 && within(wall.offset, largest),
                "the normal of a wall must have length 1, and its offset be finite");
}

void check_new_body(const ShapeBody& body, std::uint32_t number, double seconds) {
  if (!body) refuse("body " + std::to_string(number) + " was moved from");
  for (std::size_t i = 0; i < body.size(); ++i) {
    const double mass = body.masses()[i];
    if (!within(body.rest()[i], largest)) refuse_point(number, i, "it is beyond 1e50 at rest");
    if (!(mass >= 1 / largest && mass <= largest)) {
      refuse_point(number, i, "its mass is below 1e-50 or above 1e50");
    }
    if (!(body.radii()[i] <= largest)) refuse_point(number, i, "its radius is above 1e50");
  }
  check_positions(body, number);
  check_velocities(body, number, seconds);
}

void check_motion(const ShapeBody& body, const Vec3* points, std::uint32_t number, double seconds) {
  if (!body || body.positions().data() != points) {
    refuse("body " + std::to_string(number) + " was moved from, or is another one now");
  }
  check_velocities(body, number, seconds);
  for (const ClusterMap& map : body.maps()) {
    if (within(map.centre, largest) && within(map.drift, largest)) continue;
    check_positions(body, number);
    refuse("body " + std::to_string(number) + " is beyond 1e50");
  }
}

}  // namespace tact
