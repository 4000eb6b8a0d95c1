#pragma once
// TriangleTester: candidates of triangles to verdicts. Collects the corners of some dozens,
// whatever bodies they are of, and tests them together.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/base/types.h"
#include "tact/geometry/finding.h"
#include "tact/geometry/primitives.h"
#include "tact/geometry/triangle_batch.h"

namespace tact {

class TriangleTester {
 public:
  /// Where verdicts go. The same for all that is added up to a finish().
  struct Out {
    std::uint8_t* hit;  ///< 1 where they touch, else 0
    Finding* found;     ///< what is known of those that do; or null
  };
  /// Pairs of triangles i[k] of `a` and j[k] of `b`. By finish(), or before, place[k] in `out` has
  /// the verdict.
  void add(const Primitives& a, std::span<const std::uint32_t> i, const Primitives& b,
           std::span<const std::uint32_t> j, const std::uint8_t* place, const Out& out,
           Stats& stats);
  /// Tests what is left.
  void finish(const Out& out, Stats& stats);

 private:
  // As many as stay in the first-level cache from where they are gathered to where they are tested.
  static constexpr std::size_t group = 64;

  std::size_t count_ = 0;
  std::uint8_t place_[group];
  std::uint8_t lane_hit_[group];
  Finding lane_found_[group];
  TrianglePairs pairs_;
};

}  // namespace tact
