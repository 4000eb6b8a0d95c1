#pragma once
// Rays as they are given, checked; and the one who may write RayHits.
#include <span>
#include <vector>

#include "tact/contact/result.h"
#include "tact/geometry/ray.h"

namespace tact {

/// Throws Error{bad_argument}, naming the ray, unless all numbers are finite (t_max may be
/// infinite), t_max is not negative, the direction is not zero and the tail is one.
void check_rays(std::span<const Ray> rays);

inline RayLine line_of(const Ray& ray) { return {ray.origin, ray.direction, ray.tail, ray.t_max}; }

/// The order of a ray's hits.
inline bool comes_before(const RayHit& a, const RayHit& b) {
  if (a.t != b.t) return a.t < b.t;
  return a.body.slot != b.body.slot ? a.body.slot < b.body.slot : a.primitive < b.primitive;
}

class RayHitWriter {
 public:
  explicit RayHitWriter(RayHits& out) : out_(out) {}

  /// Forgets the hits that were there, and keeps their memory.
  void begin(std::size_t rays) {
    out_.hits_.clear();
    out_.first_.clear();
    out_.first_.reserve(rays + 1);
  }
  /// Of the next ray.
  void add(std::span<const RayHit> hits) {
    if (out_.first_.empty()) out_.first_.push_back(0);
    out_.hits_.insert(out_.hits_.end(), hits.begin(), hits.end());
    out_.first_.push_back(out_.hits_.size());
  }

 private:
  RayHits& out_;
};

}  // namespace tact
