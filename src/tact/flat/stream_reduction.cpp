#include "tact/flat/stream_reduction.h"

#include <algorithm>
#include <bit>

namespace tact {
namespace {

std::uint32_t lowest(std::uint64_t bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// Calls f(bit) for every bit that is set, in ascending order.
template <class F>
void each_bit(std::uint64_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1) f(lowest(bits));
}

// Four rows at a time: most of them have nothing in common with a bit that is set.
void encode_three(const TileBits& in, EncodedTile& out) {
  std::fill(std::begin(out.p2), std::end(out.p2), std::uint16_t{0});
  std::fill(std::begin(out.p3), std::end(out.p3), std::uint16_t{0});
  const std::uint32_t used = (in.columns + 63) / 64;
  for (std::uint32_t r = 0; r < in.rows; r += 4) {
    const std::uint32_t count = std::min(4U, in.rows - r);
    for (std::uint32_t w = 0; w < used; ++w) {
      std::uint64_t any = 0;
      for (std::uint32_t i = 0; i < count; ++i) any |= in.bits[r + i][w];
      while (any != 0) {
        const std::uint32_t cell = lowest(any) / 4;  // of the word
        any &= ~(std::uint64_t{0xF} << 4 * cell);
        std::uint32_t code = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          code |= static_cast<std::uint32_t>(in.bits[r + i][w] >> 4 * cell & 0xFU) << 4 * i;
        }
        const std::uint32_t y = r / 4;
        const std::uint32_t x = 16 * w + cell;
        out.p1[64 * y + x] = static_cast<std::uint16_t>(code);
        out.p2[16 * (y / 4) + x / 4] |= static_cast<std::uint16_t>(1U << (4 * (y % 4) + x % 4));
      }
    }
  }
  for (std::uint32_t y = 0; y < 16; ++y) {
    for (std::uint32_t x = 0; x < 16; ++x) {
      if (out.p2[16 * y + x] == 0) continue;
      out.p3[4 * (y / 4) + x / 4] |= static_cast<std::uint16_t>(1U << (4 * (y % 4) + x % 4));
    }
  }
}

void encode_one(const TileBits& in, EncodedTile& out) {
  const std::uint32_t used = (in.columns + 63) / 64;
  for (std::uint32_t r = 0; r < in.rows; r += 8) {
    const std::uint32_t count = std::min(8U, in.rows - r);
    for (std::uint32_t w = 0; w < used; ++w) {
      std::uint64_t* const cells = out.reduced + 32 * (r / 8) + 8 * w;
      std::fill(cells, cells + 8, std::uint64_t{0});
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t row = in.bits[r + i][w];
        if (row == 0) continue;
        for (std::uint32_t x = 0; x < 8; ++x) cells[x] |= (row >> 8 * x & 0xFFU) << 8 * i;
      }
    }
  }
}

template <class F>
void decode_three(const EncodedTile& tile, F&& f) {
  for (std::uint32_t c3 = 0; c3 < 16; ++c3) {
    each_bit(tile.p3[c3], [&](std::uint32_t bit3) {
      const std::uint32_t y2 = 4 * (c3 / 4) + bit3 / 4;
      const std::uint32_t x2 = 4 * (c3 % 4) + bit3 % 4;
      each_bit(tile.p2[16 * y2 + x2], [&](std::uint32_t bit2) {
        const std::uint32_t y1 = 4 * y2 + bit2 / 4;
        const std::uint32_t x1 = 4 * x2 + bit2 % 4;
        each_bit(tile.p1[64 * y1 + x1],
                 [&](std::uint32_t bit1) { f(4 * y1 + bit1 / 4, 4 * x1 + bit1 % 4); });
      });
    });
  }
}

template <class F>
void decode_one(const EncodedTile& tile, const TileBits& bits, F&& f) {
  const std::uint32_t used = 8 * ((bits.columns + 63) / 64);
  for (std::uint32_t y = 0; y < (bits.rows + 7) / 8; ++y) {
    for (std::uint32_t x = 0; x < used; ++x) {
      each_bit(tile.reduced[32 * y + x],
               [&](std::uint32_t bit) { f(8 * y + bit / 8, 8 * x + bit % 8); });
    }
  }
}

}  // namespace

Encoding encoding_for(const TileBits& bits) {
  const double all = static_cast<double>(bits.rows) * static_cast<double>(bits.columns);
  return static_cast<double>(bits.pairs) < one_level_from * all ? Encoding::three_levels
                                                                : Encoding::one_level;
}

void encode(const TileBits& bits, Encoding encoding, EncodedTile& out) {
  if (encoding == Encoding::three_levels) {
    encode_three(bits, out);
  } else {
    encode_one(bits, out);
  }
}

std::span<const LeafPair> order_rows(std::span<const LeafPair> found, LeafPair* ordered) {
  std::uint32_t place[tile_side + 1] = {};
  for (const LeafPair& pair : found) ++place[pair.a + 1];
  for (std::uint32_t r = 0; r < tile_side; ++r) place[r + 1] += place[r];
  for (const LeafPair& pair : found) ordered[place[pair.a]++] = pair;
  return {ordered, found.size()};
}

std::span<const LeafPair> decode(const EncodedTile& tile, Encoding encoding, const TileBits& bits,
                                 DecodedTile& room) {
  std::size_t count = 0;
  const auto add = [&](std::uint32_t row, std::uint32_t column) {
    room.found[count++] = {bits.row_leaf[row], bits.column_leaf[column]};
  };
  if (encoding == Encoding::three_levels) {
    decode_three(tile, add);
  } else {
    decode_one(tile, bits, add);
  }
  return order_rows({room.found, count}, room.ordered);
}

}  // namespace tact
