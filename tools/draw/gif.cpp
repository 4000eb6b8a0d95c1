#include "tools/draw/gif.h"

#include <unordered_map>

namespace tact::draw {
namespace {

constexpr int colour_bits = 8;

// Codes of growing width, packed into bytes from the low bit up, in blocks of at most 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(std::string& out) : out_(out) {}

  void put(std::uint32_t code, int width) {
    bits_ |= code << count_;
    count_ += width;
    while (count_ >= 8) {
      block_.push_back(static_cast<char>(bits_ & 0xffU));
      bits_ >>= 8;
      count_ -= 8;
      if (block_.size() == 255) flush();
    }
  }
  void finish() {
    if (count_ > 0) block_.push_back(static_cast<char>(bits_ & 0xffU));
    flush();
    out_.push_back(0);
  }

 private:
  void flush() {
    if (block_.empty()) return;
    out_.push_back(static_cast<char>(block_.size()));
    out_ += block_;
    block_.clear();
  }

  std::string& out_;
  std::string block_;
  std::uint32_t bits_ = 0;
  int count_ = 0;
};

}  // namespace

Gif::Gif(int width, int height, std::vector<Colour> palette)
    : width_(width), height_(height), same_(static_cast<std::uint8_t>(palette.size())) {
  palette.resize(1U << colour_bits);
  bytes_ = "GIF89a";
  put16(width);
  put16(height);
  bytes_ += {static_cast<char>(0xf7), 0, 0};  // a palette of 256 for all frames
  for (const Colour& colour : palette) bytes_.append(colour.begin(), colour.end());
  bytes_ += {0x21, static_cast<char>(0xff), 11};
  bytes_ += "NETSCAPE2.0";
  bytes_ += {3, 1, 0, 0, 0};  // again and again
}

void Gif::put16(int value) {
  bytes_ += {static_cast<char>(value & 0xff), static_cast<char>(value >> 8)};
}

// Lempel, Ziv and Welch: strings that came before get a code.
void Gif::put_pixels(std::span<const std::uint8_t> pixels) {
  constexpr std::uint32_t clear = 1U << colour_bits;
  constexpr std::uint32_t end = clear + 1;
  constexpr std::uint32_t most = 4096;
  bytes_.push_back(colour_bits);
  CodeWriter codes(bytes_);
  std::unordered_map<std::uint32_t, std::uint32_t> known;  // (code, next colour) -> code
  std::uint32_t next = end + 1;
  int width = colour_bits + 1;
  codes.put(clear, width);
  std::uint32_t code = pixels[0];
  for (std::size_t i = 1; i < pixels.size(); ++i) {
    const std::uint32_t key = code << 8 | pixels[i];
    const auto found = known.find(key);
    if (found != known.end()) {
      code = found->second;
      continue;
    }
    codes.put(code, width);
    if (next < most) {
      if (next == 1U << width) ++width;
      known.emplace(key, next++);
    } else {
      codes.put(clear, width);
      known.clear();
      next = end + 1;
      width = colour_bits + 1;
    }
    code = pixels[i];
  }
  codes.put(code, width);
  codes.put(end, width);
  codes.finish();
}

void Gif::add(std::span<const std::uint8_t> pixels, int hundredths) {
  std::vector<std::uint8_t> changed(pixels.begin(), pixels.end());
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (changed[i] == last_[i]) changed[i] = same_;
  }
  last_.assign(pixels.begin(), pixels.end());
  bytes_ += {0x21, static_cast<char>(0xf9), 4, 0x05};
  put16(hundredths);
  bytes_ += {static_cast<char>(same_), 0, 0x2c, 0, 0, 0, 0};
  put16(width_);
  put16(height_);
  bytes_.push_back(0);
  put_pixels(changed);
}

std::string Gif::finish() { return bytes_ + ";"; }

}  // namespace tact::draw
