#include "apps/report/escape.h"

#include <cstdint>

namespace tact::report {
namespace {

// How many bytes the character at `i` has; 0 if there is none.
std::size_t character_at(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(text[k]); };
  const std::uint8_t first = byte(i);
  const std::size_t bytes = first < 0x80                    ? 1
                            : first >= 0xc2 && first < 0xe0 ? 2
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xf0 && first < 0xf5 ? 4
                                                            : 0;
  if (bytes == 0 || i + bytes > text.size()) return 0;
  for (std::size_t k = 1; k < bytes; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  }
  return bytes;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t bytes = character_at(text, i);
    const char c = text[i];
    const bool is_control = static_cast<std::uint8_t>(c) < 0x20 && c != '\n' && c != '\t';
    if (bytes == 0 || is_control) {
      out += '?';
    } else if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'') {
      out += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      out += text.substr(i, bytes);
    }
    i += bytes == 0 ? 1 : bytes;
  }
  return out;
}

}  // namespace tact::report
