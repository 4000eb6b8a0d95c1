#include "bench/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tact::bench {
namespace {

constexpr double plot_width = 520;
constexpr double plot_height = 340;
constexpr double plot_left = 62;
constexpr double plot_right = 150;  // room for the names at the ends of the lines
constexpr double plot_top = 16;
constexpr double plot_bottom = 44;

struct PlotPoint {
  double x;
  double y;
};
struct PlotLine {
  bool ours = false;
  std::vector<PlotPoint> points;
};
struct Plot {
  std::string axis;
  std::map<std::string, PlotLine> lines;
};

struct Scale {
  double low;  // powers of ten
  double high;
  double place(double value, double from, double to) const {
    return from + (std::log10(value) - low) / (high - low) * (to - from);
  }
};

Scale scale_of(const Plot& plot, double PlotPoint::*member) {
  double low = 1e300;
  double high = 0;
  for (const auto& [name, line] : plot.lines) {
    for (const PlotPoint& p : line.points) {
      low = std::min(low, p.*member);
      high = std::max(high, p.*member);
    }
  }
  const double from = std::floor(std::log10(low));
  return {from, std::max(from + 1, std::ceil(std::log10(high)))};
}

// Scenarios of one family differ in what stands behind the last dash of their names, the question
// aside.
std::string family_of(std::string scenario, Question question) {
  std::string suffix;
  for (const char* asked : {"-any", "-all"}) {
    if (scenario.size() > 4 && scenario.substr(scenario.size() - 4) == asked) {
      scenario.resize(scenario.size() - 4);
      suffix = question == Question::any ? ", yes or no" : ", all pairs";
    }
  }
  return scenario.substr(0, scenario.rfind('-')) + suffix;
}

std::map<std::string, Plot> families(const Run& run) {
  std::map<std::string, Plot> out;
  for (const Group& group : run.groups) {
    if (group.frames == 0) continue;
    const std::string family = family_of(group.scenario, group.question);
    if (group.suite != "scaling" && group.suite != "peers" && group.suite != "zachmann") continue;
    double x = static_cast<double>(group.triangles);
    std::string axis = "triangles";
    if (family == "contacts") {
      x = static_cast<double>(group.pairs) / static_cast<double>(group.frames);
      axis = "touching pairs a frame";
    } else if (family == "bodies") {
      x = static_cast<double>(group.bodies);
      axis = "bodies";
    }
    if (!(x > 0)) continue;
    Plot& plot = out[group.suite + " " + family];
    plot.axis = axis;
    for (const Row& row : group.rows) {
      if (row.threads != 1 || row.frames == 0 || row.cut || !row.verdict.right()) continue;
      PlotLine& line = plot.lines[row.name];
      line.ours = row.kind == Kind::method;
      line.points.push_back({x, row.total.median});
    }
  }
  return out;
}

std::string grid(const Scale& x, const Scale& y, const std::string& axis) {
  std::string svg;
  for (double e = x.low; e <= x.high; ++e) {
    const double at = x.place(std::pow(10, e), plot_left, plot_width - plot_right);
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#8884\"/><text "
        "x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">10<tspan dy=\"-5\" "
        "font-size=\"9\">{4:.0f}</tspan></text>",
        at, plot_top, plot_height - plot_bottom, plot_height - plot_bottom + 17, e);
  }
  for (double e = y.low; e <= y.high; ++e) {
    const double at = y.place(std::pow(10, e), plot_height - plot_bottom, plot_top);
    svg += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#8884\"/><text "
        "x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>",
        plot_left, at, plot_width - plot_right, plot_left - 6, at + 4, std::pow(10, e));
  }
  return svg + fmt::format(
                   "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text><text "
                   "transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">ms a "
                   "frame</text>",
                   (plot_left + plot_width - plot_right) / 2, plot_height - 8, axis,
                   (plot_top + plot_height - plot_bottom) / 2);
}

std::string curves(const Plot& plot, const Scale& x, const Scale& y) {
  static constexpr const char* colours[] = {"#d9534f", "#e08e2b", "#8a63d2", "#2aa198",
                                            "#b5651d", "#c2408f", "#6b7a8f", "#7a9a01"};
  static constexpr const char* our_colours[] = {"#1565c0", "#42a5f5", "#00897b", "#5c6bc0"};
  std::string svg;
  std::size_t next = 0;
  std::size_t next_ours = 0;
  double last_label = -1e9;
  std::vector<std::pair<std::string, const PlotLine*>> order(0);
  for (const auto& [name, line] : plot.lines) order.emplace_back(name, &line);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.second->points.back().y > b.second->points.back().y;
  });
  for (const auto& [name, line] : order) {
    const char* colour = line->ours ? our_colours[next_ours++ % 4] : colours[next++ % 8];
    std::string path;
    for (const PlotPoint& p : line->points) {
      const double px = x.place(p.x, plot_left, plot_width - plot_right);
      const double py = y.place(p.y, plot_height - plot_bottom, plot_top);
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
      svg +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", px, py, colour);
    }
    const PlotPoint& end = line->points.back();
    const double label =
        std::max(y.place(end.y, plot_height - plot_bottom, plot_top) + 4, last_label + 13);
    last_label = label;
    svg += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/><text x=\"{:.1f}\" "
        "y=\"{:.1f}\" style=\"fill:{}{}\">{}</text>",
        path, colour, line->ours ? 2.6 : 1.3, plot_width - plot_right + 8, label, colour,
        line->ours ? ";font-weight:bold" : "", name);
  }
  return svg;
}

}  // namespace

std::string plots(const Run& run) {
  std::string out;
  for (auto& [title, plot] : families(run)) {
    // Those that are in one size only make no line.
    Plot shown{plot.axis, {}};
    for (auto& [name, line] : plot.lines) {
      PlotLine sorted = line;
      std::sort(sorted.points.begin(), sorted.points.end(),
                [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
      if (!(sorted.points.back().x > 1.5 * sorted.points.front().x)) continue;
      shown.lines[name] = sorted;
    }
    if (shown.lines.empty()) continue;
    const Scale x = scale_of(shown, &PlotPoint::x);
    const Scale y = scale_of(shown, &PlotPoint::y);
    out += fmt::format(
        "<figure style=\"display:inline-block;margin:.5em\"><figcaption>{}, 1 thread</figcaption>"
        "<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\">{}{}</svg></figure>",
        title, plot_width, plot_height, plot_width, grid(x, y, shown.axis), curves(shown, x, y));
  }
  return out.empty() ? out : "<h2>Growth</h2>" + out;
}

}  // namespace tact::bench
