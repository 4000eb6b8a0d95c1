// Figures 4, 5, 6, 8 and 9 of Tropp 2006: what the coherent algorithm as published takes, in units
// of the plain one, by threshold and by motion. Below one they win.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bench/plot.h"

namespace tact::bench {
namespace {

constexpr double coherence_width = 460;
constexpr double coherence_height = 300;
constexpr double coherence_left = 52;
constexpr double coherence_right = 70;  // room for the names
constexpr double coherence_top = 14;
constexpr double coherence_bottom = 44;

struct PlottedScene {
  const char* name;
  const char* colour;
};
constexpr PlottedScene plotted_scenes[] = {
    {"torus", "#d9534f"}, {"pipes", "#1565c0"}, {"hand", "#00897b"}, {"flange", "#8e6c00"}};

struct CoherencePoint {
  double x;
  double ratio;
};
struct CoherenceLine {
  PlottedScene scene;
  std::vector<CoherencePoint> points;
};
struct CoherenceCanvas {
  double first = 1e300;  // logarithms
  double last = -1e300;
  double most = 1.2;

  double x(double value) const {
    const double share = last > first ? (std::log10(value) - first) / (last - first) : 0.5;
    return coherence_left + (coherence_width - coherence_left - coherence_right) * share;
  }
  double y(double ratio) const {
    return coherence_height - coherence_bottom -
           (coherence_height - coherence_bottom - coherence_top) * ratio / most;
  }
};

const Row* find_tropp_row(const Run& run, const std::string& scenario, std::string_view method) {
  for (const Group& group : run.groups) {
    if (group.suite != "tropp" || group.scenario != scenario) continue;
    for (const Row& row : group.rows) {
      if (row.name == method && row.threads == 1 && row.frames > 0) return &row;
    }
  }
  return nullptr;
}

// By motion: figures 8 and 9.
CoherenceLine by_motion(const Run& run, const PlottedScene& scene, const std::string& kind) {
  CoherenceLine line{scene, {}};
  for (const double motion : {0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.15}) {
    const std::string scenario = fmt::format("{}-{:g}", scene.name, motion);
    const Row* const plain = find_tropp_row(run, scenario, kind + "-plain");
    const Row* const coherent = find_tropp_row(run, scenario, kind);
    if (plain == nullptr || coherent == nullptr) continue;
    line.points.push_back({motion, coherent->total.median / plain->total.median});
  }
  return line;
}

// By threshold: figures 4 to 6. The threshold stands, in percent, behind the method's name.
CoherenceLine by_threshold(const Run& run, const PlottedScene& scene, const std::string& kind,
                           const std::string& threshold) {
  CoherenceLine line{scene, {}};
  const std::string scenario =
      fmt::format("{}-thresholds-{}", scene.name, kind.substr(0, kind.find('-')));
  const std::string prefix = kind + "-" + threshold + "-";
  const Row* const plain = find_tropp_row(run, scenario, kind + "-plain");
  for (const Group& group : run.groups) {
    if (plain == nullptr || group.suite != "tropp" || group.scenario != scenario) continue;
    for (const Row& row : group.rows) {
      if (row.name.rfind(prefix, 0) != 0 || row.frames == 0) continue;
      line.points.push_back({std::atof(row.name.c_str() + prefix.size()) / 100,
                             row.total.median / plain->total.median});
    }
  }
  std::sort(line.points.begin(), line.points.end(),
            [](const CoherencePoint& a, const CoherencePoint& b) { return a.x < b.x; });
  return line;
}

std::string coherence_axes(const CoherenceCanvas& canvas, const std::vector<CoherenceLine>& lines,
                           const std::string& label) {
  std::string svg;
  for (double at = 0; at <= canvas.most; at += canvas.most > 3 ? 1 : 0.25) {
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"{3}\"/><text "
        "x=\"{4}\" y=\"{5:.1f}\" text-anchor=\"end\">{6:g}</text>",
        coherence_left, canvas.y(at), coherence_width - coherence_right, at == 1 ? "#888" : "#8884",
        coherence_left - 6, canvas.y(at) + 4, at);
  }
  for (const CoherencePoint& p : lines.front().points) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>",
                       canvas.x(p.x), coherence_height - coherence_bottom + 17, p.x);
  }
  return svg + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                           (coherence_left + coherence_width - coherence_right) / 2,
                           coherence_height - 8, label);
}

std::string figure(std::vector<CoherenceLine> lines, const std::string& title,
                   const std::string& label) {
  std::erase_if(lines, [](const CoherenceLine& line) { return line.points.empty(); });
  if (lines.empty()) return {};
  CoherenceCanvas canvas;
  for (const CoherenceLine& line : lines) {
    for (const CoherencePoint& p : line.points) {
      canvas.first = std::min(canvas.first, std::log10(p.x));
      canvas.last = std::max(canvas.last, std::log10(p.x));
      canvas.most = std::max(canvas.most, 1.1 * p.ratio);
    }
  }
  std::string svg = coherence_axes(canvas, lines, label);
  for (const CoherenceLine& line : lines) {
    std::string path;
    for (const CoherencePoint& p : line.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", canvas.x(p.x),
                          canvas.y(p.ratio));
    }
    svg += fmt::format(
        "<path d=\"{0}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"1.8\"/><text x=\"{2}\" "
        "y=\"{3:.1f}\" style=\"fill:{1}\">{4}</text>",
        path, line.scene.colour, coherence_width - coherence_right + 8,
        canvas.y(line.points.back().ratio) + 4, line.scene.name);
  }
  return fmt::format(
      "<figure style=\"display:inline-block;margin:.5em\"><figcaption>{}</figcaption><svg "
      "viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\">{}</svg></figure>",
      title, coherence_width, coherence_height, coherence_width, svg);
}

}  // namespace

std::string coherence_plots(const Run& run) {
  std::string out;
  const auto add = [&](int number, const std::string& kind, const std::string& threshold) {
    std::vector<CoherenceLine> lines;
    for (const PlottedScene& scene : plotted_scenes) {
      lines.push_back(threshold.empty() ? by_motion(run, scene, kind)
                                        : by_threshold(run, scene, kind, threshold));
    }
    out += figure(std::move(lines), fmt::format("Figure {}: {} over {}-plain", number, kind, kind),
                  threshold.empty() ? "motion, in longest edges" : "P " + threshold);
  };
  for (const char* kind : {"obb-of-paper", "aabb-of-paper"}) add(4, kind, "coherence");
  for (const char* kind : {"obb-of-paper", "aabb-of-paper"}) add(5, kind, "sprout");
  for (const char* kind : {"obb-of-paper", "aabb-of-paper"}) add(6, kind, "prune");
  add(8, "obb-of-paper", "");
  add(9, "aabb-of-paper", "");
  return out.empty() ? out : "<h2>Coherent over plain time, as in Tropp 2006</h2>" + out;
}

}  // namespace tact::bench
