#pragma once
// What a BoxTree (Zachmann 1995) looks like to a traversal: a binary partition of the body's box in
// its own frame. A node stores only the plane that cuts its box; a traversal carries the boxes. The
// last levels are there a second time, eight boxes side by side.
#include <bit>
#include <cstdint>
#include <span>

#include "tact/bounds/aabb.h"
#include "tact/bounds/flat_box.h"

namespace tact {

/// Which half of a cut holds nothing and has no node.
enum class EmptyHalf : std::uint8_t { none, left, right };

struct BoxNode {
  static constexpr std::uint32_t no_axis = 3;

  float cut = 0;             ///< where the plane is, on its axis
  float size = 0;            ///< longest edge of the box, in the user's units; but see bundle()
  std::uint32_t first = 0;   ///< left child, the right one behind it; of a leaf: its first block
  std::uint32_t count : 27;  ///< items of the box
  std::uint32_t axis : 2;    ///< no_axis: a leaf
  std::uint32_t empty : 2;   ///< an EmptyHalf; the other half is then `first`
  std::uint32_t wide : 1;    ///< traversals take no cut here, but its bundle; a leaf, or above some

  bool is_leaf() const { return axis == no_axis; }
  EmptyHalf empty_half() const { return static_cast<EmptyHalf>(empty); }
  /// Of a wide node, whose size nobody asks for.
  std::uint32_t bundle() const { return std::bit_cast<std::uint32_t>(size); }
  void set_bundle(std::uint32_t index) {
    size = std::bit_cast<float>(index);
    wide = 1;
  }
};
static_assert(sizeof(BoxNode) == 16);

/// Up to eight items of a leaf, each with the box of its part within the leaf and its plane.
struct alignas(64) BoxBlock {
  FlatBoxes8<ThinSlabs8> items;
  std::uint32_t id[8];
  std::uint8_t lanes;
  std::uint8_t several;  ///< bit i: item i is in other leaves, too

  std::uint32_t all() const { return (1U << lanes) - 1U; }
};
static_assert(sizeof(BoxBlock) == 384);

/// Up to eight boxes, each around a block or around what is in another bundle.
struct alignas(64) BoxBundle {
  FlatBoxes8<ThickSlabs8> lane;
  std::uint32_t child[8];  ///< a block or a bundle
  FlatBox whole;           ///< around all lanes
  std::uint8_t lanes;
  std::uint8_t blocks;  ///< bit i: child i is a block

  std::uint32_t all() const { return (1U << lanes) - 1U; }
};

struct BoxTreeNodes {
  std::span<const BoxNode> nodes;  ///< the root first; empty if there are no items
  std::span<const BoxBlock> blocks;
  std::span<const BoxBundle> bundles;
  Aabb root = Aabb::nothing();
  /// Half the thickness of a plane: an item may reach so far beyond the box that holds it.
  float thickness = 0;

  std::span<const BoxBlock> blocks_of(const BoxNode& leaf) const {
    return blocks.subspan(leaf.first, (leaf.count + std::uint32_t{7}) / 8);
  }
};

}  // namespace tact
