#pragma once
// All pairs of one tile, one box against eight.
#include <cstdint>

#include "tact/flat/stream.h"

namespace tact {

struct TileTask {
  std::span<const Aabb8> a;       ///< up to tile_blocks of them
  std::uint32_t first_block = 0;  ///< a begins there in its tile
  std::span<const Aabb8> b;
  Aabb box_a = Aabb::nothing();  ///< of all of a
  Aabb box_b = Aabb::nothing();
  float grow = 0;       ///< leaves closer than this count as overlapping
  bool within = false;  ///< a is of the tile b: only pairs with a <= b
  /// Leaves that do not reach where the two tiles overlap are left out before any pair is tested.
  /// Beyond the paper.
  bool culling = true;
};

/// Fills `bits`: rows for leaves of a, columns for leaves of b. Returns the box tests that it took.
std::uint64_t test_tile(const TileTask& task, TileBits& bits);

/// Tiles of b whose boxes overlap `box`, as their numbers in ascending order, from `first` on.
/// `out` has room for all. Returns how many.
std::uint32_t overlapping_tiles(const Aabb& box, std::span<const Aabb8> tiles, std::uint32_t first,
                                std::uint32_t last, std::uint32_t* out);

}  // namespace tact
