#pragma once
// Simulation: closes the loop over shape-matched bodies (Spillmann 2006). Where they touch, at a
// level of their sphere hierarchies or as far as the time of a step goes; the impulses that this
// calls for; and the bodies' own step.
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/types.h"
#include "tact/deform/shape_body.h"
#include "tact/response/options.h"

namespace tact {

/// A half space that bodies stay out of: dot(normal, x) >= offset is free. The normal has length 1.
struct Wall {
  Vec3 normal{0, 0, 1};  ///< of length 1, towards the free side
  double offset = 0;     ///< of the plane along the normal
};

/// What holds for a whole simulation.
struct SimulationOptions {
  Vec3 gravity{0, 0, -9.81};  ///< an acceleration
  double seconds = 0.01;      ///< of a step, above 0
  /// Contacts are answered at this level of the spheres (root: 0, which does not answer), or at
  /// their leaves where those come first; 0: triangle against triangle, point against point.
  int level = 0;
  /// For detection and response in a step: where it is too short, some pairs of bodies are answered
  /// at a coarser level. Infinite: none.
  double budget_seconds = std::numeric_limits<double>::infinity();
  /// Contacts are looked for this far ahead, in units of length; negative: 2 % of the mean radius
  /// of the bodies.
  double margin = -1;
  /// How much of an impulse goes into one affine deformation of the whole body at once: 0 none, as
  /// if all were rigid; 1: as the map of its shape has it, without its stiffness.
  double softness = 0.2;
  ResponseOptions response;  ///< how contacts are answered
  unsigned threads = 0;      ///< 0: as many as the machine runs at once
};

/// What a step did. Seconds by the clock on the wall.
struct StepReport {
  std::size_t contacts = 0;       ///< answered, walls included
  std::size_t wall_contacts = 0;  ///< of these
  std::size_t sphere_pairs = 0;   ///< overlapping spheres at the level, as table 1 counts
  std::size_t body_pairs = 0;     ///< whose outermost spheres overlap
  LodReport lod;                  ///< how far levels were refined
  double deepest = 0;             ///< largest depth of a contact before the answer
  double detection = 0;           ///< seconds that finding contacts took
  double response = 0;            ///< seconds that answering them took
  double deformation = 0;         ///< seconds that the bodies' own step took
  Stats stats;                    ///< what was done, counted
};

/// Sums over all bodies that move.
struct EnergyReport {
  double kinetic = 0;    ///< of all points' velocities
  double potential = 0;  ///< in gravity, about the origin
  Vec3 momentum;         ///< linear
  Vec3 angular;          ///< about the origin
};

/// One thread's at a time (docs/threads.md). A step that throws was not made.
class TACT_API Simulation {
 public:
  /// Of coordinates, radii, masses, and ways that velocities and gravity go in a step; the inverse
  /// is the least of masses and of seconds.
  static constexpr double largest = ShapeBody::largest;

  /// Throws Error{bad_argument} for options out of range.
  explicit Simulation(const SimulationOptions& options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// A fixed body stays where it is, and others feel it. Returns its number. Throws
  /// Error{bad_argument} for velocities that go beyond `largest` in a step, and for a body that
  /// was moved from.
  std::uint32_t add(ShapeBody body, bool fixed = false);
  /// Throws Error{bad_argument} unless the normal has length 1 and the offset is finite.
  void add(const Wall& wall);

  /// How many bodies there are.
  std::size_t size() const;
  /// Throws Error{unknown_body}. Velocities may be written, points placed, shifted and pinned; to
  /// put another ShapeBody in its place is an error that the next step() throws.
  ShapeBody& body(std::uint32_t i);
  const ShapeBody& body(std::uint32_t i) const;
  /// As they hold for the next step.
  const SimulationOptions& options() const;
  /// From the next step on. Throws Error{bad_argument} unless from 0 to 64.
  void set_level(int level);
  /// From the next step on; infinite: none. Throws Error{bad_argument} where negative or NaN.
  void set_budget(double seconds);

  /// One step of options().seconds. With an infinite budget the result depends on neither threads
  /// nor time. Throws Error{bad_argument}, and leaves everything as it was, for a velocity that is
  /// not finite or goes beyond `largest`, naming body and point.
  StepReport step();

  /// As bodies stand and move now.
  EnergyReport energy() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tact
