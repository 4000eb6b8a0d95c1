#pragma once
// Who is tested against whom: the groups and masks of bodies, their self switches, and pairs that
// somebody refused. The one place that knows.
#include <algorithm>
#include <cstdint>
#include <span>

#include "tact/base/types.h"

namespace tact {

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
constexpr Pair pair_of(std::uint64_t key) {
  return {static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
}

/// Is the pair among these keys, which are sorted? There are none as a rule.
inline bool is_refused(std::span<const std::uint64_t> keys, std::uint32_t a, std::uint32_t b) {
  return !keys.empty() && std::binary_search(keys.begin(), keys.end(), key_of(a, b));
}

/// The rules of many bodies at once. A view: whoever makes it keeps what it refers to.
struct PairRule {
  std::span<const BodyRule> bodies;  ///< by slot
  std::span<const std::uint64_t>
      refused;                    ///< keys of pairs that are not tested all the same, sorted
  std::span<const bool> settled;  ///< by slot, or empty: pairs of two of them are others'

  bool tests(std::uint32_t a, std::uint32_t b) const {
    if (!settled.empty() && settled[a] && settled[b]) return false;
    if (a == b) return bodies[a].self;
    return tact::tests(bodies[a], bodies[b]) && !is_refused(refused, a, b);
  }
};

}  // namespace tact
