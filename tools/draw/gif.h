#pragma once
// Animated pictures in the GIF format, with one palette for all frames.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tact::draw {

using Colour = std::array<std::uint8_t, 3>;

class Gif {
 public:
  /// At most 255 colours: the one behind the last stands for what stays as it was.
  Gif(int width, int height, std::vector<Colour> palette);

  /// The next frame, a colour for each pixel by its number, shown for so many hundredths of a
  /// second.
  void add(std::span<const std::uint8_t> pixels, int hundredths);
  /// The whole file.
  std::string finish();

 private:
  void put16(int value);
  void put_pixels(std::span<const std::uint8_t> pixels);

  int width_;
  int height_;
  std::uint8_t same_;
  std::string bytes_;
  std::vector<std::uint8_t> last_;
};

}  // namespace tact::draw
