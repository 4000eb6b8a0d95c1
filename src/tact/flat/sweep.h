#pragma once
// The overlap traversal of Larsson 2006: boxes in the order of their starts on one axis; each is
// tested against those that start before it ends, on the other two axes, many at a time.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/endpoints.h"

namespace tact {

/// Boxes by rank, which is their place in the order of starts. Each array is readable for
/// `sweep_padding` places beyond `count`, where nothing starts and nothing overlaps.
struct SweepView {
  int axis = 0;
  std::uint32_t count = 0;
  const float* start = nullptr;        ///< on the axis, ascending
  const float* end = nullptr;          ///< on the axis
  const float* lo[2] = {};             ///< on the next axis and the one after it, cyclically
  const float* hi[2] = {};             ///< likewise
  const std::uint32_t* ids = nullptr;  ///< rank to box

  Aabb box(std::uint32_t rank) const;
};
inline constexpr std::uint32_t sweep_padding = 32;

/// Owns the arrays of a SweepView and keeps their memory.
class SweepOrder {
 public:
  /// The boxes in the order of a sorted list of their endpoints on the axis.
  void assign(std::span<const Aabb> boxes, std::span<const Endpoint> sorted, int axis);
  SweepView view() const;
  std::size_t bytes() const { return floats_.capacity() * 4 + ids_.capacity() * 4; }

 private:
  int axis_ = 0;
  std::uint32_t count_ = 0;
  std::vector<float> floats_;  // six arrays
  std::vector<std::uint32_t> ids_;
};

/// The same, in memory of the arena; the list may leave boxes out.
SweepView arrange_sweep(std::span<const Aabb> boxes, std::span<const Endpoint> sorted, int axis,
                        Arena& arena);

/// The boxes of `all` that overlap `region`, by their starts on `axis`, in memory of the arena.
/// Sorts only if `all` is in the order of another axis.
SweepView clip_sweep(const SweepView& all, const Aabb& region, int axis, Arena& arena);

/// Whose boxes they are, and how far apart they may be.
struct SweepBodies {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float grow = 0;
};

/// Pushes every pair whose first box has a rank in `ranks`. Returns the number of pairs that
/// overlap on the axis: the box tests.
std::uint64_t sweep_within(const SweepView& view, Range ranks, const SweepBodies& bodies,
                           BlockWriter& writer);
/// The same into a list, by ids of boxes, in any order.
std::uint64_t sweep_within(const SweepView& view, Range ranks, float grow,
                           ArenaVector<Pair>& pairs);

/// Pushes every pair in which the box of a starts first, or both at once, and has a rank in
/// `ranks`; `strictly`: only those in which it starts first. Both views are of one axis.
std::uint64_t sweep_between(const SweepView& a, Range ranks, const SweepView& b, bool strictly,
                            const SweepBodies& bodies, BlockWriter& writer);

}  // namespace tact
