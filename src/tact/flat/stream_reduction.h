#pragma once
// Stream reduction (Zhang 2007, 5.3): the bits of a tile, encoded so that where nothing overlaps
// nothing is read, and decoded into a list. Two encodings: three levels of 4 x 4 cells, or one of
// 8 x 8; which is quicker depends on the colliding fraction.
#include <cstdint>
#include <span>

#include "tact/flat/stream.h"

namespace tact {

enum class Encoding : std::uint8_t {
  three_levels,  ///< P_1, P_2, P_3: a bit stands for a cell of 4 x 4 below
  one_level      ///< P'_1: a number of 64 bits for each cell of 8 x 8
};

/// Where the two change places: the colliding fraction above which one level is quicker. Measured
/// (`tact bench zhang`, figure 7), not the paper's 0.095 %.
inline constexpr double one_level_from = 0.012;

/// The levels of one tile. What lies below a zero is not written.
struct EncodedTile {
  std::uint16_t p1[64 * 64];
  std::uint16_t p2[16 * 16];
  std::uint16_t p3[4 * 4];
  std::uint64_t reduced[32 * 32];
};

/// The one that is quicker for a tile.
Encoding encoding_for(const TileBits& bits);

void encode(const TileBits& bits, Encoding encoding, EncodedTile& out);

/// Room for the pairs of a full tile, twice: as decoded, and in order.
struct DecodedTile {
  LeafPair found[tile_side * tile_side];
  LeafPair ordered[tile_side * tile_side];
};

/// The pairs of a tile as leaves, in ascending order of a and then b: each level from the top is
/// looked at only where the one above has a bit; then rows are counted, summed up, and filled. The
/// result lies in `room`.
std::span<const LeafPair> decode(const EncodedTile& tile, Encoding encoding, const TileBits& bits,
                                 DecodedTile& room);

/// The last step of decode(): pairs whose rows come in any order, but whose columns ascend within
/// a row, put in order.
std::span<const LeafPair> order_rows(std::span<const LeafPair> found, LeafPair* ordered);

}  // namespace tact
