#pragma once
// How World::separation() measures.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/world/distance.h"
#include "tact/world/stream_bodies.h"
#include "tact/world/task.h"

namespace tact {

/// Measures the distance of two bodies that do not touch by their streams (Zhang 2007).
Distance measure_distance(const Task& task, const StreamBodies& streams, std::uint32_t a,
                          std::uint32_t b, Scratch& scratch);

/// Depth and direction of the pairs of two bodies that touch.
Separation measure_depth(const Primitives& a, const Primitives& b,
                         std::span<const Candidate> pairs);

}  // namespace tact
