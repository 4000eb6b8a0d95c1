#pragma once
// One box of a rigid body against one of another, as in Tropp 2006, section 4: the separating axis
// test, axis after axis until one separates (4.1), and whether an axis that did still does (4.3).
// Lengths are in units of the frame of a. Nothing is apart that might touch: rounding is allowed
// for.
#include <cmath>

#include "tact/bounds/obb.h"
#include "tact/bounds/placement.h"

namespace tact::bench {

/// Where two bodies stand, each in the frame of the other.
struct TroppPlaces {
  RelativePose b_in_a;
  RelativePose a_in_b;
  double slack = 0;      ///< of the poses and the query's tolerance, in units of a's frame
  bool all_axes = true;  ///< else only those of the faces: "SAT lite"
};

/// More than float's rounding of boxes and their axes, and of all sums, per size that is added up.
constexpr double tropp_rounding = 0x1p-18;

/// The axis that separated two boxes.
template <class Box>
struct TroppAxis;

/// In the frame of b, of unit length, from a to b.
template <>
struct TroppAxis<Obb> {
  double along[3];
  double radius_b;  ///< of the box of b along it: the paper's r_B, which does not change
};

/// An axis of one of the bodies.
template <>
struct TroppAxis<CentredBox> {
  int which;    ///< 0 to 2: of a, 3 to 5: of b
  double sign;  ///< towards b along it
};

/// How far two boxes are apart along the axis that is found first; not positive: they may touch.
double separate(const Obb& a, const Obb& b, const TroppPlaces& at, TroppAxis<Obb>& axis);
double separate(const CentredBox& a, const CentredBox& b, const TroppPlaces& at,
                TroppAxis<CentredBox>& axis);

/// How far they are apart along an axis that separated them before.
double still_apart(const Obb& a, const Obb& b, const TroppPlaces& at, const TroppAxis<Obb>& axis);
double still_apart(const CentredBox& a, const CentredBox& b, const TroppPlaces& at,
                   const TroppAxis<CentredBox>& axis);

/// How much farther apart along the axis a shift of b brings them (equation 13).
double shifted_along(const TroppPlaces& at, const TroppAxis<Obb>& axis, const Vec3& shift);
double shifted_along(const TroppPlaces& at, const TroppAxis<CentredBox>& axis, const Vec3& shift);

}  // namespace tact::bench
