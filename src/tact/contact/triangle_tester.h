#pragma once
// TriangleTester: candidates of triangles to verdicts. Collects the corners of some dozens,
// whatever bodies they are of, and tests them together.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/base/types.h"
#include "tact/geometry/primitives.h"
#include "tact/geometry/triangle_batch.h"

namespace tact {

class TriangleTester {
 public:
  /// Pairs of triangles i[k] of `a` and j[k] of `b`. By finish(), or before, hit[place[k]] says
  /// whether they touch: 1 or 0. The same `hit` for all that is added up to a finish().
  void add(const Primitives& a, std::span<const std::uint32_t> i, const Primitives& b,
           std::span<const std::uint32_t> j, const std::uint8_t* place, std::uint8_t* hit,
           Stats& stats);
  /// Tests what is left.
  void finish(std::uint8_t* hit, Stats& stats);

 private:
  // As many as stay in the first-level cache from where they are gathered to where they are tested.
  static constexpr std::size_t group = 64;

  std::size_t count_ = 0;
  std::uint8_t place_[group];
  std::uint8_t lane_hit_[group];
  TrianglePairs pairs_;
};

}  // namespace tact
