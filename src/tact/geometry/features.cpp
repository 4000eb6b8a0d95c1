#include "tact/geometry/features.h"

#include <algorithm>
#include <tuple>

namespace tact {
namespace {

struct EdgeOf {
  std::uint64_t lower;
  std::uint64_t upper;
};
EdgeOf edge_of(const std::array<std::uint64_t, 3>& corners, std::size_t k) {
  return {std::min(corners[k], corners[(k + 1) % 3]), std::max(corners[k], corners[(k + 1) % 3])};
}

}  // namespace

void FeatureOwners::assign(const TrianglesView& triangles, std::size_t vertices) {
  const std::size_t count = triangles.size();
  masks_.assign(count, 0);
  seen_.assign(vertices, 0);
  end_.assign(vertices + 1, 0);
  for (std::size_t t = 0; t < count; ++t) {
    const std::array<std::uint64_t, 3> corners = triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      if (seen_[corners[k]] == 0) masks_[t] |= vertex_bit(k);
      seen_[corners[k]] = 1;
      const EdgeOf edge = edge_of(corners, k);
      if (edge.lower != edge.upper) ++end_[edge.lower + 1];
    }
  }
  for (std::size_t v = 0; v < vertices; ++v) end_[v + 1] += end_[v];
  sides_.resize(end_[vertices]);
  for (std::size_t t = 0; t < count; ++t) {
    const std::array<std::uint64_t, 3> corners = triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const EdgeOf edge = edge_of(corners, k);
      if (edge.lower == edge.upper) continue;
      sides_[end_[edge.lower]++] = {static_cast<std::uint32_t>(edge.upper),
                                    static_cast<std::uint32_t>(t), edge_bit(k)};
    }
  }
  // What was the beginning of a vertex's sides is now their end.
  std::size_t first = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::size_t last = end_[v];
    std::sort(sides_.begin() + static_cast<std::ptrdiff_t>(first),
              sides_.begin() + static_cast<std::ptrdiff_t>(last), [](const Side& a, const Side& b) {
                return std::tie(a.other, a.triangle, a.bit) < std::tie(b.other, b.triangle, b.bit);
              });
    for (std::size_t i = first; i < last; ++i) {
      const Side& side = sides_[i];
      if (i == first || sides_[i - 1].other != side.other) masks_[side.triangle] |= side.bit;
    }
    first = last;
  }
}

}  // namespace tact
