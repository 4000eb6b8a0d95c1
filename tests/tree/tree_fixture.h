#pragma once
// A dynamic tree over some bodies that tests change as they like: brought up to date by hand, split
// by hand, and validated after every step.
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "tact/geometry/validate.h"
#include "tact/tree/dynamic_bvh.h"
#include "tests/support/shapes.h"

namespace tact::testing {

class TreeFixture {
 public:
  explicit TreeFixture(std::vector<Mesh> meshes, const DynamicBvh::Options& options = {})
      : bodies(std::move(meshes)), tree(options) {
    look();
    tree.reset(parts_);
  }

  /// After triangles came or went at the ends of bodies' lists.
  void resize() {
    look();
    tree.resize(parts_);
  }
  /// After vertices moved.
  Stats update() {
    look();
    Extent extent;
    for (const Mesh& mesh : bodies) {
      for (const Vec3& p : mesh.positions) extent.add(p);
    }
    const Stats stats = tree.update(parts_, frame, extent, 1);
    tree.validate();
    return stats;
  }
  /// Splits, and marks as reached, the lanes that `wanted` says, and everything if it says nothing.
  Stats query(const std::function<bool(const Block&, std::uint32_t)>& wanted = {}) {
    Stats stats;
    tree.announce_query();
    std::vector<Block*> open{tree.root(arena_, stats)};
    while (!open.empty()) {
      Block& block = *open.back();
      open.pop_back();
      for (std::uint32_t lane = 0; !block.leaf && lane < block.lanes; ++lane) {
        if (wanted && !wanted(block, lane)) continue;
        block.mark(1U << lane);
        open.push_back(tree.child(block, lane, arena_, stats));
      }
    }
    arena_.reset();
    tree.validate();
    return stats;
  }
  Block& root() {
    Stats stats;
    return *tree.root(arena_, stats);
  }

  std::vector<Mesh> bodies;
  DynamicBvh tree;
  /// Wide enough for all that tests do.
  BoundsFrame frame = BoundsFrame::around({{-4, -4, -4}, {4, 4, 4}});

 private:
  void look() {
    primitives_.clear();
    primitives_.reserve(bodies.size());
    parts_.clear();
    for (const Mesh& mesh : bodies) {
      primitives_.push_back(Primitives::triangles(mesh.view(), nullptr));
      parts_.push_back({static_cast<std::uint32_t>(parts_.size()), &primitives_.back()});
    }
  }

  std::vector<Primitives> primitives_;
  std::vector<TreePart> parts_;
  Arena arena_;
};

/// Adds the triangles of `more` at the end.
inline void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
  for (const auto& t : more.triangles) {
    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
}

}  // namespace tact::testing
