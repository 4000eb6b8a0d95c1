#pragma once
// Positions on a grid as differences to what one would expect: of the vertex before, of the same
// vertex in the frame before, or of its motion so far.
#include <string>
#include <vector>

#include "apps/report/grid.h"

namespace tact::report {

/// Each as its difference to the one before, axis after axis.
void append_cells(std::string& out, const std::vector<Grid::Cell>& cells);

/// The frames of one body in a group, one after the other.
class MotionCode {
 public:
  /// A byte that says what was expected (0: the vertex before, 1: no motion, 2: the same motion
  /// again), whichever is nearest, then the differences.
  void append(std::string& out, std::vector<Grid::Cell> cells);

 private:
  std::vector<Grid::Cell> last_;
  std::vector<Grid::Cell> before_;
};

}  // namespace tact::report
