#pragma once
// SortedBody: the boxes of all primitives of a body and their order along the axes (SWIPER, Larsson
// 2006).
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/flat/box_tags.h"
#include "tact/flat/swiper.h"

namespace tact {

/// How boxes are sorted where nobody asks for the paper's own way.
Swiper::Options radix_swiper();

struct SortedBody final : Structure {
  explicit SortedBody(std::uint32_t) {}

  Stats update(const BodyState& body, const BoundsFrame& frame, unsigned threads, Scratch& scratch);

  Swiper swiper{radix_swiper()};
  std::vector<Aabb> boxes;
  std::vector<BoxTags> tags;
  Aabb all = Aabb::nothing();

 private:
  void refit(const Primitives& primitives, const BoundsFrame& frame, unsigned threads,
             Arena& arena);
};

}  // namespace tact
