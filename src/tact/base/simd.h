#pragma once
// Which of the processor's vector instruction sets the kernels use. They are chosen at run time
// (Highway); this file only lets programs and tests see and narrow the choice.
#include <string>
#include <vector>

#include "tact/base/export.h"

namespace tact {

/// Names of the instruction sets this build has kernels for and this processor can run, the
/// preferred one first; the last is the portable one (scalar code).
TACT_API std::vector<std::string> simd_targets();

/// Makes all kernels use this one from now on; an empty name returns to the best. Throws
/// Error{unknown_name}. Not for use while a query runs.
TACT_API void use_simd_target(const std::string& name);

/// Name of the instruction set in use.
TACT_API std::string simd_target();

}  // namespace tact
