#pragma once
// EmptyCells: the space between boxes as pieces that hang together, on a grid. What is the same
// everywhere off the boxes' contents, as a winding number is, need be known of each piece once.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/bounds/aabb.h"

namespace tact {

/// Reading is safe from any number of threads.
class EmptyCells {
 public:
  /// What piece_of() says of a cell that a box reaches, and of everything outside the grid.
  static constexpr std::uint32_t none = 0;

  /// About four cells for each box, at most 2^21. O(n + what the boxes reach).
  void build(std::span<const Aabb> boxes);
  /// How many pieces there are, from 1 on.
  std::uint32_t pieces() const { return pieces_; }
  /// The piece that a place (in the frame of the boxes, not rounded) lies in. A straight line
  /// between two places of a cell, or of two cells of one piece side by side, meets nothing within
  /// a box.
  std::uint32_t piece_of(const std::array<double, 3>& at) const {
    std::size_t cell = 0;
    for (std::size_t k = 3; k-- > 0;) {
      if (!(at[k] >= lo_[k] && at[k] <= hi_[k])) return none;
      cell = cell * side_ + index_of(at[k], k);
    }
    return cells_[cell];
  }

 private:
  // Never less for a larger coordinate: so what lies between two places is in cells between.
  std::uint32_t index_of(double x, std::size_t axis) const {
    const auto i = static_cast<std::uint32_t>((x - lo_[axis]) * scale_[axis]);
    return i < side_ ? i : side_ - 1;
  }
  void mark(std::span<const Aabb> boxes);
  void flood(std::uint32_t first, std::vector<std::uint32_t>& open);

  std::uint32_t side_ = 0;
  std::uint32_t pieces_ = 0;
  std::array<double, 3> lo_{};
  std::array<double, 3> hi_{};
  std::array<double, 3> scale_{};
  std::vector<std::uint32_t> cells_;  // the piece, or none
};

}  // namespace tact
