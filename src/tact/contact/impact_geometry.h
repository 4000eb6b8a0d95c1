#pragma once
// Where two features meet, and from which side: what is said of an impact beyond that it happens.
#include "tact/contact/impact.h"
#include "tact/contact/impact_finder.h"
#include "tact/contact/moving_side.h"

namespace tact {

/// Writes features, weights, times and normal. Computed in double at the middle of the bracket.
void describe_impact(const MovingBody& a, const MovingBody& b, const FoundImpact& found,
                     Impact& impact);

}  // namespace tact
