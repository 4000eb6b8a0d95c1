#include "tact/bounds/placement.h"

#include <cmath>

namespace tact {

RelativePose relative_pose(const RigidPlace& from, const RigidPlace& to) {
  RelativePose out;
  out.ratio = to.frame.scale / from.frame.scale;
  // x_world = A (p + o) / s + t for both; p_to = s_to · Aᵀ (x_world − t_to) − o_to.
  const Vec3 apart = from.pose.translation() - to.pose.translation();
  double sizes = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    // Column k of the rotation of `to`: row k of its inverse.
    const Vec3 column{to.pose.row(0)[k], to.pose.row(1)[k], to.pose.row(2)[k]};
    double shift = dot(column, apart) * to.frame.scale - to.frame.offset[k];
    for (std::size_t j = 0; j < 3; ++j) {
      out.rotation[k][j] = column.x * from.pose.row(0)[j] + column.y * from.pose.row(1)[j] +
                           column.z * from.pose.row(2)[j];
      shift += out.rotation[k][j] * from.frame.offset[j] * out.ratio;
    }
    out.shift[k] = shift;
    sizes += (std::fabs(from.pose.translation()[k]) + std::fabs(to.pose.translation()[k])) *
                 to.frame.scale +
             std::fabs(to.frame.offset[k]) + std::fabs(from.frame.offset[k]) * out.ratio;
  }
  // Sums of a dozen products of such sizes, and the rounding of posed vertices, which are what is
  // tested in the end: far below this share.
  out.slack = sizes * 0x1p-46;
  return out;
}

Placement rounded(const RelativePose& pose, double reach) {
  Placement out;
  double sizes = reach * pose.ratio;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < 3; ++j) {
      out.rotation[k][j] = static_cast<float>(pose.rotation[k][j]);
    }
    out.shift[k] = static_cast<float>(pose.shift[k]);
    sizes += std::fabs(pose.shift[k]);
  }
  out.ratio = static_cast<float>(pose.ratio);
  // A placed coordinate is a sum of four products, each rounded, of entries rounded: under eight
  // units in the last place of the sizes.
  out.slack = static_cast<float>(pose.slack + sizes * 0x1p-20 + 0x1p-100);
  return out;
}

Placement placement(const RigidPlace& from, const RigidPlace& to) {
  return rounded(relative_pose(from, to), from.reach);
}

}  // namespace tact
