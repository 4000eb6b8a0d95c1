// The one reader from packed positions to boxes, still or swept, inlined into the kernels that fit,
// refit, split and stream. Included per instruction set.
#if defined(TACT_BOUNDS_PACKED_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BOUNDS_PACKED_SIMD_H
#undef TACT_BOUNDS_PACKED_SIMD_H
#else
#define TACT_BOUNDS_PACKED_SIMD_H
#endif

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "tact/base/float4_simd.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/packed_positions.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

struct F4Box {
  F4 lo;
  F4 hi;
};

HWY_INLINE F4Box nothing4() {
  const float inf = std::numeric_limits<float>::infinity();
  return {f4_set(inf), f4_set(-inf)};
}
HWY_INLINE F4Box merge4(const F4Box& a, const F4Box& b) {
  return {f4_min(a.lo, b.lo), f4_max(a.hi, b.hi)};
}
HWY_INLINE Aabb to_aabb(const F4Box& box) {
  float lo[4];
  float hi[4];
  f4_store(box.lo, lo);
  f4_store(box.hi, hi);
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}
HWY_INLINE F4Box from_aabb(const Aabb& box) {
  const float lo[4] = {box.lo[0], box.lo[1], box.lo[2], 0};
  const float hi[4] = {box.hi[0], box.hi[1], box.hi[2], 0};
  return {f4_load(lo), f4_load(hi)};
}

/// Where vertices stand. A `place` is the box of one vertex: here a point.
class StillVertices {
 public:
  explicit HWY_INLINE StillVertices(const PackedPositions& p)
      : xyz_(p.xyz), last_(p.last_vertex), tail_(p.tail) {}

  HWY_INLINE F4 at(std::uint32_t vertex) const {
    // Four floats are read for three; at the last vertex from a copy with room behind it.
    return f4_load(vertex == last_ ? tail_ : xyz_ + std::size_t{3} * vertex);
  }
  HWY_INLINE F4Box place(std::uint32_t vertex) const {
    const F4 p = at(vertex);
    return {p, p};
  }
  HWY_INLINE void prefetch(std::uint32_t vertex) const {
    prefetch_line(xyz_ + std::size_t{3} * vertex);
  }
  HWY_INLINE std::uint32_t last() const { return last_; }

 private:
  const float* xyz_;
  std::uint32_t last_;
  const float* tail_;
};

/// Where vertices go in a straight line: the box of one is that of its two ends.
class SweptVertices {
 public:
  explicit HWY_INLINE SweptVertices(const PackedMotion& m) : from_(m.from), to_(m.to) {}

  HWY_INLINE F4Box place(std::uint32_t vertex) const {
    const F4 p = from_.at(vertex);
    const F4 q = to_.at(vertex);
    return {f4_min(p, q), f4_max(p, q)};
  }
  HWY_INLINE void prefetch(std::uint32_t vertex) const {
    from_.prefetch(vertex);
    to_.prefetch(vertex);
  }
  HWY_INLINE std::uint32_t last() const { return from_.last(); }

 private:
  StillVertices from_;
  StillVertices to_;
};

/// Boxes of vertices. `raw` boxes are in the coordinates of the array: the map is monotone, so it
/// may come after any minimum and maximum, once.
template <class Vertices>
class PackedReader {
 public:
  explicit HWY_INLINE PackedReader(const PackedPositions& p) : PackedReader(p, p) {}
  explicit HWY_INLINE PackedReader(const PackedMotion& m) : PackedReader(m, m.from) {}

  /// Of one triangle.
  HWY_INLINE F4Box raw(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return merge4(merge4(vertices_.place(a), vertices_.place(b)), vertices_.place(c));
  }
  HWY_INLINE F4Box raw(std::uint32_t vertex) const { return vertices_.place(vertex); }
  /// Of vertices, whatever they belong to. Four chains hide the latency of the minimum.
  HWY_INLINE F4Box raw(std::span<const std::uint32_t> vertices) const {
    F4Box sum[4] = {nothing4(), nothing4(), nothing4(), nothing4()};
    std::size_t i = 0;
    for (; i + 4 <= vertices.size(); i += 4) {
      for (std::size_t k = 0; k < 4; ++k) sum[k] = merge4(sum[k], vertices_.place(vertices[i + k]));
    }
    for (; i < vertices.size(); ++i) sum[0] = merge4(sum[0], vertices_.place(vertices[i]));
    return merge4(merge4(sum[0], sum[1]), merge4(sum[2], sum[3]));
  }
  /// Mapped into the frame and rounded outward.
  HWY_INLINE F4Box finish(const F4Box& raw_box) const {
    const F4 lo = raw_box.lo * scale_ - offset_;
    const F4 hi = raw_box.hi * scale_ - offset_;
    return {lo - (f4_abs(lo) * ulp_ + tiny_), hi + (f4_abs(hi) * ulp_ + tiny_)};
  }
  /// Asks for a vertex that will be read soon.
  HWY_INLINE void prefetch(std::uint32_t vertex) const { vertices_.prefetch(vertex); }
  /// Are there so many vertices that they leave the cache between two frames?
  HWY_INLINE bool far() const { return vertices_.last() >= (1U << 15U); }

 private:
  template <class Source>
  HWY_INLINE PackedReader(const Source& source, const PackedPositions& map)
      : vertices_(source),
        scale_(f4_set(map.scale)),
        offset_(f4_load(map.offset)),
        ulp_(f4_set(0x1p-23F)),
        tiny_(f4_set(0x1p-100F)) {}

  Vertices vertices_;
  F4 scale_;
  F4 offset_;
  F4 ulp_;
  F4 tiny_;
};

using StillReader = PackedReader<StillVertices>;
using SweptReader = PackedReader<SweptVertices>;

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
