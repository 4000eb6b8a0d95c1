#pragma once
// Keeps the nearest of the triangles of two bodies that a walk comes upon.
#include <array>
#include <cstdint>
#include <limits>

#include "tact/contact/result.h"
#include "tact/geometry/primitives.h"
#include "tact/traverse/rigid_search.h"

namespace tact {

class NearestTriangles final : public NearestMeasure {
 public:
  /// `scale` is that of the frame of a's tree.
  NearestTriangles(const std::array<Primitives, 2>& primitives, double scale)
      : primitives_(primitives), scale_(scale) {}

  NearestSoFar operator()(std::uint32_t i, std::uint32_t j) override;

  Distance best{std::numeric_limits<double>::infinity(), {}, {}, 0, 0, {}};

 private:
  bool apart_enough(const Triangle& a, const Triangle& b) const;
  void look_along();

  const std::array<Primitives, 2>& primitives_;
  double scale_;
  Vec3 direction_;
  NearestSoFar so_far_{std::numeric_limits<float>::infinity(), {}};
};

}  // namespace tact
