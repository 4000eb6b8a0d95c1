#include "tact/tree/morton_grid.h"

#include <algorithm>

namespace tact {

MortonGrid::MortonGrid(const Aabb& region) {
  std::uint32_t bits[3] = {};
  float side[3];
  for (int k = 0; k < 3; ++k) {
    origin_[k] = region.empty() ? 0 : 2 * region.lo[k];
    side[k] = region.empty() ? 0 : 2 * region.hi[k] - origin_[k];
  }
  const float whole[3] = {side[0], side[1], side[2]};
  // From the most significant bit downwards: which axis it halves.
  int axis_of[code_bits];
  std::uint32_t used = 0;
  while (used < code_bits) {
    int longest = -1;
    for (int k = 0; k < 3; ++k) {
      const bool room = bits[k] < most_bits && side[k] > 0;
      if (room && (longest < 0 || side[k] > side[longest])) longest = k;
    }
    if (longest < 0) break;
    axis_of[used++] = longest;
    ++bits[longest];
    side[longest] *= 0.5F;
  }
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t cells = 1U << bits[k];
    last_[k] = static_cast<float>(cells - 1);
    scale_[k] = whole[k] > 0 ? static_cast<float>(cells) / whole[k] : 0;
    // A region as thin as the smallest floats would give an infinite scale and NaN.
    scale_[k] = std::min(scale_[k], 0x1p100F);
    std::array<std::uint32_t, std::size_t{1} << most_bits>& table =
        spread_[static_cast<std::size_t>(k)];
    table[0] = 0;
    std::uint32_t remaining = bits[k];
    for (std::uint32_t b = 0; b < used; ++b) {
      if (axis_of[b] == k) table[std::size_t{1} << --remaining] = 1U << (code_bits - 1 - b);
    }
    for (std::uint32_t cell = 1; cell < cells; ++cell) {
      const std::uint32_t lowest = cell & (~cell + 1);
      if (lowest != cell) table[cell] = table[cell - lowest] | table[lowest];
    }
  }
}

std::uint32_t MortonGrid::code_of(const Aabb& box) const {
  std::uint32_t cell[3];
  for (int k = 0; k < 3; ++k) {
    const float at = (box.lo[k] + box.hi[k] - origin_[k]) * scale_[k];
    cell[k] = static_cast<std::uint32_t>(std::min(std::max(at, 0.0F), last_[k]));
  }
  return code(cell[0], cell[1], cell[2]);
}

}  // namespace tact
