#pragma once
// Streaming AABBs (Zhang 2007): the leaves of a body's box tree as a stream, without the tree. Two
// streams are compared all against all, tile by tile; what is kept of a tile is bounded by its
// side.
#include <algorithm>
#include <cstdint>
#include <span>

#include "tact/base/types.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// Leaves on a side of a tile.
inline constexpr std::uint32_t tile_side = 256;
inline constexpr std::uint32_t tile_blocks = tile_side / 8;

/// The stream of one body. It is filled up to whole blocks with virtual leaves, whose box is
/// nothing: they overlap nothing, so the box is its own stencil.
struct LeafStream {
  std::span<const Aabb8> boxes;  ///< leaf i is lane i % 8 of block i / 8
  std::span<const Aabb8> tiles;  ///< boxes of the tiles, filled up to whole blocks with nothing
  std::uint32_t leaves = 0;      ///< real ones
  Aabb all = Aabb::nothing();    ///< of all leaves

  std::uint32_t tile_count() const { return (leaves + tile_side - 1) / tile_side; }
  Aabb tile(std::uint32_t i) const { return tiles[i / 8].get(i % 8); }
  std::span<const Aabb8> tile_boxes(std::uint32_t i) const {
    const std::size_t first = std::size_t{i} * tile_blocks;
    return boxes.subspan(first, std::min<std::size_t>(tile_blocks, boxes.size() - first));
  }
};

/// Which pairs of a tile overlap, as the paper's buffer P_0: bit c of row r. Rows and columns that
/// cannot overlap anything were left out; `row_leaf` and `column_leaf` name the leaves, counted
/// from the first of the tile.
struct TileBits {
  alignas(32) std::uint64_t bits[tile_side][tile_side / 64];
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t pairs = 0;  ///< bits that are set
  std::uint8_t row_leaf[tile_side];
  std::uint8_t column_leaf[tile_side];
};

/// Two leaves of a tile that overlap.
struct LeafPair {
  std::uint8_t a;
  std::uint8_t b;
  friend constexpr bool operator==(const LeafPair&, const LeafPair&) = default;
};

}  // namespace tact
