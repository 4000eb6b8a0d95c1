#pragma once
// A simulated scene, ready to step: for the program, benchmarks and tests alike.
#include <memory>

#include "scenes/simulations.h"
#include "tact/simulate/simulation.h"

namespace tact::scenes {

/// The options that the scene itself asks for.
SimulationOptions options_of(const SimulatedScene& scene);

/// All bodies and walls, the bodies moving as the scene says.
std::unique_ptr<Simulation> enter(const SimulatedScene& scene, const SimulationOptions& options);

}  // namespace tact::scenes
