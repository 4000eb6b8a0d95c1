#pragma once
// What a LazyTree (the dynamic one, the fixed one) looks like to a traversal: blocks, the nodes of
// an eight-wide tree with the boxes of their children side by side. A leaf is a block whose lanes
// are primitives, so that one kernel serves all levels. Rigid trees, sphere trees, BoxTrees and
// Morton trees have nodes of their own.
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// A primitive where its tree keeps it. Trees permute entries, never the user's arrays.
struct TreeEntry {
  std::uint32_t vertex[3];  ///< of a triangle; a point repeats its own
  std::uint32_t id;         ///< of the primitive, as the user counts
};

/// A primitive as an answer calls it.
struct PrimitiveName {
  std::uint32_t body;
  std::uint32_t id;
};

struct alignas(64) Block {
  static constexpr std::uint32_t width = 8;

  Aabb8 boxes;  ///< of the lanes; unused lanes hold nothing
  union {
    /// Of an inner block: null where the child is not split yet.
    std::atomic<Block*> child[width]{};
    /// Of a leaf, so that a hit needs no look at the entries.
    PrimitiveName name[width];
  };
  std::uint32_t first[width + 1];    ///< lane i holds the entries first[i] … first[i + 1] - 1
  Aabb box;                          ///< of all lanes
  std::atomic<std::uint8_t> active;  ///< lanes that the last query found overlapping
  std::uint8_t lanes : 6;
  bool pure : 1;  ///< of a tree of several bodies: holds primitives of only one of them
  bool leaf : 1;
  std::uint8_t grace : 4;  ///< updates left in which only getting worse counts
  std::uint8_t age : 4;    ///< updates since a query last reached it
  std::uint8_t ratio;      ///< 32nds, at most 255: volume ratio when it was split (equation 1)

  std::uint32_t size() const { return first[lanes] - first[0]; }
  std::uint32_t lane_size(std::uint32_t lane) const { return first[lane + 1] - first[lane]; }
  /// Is the child in this lane a leaf, split already or not?
  bool leaf_lane(std::uint32_t lane) const { return lane_size(lane) <= width; }
  /// A relaxed mark; reading first spares the bus when it is set already.
  void mark(std::uint32_t lane_mask) {
    const auto mask = static_cast<std::uint8_t>(lane_mask);
    if ((active.load(std::memory_order_relaxed) & mask) != mask) {
      active.fetch_or(mask, std::memory_order_relaxed);
    }
  }
};
static_assert(sizeof(Block) == 5 * 64, "a block is five cache lines");

/// What a tree keeps of a block's lanes besides their boxes lies behind the block. V is what the
/// tree says it is: see bounds/lane_volumes.h.
template <class V>
V& volumes_of(Block& block) {
  return *reinterpret_cast<V*>(&block + 1);
}
template <class V>
const V& volumes_of(const Block& block) {
  return *reinterpret_cast<const V*>(&block + 1);
}

// What a link to a block holds: nothing yet, a block, a block whose boxes are out of date (one byte
// behind its address, which is a multiple of 64), or a sign that somebody is preparing it.

inline bool is_stale(const Block* link) {
  return (reinterpret_cast<std::uintptr_t>(link) & 1U) != 0;
}
inline bool is_ready(const Block* link) { return link != nullptr && !is_stale(link); }
inline Block* plain(Block* link) {
  if (!is_stale(link)) return link;
  return reinterpret_cast<Block*>(reinterpret_cast<std::byte*>(link) - 1);
}
inline Block* stale(Block* link) {
  if (link == nullptr || is_stale(link)) return link;
  return reinterpret_cast<Block*>(reinterpret_cast<std::byte*>(link) + 1);
}
inline Block* in_work() {
  static Block nobody;
  return stale(&nobody);
}

}  // namespace tact
