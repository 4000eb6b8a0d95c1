#pragma once
// The small structs that every room passes on: ranges, candidates, the flow of a query, what it
// counted, handles of bodies, who is tested against whom, and how far a query may go.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "tact/base/error.h"

namespace tact {

/// A run of `count` items from `first` on, in an array that the context names.
struct Range {
  std::uint32_t first = 0;  ///< where it begins
  std::uint32_t count = 0;  ///< how many there are
  /// One past the last.
  constexpr std::uint32_t end() const { return first + count; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Two primitives that may touch, of two bodies that the context names.
struct Pair {
  std::uint32_t a = 0;  ///< of the first body
  std::uint32_t b = 0;  ///< of the second
  friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
};

/// Two primitives that may touch. The order of the members is the order of every answer.
struct Candidate {
  std::uint32_t body_a = 0;       ///< slot of the first body
  std::uint32_t body_b = 0;       ///< slot of the second, not below it
  std::uint32_t primitive_a = 0;  ///< of the first body
  std::uint32_t primitive_b = 0;  ///< of the second; above the other within one body
  friend constexpr auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// The form every candidate is delivered in: a <= b by body, and by primitive within a body.
constexpr Candidate ordered(std::uint32_t body_a, std::uint32_t primitive_a, std::uint32_t body_b,
                            std::uint32_t primitive_b) {
  // Without branches: within a body, which of two primitives is the lower cannot be predicted.
  const std::uint64_t a = std::uint64_t{body_a} << 32 | primitive_a;
  const std::uint64_t b = std::uint64_t{body_b} << 32 | primitive_b;
  const std::uint64_t low = b < a ? b : a;
  const std::uint64_t high = b < a ? a : b;
  return {static_cast<std::uint32_t>(low >> 32), static_cast<std::uint32_t>(high >> 32),
          static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
}

/// What a sink answers: more, or enough.
enum class Flow : std::uint8_t {
  go_on,  ///< more
  stop    ///< enough
};

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

  /// Adds up counter by counter.
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

/// A handle of a body in the world that gave it out, wherever that world is moved. All others are
/// refused: those of other worlds, of bodies that were removed, also when their place is taken
/// again, and BodyId{}. Sorted by slot within a world.
struct BodyId {
  std::uint32_t slot =
      ~std::uint32_t{0};         ///< where the world keeps it; used again once the body is removed
  std::uint32_t generation = 0;  ///< tells bodies apart that had the same slot
  std::uint32_t world = 0;       ///< number of the world, from 1 on; 0: of none
  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// Two bodies, a before b; or twice the same: a body and itself.
struct BodyPair {
  BodyId a;  ///< the first, of the lower slot
  BodyId b;  ///< the second; the same one for a body and itself
  friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// What a body says about the others, and about itself.
struct BodyRule {
  std::uint32_t group = 1;                 ///< bits: what it is
  std::uint32_t mask = ~std::uint32_t{0};  ///< bits: the groups that it is tested against
  bool self = false;                       ///< pairs within it are wanted
  friend constexpr bool operator==(const BodyRule&, const BodyRule&) = default;
};

/// Two different bodies are tested if each one's mask has a bit of the other's group.
constexpr bool tests(const BodyRule& a, const BodyRule& b) {
  return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
}

/// Two bodies by their slots, in either order, as one number: such numbers sort like pairs.
constexpr std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
  return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
}
/// The pair that key_of() made it of, the lower slot first.
constexpr Pair pair_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
}

/// Is the pair among these keys, which are sorted? There are none as a rule.
inline bool is_refused(std::span<const std::uint64_t> keys, std::uint32_t a, std::uint32_t b) {
  return !keys.empty() && std::binary_search(keys.begin(), keys.end(), key_of(a, b));
}

/// The whole rule of two bodies, or of a body and itself: `refused` as in is_refused().
inline bool are_tested(std::uint32_t a, const BodyRule& of_a, std::uint32_t b, const BodyRule& of_b,
                       std::span<const std::uint64_t> refused) {
  return a == b ? of_a.self : tests(of_a, of_b) && !is_refused(refused, a, b);
}

/// The rules of many bodies at once. A view: whoever makes it keeps what it refers to.
struct PairRule {
  std::span<const BodyRule> bodies;  ///< by slot
  std::span<const std::uint64_t>
      refused;                    ///< keys of pairs that are not tested all the same, sorted
  std::span<const bool> settled;  ///< by slot, or empty: pairs of two of them are others'

  /// Are two bodies, or a body and itself, tested against each other?
  bool tests(std::uint32_t a, std::uint32_t b) const {
    if (!settled.empty() && settled[a] && settled[b]) return false;
    return are_tested(a, bodies[a], b, bodies[b], refused);
  }
};

/// A bound on a query. Without one, the answer is complete.
struct Budget {
  /// What deadlines are told by.
  using Clock = std::chrono::steady_clock;

  std::size_t at_most = std::numeric_limits<std::size_t>::max();  ///< stop after this many contacts
  std::optional<Clock::time_point> deadline;                      ///< stop at this moment

  /// A budget that ends `seconds` from now; more than 30 years are no bound. Throws
  /// Error{bad_argument} for NaN.
  static Budget until(double seconds) {
    if (std::isnan(seconds)) {
      throw Error(ErrorCode::bad_argument, "the seconds of a budget are not a number");
    }
    constexpr double longest = 1e9;  // the clock's counter would overflow at about 9e9
    Budget budget;
    if (seconds > longest) return budget;
    budget.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::max(seconds, 0.0)));
    return budget;
  }
  /// Is there any bound?
  bool bounded() const {
    return deadline.has_value() || at_most != std::numeric_limits<std::size_t>::max();
  }
  /// Has the moment come? False without a deadline.
  bool expired() const { return deadline && Clock::now() >= *deadline; }
};

/// Why an answer is not complete.
enum class Stopped : std::uint8_t {
  no,       ///< it is
  count,    ///< there were as many as asked for
  deadline  ///< the moment came
};

}  // namespace tact

template <>
struct std::hash<tact::BodyId> {
  std::size_t operator()(const tact::BodyId& id) const noexcept {
    const std::uint64_t place = (std::uint64_t{id.generation} << 32U) | id.slot;
    return std::hash<std::uint64_t>()(place ^ (id.world * 0x9E3779B97F4A7C15U));
  }
};
