#include "tact/flat/stream_reduction.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/random.h"

namespace tact {
namespace {

// A tile with about `share` of its bits set; rows and columns stand for other leaves.
std::unique_ptr<TileBits> random_tile(std::uint32_t rows, std::uint32_t columns, double share,
                                      std::uint64_t seed) {
  testing::Random random(seed);
  auto tile = std::make_unique<TileBits>();
  tile->rows = rows;
  tile->columns = columns;
  for (std::uint32_t r = 0; r < rows; ++r) {
    std::fill(tile->bits[r], tile->bits[r] + 4, std::uint64_t{0});
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (random.uniform(0, 1) >= share) continue;
      tile->bits[r][c / 64] |= std::uint64_t{1} << c % 64;
      ++tile->pairs;
    }
  }
  for (std::uint32_t i = 0; i < tile_side; ++i) {
    tile->row_leaf[i] = static_cast<std::uint8_t>(i + (tile_side - rows));
    tile->column_leaf[i] = static_cast<std::uint8_t>(i + (tile_side - columns));
  }
  return tile;
}

std::vector<LeafPair> naive(const TileBits& tile) {
  std::vector<LeafPair> pairs;
  for (std::uint32_t r = 0; r < tile.rows; ++r) {
    for (std::uint32_t c = 0; c < tile.columns; ++c) {
      if ((tile.bits[r][c / 64] >> c % 64 & 1U) != 0) {
        pairs.push_back({tile.row_leaf[r], tile.column_leaf[c]});
      }
    }
  }
  return pairs;
}

TEST(StreamReduction, BothEncodingsGiveEveryPairInOrder) {
  const auto encoded = std::make_unique<EncodedTile>();
  const auto room = std::make_unique<DecodedTile>();
  // What an earlier tile left must not show.
  std::fill(std::begin(encoded->p1), std::end(encoded->p1), std::uint16_t{0xFFFF});
  std::fill(std::begin(encoded->reduced), std::end(encoded->reduced), ~std::uint64_t{0});
  for (const double share : {0.0, 0.0001, 0.001, 0.02, 0.5, 1.0}) {
    for (const std::uint32_t rows : {1U, 2U, 3U, 4U, 5U, 63U, 64U, 65U, 255U, 256U}) {
      for (const std::uint32_t columns : {1U, 3U, 8U, 9U, 64U, 65U, 129U, 256U}) {
        const auto tile = random_tile(rows, columns, share, rows * 1000 + columns);
        const std::vector<LeafPair> expected = naive(*tile);
        for (const Encoding encoding : {Encoding::three_levels, Encoding::one_level}) {
          encode(*tile, encoding, *encoded);
          const std::span<const LeafPair> pairs = decode(*encoded, encoding, *tile, *room);
          ASSERT_EQ(std::vector<LeafPair>(pairs.begin(), pairs.end()), expected)
              << rows << " x " << columns << ", " << share;
        }
      }
    }
  }
}

TEST(StreamReduction, ChoosesByTheCollidingFraction) {
  EXPECT_EQ(encoding_for(*random_tile(256, 256, 0.0, 1)), Encoding::three_levels);
  EXPECT_EQ(encoding_for(*random_tile(256, 256, 0.5 * one_level_from, 1)), Encoding::three_levels);
  EXPECT_EQ(encoding_for(*random_tile(256, 256, 2 * one_level_from, 1)), Encoding::one_level);
  EXPECT_EQ(encoding_for(*random_tile(256, 256, 1.0, 1)), Encoding::one_level);
}

TEST(StreamReduction, TheTopLevelSaysWhereThereIsNothing) {
  auto tile = random_tile(256, 256, 0, 1);
  tile->bits[200][1] = 2;  // column 65
  const auto encoded = std::make_unique<EncodedTile>();
  encode(*tile, Encoding::three_levels, *encoded);
  for (std::uint32_t i = 0; i < 16; ++i) {
    EXPECT_EQ(encoded->p3[i], i == 4 * (200 / 64) + 1 ? 1U << 4 * (200 % 64 / 16) : 0U) << i;
  }
}

}  // namespace
}  // namespace tact
