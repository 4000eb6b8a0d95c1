// Frame time over the animation: where a scene breaks, and what it does to each method.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/plot.h"

namespace tact::bench {
namespace {

constexpr double animation_width = 620;
constexpr double animation_height = 300;
constexpr double animation_left = 62;
constexpr double animation_right = 90;  // room for the names
constexpr double animation_top = 14;
constexpr double animation_bottom = 44;

struct PlottedMethod {
  const char* name;
  const char* colour;
};
constexpr PlottedMethod shown[] = {{"sap", "#d9534f"}, {"swiper", "#1565c0"}, {"dbvh", "#00897b"}};

struct AnimationCanvas {
  int last = 1;        // frame of the scene
  double low = 1e300;  // powers of ten of a millisecond
  double high = -1e300;

  double x(int frame) const {
    return animation_left + (animation_width - animation_left - animation_right) * frame / last;
  }
  double y(double ms) const {
    return animation_height - animation_bottom -
           (animation_height - animation_bottom - animation_top) * (std::log10(ms) - low) /
               (high - low);
  }
};

bool belongs(const Group& group) {
  return group.suite == "larsson" && (group.scenario.rfind("teapot-lod", 0) == 0 ||
                                      group.scenario.rfind("bunnies-self", 0) == 0);
}

std::string animation_axes(const AnimationCanvas& canvas) {
  std::string svg;
  for (double e = canvas.low; e <= canvas.high; ++e) {
    const double at = canvas.y(std::pow(10, e));
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#8884\"/><text "
        "x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>",
        animation_left, at, animation_width - animation_right, animation_left - 6, at + 4,
        std::pow(10, e));
  }
  for (int at = 0; at <= canvas.last; at += 50) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>", canvas.x(at),
                       animation_height - animation_bottom + 17, at);
  }
  return svg + fmt::format(
                   "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">frame</text><text "
                   "transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">ms</text>",
                   (animation_left + animation_width - animation_right) / 2, animation_height - 8,
                   (animation_top + animation_height - animation_bottom) / 2);
}

std::string curve(const std::vector<FrameTime>& sorted, const PlottedMethod& method,
                  const AnimationCanvas& canvas) {
  std::string path;
  for (const FrameTime& at : sorted) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", canvas.x(at.frame),
                        canvas.y(at.ms));
  }
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/><text x=\"{}\" "
      "y=\"{:.1f}\" "
      "style=\"fill:{}\">{}</text>",
      path, method.colour, animation_width - animation_right + 8, canvas.y(sorted.back().ms) + 4,
      method.colour, method.name);
}

}  // namespace

std::string animation_plots(const Run& run) {
  std::string out;
  for (const Group& group : run.groups) {
    if (!belongs(group)) continue;
    std::vector<std::pair<PlottedMethod, std::vector<FrameTime>>> lines;
    AnimationCanvas canvas;
    for (const PlottedMethod& method : shown) {
      for (const Row& row : group.rows) {
        if (row.name != method.name || row.threads != 1 || row.animation.empty()) continue;
        lines.emplace_back(method, row.animation);
        std::vector<FrameTime>& line = lines.back().second;
        std::sort(line.begin(), line.end(),
                  [](const FrameTime& a, const FrameTime& b) { return a.frame < b.frame; });
        for (const FrameTime& at : line) {
          canvas.last = std::max(canvas.last, at.frame);
          canvas.low = std::min(canvas.low, std::floor(std::log10(at.ms)));
          canvas.high = std::max(canvas.high, std::ceil(std::log10(at.ms)));
        }
      }
    }
    if (lines.empty()) continue;
    std::string svg = animation_axes(canvas);
    for (const auto& [method, line] : lines) svg += curve(line, method, canvas);
    out += fmt::format(
        "<figure style=\"display:inline-block;margin:.5em\"><figcaption>{}, frame time over the "
        "animation</figcaption><svg viewBox=\"0 0 {} {}\" width=\"{}\" "
        "role=\"img\">{}</svg></figure>",
        group.scenario, animation_width, animation_height, animation_width, svg);
  }
  return out.empty() ? out : "<h2>Frame time over the animation</h2>" + out;
}

}  // namespace tact::bench
