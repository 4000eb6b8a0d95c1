#pragma once
// Columns that line up, for lists that people read.
#include <string>
#include <vector>

namespace tact::app {

/// Rows of cells, the first one the heading; two spaces between columns. `right` marks columns that
/// hold numbers. Cells are ASCII.
std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<bool>& right);

}  // namespace tact::app
