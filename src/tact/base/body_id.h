#pragma once
// BodyId: the handle by which a caller and a world speak of a body, and of two.
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace tact {

/// A handle of a body in the world that gave it out, wherever that world is moved. All others are
/// refused: those of other worlds, of bodies that were removed, also when their place is taken
/// again, and BodyId{}. Sorted by slot within a world.
struct BodyId {
  std::uint32_t slot = ~std::uint32_t{0};
  std::uint32_t generation = 0;
  std::uint32_t world = 0;  ///< number of the world, from 1 on; 0: of none
  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// Two bodies, a before b; or twice the same: a body and itself.
struct BodyPair {
  BodyId a;
  BodyId b;
  friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

}  // namespace tact

template <>
struct std::hash<tact::BodyId> {
  std::size_t operator()(const tact::BodyId& id) const noexcept {
    const std::uint64_t place = (std::uint64_t{id.generation} << 32U) | id.slot;
    return std::hash<std::uint64_t>()(place ^ (id.world * 0x9E3779B97F4A7C15U));
  }
};
