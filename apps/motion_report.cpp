#include "apps/motion_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tact::app {
namespace {

using Json = nlohmann::ordered_json;

bool meets_earlier(const Impact& x, const Impact& y) {
  return x.time_lo != y.time_lo ? x.time_lo < y.time_lo : x.time_hi < y.time_hi;
}

Json feature_json(const Feature& feature) {
  const auto& v = feature.vertices;
  switch (feature.kind) {
    case FeatureKind::vertex:
      return {{"vertex", v[0]}};
    case FeatureKind::edge:
      return {{"edge", {v[0], v[1]}}};
    case FeatureKind::triangle:
      break;
  }
  return {{"triangle", feature.triangle}};
}

}  // namespace

MotionReport report_motion(const Impacts& impacts, Which which, std::uint64_t from,
                           std::uint64_t to) {
  MotionReport report;
  report.from = from;
  report.to = to;
  report.impacts = impacts.size();
  report.verdict = impacts.verdict();
  report.bounded = !impacts.complete();
  report.complete = impacts.complete() && (which == Which::all || impacts.empty());
  const auto first = std::min_element(impacts.begin(), impacts.end(), meets_earlier);
  if (first == impacts.end()) return report;
  const auto begin = static_cast<double>(from);
  const auto frames = static_cast<double>(to - from);
  report.first_lo = begin + frames * first->time_lo;
  report.first_hi = begin + frames * first->time_hi;
  report.body_a = first->body_a.slot;
  report.body_b = first->body_b.slot;
  return report;
}

std::string frame_time(double frame) { return fmt::format("{:.3f}", frame); }

std::string motion_cells(const std::optional<MotionReport>& report) {
  if (!report) return ",";
  if (report->impacts == 0) return report->complete ? "0," : ",";
  return fmt::format("{},{}", report->impacts, report->first_lo);
}

Json motion_json(const Impacts& impacts, const MotionReport& report, bool list) {
  Json json = {{"from", report.from}, {"impacts", report.impacts}, {"complete", report.complete}};
  if (report.impacts > 0) {
    json["first"] = {{"frame", {report.first_lo, report.first_hi}},
                     {"bodies", {report.body_a, report.body_b}}};
  }
  if (!list) return json;
  json["list"] = Json::array();
  for (const Impact& impact : impacts) {
    json["list"].push_back({{"bodies", {impact.body_a.slot, impact.body_b.slot}},
                            {"a", feature_json(impact.a)},
                            {"b", feature_json(impact.b)},
                            {"time", {impact.time_lo, impact.time_hi}}});
  }
  return json;
}

}  // namespace tact::app
