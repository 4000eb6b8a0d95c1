#include "tact/contact/triangle_tester.h"

#include <algorithm>

namespace tact {

void TriangleTester::add(const Primitives& a, std::span<const std::uint32_t> i, const Primitives& b,
                         std::span<const std::uint32_t> j, const std::uint8_t* place,
                         std::uint8_t* hit, Stats& stats) {
  while (!i.empty()) {
    const std::size_t some = std::min(i.size(), group - count_);
    a.gather(i.first(some), &pairs_.v[0][count_], TrianglePairs::stride);
    b.gather(j.first(some), &pairs_.v[9][count_], TrianglePairs::stride);
    std::copy_n(place, some, place_ + count_);
    count_ += some;
    if (count_ == group) finish(hit, stats);
    i = i.subspan(some);
    j = j.subspan(some);
    place += some;
  }
}

void TriangleTester::finish(std::uint8_t* hit, Stats& stats) {
  stats.primitive_tests += count_;
  stats.exact_fallbacks += intersects_batch(pairs_, count_, lane_hit_);
  for (std::size_t lane = 0; lane < count_; ++lane) hit[place_[lane]] = lane_hit_[lane];
  count_ = 0;
}

}  // namespace tact
