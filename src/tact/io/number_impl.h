#pragma once
// Numbers as nearly all text files hold them, read in a few instructions. Whatever is not plain is
// refused here and goes the long way round, which also has the messages. Text must be followed by
// a byte that is part of no number, as it is in the buffer of a FileReader and in a std::string.
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "tact/io/number.h"

namespace tact {

constexpr bool is_plain_blank(char c) { return c == ' ' || c == '\t'; }

/// Appends the digits at `at` to `value`, which wraps around behind nineteen; returns their end.
inline const char* scan_few_digits(const char* at, std::uint64_t& value) {
  for (unsigned digit = 0; (digit = static_cast<unsigned char>(*at) - unsigned{'0'}) < 10; ++at) {
    value = value * 10 + digit;
  }
  return at;
}

/// The number that eight bytes below ten are the digits of, the first byte in memory the highest.
constexpr std::uint64_t join_digits(std::uint64_t bytes) {
  bytes = bytes * (1 + (10U << 8)) >> 8 & 0x00FF00FF00FF00FFU;
  bytes = bytes * (1 + (100U << 16)) >> 16 & 0x0000FFFF0000FFFFU;
  return bytes * (1 + (std::uint64_t{10000} << 32)) >> 32;
}

/// The same for many: eight at a time as far as `end`, the rest one by one. (Taking the rest at
/// once, too, was slower on files whose numbers are all of one length.)
inline const char* scan_digits(const char* at, const char* end, std::uint64_t& value) {
  if constexpr (std::endian::native == std::endian::little) {
    while (end - at >= 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, at, sizeof bytes);
      bytes ^= 0x3030303030303030U;
      // A digit is below ten now: all others reach the highest bit.
      if ((((bytes + 0x7676767676767676U) | bytes) & 0x8080808080808080U) != 0) break;
      value = value * 100000000 + join_digits(bytes);
      at += 8;
    }
  }
  return scan_few_digits(at, value);
}

/// integer / 10^places, correctly rounded: one long division, of which the remainder still decides
/// between two doubles. Needs 0 < integer and places < 20.
inline double quotient_of_power(std::uint64_t integer, unsigned places) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t power = 1;
  for (unsigned i = 0; i < places; ++i) power *= 10;
  const int up = std::countl_zero(integer);
  const int power_up = std::countl_zero(power);
  const Wide dividend = static_cast<Wide>(integer << up) << 63;
  const std::uint64_t divisor = power << power_up;
  const auto quotient = static_cast<std::uint64_t>(dividend / divisor);  // 63 or 64 bits
  const bool exact = static_cast<Wide>(quotient) * divisor == dividend;
  const auto significand = static_cast<double>(exact ? quotient : quotient | 1);
  const auto exponent = static_cast<std::uint64_t>(1023 + power_up - up - 63);
  return significand * std::bit_cast<double>(exponent << 52);  // a power of two: exact
}

/// Reads a number, correctly rounded, and moves `at` behind it. False if it is not a plain one.
inline bool scan_double(const char*& at, const char* end, double& value) {
  // Up to 10^22 powers of ten are doubles, so that with an integer below 2^53 one division rounds
  // once (Clinger 1990).
  static constexpr std::array<double, 20> powers{1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                                 1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                                 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  const char* const start = at;
  const bool negative = *at == '-';
  const char* const first = at + (negative ? 1 : 0);
  std::uint64_t integer = 0;
  const char* p = scan_few_digits(first, integer);
  auto digits = p - first;
  std::ptrdiff_t places = 0;
  if (*p == '.') {
    const char* const fraction = p + 1;
    p = scan_digits(fraction, end, integer);
    places = p - fraction;
    digits += places;
  }
  if (digits > 0 && digits < 20 && (*p | 0x20) != 'e') {
    const double magnitude =
        integer <= std::uint64_t{1} << 53
            ? static_cast<double>(integer) / powers[static_cast<std::size_t>(places)]
            : quotient_of_power(integer, static_cast<unsigned>(places));
    value = negative ? -magnitude : magnitude;
    at = p;
    return true;
  }
  const auto result = std::from_chars(start, end, value);
  if (result.ec != std::errc() || !(value - value == 0)) return false;
  at = result.ptr;
  return true;
}

/// Reads up to nine digits. False if there are none or more.
inline bool scan_index(const char*& at, std::uint64_t& value) {
  const char* const start = at;
  value = 0;
  at = scan_few_digits(at, value);
  return at != start && at - start < 10;
}

/// take_word() and parse_double() in one. False if there is no word or it is no number; `word` is
/// what was taken then.
inline bool take_double(std::string_view& text, double& value, std::string_view& word) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end && is_plain_blank(*p)) ++p;
  if (scan_double(p, end, value) && (p == end || is_plain_blank(*p))) {
    text = {p, static_cast<std::size_t>(end - p)};
    return true;
  }
  word = take_word(text);
  return parse_double(word, value);
}

/// The same for integers.
inline bool take_integer(std::string_view& text, std::int64_t& value, std::string_view& word) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end && is_plain_blank(*p)) ++p;
  std::uint64_t index = 0;
  if (scan_index(p, index) && (p == end || is_plain_blank(*p))) {
    text = {p, static_cast<std::size_t>(end - p)};
    value = static_cast<std::int64_t>(index);
    return true;
  }
  word = take_word(text);
  return parse_integer(word, value);
}

}  // namespace tact
