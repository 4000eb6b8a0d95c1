#pragma once
// Numbers as bytes that compress well, and bytes as text that a page can hold.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tact::report {

/// Seven bits a byte, the lowest first; the top bit says that more follow.
void append_varint(std::string& out, std::uint64_t value);

/// 0, -1, 1, -2, … as 0, 1, 2, 3, …: small either way.
constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}

/// All low bytes, then all high bytes: what hardly changes lies side by side.
void append_planes(std::string& out, std::span<const std::uint16_t> values);
/// Likewise the four bytes of floats, the lowest first.
void append_planes(std::string& out, std::span<const float> values);

/// In the form of zlib, which browsers undo ("deflate"). Throws Error{unsupported} where this
/// program was built without it.
std::string deflated(std::string_view bytes);

std::string base64(std::string_view bytes);

}  // namespace tact::report
