#pragma once
// How far two bodies are apart, or how deep they lie in each other.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

/// Of two different bodies. Brings their leaf streams (Zhang 2007) up to date, and those of no
/// others.
Separation measure_separation(const Task& task, std::uint32_t a, std::uint32_t b, Scratch& scratch);

}  // namespace tact
