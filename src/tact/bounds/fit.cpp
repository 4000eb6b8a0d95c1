#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/bounds/fit.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/bounds/fit.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Packed float vertices with 32-bit indices, mapped in float. A vertex is read as four floats, the
// fourth being the next vertex's x; the caller makes sure that one more float can be read.
void fit_packed(const float* HWY_RESTRICT xyz, const std::uint32_t* HWY_RESTRICT abc,
                std::size_t count, const BoundsFrame& frame, Aabb* HWY_RESTRICT out) {
  const hn::CappedTag<float, 4> d;  // one lane on the scalar target
  alignas(16) const float offsets[4] = {static_cast<float>(frame.offset.x),
                                        static_cast<float>(frame.offset.y),
                                        static_cast<float>(frame.offset.z), 0};
  const auto scale = hn::Set(d, static_cast<float>(frame.scale));
  const auto ulp = hn::Set(d, 0x1p-23F);
  const auto tiny = hn::Set(d, 0x1p-100F);
  alignas(16) float low[4];
  alignas(16) float high[4];
  for (std::size_t i = 0; i < count; ++i) {
    const float* const p = xyz + std::size_t{3} * abc[3 * i];
    const float* const q = xyz + std::size_t{3} * abc[3 * i + 1];
    const float* const r = xyz + std::size_t{3} * abc[3 * i + 2];
    for (std::size_t k = 0; k < 4; k += hn::Lanes(d)) {
      const auto a = hn::LoadU(d, p + k);
      const auto b = hn::LoadU(d, q + k);
      const auto c = hn::LoadU(d, r + k);
      const auto offset = hn::Load(d, offsets + k);
      // The map is monotone, also when rounded: it may follow the minimum and maximum.
      const auto lo = hn::Sub(hn::Mul(hn::Min(hn::Min(a, b), c), scale), offset);
      const auto hi = hn::Sub(hn::Mul(hn::Max(hn::Max(a, b), c), scale), offset);
      hn::Store(hn::Sub(lo, hn::Add(hn::Mul(hn::Abs(lo), ulp), tiny)), d, low + k);
      hn::Store(hn::Add(hi, hn::Add(hn::Mul(hn::Abs(hi), ulp), tiny)), d, high + k);
    }
    out[i] = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/base/error.h"

namespace tact {
namespace {

HWY_EXPORT(fit_packed);

// Beyond float's range the bound is infinite, which is outward.
float to_float_down(double x) {
  if (x < -double{std::numeric_limits<float>::max()})
    return -std::numeric_limits<float>::infinity();
  return round_down(static_cast<float>(std::min(x, double{std::numeric_limits<float>::max()})));
}
float to_float_up(double x) { return -to_float_down(-x); }

void fit_triangles(const Primitives& primitives, const BoundsFrame& frame, Range range,
                   std::span<Aabb> out) {
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const Triangle t = primitives.triangle(range.first + i);
    out[i] = fit({min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2])}, frame);
  }
}

void fit_points(const Primitives& primitives, const BoundsFrame& frame, Range range,
                std::span<Aabb> out) {
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const Ball ball = primitives.ball(range.first + i);
    out[i] = fit({ball.centre, ball.centre}, frame, ball.radius);
  }
}

// The last vertex has no float after it: triangles that use it must not be read four floats wide.
bool reads_past_end(const TrianglesView& triangles, std::size_t i, std::size_t vertices) {
  for (const std::uint64_t v : triangles.read<std::uint32_t>(i)) {
    if (v + 1 == vertices) return true;
  }
  return false;
}

}  // namespace

float frame_amount(const BoundsFrame& frame, double amount) {
  if (amount == 0) return 0;
  // More than any distance between boxes of a scene that suits the frame, and finite, so that grown
  // boxes never overlap the empty ones that fill up a block.
  constexpr double enough = 0x1p100;
  return to_float_up(std::min(amount * frame.scale, enough));
}

Aabb fit(const Extent& extent, const BoundsFrame& frame, double amount) {
  if (extent.empty()) return Aabb::nothing();
  constexpr double inf = std::numeric_limits<double>::infinity();
  Aabb box{};
  for (std::size_t k = 0; k < 3; ++k) {
    double lo = extent.lo[k];
    double hi = extent.hi[k];
    if (amount > 0) {
      lo = std::nextafter(lo - amount, -inf);
      hi = std::nextafter(hi + amount, inf);
    }
    box.lo[k] = to_float_down(frame.map(lo, k));
    box.hi[k] = to_float_up(frame.map(hi, k));
  }
  return box;
}

void fit_boxes(const Primitives& primitives, const BoundsFrame& frame, Range range,
               std::span<Aabb> out) {
  TACT_ASSERT(out.size() >= range.count);
  if (primitives.kind() == PrimitiveKind::points) {
    fit_points(primitives, frame, range, out);
    return;
  }
  const MeshView& mesh = primitives.mesh();
  const bool packed =
      !primitives.posed() && frame.float_exact && mesh.positions.scalar() == Scalar::f32 &&
      mesh.positions.stride() == 3 * sizeof(float) && mesh.triangles.index() == Index::u32 &&
      mesh.triangles.stride() == 3 * sizeof(std::uint32_t);
  if (!packed) {
    fit_triangles(primitives, frame, range, out);
    return;
  }
  const auto* xyz = reinterpret_cast<const float*>(mesh.positions.data());
  const auto* abc = reinterpret_cast<const std::uint32_t*>(mesh.triangles.data());
  // Runs between triangles that touch the last vertex go through the kernel.
  std::uint32_t from = 0;
  for (std::uint32_t i = 0; i <= range.count; ++i) {
    if (i < range.count &&
        !reads_past_end(mesh.triangles, range.first + i, mesh.positions.size())) {
      continue;
    }
    HWY_DYNAMIC_DISPATCH(fit_packed)
    (xyz, abc + std::size_t{3} * (range.first + from), i - from, frame, out.data() + from);
    if (i < range.count) fit_triangles(primitives, frame, {range.first + i, 1}, out.subspan(i, 1));
    from = i + 1;
  }
}

}  // namespace tact
#endif
