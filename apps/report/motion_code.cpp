#include "apps/report/motion_code.h"

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "apps/report/bytes.h"

namespace tact::report {
namespace {

// Differences wrap around: the page adds them modulo 2^16, too.
std::uint16_t difference(std::uint16_t is, int expected) {
  const auto wrapped = static_cast<std::int16_t>(static_cast<std::uint16_t>(is - expected));
  return static_cast<std::uint16_t>(zigzag(wrapped));
}

template <class Expected>
void append_differences(std::string& out, const std::vector<Grid::Cell>& cells,
                        const Expected& expected) {
  std::vector<std::uint16_t> column(cells.size());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      column[i] = difference(cells[i][axis], expected(i, axis));
    }
    append_planes(out, std::span<const std::uint16_t>(column));
  }
}

template <class Expected>
std::uint64_t sum_of_differences(const std::vector<Grid::Cell>& cells, const Expected& expected) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sum += difference(cells[i][axis], expected(i, axis));
    }
  }
  return sum;
}

}  // namespace

void append_cells(std::string& out, const std::vector<Grid::Cell>& cells) {
  append_differences(out, cells, [&](std::size_t i, std::size_t axis) {
    return i == 0 ? 0 : int{cells[i - 1][axis]};
  });
}

void MotionCode::append(std::string& out, std::vector<Grid::Cell> cells) {
  const auto rests = [&](std::size_t i, std::size_t axis) { return int{last_[i][axis]}; };
  const auto goes_on = [&](std::size_t i, std::size_t axis) {
    return 2 * last_[i][axis] - before_[i][axis];
  };
  if (last_.empty()) {
    out += '\0';
    append_cells(out, cells);
  } else if (before_.empty() ||
             sum_of_differences(cells, rests) <= sum_of_differences(cells, goes_on)) {
    out += '\1';
    append_differences(out, cells, rests);
  } else {
    out += '\2';
    append_differences(out, cells, goes_on);
  }
  before_ = std::exchange(last_, std::move(cells));
}

}  // namespace tact::report
