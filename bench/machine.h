#pragma once
#include "bench/record.h"

namespace tact::bench {

/// Processor, memory, system, compiler, instruction set in use, commit of the sources.
Machine describe_machine();

/// The commit of the sources, asked for when they were built; "-dirty" if they were changed.
const char* source_commit();

}  // namespace tact::bench
