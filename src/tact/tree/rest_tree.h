#pragma once
// RestTree: the tree of a rigid body's triangles at rest, which all bodies of one shape share. What
// a query reaches of it, each body poses for itself (tree/posed_bvh.h).
#include <cstdint>
#include <vector>

#include "tact/base/built_once.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/geometry/mesh.h"
#include "tact/tree/block_pool.h"
#include "tact/tree/entry_boxes.h"

namespace tact {

class RestTree {
 public:
  struct Built {
    BoundsFrame frame;               ///< of the boxes
    std::vector<TreeEntry> entries;  ///< and some for loops to read ahead
    BlockPool pool;
    const Block* root = nullptr;
    std::uint32_t blocks = 0;  ///< how many there are
  };

  /// Checked arrays, which are read when it is built, and must be there as long as it is.
  explicit RestTree(const MeshView& mesh) : mesh_(mesh) {}

  /// Built by the first who asks, and counted in `stats` then; others wait. Never changes again.
  /// Not of a mesh without triangles.
  const Built& get(Arena& arena, Stats& stats) const;
  bool built() const { return built_.find() != nullptr; }
  std::size_t bytes() const;

 private:
  MeshView mesh_;
  BuiltOnce<Built> built_;
};

}  // namespace tact
