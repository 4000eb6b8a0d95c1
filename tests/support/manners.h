#pragma once
// The ways in which a shape-matched body may deform, for tests that go through all of them.
#include <cstdint>
#include <vector>

#include "tact/deform/shape_body.h"

namespace tact::testing {

/// Every mode, stiff with one cluster and soft with several.
inline std::vector<ShapeOptions> manners(std::uint32_t several) {
  std::vector<ShapeOptions> all;
  for (const ShapeMode mode : {ShapeMode::rigid, ShapeMode::linear, ShapeMode::quadratic}) {
    for (const std::uint32_t clusters : {1U, several}) {
      ShapeOptions options;
      options.mode = mode;
      options.clusters = clusters;
      options.stiffness = clusters == 1 ? 1 : 0.5;
      all.push_back(options);
    }
  }
  return all;
}

}  // namespace tact::testing
