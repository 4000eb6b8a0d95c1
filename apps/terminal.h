#pragma once
// What the output goes to: colours only on a terminal, blocks only where the locale has them.
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tact::app {

bool is_terminal(std::FILE* stream);
/// A terminal that knows escape sequences: TERM is set, and not to "dumb".
bool takes_escapes(std::FILE* stream);

/// Does the environment's locale use UTF-8?
bool utf8_locale();

enum class Style : std::uint8_t { plain, bold, dim, red, green, cyan };

/// The text in a style, if `stream` takes escape sequences and NO_COLOR is not set; else as it is.
std::string styled(std::FILE* stream, Style style, std::string_view text);

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t value);

/// "1 pair", "1,234 pairs": `one` in the number that n calls for.
std::string plural(std::uint64_t n, const char* one);

/// The text with question marks for what would steer a terminal: words of a file, say.
std::string shown(std::string text);

/// Writes all of it and flushes. Throws Error{bad_file} if that fails.
void print(std::string_view text);

/// Writes it to standard error, as far as that takes it: who closed it, or filled its disk, still
/// gets the answer and its exit code.
void say(std::string_view text);

}  // namespace tact::app
