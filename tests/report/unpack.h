#pragma once
// Reads back what a page holds, written down a second time from its description and sharing no code
// with the writer.
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "apps/report/scene_code.h"

namespace tact::test {

inline std::string inflated(std::string_view packed) {
  std::string out(1 << 16, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit(&stream), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string all;
  for (int state = Z_OK; state == Z_OK;) {
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    state = inflate(&stream, Z_NO_FLUSH);
    EXPECT_TRUE(state == Z_OK || state == Z_STREAM_END);
    all.append(out, 0, out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return all;
}

inline std::string from_base64(std::string_view text) {
  const std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count);
  }
  return out;
}

class Unpacker {
 public:
  explicit Unpacker(std::string bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t b = byte();
      value |= (b & 127) << shift;
      if (b < 128) return value;
    }
  }
  std::int64_t difference() {
    const std::uint64_t code = varint();
    return code % 2 == 0 ? static_cast<std::int64_t>(code / 2)
                         : -static_cast<std::int64_t>(code / 2) - 1;
  }
  std::uint64_t byte() { return static_cast<unsigned char>(bytes_.at(at_++)); }
  std::vector<std::uint16_t> shorts(std::size_t count) {
    std::vector<std::uint16_t> list(count);
    for (std::uint16_t& v : list) v = static_cast<std::uint16_t>(byte());
    for (std::uint16_t& v : list) v = static_cast<std::uint16_t>(v | byte() << 8);
    return list;
  }
  std::vector<float> floats(std::size_t count) {
    std::vector<std::uint32_t> words(count);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      for (std::uint32_t& w : words) w |= static_cast<std::uint32_t>(byte()) << shift;
    }
    std::vector<float> list(count);
    std::memcpy(list.data(), words.data(), 4 * count);
    return list;
  }
  bool done() const { return at_ == bytes_.size(); }

  using Cells = std::vector<report::Grid::Cell>;
  /// Differences to what is expected of each vertex on each axis, by the cells of this frame so
  /// far.
  template <class Expected>
  Cells cells(std::size_t count, const Expected& expected) {
    Cells list(count);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<std::uint16_t> codes = shorts(count);
      for (std::size_t i = 0; i < count; ++i) {
        const int code = codes[i];
        const int by = code % 2 == 0 ? code / 2 : -(code / 2) - 1;
        list[i][axis] = static_cast<std::uint16_t>(expected(list, i, axis) + by);
      }
    }
    return list;
  }
  Cells rest(std::size_t count) {
    return cells(count, [](const Cells& now, std::size_t i, std::size_t axis) {
      return i == 0 ? 0 : int{now[i - 1][axis]};
    });
  }
  /// The next frame of a body that moves.
  Cells frame(std::size_t count, const Cells& last, const Cells& before) {
    const std::uint64_t expected = byte();
    if (expected == 0) return rest(count);
    return cells(count, [&](const Cells&, std::size_t i, std::size_t axis) {
      return expected == 1 ? int{last[i][axis]} : 2 * last[i][axis] - before[i][axis];
    });
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

/// A square of 2 n² triangles over (n + 1)² vertices, in the plane z = 0, from 0 to `size`.
inline Mesh square(std::uint32_t n, double size) {
  Mesh mesh;
  for (std::uint32_t i = 0; i <= n; ++i) {
    for (std::uint32_t j = 0; j <= n; ++j) {
      mesh.positions.push_back({size * i / n, size * j / n, 0});
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t a = i * (n + 1) + j;
      mesh.triangles.push_back({a, a + n + 1, a + 1});
      mesh.triangles.push_back({a + 1, a + n + 1, a + n + 2});
    }
  }
  return mesh;
}

}  // namespace tact::test
