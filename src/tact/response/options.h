#pragma once
// What a caller may choose of the answer to contacts, and what is said of its level of detail.
#include <cstddef>

namespace tact {

/// The spring that presses two bodies apart, as it is felt by a unit of mass.
struct Penalty {
  double frequency = 30;  ///< Hz, how hard it is; at most a quarter of the steps a second is used
  double damping_ratio = 5;  ///< 1: critical. More: the gap closes slower, and nothing bounces
  double fastest = 1;        ///< the most, in units a second, at which depth alone drives apart
  double slop = 0;           ///< this much depth is left alone, so that resting contacts stay
};

/// How contacts are answered.
struct ResponseOptions {
  Penalty penalty;               ///< how hard depth drives apart
  double friction = 0.5;         ///< Coulomb's
  double restitution = 0;        ///< of the speed of approach, above `restitution_speed`
  double restitution_speed = 1;  ///< units a second
  int iterations = 8;            ///< sweeps over all contacts
  double warm = 1;  ///< share of its impulse of the last step that a lasting contact begins with
};

/// How far refining got within the time of a step.
struct LodReport {
  int coarsest = 0;            ///< every pair that touches was refined to this level at least
  int finest = 0;              ///< and some to this one
  std::size_t pairs = 0;       ///< pairs of bodies that were looked at
  std::size_t unfinished = 0;  ///< of these, how many the time was too short for
  std::size_t contacts = 0;    ///< in all, at the levels reached
  double seconds = 0;          ///< spent refining
};

}  // namespace tact
