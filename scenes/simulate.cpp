#include "scenes/simulate.h"

namespace tact::scenes {
namespace {

ShapeMode mode_of(Stuff stuff) {
  return stuff == Stuff::rigid    ? ShapeMode::rigid
         : stuff == Stuff::linear ? ShapeMode::linear
                                  : ShapeMode::quadratic;
}

ShapeBody body_of(const SimulatedBody& body, double thickness) {
  ShapeDef def = shape_of(body.mesh);
  def.masses.assign(def.points.size(), body.density);
  def.radii.assign(def.points.size(), thickness);
  ShapeOptions options;
  options.mode = mode_of(body.stuff);
  options.stiffness = body.stiffness;
  options.linear_share = body.linear_share;
  options.keep_volume = body.keep_volume;
  options.damping = body.damping;
  options.clusters = static_cast<std::uint32_t>(body.clusters);
  return {std::move(def), options};
}

void set_going(const SimulatedBody& from, ShapeBody& body) {
  Vec3 middle;
  for (const Vec3& p : body.positions()) middle = middle + p;
  middle = middle * (1 / static_cast<double>(body.size()));
  for (std::size_t i = 0; i < body.size(); ++i) {
    body.velocities()[i] = from.velocity + cross(from.spin, body.positions()[i] - middle);
  }
}

}  // namespace

SimulationOptions options_of(const SimulatedScene& scene) {
  SimulationOptions options;
  options.gravity = scene.gravity;
  options.seconds = scene.step;
  options.level = scene.level;
  options.margin = scene.margin;
  options.response.friction = scene.friction;
  options.response.iterations = scene.iterations;
  options.response.penalty.frequency = scene.press_frequency;
  options.response.penalty.damping_ratio = scene.press_damping;
  return options;
}

std::unique_ptr<Simulation> enter(const SimulatedScene& scene, const SimulationOptions& options) {
  auto simulation = std::make_unique<Simulation>(options);
  for (const SimulatedBody& body : scene.bodies) {
    const std::uint32_t id = simulation->add(body_of(body, scene.thickness), body.fixed);
    set_going(body, simulation->body(id));
  }
  for (const HalfSpace& wall : scene.walls) simulation->add(Wall{wall.normal, wall.offset});
  return simulation;
}

}  // namespace tact::scenes
