#pragma once
// The exact steps of the predicates on their own, for callers that have filtered already. Private.
#include "tact/base/vec.h"

namespace tact::exact {

/// orient3d without its filter.
int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// orient2d without its filter.
int orient2d_exact(double ax, double ay, double bx, double by, double cx, double cy);

/// The last steps alone, where long double is no wider than double: the coordinates of the points
/// one after the other.
int orient3d_by_big_integers(const double* x);
int orient2d_by_big_integers(const double* x);

}  // namespace tact::exact
