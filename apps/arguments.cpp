#include "apps/arguments.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "tact/io/number.h"

namespace tact::app {
namespace {

// Their values are several numbers.
constexpr std::string_view number_options[] = {"--pose-a", "--pose-b", "--origin", "--direction",
                                               "--to"};

bool is_number(const std::string& text) {
  double ignored = 0;
  return parse_double(text, ignored);
}

void join_numbers(std::vector<std::string>& arguments, std::size_t option) {
  const auto first = arguments.begin() + static_cast<std::ptrdiff_t>(option) + 1;
  const auto last = std::find_if_not(first, arguments.end(), is_number);
  if (last - first < 2) return;
  for (auto next = first + 1; next != last; ++next) first->append(" ").append(*next);
  arguments.erase(first + 1, last);
}

}  // namespace

std::vector<std::string> tidy_arguments(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool takes_numbers = std::find(std::begin(number_options), std::end(number_options),
                                         arguments[i]) != std::end(number_options);
    if (takes_numbers) join_numbers(arguments, i);
  }
  return arguments;
}

}  // namespace tact::app
