#pragma once
// What somebody who mistyped a name may have meant.
#include <string>
#include <string_view>
#include <vector>

#include "tact/base/error.h"

namespace tact::app {

/// "; did you mean 'collide'?", or nothing where no name is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

/// What find(name) returns; where it throws Error{unknown_name}, that says what may have been
/// meant.
template <class Find>
decltype(auto) find_or_suggest(const std::string& name, const std::vector<std::string>& names,
                               Find&& find) {
  try {
    return find(name);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unknown_name) throw;
    throw Error(error.code(), error.what() + did_you_mean(name, names));
  }
}

/// The `name` of each item of a table.
template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& item : table) names.emplace_back(item.name);
  return names;
}

}  // namespace tact::app
