#pragma once
// The tags of a body's boxes: the vertices of its triangles, by index. Triangles that share a
// topology id only are neighbours as long as they hang together, which no tag can tell. Points have
// no neighbours.
#include <span>

#include "tact/flat/box_tags.h"
#include "tact/geometry/primitives.h"

namespace tact {

inline void tag_boxes(const Primitives& primitives, std::span<BoxTags> tags) {
  if (primitives.kind() == PrimitiveKind::points) {
    for (std::uint32_t i = 0; i < tags.size(); ++i) tags[i] = {{i, i, i}};
    return;
  }
  for (std::uint32_t i = 0; i < tags.size(); ++i) {
    const std::array<std::uint64_t, 3> corners = primitives.mesh().triangles[i];
    for (std::size_t k = 0; k < 3; ++k) tags[i].tag[k] = static_cast<std::uint32_t>(corners[k]);
  }
}

}  // namespace tact
