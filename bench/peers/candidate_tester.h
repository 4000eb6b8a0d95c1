#pragma once
// Our fastest exact test, lent to peers that deliver candidates only: collects them in blocks.
#include <cstdint>
#include <vector>

#include "bench/participant.h"
#include "tact/geometry/triangle_batch.h"

namespace tact::bench {

class CandidateTester {
 public:
  explicit CandidateTester(const Stage& stage) : stage_(&stage) {}

  void begin(Question question) {
    question_ = question;
    count_ = 0;
    hits_.clear();
  }
  /// Candidates of these two bodies follow. Tests what is left of the last two.
  void bodies(std::uint32_t a, std::uint32_t b) {
    flush();
    a_ = a;
    b_ = b;
    of_a_ = &stage_->bodies()[a].primitives;
    of_b_ = &stage_->bodies()[b].primitives;
  }
  void bodies_if_changed(std::uint32_t a, std::uint32_t b) {
    if (of_a_ == nullptr || a != a_ || b != b_) bodies(a, b);
  }
  /// Triangle i of body a and j of body b; within a body in any order, neighbours included.
  void add(std::uint32_t i, std::uint32_t j) {
    if (a_ == b_ && (i == j || of_a_->neighbours(i, j))) return;
    candidates_[count_] = ordered(a_, i, b_, j);
    of_a_->gather(i, &block_.v[0][count_], row_stride);
    of_b_->gather(j, &block_.v[9][count_], row_stride);
    if (++count_ == TrianglePairs::capacity) flush();
  }
  void flush() {
    if (count_ == 0) return;
    intersects_batch(block_, count_, hit_);
    for (std::size_t k = 0; k < count_; ++k) {
      if (hit_[k] != 0) hits_.push_back(candidates_[k]);
    }
    count_ = 0;
  }
  /// Has a yes-or-no question been answered? Flushes are what answers it.
  bool enough() const { return question_ == Question::any && !hits_.empty(); }
  const std::vector<Candidate>& hits() const { return hits_; }

 private:
  // However far apart the rows of a block are.
  static constexpr std::size_t row_stride = sizeof(TrianglePairs::v[0]) / sizeof(double);

  const Stage* stage_;
  Question question_ = Question::all;
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  const Primitives* of_a_ = nullptr;
  const Primitives* of_b_ = nullptr;
  std::size_t count_ = 0;
  Candidate candidates_[TrianglePairs::capacity];
  std::uint8_t hit_[TrianglePairs::capacity];
  TrianglePairs block_;
  std::vector<Candidate> hits_;
};

/// The box of a triangle whose vertices are in the world already.
struct FloatBox {
  float lo[3];
  float hi[3];
};
inline FloatBox box_of(const StageBody& body, std::uint32_t triangle) {
  const auto& t = body.triangles[triangle];
  const float* a = body.vertex(t[0]);
  const float* b = body.vertex(t[1]);
  const float* c = body.vertex(t[2]);
  FloatBox box;
  for (int k = 0; k < 3; ++k) {
    const float low = a[k] < b[k] ? a[k] : b[k];
    const float high = a[k] < b[k] ? b[k] : a[k];
    box.lo[k] = low < c[k] ? low : c[k];
    box.hi[k] = high > c[k] ? high : c[k];
  }
  return box;
}
inline bool overlap(const FloatBox& a, const FloatBox& b) {
  return a.lo[0] <= b.hi[0] && b.lo[0] <= a.hi[0] && a.lo[1] <= b.hi[1] && b.lo[1] <= a.hi[1] &&
         a.lo[2] <= b.hi[2] && b.lo[2] <= a.hi[2];
}

}  // namespace tact::bench
