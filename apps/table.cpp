#include "apps/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/terminal.h"

namespace tact::app {

std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<bool>& right) {
  std::vector<std::size_t> width(right.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      line += right[i] ? fmt::format("{:>{}}", rows[r][i], width[i])
                       : fmt::format("{:<{}}", rows[r][i], width[i]);
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += styled(stdout, r == 0 ? Style::bold : Style::plain, line) + "\n";
  }
  return out;
}

}  // namespace tact::app
