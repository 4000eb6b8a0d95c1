#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/bounds/fit.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/bounds/fit.h"
#include "tact/bounds/packed_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Triangles of packed positions with packed 32-bit indices, one after the other.
template <class Reader>
HWY_INLINE void fit_run(const Reader& read, const std::uint32_t* HWY_RESTRICT abc,
                        std::size_t count, Aabb* HWY_RESTRICT out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = to_aabb(read.finish(read.raw(abc[3 * i], abc[3 * i + 1], abc[3 * i + 2])));
  }
}

void fit_packed(const PackedPositions& positions, const std::uint32_t* abc, std::size_t count,
                Aabb* out) {
  fit_run(StillReader(positions), abc, count, out);
}
void fit_packed_swept(const PackedMotion& motion, const std::uint32_t* abc, std::size_t count,
                      Aabb* out) {
  fit_run(SweptReader(motion), abc, count, out);
}
void fit_packed_ids(const PackedPositions& positions, const std::uint32_t* abc,
                    std::span<const std::uint32_t> ids, Aabb* out) {
  const StillReader read(positions);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    fit_run(read, abc + std::size_t{3} * ids[i], 1, out + i);
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
HWY_EXPORT(fit_packed_swept);
HWY_EXPORT(fit_packed_ids);

// Beyond float's range the bound is infinite, which is outward.
float to_float_down(double x) {
  if (x < -double{std::numeric_limits<float>::max()})
    return -std::numeric_limits<float>::infinity();
  return round_down(static_cast<float>(std::min(x, double{std::numeric_limits<float>::max()})));
}
float to_float_up(double x) { return -to_float_down(-x); }

Extent corners_of(const Triangle& t) {
  return {min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2])};
}

Aabb fit_one(const Primitives& primitives, const BoundsFrame& frame, std::uint32_t id) {
  if (primitives.kind() == PrimitiveKind::triangles) {
    return fit(corners_of(primitives.triangle(id)), frame);
  }
  const Ball ball = primitives.ball(id);
  return fit({ball.centre, ball.centre}, frame, ball.radius);
}

// The indices of triangles for the kernels, or null where those cannot read them.
const std::uint32_t* packed_indices(const Primitives& primitives, const BoundsFrame& frame) {
  const TrianglesView& triangles = primitives.mesh().triangles;
  const bool packed = primitives.kind() == PrimitiveKind::triangles &&
                      readable_in_place(primitives, frame) && triangles.index() == Index::u32 &&
                      triangles.stride() == 3 * sizeof(std::uint32_t);
  return packed ? reinterpret_cast<const std::uint32_t*>(triangles.data()) : nullptr;
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
  if (range.count == 0) return;
  if (const std::uint32_t* const abc = packed_indices(primitives, frame)) {
    HWY_DYNAMIC_DISPATCH(fit_packed)
    (in_place(primitives, frame), abc + std::size_t{3} * range.first, range.count, out.data());
    return;
  }
  for (std::uint32_t i = 0; i < range.count; ++i) {
    out[i] = fit_one(primitives, frame, range.first + i);
  }
}

void fit_boxes(const Primitives& primitives, const BoundsFrame& frame,
               std::span<const std::uint32_t> ids, std::span<Aabb> out) {
  TACT_ASSERT(out.size() >= ids.size());
  if (ids.empty()) return;
  if (const std::uint32_t* const abc = packed_indices(primitives, frame)) {
    HWY_DYNAMIC_DISPATCH(fit_packed_ids)(in_place(primitives, frame), abc, ids, out.data());
    return;
  }
  for (std::size_t i = 0; i < ids.size(); ++i) out[i] = fit_one(primitives, frame, ids[i]);
}

void fit_swept_boxes(const Primitives& from, const Primitives& to, const BoundsFrame& frame,
                     Range range, std::span<Aabb> out) {
  TACT_ASSERT(out.size() >= range.count && from.kind() == to.kind() && from.size() == to.size());
  if (range.count == 0) return;
  const std::uint32_t* const abc = packed_indices(from, frame);
  if (abc != nullptr && packed_indices(to, frame) != nullptr) {
    HWY_DYNAMIC_DISPATCH(fit_packed_swept)
    ({in_place(from, frame), in_place(to, frame)}, abc + std::size_t{3} * range.first, range.count,
     out.data());
    return;
  }
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const std::uint32_t id = range.first + i;
    out[i] = merge(fit_one(from, frame, id), fit_one(to, frame, id));
  }
}

}  // namespace tact
#endif
