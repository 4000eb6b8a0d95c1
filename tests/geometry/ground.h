#pragma once
// The triangle that most tests of this room put others onto.
#include "tact/geometry/triangle.h"

namespace tact::testing {

inline const Triangle ground{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

}  // namespace tact::testing
