#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/limit_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "bench/limit_loops.h"

HWY_BEFORE_NAMESPACE();
namespace tact::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

float read_once_impl(const float* HWY_RESTRICT values, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t n = hn::Lanes(d);
  auto m0 = hn::Zero(d);
  auto m1 = m0;
  auto m2 = m0;
  auto m3 = m0;
  std::size_t i = 0;
  for (; i + 4 * n <= count; i += 4 * n) {
    m0 = hn::Max(m0, hn::Abs(hn::LoadU(d, values + i)));
    m1 = hn::Max(m1, hn::Abs(hn::LoadU(d, values + i + n)));
    m2 = hn::Max(m2, hn::Abs(hn::LoadU(d, values + i + 2 * n)));
    m3 = hn::Max(m3, hn::Abs(hn::LoadU(d, values + i + 3 * n)));
  }
  float most = hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(m0, m1), hn::Max(m2, m3))));
  for (; i < count; ++i)
    most = most < values[i] ? values[i] : most < -values[i] ? -values[i] : most;
  return most;
}

// Four floats per load and store: the fourth belongs to the next vertex, or is overwritten.
void write_boxes_impl(const float* HWY_RESTRICT x, const std::uint32_t* HWY_RESTRICT corners,
                      std::size_t first, std::size_t last, float* HWY_RESTRICT boxes) {
  const hn::CappedTag<float, 4> d;
  static_assert(hn::MaxLanes(d) == 4 || HWY_TARGET == HWY_SCALAR);
  if (hn::Lanes(d) < 4) {  // no vectors on this target
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const float a = x[3 * std::size_t{corners[3 * i]} + k];
        const float b = x[3 * std::size_t{corners[3 * i + 1]} + k];
        const float c = x[3 * std::size_t{corners[3 * i + 2]} + k];
        boxes[6 * i + k] = a < b ? (a < c ? a : c) : (b < c ? b : c);
        boxes[6 * i + 3 + k] = a > b ? (a > c ? a : c) : (b > c ? b : c);
      }
    }
    return;
  }
  for (std::size_t i = first; i < last; ++i) {
    const auto a = hn::LoadU(d, x + 3 * std::size_t{corners[3 * i]});
    const auto b = hn::LoadU(d, x + 3 * std::size_t{corners[3 * i + 1]});
    const auto c = hn::LoadU(d, x + 3 * std::size_t{corners[3 * i + 2]});
    hn::StoreU(hn::Min(hn::Min(a, b), c), d, boxes + 6 * i);
    hn::StoreU(hn::Max(hn::Max(a, b), c), d, boxes + 6 * i + 3);
  }
}

void triad_impl(double* HWY_RESTRICT a, const double* HWY_RESTRICT b, const double* HWY_RESTRICT c,
                std::size_t count) {
  const hn::ScalableTag<double> d;
  const auto three = hn::Set(d, 3.0);
  const std::size_t n = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + n <= count; i += n) {
    hn::StoreU(hn::Add(hn::LoadU(d, b + i), hn::Mul(three, hn::LoadU(d, c + i))), d, a + i);
  }
  for (; i < count; ++i) a[i] = b[i] + 3.0 * c[i];
}

double sum_impl(const double* HWY_RESTRICT values, std::size_t count) {
  const hn::ScalableTag<double> d;
  const std::size_t n = hn::Lanes(d);
  auto s0 = hn::Zero(d);
  auto s1 = s0;
  auto s2 = s0;
  auto s3 = s0;
  std::size_t i = 0;
  for (; i + 4 * n <= count; i += 4 * n) {
    s0 = hn::Add(s0, hn::LoadU(d, values + i));
    s1 = hn::Add(s1, hn::LoadU(d, values + i + n));
    s2 = hn::Add(s2, hn::LoadU(d, values + i + 2 * n));
    s3 = hn::Add(s3, hn::LoadU(d, values + i + 3 * n));
  }
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
  for (; i < count; ++i) total += values[i];
  return total;
}

std::uint64_t count_overlaps_impl(const BoxSet& boxes, std::size_t first, std::size_t last) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const std::size_t n = hn::Lanes(d);
  const std::size_t all = boxes.lo[0].size();
  std::uint64_t count = 0;
  for (std::size_t i = first; i < last; ++i) {
    const auto lx = hn::Set(d, boxes.lo[0][i]);
    const auto ly = hn::Set(d, boxes.lo[1][i]);
    const auto lz = hn::Set(d, boxes.lo[2][i]);
    const auto hx = hn::Set(d, boxes.hi[0][i]);
    const auto hy = hn::Set(d, boxes.hi[1][i]);
    const auto hz = hn::Set(d, boxes.hi[2][i]);
    auto found = hn::Zero(di);
    for (std::size_t j = 0; j + n <= all; j += n) {
      const auto x = hn::And(hn::Le(hn::LoadU(d, &boxes.lo[0][j]), hx),
                             hn::Ge(hn::LoadU(d, &boxes.hi[0][j]), lx));
      const auto y = hn::And(hn::Le(hn::LoadU(d, &boxes.lo[1][j]), hy),
                             hn::Ge(hn::LoadU(d, &boxes.hi[1][j]), ly));
      const auto z = hn::And(hn::Le(hn::LoadU(d, &boxes.lo[2][j]), hz),
                             hn::Ge(hn::LoadU(d, &boxes.hi[2][j]), lz));
      // A true lane is -1 as an integer.
      found = hn::Sub(found, hn::BitCast(di, hn::VecFromMask(d, hn::And(x, hn::And(y, z)))));
    }
    count += static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(di, found)));
  }
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace tact::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact::bench {

HWY_EXPORT(read_once_impl);
HWY_EXPORT(write_boxes_impl);
HWY_EXPORT(triad_impl);
HWY_EXPORT(sum_impl);
HWY_EXPORT(count_overlaps_impl);

float read_once(std::span<const float> values) {
  return HWY_DYNAMIC_DISPATCH(read_once_impl)(values.data(), values.size());
}
void write_boxes(const StageBody& body, std::size_t first, std::size_t last, float* boxes) {
  const auto* corners = reinterpret_cast<const std::uint32_t*>(body.triangles.data());
  HWY_DYNAMIC_DISPATCH(write_boxes_impl)(body.padded.data(), corners, first, last, boxes);
}
void triad(std::span<double> a, std::span<const double> b, std::span<const double> c) {
  HWY_DYNAMIC_DISPATCH(triad_impl)(a.data(), b.data(), c.data(), a.size());
}
double sum(std::span<const double> values) {
  return HWY_DYNAMIC_DISPATCH(sum_impl)(values.data(), values.size());
}
std::uint64_t count_overlaps(const BoxSet& boxes, std::size_t first, std::size_t last) {
  return HWY_DYNAMIC_DISPATCH(count_overlaps_impl)(boxes, first, last);
}

}  // namespace tact::bench
#endif
