#pragma once
#include <string>

#include "bench/record.h"

namespace tact::bench {

/// Log-log plots (SVG) of time over triangles, one for each family of scenarios that differ in
/// size.
std::string plots(const Run& run);

/// Plots (SVG) of frame time over the animation for the scenes of Larsson 2006, table 3.
std::string animation_plots(const Run& run);

/// Figures 4, 5, 6, 8 and 9 of Tropp 2006 (SVG): coherent over plain time, by threshold and by
/// motion.
std::string coherence_plots(const Run& run);

}  // namespace tact::bench
