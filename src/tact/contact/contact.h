#pragma once
// Contact: one line of an answer.
#include <cstdint>

#include "tact/base/types.h"
#include "tact/geometry/contact_geometry.h"

namespace tact {

/// A handle of a body. Handles of removed bodies are refused, also when their place is taken again.
struct BodyId {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
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
