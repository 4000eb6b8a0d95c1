#pragma once
// The loops behind DynamicBvh, compiled once for each instruction set.
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/tree/entry_boxes.h"
#include "tact/tree/tree.h"
#include "tact/tree/vertex_runs.h"

namespace tact {

/// How a node is judged, and what holds where nobody says otherwise; what each number means is said
/// in DynamicBvh::Options.
struct RefitRules {
  float invalid_ratio = 0.9F;
  float degraded_ratio = 0.8F;
  float worthwhile_ratio = 0.85F;
  std::uint8_t grace = 8;
  std::uint8_t linger = 2;
  std::uint32_t cluster = 64;
  bool use_marks = true;  ///< false: no query came between two updates, nothing is old
  /// The topology stays: what is not refitted is left behind out of date, and nothing is judged.
  bool fixed = false;
  /// With `fixed`: blocks from this level on (the root is level 0) are left behind.
  std::uint32_t levels = ~std::uint32_t{0};
  /// Where the vertices of lanes are noted that nothing reaches; null: they are not.
  VertexRuns* runs = nullptr;
};

/// A subtree to be refitted, and the outcome.
struct Subtree {
  Block* block = nullptr;
  std::uint32_t level = 0;  ///< of the block
  bool keep = false;        ///< nothing below is old, whatever its marks say
  bool valid = true;        ///< false: the caller gives the block up
};

/// Refits a block and all that is active below it, from the leaves upwards; collects blocks that
/// are old or degenerate in `dropped`, with all that is below them, and clears the marks. A
/// degenerate cluster is built anew at once. `done`: the subtrees that list_subtrees() gave, if
/// they were refitted before.
void refit_subtree(Subtree& subtree, const EntryGeometry& geometry, TreeEntry* entries,
                   const RefitRules& rules, std::span<const Subtree> done,
                   std::vector<Block*>& dropped, Stats& stats);

/// Where a tree is cut for threads: up to 64 subtrees.
inline constexpr std::uint32_t subtree_level = 2;

/// The subtrees below `block` that a refit would get to at subtree_level, in the order of the tree.
void list_subtrees(Block& block, std::uint32_t level, bool keep, const RefitRules& rules,
                   std::vector<Subtree>& out);

/// Does a refit go on below a lane?
bool refit_goes_on(const Block& below, std::uint32_t level, bool active, const RefitRules& rules);

/// The boxes of one block's lanes from geometry. What is below it stays as it is.
void refresh_block(Block& block, const EntryGeometry& geometry, const TreeEntry* entries,
                   Stats& stats);

/// Makes `block` the node of entries[first, last): a leaf if they fit, else an inner block with two
/// to eight lanes, none of them split. Permutes the entries of that range only.
void split_block(Block& block, const EntryGeometry& geometry, TreeEntry* entries,
                 std::uint32_t first, std::uint32_t last, const Aabb& box, const RefitRules& rules,
                 Arena& arena);

/// V_parent / ΣV_child of Larsson 2006, equation 1. Every extent gets the same small share of the
/// parent's longest added, so that flat boxes have a volume; a parent that is a point counts as 1.
double volume_ratio(const Block& block);

/// Remembers how good a split was, for later judgement.
void rate_split(Block& block, const RefitRules& rules);

/// No lanes, no children, no marks.
void empty_block(Block& block);

/// Writes the names of a leaf's primitives, once its entries are in place.
void name_lanes(Block& leaf, const EntryGeometry& geometry, const TreeEntry* entries);

/// Adds a block and all below it to `dropped`.
void drop_subtree(Block* block, std::vector<Block*>& dropped);

}  // namespace tact
