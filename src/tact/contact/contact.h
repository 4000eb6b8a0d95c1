#pragma once
// Contact: one line of an answer.
#include <cstdint>

#include "tact/base/body_id.h"
#include "tact/geometry/contact_geometry.h"

namespace tact {

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
