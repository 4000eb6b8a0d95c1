#pragma once
// Boxes of primitives as methods without a memory pass them on: each with its name, and what must
// be known of the bodies they belong to.
#include <cstdint>
#include <limits>
#include <span>

#include "tact/base/types.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// The box of one primitive, and whose it is.
struct alignas(32) BoxItem {
  float lo[3];
  std::uint32_t id;  ///< of the primitive
  float hi[3];
  std::uint32_t body;  ///< an index into a list of BoxBody

  Aabb box() const { return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}}; }
};
static_assert(sizeof(BoxItem) == 32, "two registers of four floats");

/// The body of some boxes.
struct BoxBody {
  std::uint32_t slot = 0;  ///< of the world
  BodyRule rule;
};

/// Two entries of one list: are pairs of their boxes wanted? `refused`: see is_refused().
inline bool wanted(const BoxBody& a, const BoxBody& b,
                   std::span<const std::uint64_t> refused = {}) {
  return are_tested(a.slot, a.rule, b.slot, b.rule, refused);
}

/// A body as a float, so that one comparison of eight lanes tells which pairs are of one body whose
/// own pairs nobody wants: NaN, which equals nothing, stands for bodies that want them. Beyond the
/// floats that count exactly, bodies are NaN as well, and who finds their pairs must ask wanted().
inline float body_number(const BoxBody& body, std::uint32_t index) {
  constexpr std::uint32_t exact = 1U << 24;
  return body.rule.self || index >= exact ? std::numeric_limits<float>::quiet_NaN()
                                          : static_cast<float>(index);
}

}  // namespace tact
