#pragma once
// MortonGrid: the cells of a box and their numbers along a Morton curve. Each bit of a number
// halves the cell's longest side, so that cells are about cubes whatever the box looks like.
#include <array>
#include <cstdint>

#include "tact/bounds/aabb.h"

namespace tact {

class MortonGrid {
 public:
  static constexpr std::uint32_t most_bits = 11;  ///< per axis
  static constexpr std::uint32_t code_bits = 32;  ///< of a number

  explicit MortonGrid(const Aabb& region);

  /// Cells along an axis, as a float: coordinates are clamped to [0, cells - 1].
  float last_cell(int axis) const { return last_[axis]; }
  /// A cell coordinate is (x + x' - origin) · scale of a box from x to x': twice its midpoint saves
  /// a product.
  float origin(int axis) const { return origin_[axis]; }
  float scale(int axis) const { return scale_[axis]; }

  std::uint32_t code(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    return spread_[0][x] | spread_[1][y] | spread_[2][z];
  }
  /// The number of the cell that holds the midpoint of a box.
  std::uint32_t code_of(const Aabb& box) const;

 private:
  float origin_[3];
  float scale_[3];
  float last_[3];
  // What the bits of a coordinate are in the number: a table, because the pattern varies.
  std::array<std::array<std::uint32_t, std::size_t{1} << most_bits>, 3> spread_;
};

}  // namespace tact
