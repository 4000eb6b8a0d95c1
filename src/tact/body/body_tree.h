#pragma once
// BodyTree: the tree over one body's primitives that the wavefront walks.
#include <cstdint>
#include <memory>

#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/bounds/lane_volumes.h"
#include "tact/tree/lazy_tree.h"

namespace tact {

/// How a tree is kept when its body moves: a DynamicBvh, a FixedBvh in one of its ways, a PosedBvh;
/// or, around the way of a body that has a Motion, another DynamicBvh.
enum class TreeKind : std::uint8_t { dynamic, refit, hybrid, coherent, posed, swept };

/// The parameter of a BodyTree.
constexpr std::uint32_t tree_parameter(TreeKind kind, Volume volume) {
  return static_cast<std::uint32_t>(kind) * 16 + static_cast<std::uint32_t>(volume);
}

struct BodyTree final : Structure {
  explicit BodyTree(std::uint32_t parameter)
      : kind(static_cast<TreeKind>(parameter / 16)), volume(static_cast<Volume>(parameter % 16)) {}

  /// Another set of primitives is recognised by its version: a tree keeps what still fits.
  Stats update(const BodyState& body, std::uint32_t slot, const BoundsFrame& frame,
               unsigned threads);

  /// A tree of a body at rest gives up its blocks once no query has reached it for `kept_unasked`
  /// ticks of the clock. Of one that moves, update() does.
  void trim(std::uint64_t now) override;

  TreeKind kind;
  Volume volume;
  std::unique_ptr<LazyTree> tree;  ///< null until the first update
  std::uint64_t looked = 0;        ///< when trim() last looked
  std::uint64_t reached = 0;       ///< when it last found that a query had reached the tree
};

}  // namespace tact
