#pragma once
// The order in which a Hilbert curve visits a cube of 16 × 16 × 16 cells. Neighbours on the curve
// are neighbours in space, so that cutting it into runs gives compact clusters.
#include <array>
#include <cstdint>

namespace tact {

namespace hilbert_impl {

// Skilling 2004: coordinates to the transposed index, four bits each, in place.
constexpr std::uint32_t index_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  std::uint32_t c[3] = {x, y, z};
  for (std::uint32_t q = 8; q > 1; q >>= 1) {
    for (std::uint32_t& axis : c) {
      if ((axis & q) != 0) {
        c[0] ^= q - 1;
      } else {
        const std::uint32_t swap = (c[0] ^ axis) & (q - 1);
        c[0] ^= swap;
        axis ^= swap;
      }
    }
  }
  c[1] ^= c[0];
  c[2] ^= c[1];
  std::uint32_t fold = 0;
  for (std::uint32_t q = 8; q > 1; q >>= 1) {
    if ((c[2] & q) != 0) fold ^= q - 1;
  }
  std::uint32_t index = 0;
  for (std::uint32_t bit = 4; bit-- > 0;) {
    for (const std::uint32_t axis : c) index = index << 1 | ((axis ^ fold) >> bit & 1U);
  }
  return index;
}

constexpr std::array<std::uint16_t, 4096> make_table() {
  std::array<std::uint16_t, 4096> table{};
  for (std::uint32_t i = 0; i < 4096; ++i) {
    table[i] = static_cast<std::uint16_t>(index_of(i >> 8, i >> 4 & 15U, i & 15U));
  }
  return table;
}

}  // namespace hilbert_impl

/// Place on the curve (0 … 4095) of the cell x << 8 | y << 4 | z.
inline constexpr std::array<std::uint16_t, 4096> hilbert_order = hilbert_impl::make_table();

}  // namespace tact
