#pragma once
// A picture of one frame for those who have no 3D view: drawn cell by cell with a depth buffer, so
// that its size does not depend on the scene's.
#include <string>
#include <vector>

#include "apps/report/recording.h"

namespace tact::report {

/// As SVG, `describes` read out in its place. The moment must be kept.
std::string picture_of(const Recording& recording, const Moment& moment,
                       const std::string& describes);

}  // namespace tact::report
