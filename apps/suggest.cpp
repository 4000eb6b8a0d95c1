#include "apps/suggest.h"

#include <algorithm>
#include <numeric>

namespace tact::app {
namespace {

// Letters to add, drop, change or swap with their neighbour.
std::size_t mistakes(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
  std::size_t least = typed.size() / 3 + 1;  // more, and it is another word
  const std::string* best = nullptr;
  for (const std::string& name : names) {
    const bool begun = typed.size() > 1 && name.rfind(typed, 0) == 0;
    const std::size_t count = begun ? 1 : mistakes(typed, name);
    if (count > least || count >= name.size() || (best != nullptr && count == least)) continue;
    least = count;
    best = &name;
  }
  return best == nullptr ? "" : "; did you mean '" + *best + "'?";
}

}  // namespace tact::app
