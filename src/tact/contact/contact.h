#pragma once
// Contact: one line of an answer.
#include <cstddef>
#include <cstdint>
#include <functional>

#include "tact/base/types.h"
#include "tact/geometry/contact_geometry.h"

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

/// Two primitives that touch: ids as the user knows them, and how they touch.
struct Contact : ContactGeometry {
  BodyId body_a;
  BodyId body_b;
  std::uint32_t primitive_a = 0;
  std::uint32_t primitive_b = 0;
  std::uint64_t user_a = 0;  ///< the user id of body_a
  std::uint64_t user_b = 0;
};

}  // namespace tact

template <>
struct std::hash<tact::BodyId> {
  std::size_t operator()(const tact::BodyId& id) const noexcept {
    const std::uint64_t place = (std::uint64_t{id.generation} << 32U) | id.slot;
    return std::hash<std::uint64_t>()(place ^ (id.world * 0x9E3779B97F4A7C15U));
  }
};
