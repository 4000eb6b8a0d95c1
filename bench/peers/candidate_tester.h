#pragma once
// Our fastest exact test, lent to peers that deliver candidates only: collects them in batches.
#include <array>
#include <cstdint>
#include <vector>

#include "bench/participant.h"
#include "tact/contact/triangle_tester.h"

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
    if (a_ == b_ && i == j) return;
    i_[count_] = i;
    j_[count_] = j;
    if (++count_ == capacity) flush();
  }
  void flush() {
    if (count_ == 0) return;
    std::size_t left = count_;
    if (a_ == b_) {
      left = of_a_->non_neighbours({i_, count_}, {j_, count_}, place_);
      for (std::size_t k = 0; k < left; ++k) {
        i_[k] = i_[place_[k]];
        j_[k] = j_[place_[k]];
      }
    }
    tester_.add(*of_a_, {i_, left}, *of_b_, {j_, left}, every_.data(), {hit_, nullptr}, stats_);
    tester_.finish({hit_, nullptr}, stats_);
    for (std::size_t k = 0; k < left; ++k) {
      if (hit_[k] != 0) hits_.push_back(ordered(a_, i_[k], b_, j_[k]));
    }
    count_ = 0;
  }
  /// Has a yes-or-no question been answered? Flushes are what answers it.
  bool enough() const { return question_ == Question::any && !hits_.empty(); }
  const std::vector<Candidate>& hits() const { return hits_; }

 private:
  static constexpr std::size_t capacity = 256;
  static constexpr std::array<std::uint8_t, capacity> every_ = [] {
    std::array<std::uint8_t, capacity> places{};
    for (std::size_t k = 0; k < capacity; ++k) places[k] = static_cast<std::uint8_t>(k);
    return places;
  }();

  const Stage* stage_;
  Question question_ = Question::all;
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  const Primitives* of_a_ = nullptr;
  const Primitives* of_b_ = nullptr;
  std::size_t count_ = 0;
  std::uint32_t i_[capacity];
  std::uint32_t j_[capacity];
  std::uint8_t place_[capacity];
  std::uint8_t hit_[capacity];
  TriangleTester tester_;
  Stats stats_;
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
