#pragma once
// How far two bodies are apart, or how deep they lie in each other.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/stream_bodies.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

/// Of two bodies that do not touch, by their streams (Zhang 2007). Both must be up to date.
Distance measure_distance(const Task& task, const StreamBodies& streams, std::uint32_t a,
                          std::uint32_t b, Scratch& scratch);

/// Of two bodies that touch, from all pairs that do: at least one.
Separation measure_depth(const Primitives& a, const Primitives& b,
                         std::span<const Candidate> pairs);

}  // namespace tact
