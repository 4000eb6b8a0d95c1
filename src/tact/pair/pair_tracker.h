#pragma once
// Two rigid bodies outside a world: which of their triangles touch, and how far they are apart,
// pose after pose. For motion planners and whoever has two bodies only.
#include <cstdint>
#include <memory>
#include <span>

#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/contact/result.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// A rigid mesh with the tree of its triangles, built once. Copies share both; any number of
/// trackers, on any threads, may use it.
class TACT_API RigidShape {
 public:
  /// A Mesh is taken over; a MeshView is read in place and must outlive every copy.
  explicit RigidShape(Mesh mesh);
  explicit RigidShape(const MeshView& mesh);

  /// How many there are.
  std::size_t triangle_count() const;

 private:
  friend class PairTracker;
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

/// How a tracker works; answers do not depend on it.
struct TrackerOptions {
  bool coherent = true;  ///< remember from question to question (Tropp 2006)
};

/// Remembers the front of two bodies from one question to the next. One tracker per thread
/// (docs/threads.md). Answers do not depend on what was asked before, but for which pairs a bounded
/// question returns.
class TACT_API PairTracker {
 public:
  /// Takes shares in both.
  PairTracker(RigidShape a, RigidShape b, const TrackerOptions& options = {});
  ~PairTracker();
  PairTracker(PairTracker&&) noexcept;
  PairTracker& operator=(PairTracker&&) noexcept;

  /// Do the bodies touch at these poses? Throws Error{bad_pose} where a vertex would not be finite.
  bool touching(const Transform& pose_a, const Transform& pose_b);
  /// Everything a world would say of two bodies in slots 0 and 1. Valid until the next question.
  const Result& collide(const Transform& pose_a, const Transform& pose_b,
                        const CollideOptions& options = {});
  /// The least distance. The last closest pair bounds the next search.
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
/// differ.
TACT_API void touching(const RigidShape& a, const RigidShape& b, std::span<const PosePair> poses,
                       std::span<std::uint8_t> out, unsigned threads = 0);

}  // namespace tact
