#include "tact/simulate/simulation_input.h"

#include <cmath>
#include <string>

#include "tact/base/error.h"
#include "tact/deform/shape_input.h"

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

bool is_from_zero(double x) { return x >= 0 && x <= largest; }

[[noreturn]] void refuse_point(std::uint32_t body, std::size_t point, const char* what) {
  refuse("body " + std::to_string(body) + ", point " + std::to_string(point) + ": " + what);
}

void check_velocities(const ShapeBody& body, std::uint32_t number, double seconds) {
  const std::size_t fast = first_beyond(body.velocities(), fastest_velocity(seconds));
  if (fast == body.size()) return;
  refuse_point(number, fast, "its velocity is not finite, or farther than 1e50 in a step");
}

void check_positions(const ShapeBody& body, std::uint32_t number) {
  const std::size_t beyond = first_beyond(body.positions(), largest);
  if (beyond == body.size()) return;
  refuse_point(number, beyond, "its position is not finite, or beyond 1e50");
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
  const double most = fastest_velocity(o.seconds);
  require_input(is_within(o.gravity, most) && is_within(o.gravity * o.seconds, most),
                "gravity must be finite, and move nothing farther than 1e50 in a step");
  check_level(o.level);
  check_budget(o.budget_seconds);
  require_input(is_within(o.margin, largest), "the margin must be finite");
  require_input(o.softness >= 0 && o.softness <= 1, "the softness must be from 0 to 1");
  check(o.response);
}

void check_wall(const Wall& wall) {
  require_input(std::abs(length(wall.normal) - 1) < 1e-9 && is_within(wall.offset, largest),
                "the normal of a wall must have length 1, and its offset be finite");
}

void check_new_body(const ShapeBody& body, std::uint32_t number, double seconds) {
  if (!body) refuse("body " + std::to_string(number) + " was moved from");
  check_positions(body, number);
  check_velocities(body, number, seconds);
}

void check_motion(const ShapeBody& body, const Vec3* points, std::uint32_t number, double seconds) {
  if (!body || body.positions().data() != points) {
    refuse("body " + std::to_string(number) + " was moved from, or is another one now");
  }
  check_velocities(body, number, seconds);
  for (const ClusterMap& map : body.maps()) {
    if (is_within(map.centre, largest) && is_within(map.drift, largest)) continue;
    check_positions(body, number);
    refuse("body " + std::to_string(number) + " is beyond 1e50");
  }
}

}  // namespace tact
