#pragma once
// What a Simulation takes from outside is checked here, before anything is changed. Private to the
// simulation.
#include <cstdint>

#include "tact/simulate/simulation.h"

namespace tact {

/// Throws Error{bad_argument} for a value out of range.
void check_options(const SimulationOptions& options);
void check_level(int level);
void check_budget(double seconds);
void check_wall(const Wall& wall);

/// A body that is to be `number`: its points, masses and velocities. Throws Error{bad_argument}.
void check_new_body(const ShapeBody& body, std::uint32_t number, double seconds);

/// What may have been written since the last step: velocities, and where the body is as a whole.
/// `points` is where its positions were. Throws Error{bad_argument}.
void check_motion(const ShapeBody& body, const Vec3* points, std::uint32_t number, double seconds);

}  // namespace tact
