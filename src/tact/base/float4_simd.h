// Four floats in a register: x, y, z of a point and one that does not count. On the scalar target
// it is four ordinary floats, so that kernels are written once. Included per instruction set.
#if defined(TACT_BASE_FLOAT4_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BASE_FLOAT4_SIMD_H
#undef TACT_BASE_FLOAT4_SIMD_H
#else
#define TACT_BASE_FLOAT4_SIMD_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Asks for a cache line that will be read soon; any address will do.
HWY_INLINE void prefetch_line(const void* address) {
  hwy::Prefetch(static_cast<const char*>(address));
}

#if HWY_TARGET == HWY_SCALAR

struct F4 {
  float v[4];
};
template <class Op>
HWY_INLINE F4 each(const F4& a, const F4& b, Op op) {
  return {{op(a.v[0], b.v[0]), op(a.v[1], b.v[1]), op(a.v[2], b.v[2]), op(a.v[3], b.v[3])}};
}
HWY_INLINE F4 f4_set(float x) { return {{x, x, x, x}}; }
HWY_INLINE F4 f4_load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
HWY_INLINE void f4_store(const F4& a, float* p) {
  for (int k = 0; k < 4; ++k) p[k] = a.v[k];
}
HWY_INLINE F4 f4_min(const F4& a, const F4& b) {
  return each(a, b, [](float x, float y) { return x < y ? x : y; });
}
HWY_INLINE F4 f4_max(const F4& a, const F4& b) {
  return each(a, b, [](float x, float y) { return x > y ? x : y; });
}
HWY_INLINE F4 operator+(const F4& a, const F4& b) {
  return each(a, b, [](float x, float y) { return x + y; });
}
HWY_INLINE F4 operator-(const F4& a, const F4& b) {
  return each(a, b, [](float x, float y) { return x - y; });
}
HWY_INLINE F4 operator*(const F4& a, const F4& b) {
  return each(a, b, [](float x, float y) { return x * y; });
}
HWY_INLINE F4 f4_abs(const F4& a) {
  return each(a, a, [](float x, float) { return x < 0 ? -x : x; });
}
/// Bit k is set if a > b in lane k, for the three lanes that count.
HWY_INLINE std::uint32_t f4_greater(const F4& a, const F4& b) {
  return (a.v[0] > b.v[0] ? 1U : 0U) | (a.v[1] > b.v[1] ? 2U : 0U) | (a.v[2] > b.v[2] ? 4U : 0U);
}

#else

using D4 = hn::FixedTag<float, 4>;
struct F4 {
  hn::Vec<D4> v;
};
HWY_INLINE F4 f4_set(float x) { return {hn::Set(D4(), x)}; }
HWY_INLINE F4 f4_load(const float* p) { return {hn::LoadU(D4(), p)}; }
HWY_INLINE void f4_store(const F4& a, float* p) { hn::StoreU(a.v, D4(), p); }
HWY_INLINE F4 f4_min(const F4& a, const F4& b) { return {hn::Min(a.v, b.v)}; }
HWY_INLINE F4 f4_max(const F4& a, const F4& b) { return {hn::Max(a.v, b.v)}; }
HWY_INLINE F4 operator+(const F4& a, const F4& b) { return {hn::Add(a.v, b.v)}; }
HWY_INLINE F4 operator-(const F4& a, const F4& b) { return {hn::Sub(a.v, b.v)}; }
HWY_INLINE F4 operator*(const F4& a, const F4& b) { return {hn::Mul(a.v, b.v)}; }
HWY_INLINE F4 f4_abs(const F4& a) { return {hn::Abs(a.v)}; }
/// Bit k is set if a > b in lane k, for the three lanes that count.
HWY_INLINE std::uint32_t f4_greater(const F4& a, const F4& b) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(D4(), hn::Gt(a.v, b.v), bits);
  return bits[0] & 7U;
}

#endif

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
