#pragma once
// How far bodies are apart: the least over pairs of bodies, or whether it is less than asked for.
#include <cstdint>
#include <optional>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

/// Which bodies a clearance is about, by slot.
struct ClearancePairs {
  std::optional<std::uint32_t> a;  ///< nothing: all that are tested against each other
  std::optional<std::uint32_t> b;  ///< nothing: all that `a` is tested against
  friend bool operator==(const ClearancePairs&, const ClearancePairs&) = default;
};

/// Throws Error{bad_argument} for options that are NaN or negative.
void check_clearance(const ClearanceOptions& options);

/// Borrows the bodies' box trees, which are up to date (body/box_trees.h). The scratch was begun
/// for `threads` workers, and remembers where the last answers were. Pairs of bodies are shared
/// out; the answer does not depend on the threads.
Clearance measure_clearance(const Task& task, const ClearancePairs& pairs,
                            const ClearanceOptions& options, unsigned threads, Scratch& scratch);

}  // namespace tact
