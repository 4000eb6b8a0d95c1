#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/geometry/validate.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <limits>
#include <type_traits>

#include "tact/geometry/validate.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Packed positions are one flat array whose coordinate axis repeats every three values, so three
// vectors at a time keep every lane on one axis. `nan_probe` is the sum of x · 0: zero as long as
// all values are finite.
template <class T>
struct PackedScan {
  T lo[3];
  T hi[3];
  bool finite;
};

template <class T>
PackedScan<T> scan_packed_impl(const T* HWY_RESTRICT xyz, size_t count) {
  const hn::ScalableTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const size_t lanes = hn::Lanes(d);
  const T inf = std::numeric_limits<T>::infinity();
  V lo0 = hn::Set(d, inf);
  V lo1 = lo0;
  V lo2 = lo0;
  V hi0 = hn::Set(d, -inf);
  V hi1 = hi0;
  V hi2 = hi0;
  V probe = hn::Zero(d);
  const V zero = hn::Zero(d);
  const size_t values = 3 * count;
  size_t i = 0;
  for (; i + 3 * lanes <= values; i += 3 * lanes) {
    const V v0 = hn::LoadU(d, xyz + i);
    const V v1 = hn::LoadU(d, xyz + i + lanes);
    const V v2 = hn::LoadU(d, xyz + i + 2 * lanes);
    lo0 = hn::Min(lo0, v0);
    lo1 = hn::Min(lo1, v1);
    lo2 = hn::Min(lo2, v2);
    hi0 = hn::Max(hi0, v0);
    hi1 = hn::Max(hi1, v1);
    hi2 = hn::Max(hi2, v2);
    probe =
        hn::Add(probe, hn::Add(hn::Add(hn::Mul(v0, zero), hn::Mul(v1, zero)), hn::Mul(v2, zero)));
  }
  PackedScan<T> scan{{inf, inf, inf}, {-inf, -inf, -inf}, true};
  alignas(64) T low[3 * HWY_MAX_BYTES / sizeof(T)];
  alignas(64) T high[3 * HWY_MAX_BYTES / sizeof(T)];
  alignas(64) T sum[HWY_MAX_BYTES / sizeof(T)];
  hn::Store(lo0, d, low);
  hn::StoreU(lo1, d, low + lanes);
  hn::StoreU(lo2, d, low + 2 * lanes);
  hn::Store(hi0, d, high);
  hn::StoreU(hi1, d, high + lanes);
  hn::StoreU(hi2, d, high + 2 * lanes);
  hn::Store(probe, d, sum);
  for (size_t k = 0; k < 3 * lanes; ++k) {
    scan.lo[k % 3] = HWY_MIN(scan.lo[k % 3], low[k]);
    scan.hi[k % 3] = HWY_MAX(scan.hi[k % 3], high[k]);
    scan.finite = scan.finite && sum[k % lanes] == T{0};
  }
  for (; i < values; ++i) {
    scan.lo[i % 3] = HWY_MIN(scan.lo[i % 3], xyz[i]);
    scan.hi[i % 3] = HWY_MAX(scan.hi[i % 3], xyz[i]);
    scan.finite = scan.finite && xyz[i] * T{0} == T{0};
  }
  return scan;
}

// Returns false if some value is not finite; the caller then looks for the vertex.
bool scan_packed_f32(const float* xyz, size_t count, Extent& extent) {
  const PackedScan<float> s = scan_packed_impl(xyz, count);
  extent.lo = {double{s.lo[0]}, double{s.lo[1]}, double{s.lo[2]}};
  extent.hi = {double{s.hi[0]}, double{s.hi[1]}, double{s.hi[2]}};
  return s.finite;
}
bool scan_packed_f64(const double* xyz, size_t count, Extent& extent) {
  const PackedScan<double> s = scan_packed_impl(xyz, count);
  extent.lo = {s.lo[0], s.lo[1], s.lo[2]};
  extent.hi = {s.hi[0], s.hi[1], s.hi[2]};
  return s.finite;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "tact/base/error.h"

namespace tact {
namespace {

HWY_EXPORT(scan_packed_f32);
HWY_EXPORT(scan_packed_f64);

constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();

[[noreturn]] void refuse(const std::string& body, const std::string& what) {
  throw Error(ErrorCode::bad_mesh, body + ": " + what);
}

template <class T>
Extent scan_strided(const PositionsView& positions, const std::string& body) {
  Extent extent;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 p = positions.read<T>(i);
    if (!is_finite(p)) refuse(body, "vertex " + std::to_string(i) + " is NaN or infinite");
    extent.add(p);
  }
  return extent;
}

template <class T>
bool packed(const PositionsView& positions) {
  return positions.stride() == 3 * sizeof(T) &&
         reinterpret_cast<std::uintptr_t>(positions.data()) % alignof(T) == 0;
}

template <class T>
void check_indices(const TrianglesView& triangles, std::size_t vertices, const std::string& body) {
  using Signed = std::make_signed_t<T>;
  const auto name = [&](std::uint64_t v) {
    return triangles.has_sign() ? std::to_string(static_cast<Signed>(v)) : std::to_string(v);
  };
  // A negative number is read as one from here on.
  const auto largest = static_cast<std::uint64_t>(
      triangles.has_sign() ? static_cast<T>(std::numeric_limits<Signed>::max())
                           : std::numeric_limits<T>::max());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const std::uint64_t v : triangles.read<T>(i)) {
      if (v >= vertices || v > largest) {
        refuse(body, "triangle " + std::to_string(i) + " refers to vertex " + name(v) +
                         ", but there are " + std::to_string(vertices));
      }
    }
  }
}

}  // namespace

