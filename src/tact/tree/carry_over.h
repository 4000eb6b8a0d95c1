#pragma once
// Carrying a tree over to a changed set of primitives: those that are gone leave their lanes, those
// that are new go to the nearest ones; blocks that no longer fit are given up, all others stay.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/vec.h"
#include "tact/tree/entry_boxes.h"
#include "tact/tree/tree.h"

namespace tact {

/// A primitive that is to be added, and where it is, in the coordinates of the tree's boxes.
struct Newcomer {
  std::uint32_t id = 0;
  Vec3 at;
};

/// What the tree calls its primitives, before and now. Each part keeps those with low numbers.
struct Renaming {
  static constexpr std::uint32_t gone = 0xFFFFFFFF;

  std::span<const TreePart> before;
  std::span<const TreePart> now;

  std::uint32_t operator()(std::uint32_t id) const;
};

/// Writes the entries of the changed tree into `out`, in the order of the tree, and mends the
/// ranges of its blocks: primitives that are gone leave, `newcomers` come in. `geometry` names them
/// as now. Boxes are right again after the next refit. Returns false if the root itself no longer
/// fits: then the order is all that is left. Blocks that are given up, the root among them, go to
/// `dropped`.
bool carry_over(Block& root, std::span<const TreeEntry> entries, const Renaming& rename,
                std::span<Newcomer> newcomers, const EntryGeometry& geometry,
                std::vector<TreeEntry>& out, std::vector<Block*>& dropped);

}  // namespace tact
