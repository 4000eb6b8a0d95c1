#pragma once
// How the name of a file ends, which says what it holds.
#include <filesystem>
#include <string>

namespace tact {

/// With its dot, in lower case whatever the locale; empty if there is none.
inline std::string lower_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension;
}

}  // namespace tact
