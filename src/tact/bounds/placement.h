#pragma once
// Placement: how the frame of one rigid body lies in that of another, in float, and how far float
// may be off.
#include "tact/base/transform.h"
#include "tact/bounds/frame.h"
#include "tact/bounds/obb.h"

namespace tact {

/// Maps a point p of the other's frame to rotation · p · ratio + shift.
struct Placement {
  float rotation[3][3];
  float shift[3];
  float ratio;  ///< of the two frames' scales
  /// In units of the frame that is mapped to: more than the rounding of the placement itself, of
  /// placing a point of the other body with it, and of the two poses.
  float slack;
};

/// A rigid body where it stands: its pose, the frame of its bounds, and how far from the frame's
/// origin its points get.
struct RigidPlace {
  Transform pose;
  BoundsFrame frame;
  double reach = 0;
};

/// From the frame of `from` into the frame of `to`.
Placement placement(const RigidPlace& from, const RigidPlace& to);

/// The same, without rounding to float: for motion bounds.
struct RelativePose {
  double rotation[3][3];
  Vec3 shift;
  double ratio;
  double slack;
};
RelativePose relative_pose(const RigidPlace& from, const RigidPlace& to);
Placement rounded(const RelativePose& pose, double reach);

/// A box of one body in the frame of another.
struct PlacedBox {
  float centre[3];
  float axis[3][3];
  float half[3];
  float slack;  ///< of the placement, and what the query adds: closer than this is not apart
};

inline void place_point(const Placement& at, const float (&p)[3], float (&out)[3]) {
  for (int k = 0; k < 3; ++k) {
    out[k] = at.rotation[k][0] * p[0] + at.rotation[k][1] * p[1] + at.rotation[k][2] * p[2];
    out[k] = out[k] * at.ratio + at.shift[k];
  }
}

inline PlacedBox place(const Placement& at, const Obb& box) {
  PlacedBox out;
  place_point(at, box.centre, out.centre);
  for (int i = 0; i < 3; ++i) {
    const float* const u = box.axis[i];
    for (int k = 0; k < 3; ++k) {
      out.axis[i][k] =
          at.rotation[k][0] * u[0] + at.rotation[k][1] * u[1] + at.rotation[k][2] * u[2];
    }
    out.half[i] = box.half[i] * at.ratio;
  }
  out.slack = at.slack;
  return out;
}

inline PlacedBox place(const Placement& at, const CentredBox& box) {
  PlacedBox out;
  place_point(at, box.centre, out.centre);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) out.axis[i][k] = at.rotation[k][i];
    out.half[i] = box.half[i] * at.ratio;
  }
  out.slack = at.slack;
  return out;
}

}  // namespace tact
