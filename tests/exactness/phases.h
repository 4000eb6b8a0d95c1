#pragma once
// The three checks, each on batches of pairs that depend on the seed and the batch's number alone.
#include <array>
#include <cstdint>

#include "scenes/triangle_families.h"

namespace tact::exactness {

enum class Phase : std::uint8_t {
  cgal,  ///< both our tests against CGAL, half of the pairs ordinary, half hard, none degenerate
  rational,  ///< against separating axes in GMP integers, all families
  orders     ///< all 72 orders of corners and triangles against each other
};

/// What was counted for one family.
struct Tally {
  std::uint64_t pairs = 0;
  std::uint64_t touching = 0;
  std::uint64_t open = 0;  ///< left open by the SIMD filter
  std::uint64_t wrong = 0;
};
using Tallies = std::array<Tally, scenes::family_count>;

inline constexpr std::uint64_t batch_pairs = 256;

/// Runs batch `batch` of a phase and adds to the tallies. Wrong pairs are printed to stderr.
void run_batch(Phase phase, std::uint64_t seed, std::uint64_t batch, Tallies& tallies);

}  // namespace tact::exactness
