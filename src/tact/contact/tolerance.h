#pragma once
// How far apart candidates are looked for when a tolerance is asked for.
#include "tact/base/vec.h"

namespace tact {

/// At least how far apart candidates may be, so that every pair is among them whose distance comes
/// out as `tolerance` or less: contact/narrow rounds distances by a few units in the last place of
/// the largest coordinate, and without that much more methods would differ. `scene` is where the
/// bodies are. Its largest coordinate counts in steps of powers of two, so that bodies that move a
/// little do not change the outcome and void what is remembered of them. No tolerance stays none.
double candidate_reach(double tolerance, const Extent& scene);

/// Throws Error{bad_argument} for a tolerance that is none: negative or not finite.
void check_tolerance(double tolerance);

}  // namespace tact
