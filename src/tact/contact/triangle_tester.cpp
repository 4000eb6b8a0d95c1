#include "tact/contact/triangle_tester.h"

#include <algorithm>

namespace tact {

void TriangleTester::add(const Primitives& a, std::span<const std::uint32_t> i, const Primitives& b,
                         std::span<const std::uint32_t> j, const std::uint8_t* place,
                         const Out& out, Stats& stats) {
  while (!i.empty()) {
    const std::size_t some = std::min(i.size(), group - count_);
    a.gather(i.first(some), &pairs_.v[0][count_], TrianglePairs::stride);
    b.gather(j.first(some), &pairs_.v[9][count_], TrianglePairs::stride);
    std::copy_n(place, some, place_ + count_);
    count_ += some;
    if (count_ == group) finish(out, stats);
    i = i.subspan(some);
    j = j.subspan(some);
    place += some;
  }
}

void TriangleTester::finish(const Out& out, Stats& stats) {
  const bool keeps = out.found != nullptr;
  stats.primitive_tests += count_;
  stats.exact_fallbacks += intersects_batch(
      pairs_, count_, lane_hit_, keeps ? std::span<Finding>(lane_found_) : std::span<Finding>());
  for (std::size_t lane = 0; lane < count_; ++lane) out.hit[place_[lane]] = lane_hit_[lane];
  for (std::size_t lane = 0; keeps && lane < count_; ++lane) {
    out.found[place_[lane]] = lane_found_[lane];
  }
  count_ = 0;
}

}  // namespace tact
