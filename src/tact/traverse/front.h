#pragma once
// Front: the open node pairs of a traversal. The one traversal state: whoever empties it depth
// first, keeps it, or stops at a budget, works on this.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/stats.h"
#include "tact/base/types.h"
#include "tact/tree/tree.h"

namespace tact {

/// Two blocks whose boxes overlap; twice the same block: the pairs within it.
struct BlockPair {
  Block* a = nullptr;
  Block* b = nullptr;
};

/// An open pair and which two bodies it belongs to, as an index into a list of the caller's.
struct OpenPair {
  BlockPair blocks;
  std::uint32_t bodies = 0;
};

}  // namespace tact
