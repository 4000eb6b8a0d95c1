#pragma once
// FeatureBody: which triangle of a body owns which of its vertices and edges.
#include <span>

#include "tact/base/scratch.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/geometry/features.h"

namespace tact {

/// Made when first asked for, and anew when triangles came or went.
struct FeatureBody final : Structure {
  explicit FeatureBody(std::uint32_t) {}

  FeatureOwners owners;
};

/// Brings those of these bodies, each once, up to date. All have triangles.
void update_features(const Task& task, std::span<const std::uint32_t> slots, Scratch& scratch);
/// Of a body that was brought up to date: a mask for each triangle.
std::span<const std::uint8_t> features_of(const BodyState& body);

}  // namespace tact
