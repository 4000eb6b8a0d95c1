#include "apps/frame_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/terminal.h"
#include "tact/base/parallel.h"

namespace tact::app {
namespace {

// As long as the cube root: bars of any scene fit, and do not change when a later frame has more.
std::string bar(std::size_t pairs) {
  const bool drawn = is_terminal(stdout) && utf8_locale();
  const auto length = static_cast<std::size_t>(std::min(24.0, std::ceil(std::cbrt(pairs))));
  std::string cells;
  for (std::size_t i = 0; i < length; ++i) cells += drawn ? "▆" : "#";
  return styled(stdout, Style::red, cells);
}

}  // namespace

FrameTable::FrameTable(const scenes::SceneInfo& info, int lod, const Stage& stage,
                       const FrameRange& range, int every, const QueryOptions& options)
    : info_(info),
      lod_(lod),
      stage_(stage),
      range_(range),
      every_(every > 0 ? every : std::max(1, (range.count() + 12) / 24)),
      options_(options) {}

std::string FrameTable::heading() const {
  const std::size_t bodies = stage_.scene().bodies.size();
  const std::string facts = fmt::format(
      "{} {}, {}, level of detail {}; method {}, {}, {}", bodies, bodies == 1 ? "body" : "bodies",
      plural(stage_.scene().triangle_count(), "triangle"), lod_, method_,
      plural(resolve_threads(options_.threads), "thread"), simd_target());
  const char* const columns = " frame   touching   candidates   update ms   query ms";
  return fmt::format("{}: {}\n{}\n\n{}\n", styled(stdout, Style::bold, info_.name),
                     info_.description, styled(stdout, Style::dim, facts),
                     styled(stdout, Style::bold, columns));
}

std::string FrameTable::row(const Answer& answer) const {
  const Result& r = *answer.result;
  const bool decided = r.verdict() != Verdict::undecided;
  return fmt::format("{:>6} {:>10} {:>12} {:>11.2f} {:>10.2f}  {}", *answer.frame,
                     decided ? with_commas(r.size()) : "undecided", with_commas(r.stats.candidates),
                     1000 * r.times.update, 1000 * r.times.query, bar(r.size()));
}

void FrameTable::add(const Answer& answer, Progress& progress) {
  const Result& result = *answer.result;
  method_ = result.method;
  std::string text = frames_ == 0 ? heading() : "";
  ++frames_;
  conclusion_.add(result.verdict(), static_cast<std::uint64_t>(*answer.frame));
  pairs_ += result.size();
  times_.update += result.times.update;
  times_.query += result.times.query;
  if (result.size() > most_) {
    most_ = result.size();
    most_frame_ = *answer.frame;
  }
  if ((*answer.frame - range_.first) % every_ == 0 || *answer.frame == range_.last) {
    std::string line = row(answer);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
    if (options_.lists_pairs()) text += pair_lines(answer, options_);
  }
  if (text.empty()) return;
  progress.hide();
  print(text);
}

void FrameTable::finish(bool verified) const {
  std::string text =
      fmt::format("\n{}, {} of them touching{}.\nPer frame: update {:.2f} ms, query {:.2f} ms.\n",
                  plural(static_cast<std::uint64_t>(frames_), "frame"), conclusion_.touching(),
                  most_ == 0 ? ""
                             : fmt::format(", {} in all, most in frame {} ({})",
                                           plural(pairs_, "pair"), most_frame_, with_commas(most_)),
                  1000 * times_.update / frames_, 1000 * times_.query / frames_);
  if (conclusion_.undecided() > 0) {
    text += styled(stdout, Style::bold, conclusion_.undecided_text()) + "\n";
  }
  if (verified) {
    text += styled(stdout, Style::green,
                   most_ == 0 ? "Verified: brute force finds nothing in any frame, either."
                              : "Verified: every frame equals brute force.") +
            "\n";
  }
  text += fmt::format(
      "\n{} {}\n", styled(stdout, Style::dim, "Next:"),
      "tact scenes (more to play), tact methods, tact collide A.obj B.obj, tact --help");
  print(text);
}

}  // namespace tact::app
