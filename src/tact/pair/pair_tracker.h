#pragma once
// Two rigid bodies outside a world: which of their triangles touch, and how far they are apart,
// pose after pose. For motion planners and whoever has two bodies only.
#include <cstdint>
#include <memory>
#include <span>

#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/body/body.h"
#include "tact/contact/result.h"

namespace tact {

/// How a tracker remembers. None of it changes an answer. Motions are from one question to the
/// next, as shares of the longest edge of the smaller body's box (Tropp 2006, section 5); they must
/// be finite and not negative. What they are by default was measured.
struct TrackerOptions {
  bool coherent = true;  ///< remember from question to question; else the rest has no meaning
  /// Motion above which a question starts from the roots. The paper, which tests one pair of boxes
  /// at a time, has 0.14.
  double coherence = 0.004;
  double prune = 0.17;  ///< sum of motions after which what is remembered is begun anew
  /// Motion above which a bounded question does not begin where the last one found its pair.
  double trail = 0.05;
  std::uint32_t most_pairs = 1U << 14;  ///< pairs of boxes that are remembered, of about 128 bytes
  /// Remember nothing for a while where that costs about what starting anew does. The paper does
  /// not.
  bool weighs_cost = true;
};

/// Remembers the front of two bodies from question to question. One tracker per thread
/// (docs/threads.md). Only which pairs a bounded question returns depends on what was asked before.
/// Questions throw Error{bad_pose} where a vertex would not be finite, {bad_argument} for a
/// tolerance that cannot be and if moved from; what throws leaves the tracker as it was.
class TACT_API PairTracker {
 public:
  /// The shapes' trees of oriented boxes are built here, O(n log n), unless somebody has done so
  /// (see Shape). Twice the same shape is two bodies all the same. Throws Error{bad_argument} for
  /// options that mean nothing.
  PairTracker(const Shape& a, const Shape& b, const TrackerOptions& options = {});
  ~PairTracker();
  PairTracker(PairTracker&&) noexcept;
  PairTracker& operator=(PairTracker&&) noexcept;

  /// Do the bodies touch at these poses? Ends with the first two primitives that do, and begins
  /// with what it remembers.
  bool touching(const Transform& pose_a, const Transform& pose_b);
  /// Everything a world would say of two bodies in slots 0 and 1, valid until the next question.
  /// Cost: pairs of boxes that are due or meet, and of triangles in them. `threads` 0 is one; with
  /// more, a question that starts from the roots and is not bounded is shared out, with the same
  /// list. `neighbours` has no meaning. The first answer reports what building took.
  const Result& collide(const Transform& pose_a, const Transform& pose_b,
                        const CollideOptions& options = {});
  /// The least distance. The last closest pair bounds the next search, which looks at pairs of
  /// boxes that are nearer than what it has found.
  Distance distance(const Transform& pose_a, const Transform& pose_b);

  /// Forgets what was remembered; answers stay the same.
  void forget();

 private:
  struct State;
  State& state() const;  // throws if it was moved from

  std::unique_ptr<State> state_;
};

/// Two poses of a batch.
struct PosePair {
  Transform a;  ///< of the first body
  Transform b;  ///< of the second
};

/// touching() for many poses that have nothing to do with each other, on as many threads as asked
/// (0: all there are); out[i] is 1 if poses[i] touch. Throws Error{bad_argument} if the two lengths
/// differ, {bad_pose} where a vertex would not be finite: then `out` is written in part.
TACT_API void touching(const Shape& a, const Shape& b, std::span<const PosePair> poses,
                       std::span<std::uint8_t> out, unsigned threads = 0);

}  // namespace tact
