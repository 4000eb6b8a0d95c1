#pragma once
// One-off questions without a world.
#include "tact/contact/result.h"
#include "tact/world/world.h"

namespace tact {

/// Contacts between two meshes that stand as they are, or at a pose each. Their handles have slots
/// 0 and 1, of a world that is gone.
Result collide(const MeshView& a, const MeshView& b, const CollideOptions& options = {});
Result collide(const MeshView& a, const Transform& pose_a, const MeshView& b,
               const Transform& pose_b, const CollideOptions& options = {});

/// Contacts within one mesh. Neighbours, triangles that share a vertex, are left out, and with them
/// folds and doubled triangles: see CollideOptions::neighbours.
Result self_collide(const MeshView& mesh, const CollideOptions& options = {});

}  // namespace tact
