// Boxes of packed positions, inlined into the kernels of the stream. Included per instruction set.
#if defined(TACT_FLAT_STREAM_POSITIONS_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_FLAT_STREAM_POSITIONS_SIMD_H
#undef TACT_FLAT_STREAM_POSITIONS_SIMD_H
#else
#define TACT_FLAT_STREAM_POSITIONS_SIMD_H
#endif

#include "tact/base/float4_simd.h"
#include "tact/flat/stream_update.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

class PositionReader {
 public:
  explicit HWY_INLINE PositionReader(const StreamPositions& p)
      : xyz_(p.xyz),
        last_(p.last_vertex),
        tail_(p.tail),
        scale_(f4_set(p.scale)),
        offset_(f4_load(p.offset)),
        ulp_(f4_set(0x1p-23F)),
        tiny_(f4_set(0x1p-100F)) {}

  HWY_INLINE F4 operator()(std::uint32_t vertex) const {
    // Four floats are read for three; at the last vertex from a copy with room behind it.
    return f4_load(vertex == last_ ? tail_ : xyz_ + std::size_t{3} * vertex);
  }
  HWY_INLINE void prefetch(std::uint32_t vertex) const {
    prefetch_line(xyz_ + std::size_t{3} * vertex);
  }
  /// The box from the lowest and the highest positions, mapped and rounded outward.
  HWY_INLINE Aabb box(const F4& lowest, const F4& highest) const {
    const F4 from = lowest * scale_ - offset_;
    const F4 to = highest * scale_ - offset_;
    float lo[4];
    float hi[4];
    f4_store(from - (f4_abs(from) * ulp_ + tiny_), lo);
    f4_store(to + (f4_abs(to) * ulp_ + tiny_), hi);
    return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
  }

 private:
  const float* xyz_;
  std::uint32_t last_;
  const float* tail_;
  F4 scale_;
  F4 offset_;
  F4 ulp_;
  F4 tiny_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
