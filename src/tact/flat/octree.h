#pragma once
// A lazy octree over boxes (Smith et al. 1995, as Larsson 2006 compares with): cells are split
// while they hold boxes whose pairs are wanted, down to a depth; boxes are in every cell that they
// reach. Nothing is kept: cells are split, searched and forgotten, depth first.
#include <cstdint>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/box_item.h"

namespace tact {

struct OctreeTask {
  std::span<const BoxBody> bodies;
  std::span<const float> numbers;          ///< body_number() of each
  bool filtered = false;                   ///< not all pairs of bodies are wanted: ask
  std::uint32_t depth = 8;                 ///< no cell below this one
  std::uint32_t never_split = 16;          ///< cells with at most as many boxes are not split
  std::span<const std::uint64_t> refused;  ///< pairs of bodies that are not, see is_refused()
};

/// A cell and the boxes that reach into it. The cells of one depth fill all of space: those at the
/// rim have no end, so that every two boxes that overlap have a cell in common.
struct OctreeCell {
  std::span<const BoxItem> items;
  Aabb own;          ///< from lo to, but without, hi
  float centre[4];   ///< where it is split
  float quarter[4];  ///< from there to where its parts are
  std::uint32_t depth = 0;
};

/// The cell that is all of space, to be split in the middle of `region`.
OctreeCell root_cell(const Aabb& region, std::span<const BoxItem> items);

/// The parts of a cell that hold pairs, in a fixed order, at most eight; false if it is not to be
/// split. What they hold lies in `arena`.
bool split_cell(const OctreeCell& cell, const OctreeTask& task, Arena& arena,
                ArenaVector<OctreeCell>& parts, Stats& stats);

/// Pushes all pairs of boxes that overlap in this cell: each pair of boxes in one cell of a depth.
void search_cell(const OctreeCell& cell, const OctreeTask& task, CandidateWriter& writer,
                 Arena& arena, Stats& stats);

}  // namespace tact
