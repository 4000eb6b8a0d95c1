#include "apps/terminal.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "tact/base/error.h"

namespace tact::app {
namespace {

const char* code_of(Style style) {
  switch (style) {
    case Style::bold:
      return "\033[1m";
    case Style::dim:
      return "\033[2m";
    case Style::red:
      return "\033[31m";
    case Style::green:
      return "\033[32m";
    case Style::cyan:
      return "\033[36m";
    case Style::plain:
      break;
  }
  return "";
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool takes_escapes(std::FILE* stream) {
  return is_terminal(stream) && is_set("TERM") && std::string_view(std::getenv("TERM")) != "dumb";
}

bool utf8_locale() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    const std::string_view value = std::getenv(variable);
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

std::string styled(std::FILE* stream, Style style, std::string_view text) {
  if (style == Style::plain || !takes_escapes(stream) || is_set("NO_COLOR")) {
    return std::string(text);
  }
  return std::string(code_of(style)).append(text).append("\033[0m");
}

std::string with_commas(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string plural(std::uint64_t n, const char* one) {
  return with_commas(n) + " " + one + (n == 1 ? "" : "s");
}

void print(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw Error(ErrorCode::bad_file,
                "cannot write the output: " + std::generic_category().message(errno));
  }
}

std::string shown(std::string text) {
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && c != '\t') || code == 0x7f) c = '?';
  }
  return text;
}

void say(std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

}  // namespace tact::app
