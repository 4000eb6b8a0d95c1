#pragma once
// PackedBody: the boxes of all primitives of a body, eight side by side, in the body's own order.
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/body/structures.h"
#include "tact/bounds/frame.h"
#include "tact/flat/box_pairs.h"
#include "tact/geometry/primitives.h"

namespace tact {

struct PackedBody final : Structure {
  explicit PackedBody(std::uint32_t) {}

  void refit(const Primitives& primitives, const BoundsFrame& frame, unsigned threads,
             Arena& arena);
  BoxStream stream() const { return {blocks, count, all}; }

  std::vector<Aabb8> blocks;
  std::uint32_t count = 0;
  Aabb all = Aabb::nothing();
};

}  // namespace tact
