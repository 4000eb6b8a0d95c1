#pragma once
// Open node pairs to coarse contacts: at each level of a sphere hierarchy the spheres stand for the
// points inside them, with surface normals that deform along (Spillmann 2006, section 6.1).
#include <cstdint>
#include <span>

#include "tact/base/vec.h"

namespace tact {

/// A sphere of the hierarchy and what is inside it.
struct Patch {
  Vec3 centre;
  double radius = 0;
  std::span<const Vec3> positions;        ///< of all points of the body
  std::span<const std::uint32_t> points;  ///< those inside, not empty
  double thickness = 0;                   ///< radius of its points
  /// Or, instead of points: those to judge by, a multiple of eight, relative to the centre; all x,
  /// then all y, then all z.
  std::span<const float> samples{};
  double sample_unit = 1;  ///< what a sample of 1 is
};

/// How two patches touch.
struct CoarseContact {
  Vec3 point;
  Vec3 normal;       ///< of length 1, from a to b
  double depth = 0;  ///< overlap along the normal, > 0
};

/// How two patches lie along the line of their centres, judged by at most 24 points of each, spread
/// evenly: the cost does not depend on the number of points inside.
struct CentreLine {
  Vec3 axis;            ///< of length 1, from a to b
  double overlap = 0;   ///< negative: they are this far apart
  bool defined = true;  ///< else the centres are one, and the axis is any
};
CentreLine centre_line(const Patch& a, const Patch& b);

/// Are they so far apart along the line that no look at their surfaces is needed? Surfaces that
/// have just passed each other are apart along the line of their centres, too.
inline bool clearly_apart(const Patch& a, const Patch& b, const CentreLine& line) {
  return line.overlap <= -(a.radius < b.radius ? b.radius : a.radius);
}

/// Also looks along the surface normals (zero: unknown). False if the patches are apart along
/// either axis; otherwise the one with the smaller overlap becomes the contact's normal.
bool approximate(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                 const CentreLine& line, CoarseContact& contact);

/// All three in one, and faster: the centre line, then what is not clearly apart.
bool find_coarse_contact(const Patch& a, const Vec3& normal_a, const Patch& b, const Vec3& normal_b,
                         CoarseContact& contact);

}  // namespace tact
