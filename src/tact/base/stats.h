#pragma once
// Stats: what an update or a query did, counted. Returned by value, never kept in globals.
#include <cstdint>

namespace tact {

/// Counters of one query, or of one update and query together. The names in brackets are those of
/// the cost function in Larsson 2006 (equations 2 to 5).
struct Stats {
  std::uint64_t bounds_tests = 0;     ///< pairs of bounds tested [N_b]
  std::uint64_t candidates = 0;       ///< primitive pairs handed to the exact test
  std::uint64_t primitive_tests = 0;  ///< primitive pairs tested [N_p]
  std::uint64_t exact_fallbacks = 0;  ///< of these, how many the floating-point filter left open
  std::uint64_t neighbours = 0;       ///< candidates within a body that share a vertex at one place
  std::uint64_t primitives_read = 0;  ///< bounds computed from geometry [N_g]
  std::uint64_t nodes_updated = 0;    ///< nodes refitted from their children [N_u]
  std::uint64_t nodes_split = 0;      ///< nodes split [N_s]
  std::uint64_t nodes_collapsed = 0;  ///< subtrees given up [N_d]
  std::uint64_t sort_steps = 0;       ///< places that endpoints moved by in insertion sort
  std::uint64_t sort_fallbacks = 0;   ///< lists that insertion sort gave up
  std::uint64_t axis_tests = 0;       ///< pairs of bounds tested along a remembered axis only
  std::uint64_t front_pairs = 0;      ///< pairs of bounds remembered for the next query
  std::uint64_t overlaps_x = 0;       ///< pairs that overlap on this axis, where they are counted
  std::uint64_t overlaps_y = 0;       ///< likewise
  std::uint64_t overlaps_z = 0;       ///< likewise

  constexpr Stats& operator+=(const Stats& o) {
    bounds_tests += o.bounds_tests;
    candidates += o.candidates;
    primitive_tests += o.primitive_tests;
    exact_fallbacks += o.exact_fallbacks;
    neighbours += o.neighbours;
    primitives_read += o.primitives_read;
    nodes_updated += o.nodes_updated;
    nodes_split += o.nodes_split;
    nodes_collapsed += o.nodes_collapsed;
    sort_steps += o.sort_steps;
    sort_fallbacks += o.sort_fallbacks;
    axis_tests += o.axis_tests;
    front_pairs += o.front_pairs;
    overlaps_x += o.overlaps_x;
    overlaps_y += o.overlaps_y;
    overlaps_z += o.overlaps_z;
    return *this;
  }
  friend constexpr bool operator==(const Stats&, const Stats&) = default;
};

}  // namespace tact
