#pragma once
// Penalty forces, integrated implicitly: a spring and a damper between two lumps whose force is
// that of the end of the step. An explicit penalty gains energy when the step is long for its
// stiffness; this one is stable for any.
#include <algorithm>

#include "tact/response/options.h"

namespace tact {

/// The spring over one step: the impulse that it gives to a contact of effective mass m is
/// -m · mass_scale · (speed - push) - impulse_scale · (impulse so far).
struct PenaltyStep {
  double push = 0;  ///< the speed of parting that it aims at
  double mass_scale = 1;
  double impulse_scale = 0;
};

/// `depth` > 0: inside each other; otherwise apart, and the speed that closes the gap in this step
/// and no faster is let pass.
inline PenaltyStep implicit_penalty(const Penalty& spring, double depth, double seconds) {
  if (depth <= spring.slop) return {std::min(depth - spring.slop, 0.0) / seconds, 1, 0};
  constexpr double two_pi = 6.283185307179586;
  const double omega = two_pi * std::min(spring.frequency, 0.25 / seconds);
  const double damped = 2 * spring.damping_ratio + seconds * omega;
  const double implicit = seconds * omega * damped;
  const double push = std::min((depth - spring.slop) * omega / damped, spring.fastest);
  return {push, implicit / (1 + implicit), 1 / (1 + implicit)};
}

}  // namespace tact
