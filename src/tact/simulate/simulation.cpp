#include "tact/simulate/simulation.h"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/response/impulse.h"
#include "tact/simulate/simulation_contacts.h"
#include "tact/simulate/simulation_input.h"

namespace tact {
namespace {

constexpr std::size_t bodies_a_chunk = 4;

Freedom freedom_of(ShapeMode mode) {
  switch (mode) {
    case ShapeMode::rigid:
      return Freedom::rigid;
    case ShapeMode::linear:
      return Freedom::affine;
    case ShapeMode::quadratic:
      return Freedom::quadratic;
  }
  return Freedom::together;
}

// Seconds since the last lap.
class Laps {
 public:
  double lap() {
    const auto then = std::exchange(last_, Clock::now());
    return std::chrono::duration<double>(last_ - then).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

struct Simulation::State {
  SimulationOptions options;
  std::vector<std::unique_ptr<SimulationBody>> bodies;
  std::vector<Wall> walls;
  double margin = -1;  // not known yet
  ContactFinder finder;
  Responder responder;
  LumpSet set;
  std::vector<std::uint8_t> touched;  // by body: has a contact in this step

  SimulationBody& at(std::uint32_t i) const;
  void check_all() const;
  void check_answer(const Response& response);
  void set_margin();
  void gather_all();
  void step_one(std::size_t i, const LumpChange& change, unsigned threads);
  void step_all(const Response& response);
  template <class F>
  void each_body(F&& f) const;
};

template <class F>
void Simulation::State::each_body(F&& f) const {
  parallel_for(chunk_count(bodies.size(), bodies_a_chunk), options.threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(bodies.size(), bodies_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) f(i);
               });
}

SimulationBody& Simulation::State::at(std::uint32_t i) const {
  if (i < bodies.size()) return *bodies[i];
  throw Error(ErrorCode::unknown_body, "simulation: there is no body " + std::to_string(i));
}

// Before anything changes: one velocity that is no number would soon be everybody's.
void Simulation::State::check_all() const {
  const auto check_one = [&](std::size_t i) {
    check_motion(bodies[i]->body, bodies[i]->points, static_cast<std::uint32_t>(i),
                 options.seconds);
  };
  try {
    each_body(check_one);
  } catch (const Error&) {
    // Of several bodies the first is named, whatever the threads.
    for (std::size_t i = 0; i < bodies.size(); ++i) check_one(i);
    throw;
  }
}

// Numbers that are fine one by one may be too much together.
void Simulation::State::check_answer(const Response& response) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const LumpChange& change = response.changes[i];
    bool fine = is_finite(change.velocity);
    for (const Vec3& rate : change.rate) fine = fine && is_finite(rate);
    if (fine) continue;
    responder = Responder();  // nor may the next step begin with it
    throw Error(ErrorCode::bad_argument,
                "simulation: body " + std::to_string(i) + " is pushed beyond all numbers");
  }
}

void Simulation::State::set_margin() {
  if (margin >= 0 || bodies.empty()) return;
  margin = options.margin;
  if (margin >= 0) return;
  double sum = 0;
  Stats stats;
  for (const auto& one : bodies) {
    one->tree.update(one->body.maps());
    sum += one->tree.sphere(one->tree.root(), stats).radius;
  }
  margin = 0.02 * sum / static_cast<double>(bodies.size());
}

// What touches nothing needs no answer. Gravity acts during the step that follows: the answer has
// to know of it, or everything at rest would sink a little and be lifted again.
void Simulation::State::gather_all() {
  touched.assign(bodies.size(), 0);
  for (const TouchGroup& group : finder.groups()) {
    touched[group.body_a] = 1;
    if (group.body_b != TouchGroup::nobody) touched[group.body_b] = 1;
  }
  set.lumps.assign(bodies.size() + 1, {});  // the last one stands for the walls
  set.modes.resize(bodies.size());
  each_body([&](std::size_t i) {
    if (touched[i] == 0) return;
    const ShapeBody& body = bodies[i]->body;
    Lump& lump = set.lumps[i];
    lump.modes = static_cast<std::uint32_t>(i);
    if (bodies[i]->fixed) return;
    gather({body.positions(), body.velocities(), body.masses()}, freedom_of(body.options().mode),
           lump, set.modes[i]);
    lump.softness = options.softness;
    lump.velocity = lump.velocity + options.gravity * options.seconds;
  });
}

// What contacts gave a body goes into its step, where each of its points is looked at anyway.
void Simulation::State::step_one(std::size_t i, const LumpChange& change, unsigned threads) {
  if (bodies[i]->fixed) return;
  ShapeBody& body = bodies[i]->body;
  const Lump& lump = set.lumps[i];
  VelocityGain gain;
  if (touched[i] != 0 && lump.freedom == Freedom::quadratic) {
    scatter(body.positions(), lump, set.modes[i], change, body.velocities());
  } else if (touched[i] != 0) {
    gain = {change.velocity, lump.centre, {change.rate[0], change.rate[1], change.rate[2]}};
  }
  body.advance(options.seconds, options.gravity, gain, threads);
}

void Simulation::State::step_all(const Response& response) {
  const unsigned threads = resolve_threads(options.threads);
  if (bodies.size() >= 4 * std::size_t{threads}) {
    each_body([&](std::size_t i) { step_one(i, response.changes[i], 1); });
    return;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) step_one(i, response.changes[i], threads);
}

Simulation::Simulation(const SimulationOptions& options) : state_(std::make_unique<State>()) {
  check_options(options);
  state_->options = options;
}
Simulation::~Simulation() = default;

std::uint32_t Simulation::add(ShapeBody body, bool fixed) {
  check_new_body(body, static_cast<std::uint32_t>(size()), state_->options.seconds);
  state_->bodies.push_back(std::make_unique<SimulationBody>(std::move(body), fixed));
  state_->margin = -1;
  return static_cast<std::uint32_t>(state_->bodies.size() - 1);
}

void Simulation::add(const Wall& wall) {
  check_wall(wall);
  state_->walls.push_back(wall);
}

std::size_t Simulation::size() const { return state_->bodies.size(); }
ShapeBody& Simulation::body(std::uint32_t i) { return state_->at(i).body; }
const ShapeBody& Simulation::body(std::uint32_t i) const { return state_->at(i).body; }
const SimulationOptions& Simulation::options() const { return state_->options; }

void Simulation::set_level(int level) {
  check_level(level);
  state_->options.level = level;
}
void Simulation::set_budget(double seconds) {
  check_budget(seconds);
  state_->options.budget_seconds = seconds;
}

StepReport Simulation::step() {
  State& s = *state_;
  StepReport report;
  s.check_all();
  s.set_margin();
  Laps laps;
  s.finder.find(s.bodies, s.walls, s.options, s.margin, report);
  report.detection = laps.lap();
  s.gather_all();
  const Response response =
      s.responder.respond(s.set, s.finder.touches(), s.finder.groups(), s.options.response,
                          s.options.seconds, s.options.threads);
  s.check_answer(response);
  report.response = laps.lap();
  s.finder.answered(report.lod, report.detection + report.response);
  s.step_all(response);
  report.deformation = laps.lap();
  return report;
}

EnergyReport Simulation::energy() const {
  EnergyReport sum;
  for (const auto& one : state_->bodies) {
    if (one->fixed) continue;
    const ShapeBody& body = one->body;
    for (std::size_t i = 0; i < body.size(); ++i) {
      const double mass = body.masses()[i];
      const Vec3& x = body.positions()[i];
      const Vec3& v = body.velocities()[i];
      sum.kinetic += 0.5 * mass * length_sq(v);
      sum.potential -= mass * dot(state_->options.gravity, x);
      sum.momentum = sum.momentum + v * mass;
      sum.angular = sum.angular + cross(x, v * mass);
    }
  }
  return sum;
}

}  // namespace tact
