#pragma once
// Cuts points into overlapping clusters.
#include <span>

#include "tact/geometry/maps.h"

namespace tact {

/// `count` clusters (fewer where there are fewer points): every point joins the centre that is
/// nearest, and every other that is no farther than (1 + overlap) times as far. The same for the
/// same points, always.
Clusters make_clusters(std::span<const Vec3> points, std::uint32_t count, double overlap);

}  // namespace tact
