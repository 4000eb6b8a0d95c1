#include "apps/simulate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/csv.h"
#include "apps/terminal.h"
#include "tact/base/parallel.h"

namespace tact::app {
namespace {

constexpr const char* columns =
    " frame   contacts  level   detection   response   deformation ms   deepest    energy";

std::string level_text(const LodReport& lod) {
  if (lod.pairs == 0) return "-";
  if (lod.coarsest == lod.finest) return std::to_string(lod.finest);
  return fmt::format("{}-{}", lod.coarsest, lod.finest);
}

}  // namespace

void SimulatedFrame::add(const StepReport& step) {
  const StepReport before = steps;
  steps = step;
  steps.detection += before.detection;
  steps.response += before.response;
  steps.deformation += before.deformation;
  steps.deepest = std::max(steps.deepest, before.deepest);
  steps.lod.unfinished += before.lod.unfinished;
}

SimulateReport::SimulateReport(const scenes::SimulationInfo& info,
                               const scenes::SimulatedScene& scene,
                               const SimulationOptions& options, int lod, int frames, int every,
                               Format format)
    : info_(info),
      scene_(scene),
      options_(options),
      lod_(lod),
      frames_(frames),
      every_(every > 0 ? every : std::max(1, (frames + 12) / 24)),
      format_(format) {}

std::string SimulateReport::heading() const {
  const unsigned threads = resolve_threads(options_.threads);
  const std::string facts =
      fmt::format("{} bodies, {} points, level of detail {}; {}, {} thread{}, steps of {} ms",
                  scene_.bodies.size(), with_commas(scene_.point_count()), lod_,
                  options_.level == 0 ? std::string("triangles answer")
                                      : fmt::format("spheres of level {} answer", options_.level),
                  threads, threads == 1 ? "" : "s", 1000 * options_.seconds);
  return fmt::format("{}: {}\n{}\n\n{}\n", styled(stdout, Style::bold, info_.name),
                     info_.description, styled(stdout, Style::dim, facts),
                     styled(stdout, Style::bold, columns));
}

std::string SimulateReport::as_text(const SimulatedFrame& frame) {
  const StepReport& s = frame.steps;
  return fmt::format("{:>6} {:>10} {:>6} {:>11.2f} {:>10.2f} {:>16.2f} {:>9.4f} {:>9.4g}\n",
                     frame.frame, with_commas(s.contacts), level_text(s.lod), 1000 * s.detection,
                     1000 * s.response, 1000 * s.deformation, s.deepest,
                     frame.energy.kinetic + frame.energy.potential);
}

std::string SimulateReport::as_json(const SimulatedFrame& frame) const {
  const StepReport& s = frame.steps;
  nlohmann::ordered_json line;
  line["command"] = "simulate";
  line["scene"] = info_.name;
  line["frame"] = frame.frame;
  line["seconds"] = frame.seconds;
  line["touching"] = nullptr;  // undecided
  if (frame.verdict() != Verdict::undecided) line["touching"] = s.contacts > 0;
  line["contacts"] = s.contacts;
  line["wall_contacts"] = s.wall_contacts;
  line["sphere_pairs"] = s.sphere_pairs;
  line["body_pairs"] = s.body_pairs;
  line["level"] = {
      {"asked", options_.level}, {"coarsest", s.lod.coarsest}, {"finest", s.lod.finest}};
  line["complete"] = s.lod.unfinished == 0;
  line["deepest"] = s.deepest;
  line["energy"] = {{"kinetic", frame.energy.kinetic}, {"potential", frame.energy.potential}};
  line["time_ms"] = {{"detection", 1000 * s.detection},
                     {"response", 1000 * s.response},
                     {"deformation", 1000 * s.deformation},
                     {"total", 1000 * frame.spent()}};
  if (std::isfinite(options_.budget_seconds)) {
    line["budget_ms"] = 1000 * options_.budget_seconds * scene_.steps_a_frame;
  }
  line["stats"] = {{"bounds_tests", s.stats.bounds_tests},
                   {"nodes_updated", s.stats.nodes_updated}};
  return line.dump() + "\n";
}

std::string SimulateReport::as_csv(const SimulatedFrame& frame) {
  const StepReport& s = frame.steps;
  return fmt::format("{},{},{},{},{},{},{},{},{:.4f},{:.4f},{:.4f},{},{},{}\n", frame.frame,
                     frame.seconds, csv_touching(frame.verdict()), s.contacts, s.sphere_pairs,
                     s.lod.coarsest, s.lod.finest, s.lod.unfinished == 0, 1000 * s.detection,
                     1000 * s.response, 1000 * s.deformation, s.deepest, frame.energy.kinetic,
                     frame.energy.potential);
}

std::string SimulateReport::add(const SimulatedFrame& frame) {
  const StepReport& s = frame.steps;
  const bool first = seen_++ == 0;
  conclusion_.add(frame.verdict(), static_cast<std::uint64_t>(frame.frame));
  deepest_ = std::max(deepest_, s.deepest);
  detection_ += s.detection;
  response_ += s.response;
  deformation_ += s.deformation;
  const double budget = options_.budget_seconds * scene_.steps_a_frame;
  within_budget_ += s.detection + s.response <= 1.2 * budget ? 1 : 0;
  if (format_ == Format::json) return as_json(frame);
  if (format_ == Format::csv) {
    constexpr const char* header =
        "frame,seconds,touching,contacts,sphere_pairs,coarsest,finest,complete,detection_ms,"
        "response_ms,deformation_ms,deepest,kinetic,potential\n";
    return (first ? header : "") + as_csv(frame);
  }
  const bool turn = frame.frame % every_ == 0 || frame.frame == frames_ - 1;
  return (first ? heading() : "") + (turn ? as_text(frame) : "");
}

std::string SimulateReport::finish() const {
  if (format_ != Format::text || seen_ == 0) return {};
  std::string text = fmt::format(
      "\n{}, {} of them touching, {:.4f} deep at most.\n"
      "Per frame: detection {:.2f} ms, response {:.2f} ms, deformation {:.2f} ms.\n",
      plural(static_cast<std::uint64_t>(seen_), "frame"), conclusion_.touching(), deepest_,
      1000 * detection_ / seen_, 1000 * response_ / seen_, 1000 * deformation_ / seen_);
  if (conclusion_.undecided() > 0) text += conclusion_.undecided_text() + ".\n";
  if (std::isfinite(options_.budget_seconds)) {
    text += fmt::format("{} of {} frames kept the budget of {:.4g} ms to 20 %.\n", within_budget_,
                        seen_, 1000 * options_.budget_seconds * scene_.steps_a_frame);
  }
  return text;
}

}  // namespace tact::app
