#pragma once
// Touches: contacts as response sees them, by what they hold and push.
#include <array>
#include <cstdint>

#include "tact/base/types.h"
#include "tact/base/vec.h"

namespace tact {

/// Where a contact holds a body: one lump, or the corners of a triangle by their barycentric
/// weights. Unused places have weight 0.
struct Grip {
  std::array<std::uint32_t, 3> lump{};
  std::array<float, 3> weight{1, 0, 0};
  bool single() const { return weight[1] == 0 && weight[2] == 0; }
};

/// A contact to answer.
struct Touch {
  Grip a;
  Grip b;
  Vec3 point;        ///< where the impulses act
  Vec3 normal;       ///< of length 1, from a to b
  double depth = 0;  ///< how far the two are inside each other; negative: how far apart
  /// The same for the same contact in the next step, which then begins with this step's impulse; 0:
  /// none.
  std::uint64_t key = 0;
};

/// A key of four numbers: of bodies, and of what touches.
constexpr std::uint64_t touch_key(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                  std::uint64_t d) {
  std::uint64_t key = 1;
  for (const std::uint64_t part : {a, b, c, d}) {
    key = (key ^ part) * 0x9e3779b97f4a7c15U;
    key ^= key >> 29;
  }
  return key | 1;
}

/// Consecutive touches between the same two bodies. Groups without a common body are answered at
/// the same time.
struct TouchGroup {
  static constexpr std::uint32_t nobody = 0xffffffffU;  ///< walls, which belong to all

  std::uint32_t body_a = nobody;
  std::uint32_t body_b = nobody;
  Range touches;
};

}  // namespace tact
