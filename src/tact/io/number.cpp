#include "tact/io/number.h"

#include <charconv>
#include <system_error>

namespace tact {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_plus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && (is_digit(word[1]) || word[1] == '.')) {
    word.remove_prefix(1);
  }
  return word;
}

// from_chars reports numbers below the smallest denormal as out of range, like those above the
// largest double. They are told apart by the decimal exponent of the first digit that is not zero.
bool is_tiny(std::string_view word) {
  std::size_t i = word.front() == '-' ? 1 : 0;
  std::int64_t exponent = -1;  // of the next digit
  std::size_t point = word.find_first_not_of("0123456789", i);
  if (point == std::string_view::npos) point = word.size();
  exponent += static_cast<std::int64_t>(point - i);
  for (; i < word.size() && (word[i] == '0' || word[i] == '.'); ++i) {
    if (word[i] == '0') --exponent;
  }
  const std::size_t e = word.find_first_of("eE", i);
  if (e != std::string_view::npos) {
    const std::string_view digits = without_plus(word.substr(e + 1));
    std::int64_t written = 0;
    if (!parse_integer(digits, written)) return digits.front() == '-';
    exponent += written;
  }
  return exponent < 0;
}

}  // namespace

std::string_view take_word(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

bool parse_double(std::string_view word, double& value) {
  word = without_plus(word);
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  if (end != last || word.empty()) return false;
  if (error == std::errc::result_out_of_range && is_tiny(word)) {
    value = word.front() == '-' ? -0.0 : 0.0;
    return true;
  }
  return error == std::errc();
}

bool parse_integer(std::string_view word, std::int64_t& value) {
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  return error == std::errc() && end == last;
}

void append_number(std::string& out, double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  out.append(text, result.ptr);
}

void append_number(std::string& out, std::uint64_t value) {
  char text[24];
  const auto result = std::to_chars(text, text + sizeof text, value);
  out.append(text, result.ptr);
}

}  // namespace tact
