#include "tact/tree/block_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/block_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, SphereBlock::width>;
using Vector = hn::Vec<Lanes>;

// By rows; times a vector in the order of Matrix3.
struct WideMatrix {
  Vector at[3][3];

  explicit WideMatrix(const Matrix3& m) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) at[i][k] = hn::Set(Lanes(), m.at[i][k]);
    }
  }
  HWY_INLINE Vector row(int i, Vector x, Vector y, Vector z) const {
    return hn::Add(hn::Add(hn::Mul(at[i][0], x), hn::Mul(at[i][1], y)), hn::Mul(at[i][2], z));
  }
};

// Normals turn by the cofactors (see SphereTree::normal).
HWY_INLINE Matrix3 cofactors_of(const Matrix3& m) {
  const Vec3 x{m.at[0][0], m.at[1][0], m.at[2][0]};
  const Vec3 y{m.at[0][1], m.at[1][1], m.at[2][1]};
  const Vec3 z{m.at[0][2], m.at[1][2], m.at[2][2]};
  const Vec3 yz = cross(y, z);
  const Vec3 zx = cross(z, x);
  const Vec3 xy = cross(x, y);
  return {{{yz.x, zx.x, xy.x}, {yz.y, zx.y, xy.y}, {yz.z, zx.z, xy.z}}};
}

HWY_INLINE void move_normals(const RestBlock& rest, const WideMatrix& turn, std::size_t at,
                             SphereBlock& block) {
  const Lanes d;
  const hn::Rebind<float, Lanes> narrow;
  const Vector x = hn::LoadU(d, rest.normal_x.data() + at);
  const Vector y = hn::LoadU(d, rest.normal_y.data() + at);
  const Vector z = hn::LoadU(d, rest.normal_z.data() + at);
  const Vector tx = turn.row(0, x, y, z);
  const Vector ty = turn.row(1, x, y, z);
  const Vector tz = turn.row(2, x, y, z);
  const Vector size = hn::Sqrt(hn::Add(hn::Add(hn::Mul(tx, tx), hn::Mul(ty, ty)), hn::Mul(tz, tz)));
  const auto has_size = hn::Gt(size, hn::Zero(d));
  const Vector unit = hn::IfThenElseZero(has_size, hn::Div(hn::Set(d, 1.0), size));
  const auto put = [&](Vector v, float* to) HWY_ATTR {
    const Vector whole = hn::IfThenElseZero(has_size, hn::Mul(v, unit));
    hn::StoreU(hn::DemoteTo(narrow, whole), narrow, to + at);
  };
  put(tx, block.normal_x.data());
  put(ty, block.normal_y.data());
  put(tz, block.normal_z.data());
}

void move_blocks_impl(std::span<const RestBlock> rest, const ClusterMap& map, double slack,
                      std::span<SphereBlock> blocks) {
  const Lanes d;
  const WideMatrix linear(map.linear);
  const WideMatrix turn(cofactors_of(map.linear));
  const Vector from[3] = {hn::Set(d, map.rest_centre.x), hn::Set(d, map.rest_centre.y),
                          hn::Set(d, map.rest_centre.z)};
  const Vector to[3] = {hn::Set(d, map.centre.x), hn::Set(d, map.centre.y),
                        hn::Set(d, map.centre.z)};
  const Vector norm = hn::Set(d, map.norm_linear);
  const Vector drift = hn::Set(d, map.drift);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    SphereBlock& block = blocks[i];
    for (std::size_t at = 0; at < SphereBlock::width; at += hn::MaxLanes(d)) {
      const Vector x = hn::Sub(hn::LoadU(d, rest[i].x.data() + at), from[0]);
      const Vector y = hn::Sub(hn::LoadU(d, rest[i].y.data() + at), from[1]);
      const Vector z = hn::Sub(hn::LoadU(d, rest[i].z.data() + at), from[2]);
      hn::StoreU(hn::Add(to[0], linear.row(0, x, y, z)), d, block.x.data() + at);
      hn::StoreU(hn::Add(to[1], linear.row(1, x, y, z)), d, block.y.data() + at);
      hn::StoreU(hn::Add(to[2], linear.row(2, x, y, z)), d, block.z.data() + at);
      const Vector radius =
          hn::Add(hn::Add(hn::Mul(norm, hn::LoadU(d, rest[i].radius.data() + at)), drift),
                  hn::LoadU(d, rest[i].ball.data() + at));
      hn::StoreU(hn::Add(hn::Mul(radius, hn::Set(d, 1 + 0x1p-46)), hn::Set(d, slack)), d,
                 block.radius.data() + at);
      if (block.is_last) move_normals(rest[i], turn, at, block);
    }
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(move_blocks_impl);

void move_blocks(std::span<const RestBlock> rest, const ClusterMap& map, double slack,
                 std::span<SphereBlock> blocks) {
  HWY_DYNAMIC_DISPATCH(move_blocks_impl)(rest, map, slack, blocks);
}

}  // namespace tact
#endif
