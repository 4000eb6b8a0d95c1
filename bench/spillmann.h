#pragma once
// What `tact bench spillmann` measures: no scenario of the other suites deforms by shape matching.
#include <vector>

#include "bench/record.h"

namespace tact::bench {

/// Figure 7: spheres that the maps moved against smallest spheres, in two bodies that are pressed
/// together, of 8k to 160k points in all; and how the cost of an update grows with the points that
/// are not near anything. By the processor's time of one thread.
std::vector<Measure> measure_figure_7(bool quick);

}  // namespace tact::bench
