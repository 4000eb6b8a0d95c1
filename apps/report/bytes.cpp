#include "apps/report/bytes.h"

#include <bit>

namespace tact::report {

void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void append_planes(std::string& out, std::span<const std::uint16_t> values) {
  for (const std::uint16_t v : values) out += static_cast<char>(v);
  for (const std::uint16_t v : values) out += static_cast<char>(v >> 8);
}

void append_planes(std::string& out, std::span<const float> values) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    for (const float v : values) {
      out += static_cast<char>(std::bit_cast<std::uint32_t>(v) >> shift);
    }
  }
}

std::string base64(std::string_view bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[i])} : 0U;
  };
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t three = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    out += digits[three >> 18];
    out += digits[three >> 12 & 63];
    out += i + 1 < bytes.size() ? digits[three >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? digits[three & 63] : '=';
  }
  return out;
}

}  // namespace tact::report
