#pragma once
// OpenPair: what a walk over LazyTrees has still to look into. Other trees have open pairs of their
// own; driver.h widens, shares out and drains whatever is open.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/tree/tree.h"

namespace tact {

/// Two blocks whose boxes overlap; twice the same block: the pairs within it.
struct OpenPair {
  Block* a = nullptr;
  Block* b = nullptr;
  Aabb common;              ///< where the two can meet
  std::uint32_t trees = 0;  ///< which two trees, as an index into the caller's list
};

/// The two trees of an open pair.
template <class T>
struct TreePair {
  T* a = nullptr;
  T* b = nullptr;
};

}  // namespace tact
