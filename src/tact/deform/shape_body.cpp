#include "tact/deform/shape_body.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tact/base/error.h"
#include "tact/deform/shape_input.h"
#include "tact/deform/shape_state_impl.h"
#include "tact/deform/spin.h"

namespace tact {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw Error(ErrorCode::bad_argument, std::string("shape: ") + what);
}

ShapeDef checked(ShapeDef def, const ShapeOptions& options) {
  if (def.masses.empty()) def.masses.assign(def.points.size(), 1);
  if (def.radii.empty()) def.radii.assign(def.points.size(), 0);
  check_shape_options(options);
  check_shape_def(def);
  return def;
}

}  // namespace

ShapeBody::ShapeBody(ShapeDef def, const ShapeOptions& options)
    : state_(std::make_unique<State>(checked(std::move(def), options), options)) {}
ShapeBody::ShapeBody(ShapeBody&&) noexcept = default;
ShapeBody& ShapeBody::operator=(ShapeBody&&) noexcept = default;
ShapeBody::~ShapeBody() = default;

std::size_t ShapeBody::size() const { return state_->size(); }
const ShapeOptions& ShapeBody::options() const { return state_->options; }
std::span<const Vec3> ShapeBody::rest() const { return state_->def.points; }
std::span<const double> ShapeBody::masses() const { return state_->def.masses; }
std::span<const double> ShapeBody::radii() const { return state_->def.radii; }
std::span<const std::array<std::uint32_t, 3>> ShapeBody::triangles() const {
  return state_->def.triangles;
}
const Clusters& ShapeBody::clusters() const { return state_->clusters; }
double ShapeBody::mass() const { return state_->mass; }
std::span<const Vec3> ShapeBody::positions() const { return {state_->positions.data(), size()}; }
std::span<Vec3> ShapeBody::velocities() { return {state_->velocities.data(), size()}; }
std::span<const Vec3> ShapeBody::velocities() const { return {state_->velocities.data(), size()}; }
std::span<const ClusterMap> ShapeBody::maps() const { return state_->maps; }

void ShapeBody::step(double seconds, const Vec3& gravity, unsigned threads) {
  step(seconds, gravity, VelocityGain{}, threads);
}

void ShapeBody::step(double seconds, const Vec3& gravity, const VelocityGain& gain,
                     unsigned threads) {
  check_shape_step(*this, seconds, gravity, gain);
  advance(seconds, gravity, gain, threads);
}

void ShapeBody::advance(double seconds, const Vec3& gravity, const VelocityGain& gain,
                        unsigned threads) {
  State& s = *state_;
  // What a point was pulled by in a short step would throw it far in a long one: what is no motion
  // as a whole goes as far as it would have gone.
  VelocityGain remaining = gain;
  if (seconds > s.last_seconds && s.last_seconds > 0) {
    s.take(std::exchange(remaining, {}));
    damp(positions(), masses(), 1 - s.last_seconds / seconds, velocities());
  }
  s.last_seconds = seconds;
  remaining.all = remaining.all + gravity * seconds;
  s.step(seconds, remaining, threads);
  if (s.options.damping > 0) {
    damp(positions(), masses(), 1 - std::pow(1 - s.options.damping, seconds), velocities());
  }
}

void ShapeBody::place(std::span<const Vec3> positions) {
  check_shape_place(*this, positions);
  std::copy(positions.begin(), positions.end(), state_->positions.begin());
  for (State::Pin& pin : state_->pins) pin.at = positions[pin.point];
  state_->repeat_last();
  state_->match(0, 0, 1);
}

void ShapeBody::shift(std::uint32_t point, const Vec3& by) {
  require(point < size(), "no such point");
  State& s = *state_;
  const Vec3 to = s.positions[point] + by;
  if (!is_within(to, largest)) {
    throw Error(ErrorCode::bad_argument, "shape: point " + std::to_string(point) +
                                             " is shifted to no finite place, or beyond 1e50");
  }
  s.positions[point] = to;
  const auto cover = [&](ClusterMap& map, std::size_t entry) {
    const double away_sq = length_sq(s.positions[point] - map.image(s.q[entry]));
    map.drift = std::max(map.drift, drift_of(away_sq));
  };
  if (s.single()) {
    cover(s.maps[0], point);
    return;
  }
  for (std::uint32_t k = s.first_home[point]; k < s.first_home[point + std::size_t{1}]; ++k) {
    std::size_t c = 0;
    while (s.homes[k] >= s.parts[c].first + s.parts[c].count) ++c;
    cover(s.maps[c], s.homes[k]);
  }
}

void ShapeBody::pin(std::uint32_t point, bool pinned) {
  require(point < size(), "no such point");
  State& s = *state_;
  std::erase_if(s.pins, [&](const State::Pin& pin) { return pin.point == point; });
  if (pinned) s.pins.push_back({point, s.positions[point]});
}

}  // namespace tact
