#include "tact/tree/empty_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tact {
namespace {

constexpr double cells_per_box = 4;
constexpr double most_side = 128;
constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

}  // namespace

void EmptyCells::build(std::span<const Aabb> boxes) {
  Aabb all = Aabb::nothing();
  for (const Aabb& box : boxes) all = merge(all, box);
  pieces_ = 0;
  lo_.fill(1);  // nothing is in the grid
  hi_.fill(0);
  if (all.empty()) return;
  const double side = std::cbrt(cells_per_box * static_cast<double>(boxes.size()));
  side_ = static_cast<std::uint32_t>(std::clamp(side, 1.0, most_side));
  for (std::size_t k = 0; k < 3; ++k) {
    lo_[k] = all.lo[k];
    hi_[k] = all.hi[k];
    scale_[k] = hi_[k] > lo_[k] ? side_ / (hi_[k] - lo_[k]) : 0;
  }
  cells_.assign(std::size_t{side_} * side_ * side_, unseen);
  mark(boxes);
  std::vector<std::uint32_t> open;
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell] == unseen) flood(cell, open);
  }
}

void EmptyCells::mark(std::span<const Aabb> boxes) {
  for (const Aabb& box : boxes) {
    std::uint32_t from[3];
    std::uint32_t to[3];
    for (std::size_t k = 0; k < 3; ++k) {
      from[k] = index_of(box.lo[k], k);
      to[k] = index_of(box.hi[k], k);
    }
    for (std::uint32_t z = from[2]; z <= to[2]; ++z) {
      for (std::uint32_t y = from[1]; y <= to[1]; ++y) {
        const auto row = cells_.begin() + (std::ptrdiff_t{z} * side_ + y) * side_;
        std::fill(row + from[0], row + to[0] + 1, none);
      }
    }
  }
}

void EmptyCells::flood(std::uint32_t first, std::vector<std::uint32_t>& open) {
  const std::uint32_t piece = ++pieces_;
  const std::uint32_t steps[3] = {1, side_, side_ * side_};
  cells_[first] = piece;
  open.push_back(first);
  const auto visit = [&](std::uint32_t cell) {
    if (cells_[cell] != unseen) return;
    cells_[cell] = piece;
    open.push_back(cell);
  };
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t step : steps) {
      const std::uint32_t place = at / step % side_;
      if (place > 0) visit(at - step);
      if (place + 1 < side_) visit(at + step);
    }
  }
}

}  // namespace tact
