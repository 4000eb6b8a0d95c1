// tact-draw FOLDER OUT.gif: what `tact simulate --write FOLDER` left there, as a moving picture.
// For looking at and for the docs; a depth buffer, one light, flat shades.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tact/base/error.h"
#include "tact/io/atomic_file.h"
#include "tact/io/load.h"
#include "tact/io/output_target.h"
#include "tact/io/sequence.h"
#include "tools/draw/gif.h"

namespace tact::draw {
namespace {

constexpr int hues = 14;
constexpr int shades = 16;
constexpr std::uint8_t sky = hues * shades;
constexpr std::uint8_t ground = sky + 1;

struct Options {
  std::string folder;
  std::string out;
  int width = 400;
  int height = 300;
  int every = 1;
  int frames = std::numeric_limits<int>::max();
  Vec3 from{1, -2, 0.8};  ///< direction from the middle to the eye
  double zoom = 1;
};

struct Actor {
  Mesh mesh;
  PointCache cache;
};

std::vector<Colour> palette() {
  std::vector<Colour> colours;
  for (int hue = 0; hue < hues; ++hue) {
    const double angle = 6.2831853 * hue / hues;
    for (int shade = 0; shade < shades; ++shade) {
      const double light = 0.25 + 0.75 * shade / (shades - 1);
      Colour colour{};
      for (int k = 0; k < 3; ++k) {
        const double tint = 0.72 + 0.28 * std::cos(angle - 2.0943951 * k);
        colour[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(255 * light * tint);
      }
      colours.push_back(colour);
    }
  }
  colours.push_back({244, 246, 248});
  colours.push_back({222, 224, 226});
  return colours;
}

class Canvas {
 public:
  Canvas(const Options& options, const Vec3& low, const Vec3& high)
      : width_(options.width), height_(options.height) {
    const Vec3 middle = (low + high) * 0.5;
    const double size = length(high - low);
    back_ = options.from * (1 / length(options.from));
    right_ = cross(Vec3{0, 0, 1}, back_);
    right_ = right_ * (1 / length(right_));
    up_ = cross(back_, right_);
    eye_ = middle + back_ * (1.5 * size);
    scale_ = 1.3 * options.zoom * std::min(width_, height_);
  }
  void clear() {
    pixels_.assign(static_cast<std::size_t>(width_ * height_), sky);
    depth_.assign(pixels_.size(), std::numeric_limits<double>::infinity());
  }
  void triangle(const Vec3& a, const Vec3& b, const Vec3& c, int hue) {
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    if (!(size > 0)) return;
    const Vec3 light{0.35, -0.5, 0.79};
    const double lit = std::max(0.0, dot(n, light) / size);
    const int shade = std::clamp(static_cast<int>(lit * shades), 0, shades - 1);
    fill(seen(a), seen(b), seen(c), static_cast<std::uint8_t>(hue * shades + shade));
  }
  void floor(const Vec3& low, const Vec3& high) {
    const Vec3 a{low.x, low.y, 0};
    const Vec3 b{high.x, low.y, 0};
    const Vec3 c{high.x, high.y, 0};
    const Vec3 d{low.x, high.y, 0};
    fill(seen(a), seen(b), seen(c), ground);
    fill(seen(a), seen(c), seen(d), ground);
  }
  std::span<const std::uint8_t> pixels() const { return pixels_; }

 private:
  // In pixels, and the distance from the eye.
  Vec3 seen(const Vec3& p) const {
    const Vec3 r = p - eye_;
    const double away = std::max(1e-6, -dot(r, back_));
    return {0.5 * width_ + scale_ * dot(r, right_) / away,
            0.5 * height_ - scale_ * dot(r, up_) / away, away};
  }
  void fill(const Vec3& a, const Vec3& b, const Vec3& c, std::uint8_t colour) {
    const double whole = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (whole == 0) return;
    const auto [left, right] = std::minmax({a.x, b.x, c.x});
    const auto [top, bottom] = std::minmax({a.y, b.y, c.y});
    const int x1 = std::min(width_ - 1, static_cast<int>(std::min(right, 1e6)));
    const int y1 = std::min(height_ - 1, static_cast<int>(std::min(bottom, 1e6)));
    for (int y = static_cast<int>(std::max(0.0, top)); y <= y1; ++y) {
      for (int x = static_cast<int>(std::max(0.0, left)); x <= x1; ++x) {
        const double px = x + 0.5;
        const double py = y + 0.5;
        const double u = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / whole;
        const double v = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / whole;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const double z = a.z + u * (b.z - a.z) + v * (c.z - a.z);
        const auto at = static_cast<std::size_t>(y * width_ + x);
        if (z >= depth_[at]) continue;
        depth_[at] = z;
        pixels_[at] = colour;
      }
    }
  }

  int width_;
  int height_;
  Vec3 eye_;
  Vec3 back_;
  Vec3 right_;
  Vec3 up_;
  double scale_;
  std::vector<std::uint8_t> pixels_;
  std::vector<double> depth_;
};

// Before any work: the folder is what was simulated, and nothing in it is a picture.
void check_output(const Options& options, const std::vector<std::filesystem::path>& inputs) {
  const std::filesystem::path out = options.out;
  if (out.has_extension() && out.extension() != ".gif") {
    throw Error(ErrorCode::bad_argument, out.string() + ": would hold GIF, so it must end in .gif");
  }
  const OutputTarget target = find_output(out);
  for (const std::filesystem::path& input : inputs) {
    if (target.kind != OutputTarget::Kind::fresh && find_identity(input) == target.identity) {
      throw Error(ErrorCode::bad_argument, out.string() + ": is an input, and would be replaced");
    }
  }
}

std::vector<Actor> actors_in(const std::filesystem::path& folder, const Options& options) {
  std::map<std::string, std::filesystem::path> caches;  // in the order of their names
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".pc2") caches[entry.path().stem().string()] = entry.path();
  }
  const auto mesh_of = [](std::filesystem::path cache) { return cache.replace_extension(".obj"); };
  std::vector<std::filesystem::path> inputs;
  for (const auto& [name, path] : caches) inputs.insert(inputs.end(), {path, mesh_of(path)});
  check_output(options, inputs);
  std::vector<Actor> actors;
  for (const auto& [name, path] : caches) actors.push_back({load(mesh_of(path)), PointCache(path)});
  if (actors.empty()) throw Error(ErrorCode::bad_file, folder.string() + ": no point caches");
  return actors;
}

Vec3 point(const std::vector<float>& xyz, std::size_t i) {
  return {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
}

void run(const Options& options) {
  const std::vector<Actor> actors = actors_in(options.folder, options);
  const auto frames =
      std::min<std::uint64_t>(actors[0].cache.frames(), static_cast<std::uint64_t>(options.frames));
  Vec3 low{1e300, 1e300, 0};
  Vec3 high{-1e300, -1e300, 0};
  std::vector<float> xyz;
  for (const Actor& actor : actors) {
    for (const std::uint64_t frame : {std::uint64_t{0}, frames - 1}) {
      actor.cache.read(frame, xyz);
      for (std::size_t i = 0; i < xyz.size() / 3; ++i) {
        low = min(low, point(xyz, i));
        high = max(high, point(xyz, i));
      }
    }
  }
  Canvas canvas(options, low, high);
  Gif gif(options.width, options.height, palette());
  for (std::uint64_t frame = 0; frame < frames;
       frame += static_cast<std::uint64_t>(options.every)) {
    canvas.clear();
    const Vec3 margin = (high - low) * 0.1;
    canvas.floor(low - margin, high + margin);
    for (std::size_t i = 0; i < actors.size(); ++i) {
      actors[i].cache.read(frame, xyz);
      for (const auto& t : actors[i].mesh.triangles) {
        canvas.triangle(point(xyz, t[0]), point(xyz, t[1]), point(xyz, t[2]),
                        static_cast<int>(i * 5 % hues));
      }
    }
    gif.add(canvas.pixels(), std::max(2, options.every));
  }
  AtomicFile file(options.out);
  file.write(gif.finish());
  file.commit();
}

Options parse(int argc, char** argv) {
  Options options;
  std::vector<std::string> places;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] {
      if (i + 1 >= argc) throw Error(ErrorCode::bad_argument, word + " needs a number");
      return std::stod(argv[++i]);
    };
    if (word == "--width") {
      options.width = static_cast<int>(number());
    } else if (word == "--height") {
      options.height = static_cast<int>(number());
    } else if (word == "--every") {
      options.every = std::max(1, static_cast<int>(number()));
    } else if (word == "--frames") {
      options.frames = std::max(1, static_cast<int>(number()));
    } else if (word == "--zoom") {
      options.zoom = number();
    } else if (word == "--from") {
      options.from.x = number();
      options.from.y = number();
      options.from.z = number();
    } else {
      places.push_back(word);
    }
  }
  if (places.size() != 2) {
    throw Error(ErrorCode::bad_argument,
                "usage: tact-draw FOLDER OUT.gif [--width W] [--height H] [--every K] [--frames N] "
                "[--zoom Z] [--from X Y Z]");
  }
  options.folder = places[0];
  options.out = places[1];
  return options;
}

}  // namespace
}  // namespace tact::draw

int main(int argc, char** argv) {
  try {
    tact::draw::run(tact::draw::parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tact-draw: %s\n", error.what());
    return 2;
  }
  return 0;
}