Extent check_positions(const PositionsView& positions, const std::string& body) {
  if (positions.remainder() != 0) {
    refuse(body, "the number of coordinates is not a multiple of three");
  }
  if (positions.size() > limit) refuse(body, "more than 2^32 - 1 vertices");
  if (positions.size() > 0 && positions.data() == nullptr) refuse(body, "positions are missing");
  Extent extent;
  if (positions.scalar() == Scalar::f32) {
    if (packed<float>(positions)) {
      const auto* xyz = reinterpret_cast<const float*>(positions.data());
      if (HWY_DYNAMIC_DISPATCH(scan_packed_f32)(xyz, positions.size(), extent)) return extent;
    }
    return scan_strided<float>(positions, body);
  }
  if (packed<double>(positions)) {
    const auto* xyz = reinterpret_cast<const double*>(positions.data());
    if (HWY_DYNAMIC_DISPATCH(scan_packed_f64)(xyz, positions.size(), extent)) return extent;
  }
  return scan_strided<double>(positions, body);
}

void check_triangles(const TrianglesView& triangles, std::size_t vertices,
                     const std::string& body) {
  if (triangles.remainder() != 0) {
    refuse(body, "the number of triangle indices is not a multiple of three");
  }
  if (triangles.size() > limit) refuse(body, "more than 2^32 - 1 triangles");
  if (triangles.size() > 0 && triangles.data() == nullptr) refuse(body, "triangles are missing");
  if (triangles.index() == Index::u32) {
    check_indices<std::uint32_t>(triangles, vertices, body);
  } else {
    check_indices<std::uint64_t>(triangles, vertices, body);
  }
}

Extent check_mesh(const MeshView& mesh, const std::string& body) {
  const Extent extent = check_positions(mesh.positions, body);
  check_triangles(mesh.triangles, mesh.positions.size(), body);
  if (!mesh.topology.empty() && mesh.topology.size() != mesh.positions.size()) {
    refuse(body, std::to_string(mesh.topology.size()) + " topology ids for " +
                     std::to_string(mesh.positions.size()) + " vertices");
  }
  return extent;
}

double check_radii(const RadiiView& radii, std::size_t points, const std::string& body) {
  if (!radii.is_uniform() && radii.size() != points) {
    refuse(body, std::to_string(radii.size()) + " radii for " + std::to_string(points) + " points");
  }
  const std::size_t count = radii.is_uniform() ? 1 : points;
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double r = radii[i];
    if (!std::isfinite(r) || r < 0) {
      refuse(body, "the radius of point " + std::to_string(i) + " is negative, NaN or infinite");
    }
    largest = r > largest ? r : largest;
  }
  return largest;
}

namespace {

// What a pose makes of an extent: centre and half sizes through the absolute rotation, and a little
// more than all roundings on the way (apply() is four operations deep).
Extent posed_extent(const Extent& rest, const Transform& pose) {
  if (rest.empty()) return rest;
  Extent out;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& row = pose.row(k);
    double lo = pose.translation()[k];
    double hi = lo;
    double size = std::fabs(lo);
    for (std::size_t j = 0; j < 3; ++j) {
      const double p = row[j] * rest.lo[j];
      const double q = row[j] * rest.hi[j];
      lo += std::min(p, q);
      hi += std::max(p, q);
      size += std::max(std::fabs(p), std::fabs(q));
    }
    out.lo[k] = lo - size * 0x1p-48;
    out.hi[k] = hi + size * 0x1p-48;
  }
  return out;
}

}  // namespace

Extent check_pose(const Extent& rest, const Transform& pose, const std::string& body) {
  const Extent extent = posed_extent(rest, pose);
  if (!rest.empty() && !(is_finite(extent.lo) && is_finite(extent.hi))) {
    throw Error(ErrorCode::bad_pose, body + ": the pose takes vertices out of the range of double");
  }
  return extent;
}

}  // namespace tact
#endif
