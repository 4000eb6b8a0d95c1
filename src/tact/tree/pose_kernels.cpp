#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/pose_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/tree/pose_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void pose_impl(Block& block, const Aabb8& rest, const PoseMap& map) {
  const hn::CappedTag<float, 8> d;
  const auto half = hn::Set(d, 0.5F);
  // Each coordinate is a sum of seven products of floats: far below this share of their sizes.
  const auto share = hn::Set(d, 0x1p-20F);
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> centre[3];
    hn::Vec<decltype(d)> side[3];
    for (int k = 0; k < 3; ++k) {
      const auto lo = hn::Load(d, rest.lo[k] + i);
      const auto hi = hn::Load(d, rest.hi[k] + i);
      centre[k] = hn::Mul(half, hn::Add(lo, hi));
      side[k] = hn::Mul(half, hn::Sub(hi, lo));
    }
    for (int k = 0; k < 3; ++k) {
      auto middle = hn::Set(d, map.v[k]);
      auto reach = hn::Zero(d);
      auto size = hn::Abs(middle);
      for (int j = 0; j < 3; ++j) {
        const auto m = hn::Set(d, map.m[k][j]);
        const auto absolute = hn::Abs(m);
        middle = hn::Add(middle, hn::Mul(m, centre[j]));
        reach = hn::Add(reach, hn::Mul(absolute, side[j]));
        size = hn::Add(size, hn::Mul(absolute, hn::Abs(centre[j])));
      }
      reach =
          hn::Add(hn::Add(reach, hn::Mul(share, hn::Add(size, reach))), hn::Set(d, map.slack[k]));
      hn::Store(hn::Sub(middle, reach), d, block.boxes.lo[k] + i);
      hn::Store(hn::Add(middle, reach), d, block.boxes.hi[k] + i);
    }
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

namespace tact {
namespace {
HWY_EXPORT(pose_impl);
}  // namespace

PoseMap pose_map(const Transform& pose, const BoundsFrame& rest, const BoundsFrame& world) {
  PoseMap map;
  const double ratio = world.scale / rest.scale;
  for (std::size_t k = 0; k < 3; ++k) {
    double v = pose.translation()[k] * world.scale - world.offset[k];
    double size = std::abs(pose.translation()[k]) * world.scale + std::abs(world.offset[k]);
    for (std::size_t j = 0; j < 3; ++j) {
      const double m = pose.row(k)[j] * ratio;
      map.m[k][j] = static_cast<float>(m);
      v += m * rest.offset[j];
      size += std::abs(m * rest.offset[j]);
    }
    map.v[k] = static_cast<float>(v);
    // Far from the origin the rounding of the posed vertices themselves counts as well; tiny boxes
    // must not lose their slack to underflow.
    map.slack[k] = static_cast<float>(size * 0x1p-48 + 0x1p-100);
  }
  return map;
}

void pose_block(Block& block, const Aabb8& rest, const PoseMap& map) {
  HWY_DYNAMIC_DISPATCH(pose_impl)(block, rest, map);
  Aabb all = Aabb::nothing();
  for (std::uint32_t lane = 0; lane < Block::width; ++lane) {
    if (lane < block.lanes) {
      all = merge(all, block.boxes.get(lane));
    } else {
      block.boxes.set(lane, Aabb::nothing());
    }
  }
  block.box = all;
}

}  // namespace tact
#endif
