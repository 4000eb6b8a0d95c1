#pragma once
// Numbers in text files: the same in every locale, correctly rounded, and shortest when written.
#include <cstdint>
#include <string>
#include <string_view>

namespace tact {

/// Takes blanks and the word after them off the front of `text`; empty if there is none.
std::string_view take_word(std::string_view& text);

/// The whole word as a number, rounded to nearest (tiny ones to zero). False if it is no number or
/// too large; "nan" and "inf" are numbers here.
bool parse_double(std::string_view word, double& value);

/// The whole word as a decimal integer. False if it is none or does not fit.
bool parse_integer(std::string_view word, std::int64_t& value);

/// Appends the shortest decimal that reads back as the same double.
void append_number(std::string& out, double value);
void append_number(std::string& out, std::uint64_t value);

}  // namespace tact
