#pragma once
// The traversal of BoxTrees by several threads.
#include <cstddef>
#include <span>

#include "tact/traverse/box_tree_search.h"

namespace tact {

/// The first levels of each pair of trees here, the rest in chunks, and at last what several chunks
/// may have met. `bodies` are the names of the two of each pair. Opens the sink; returns the number
/// of chunks. `scratch` was begun for `threads` workers.
std::size_t walk_box_trees_shared(std::span<const BoxTreePair> pairs, std::span<const Pair> bodies,
                                  unsigned threads, CandidateSink& sink, Scratch& scratch,
                                  BoxTreeCounts& counts);

}  // namespace tact
