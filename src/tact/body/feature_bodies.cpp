#include "tact/body/feature_bodies.h"

#include "tact/body/upkeep.h"

namespace tact {

void update_features(const Task& task, std::span<const std::uint32_t> slots, Scratch& scratch) {
  ArenaVector<std::uint32_t> stale(scratch.arena(0));
  for (const std::uint32_t slot : slots) {
    const BodyState& body = *task.bodies[slot];
    FeatureBody& own = body.structures.ask<FeatureBody>(0);
    own.asked = task.clock;
    if (own.seen.shape != body.shape_version) stale.push_back(slot);
  }
  parallel_for(stale.size(), task.threads, [&](std::size_t i, unsigned worker) {
    bring_up_to_date<FeatureBody>(
        task, 0, stale[i], 1, worker,
        [](FeatureBody& own, const BodyState& body, std::uint32_t, unsigned, unsigned) {
          const MeshView& mesh = body.primitives.mesh();
          own.owners.assign(mesh.triangles, mesh.positions.size());
          return Stats{};
        });
  });
}

std::span<const std::uint8_t> features_of(const BodyState& body) {
  return body.structures.at<FeatureBody>(0).owners.masks();
}

}  // namespace tact
