#include "apps/sequence_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "apps/csv.h"
#include "apps/seams.h"
#include "apps/terminal.h"

namespace tact::app {
SequenceSummary::SequenceSummary(const std::vector<Sequence>& bodies,
                                 const std::vector<BodyLine>& lines, const SequencePlan& plan)
    : bodies_(bodies), lines_(lines), plan_(plan) {}

// A way between two frames that touch says little; one between two that do not is what nobody sees.
std::string SequenceSummary::add_motion(const FrameReport& report) {
  const bool clear = report.pairs == 0;
  const bool between = was_clear_ && clear;
  was_clear_ = clear;
  if (!report.motion) return {};
  any_way_ = true;
  motion_complete_ = motion_complete_ && report.motion->complete;
  motion_bounded_ = motion_bounded_ || report.motion->bounded;
  if (report.motion->impacts == 0) return {};
  ++ways_;
  impacts_ += report.motion->impacts;
  if (!first_way_) first_way_ = report.motion;
  if (!between) return {};
  ++passes_;
  const MotionReport& motion = *report.motion;
  return fmt::format("between {} and {}: {}, first at frame {}: {}\n", frame_text(motion.from),
                     frame_text(motion.to), plural(motion.impacts, "impact"),
                     frame_time(motion.first_lo), pair_text(motion.body_a, motion.body_b));
}

std::vector<std::string> SequenceSummary::motion_lines() const {
  if (!any_way_) return {};
  if (!first_way_) {
    return {motion_complete_ ? "nothing meets between frames"
                             : "between frames, not all was looked at"};
  }
  std::vector<std::string> lines = {
      fmt::format("between frames: {}, on the way to {}; first at frame {}: {}",
                  plural(impacts_, "impact"), plural(ways_, "frame"),
                  frame_time(first_way_->first_lo),
                  pair_text(first_way_->body_a, first_way_->body_b)),
      fmt::format("{} between two frames in which nothing touches",
                  passes_ == 1 ? "1 pass" : with_commas(passes_) + " passes")};
  if (!motion_complete_) {
    lines.emplace_back(
        motion_bounded_ ? "(there may be more impacts, or earlier ones: bounded)"
                        : "(there may be more impacts: only the first on each way was asked for)");
  }
  return lines;
}

std::string SequenceSummary::add(const FrameReport& report) {
  const std::string passed = add_motion(report);
  ++frames_;
  method_ = report.method;
  complete_ = complete_ && report.complete;
  times_.update += report.times.update;
  times_.query += report.times.query;
  load_ms_ += report.load_ms;
  const Verdict on_the_way = report.motion ? report.motion->verdict : Verdict::clear;
  conclusion_.add(worse(report.verdict, on_the_way), report.frame);
  if (report.pairs == 0) return end_stretch() + passed;
  pairs_ += report.pairs;
  seam_pairs_ += report.seam_pairs;
  coincident_ += report.coincident;
  if (!first_) first_ = report.frame;
  if (report.pairs > most_) {
    most_ = report.pairs;
    worst_ = report.frame;
  }
  for (const BodyPairCount& count : report.bodies) {
    Pair& pair = by_bodies_[{count.a, count.b}];
    if (pair.frames++ == 0) pair.first = report.frame;
    pair.pairs += count.pairs;
    if (count.pairs > pair.most) {
      pair.most = count.pairs;
      pair.worst = report.frame;
    }
  }
  if (!stretch_) stretch_ = Stretch{report.frame, report.frame, report.frame, 0};
  stretch_->last = report.frame;
  if (report.pairs > stretch_->most) {
    stretch_->most = report.pairs;
    stretch_->worst = report.frame;
  }
  return {};
}

std::string SequenceSummary::end_stretch() {
  if (!stretch_) return {};
  const Stretch s = *stretch_;
  stretch_.reset();
  if (s.first == s.last) {
    return fmt::format("{}: {} touch\n", frame_text(s.first), plural(s.most, "pair"));
  }
  const std::string first = file_of(s.first);
  const std::string files = first.empty() ? "" : fmt::format(" ({} to {})", first, file_of(s.last));
  return fmt::format("frames {} to {}{}: touching, most in {}: {}\n", s.first, s.last, files,
                     frame_text(s.worst), plural(s.most, "pair"));
}

// Where frames are files of their own, the name says more than the number, which counts from 0.
std::string SequenceSummary::file_of(std::uint64_t frame) const {
  for (const Sequence& body : bodies_) {
    if (body.moves() && body.file_of(0) != body.file_of(1)) return shown(body.file_of(frame));
  }
  return {};
}

std::string SequenceSummary::frame_text(std::uint64_t frame) const {
  const std::string file = file_of(frame);
  return file.empty() ? fmt::format("frame {}", frame) : fmt::format("frame {} ({})", frame, file);
}

std::string SequenceSummary::pair_text(std::uint32_t a, std::uint32_t b) const {
  return a == b ? lines_[a].name + " with itself" : lines_[a].name + " and " + lines_[b].name;
}

std::string SequenceSummary::as_text() const {
  std::string text = fmt::format("\n{}, ", plural(frames_, "frame"));
  if (cut_short()) text = fmt::format("\n{} of {} frames, ", frames_, plan_.count);
  if (verdict() == Verdict::clear) {
    text += styled(stdout, Style::green, "nothing touches") + ".\n";
  } else if (conclusion_.undecided() > 0 && verdict() == Verdict::undecided) {
    text += styled(stdout, Style::bold, conclusion_.undecided_text()) + ".\n";
  } else if (verdict() == Verdict::undecided) {
    text += styled(stdout, Style::bold, "undecided: nothing touches in these") + ".\n";
  } else {
    text += styled(stdout, Style::red,
                   fmt::format("{} of them touching{}", conclusion_.touching(),
                               plan_.continuous ? ", or on the way there" : "")) +
            ".\n";
    if (first_) {
      text += fmt::format("  first in {}, most in {}: {}\n", frame_text(*first_),
                          frame_text(worst_), plural(most_, "pair"));
    }
    for (const auto& [ids, pair] : by_bodies_) {
      text +=
          fmt::format("  {}: {}, first in {}, most in {}: {}\n", pair_text(ids.first, ids.second),
                      plural(pair.frames, "frame"), frame_text(pair.first), frame_text(pair.worst),
                      plural(pair.most, "pair"));
    }
  }
  if (conclusion_.touching() > 0 && conclusion_.undecided() > 0) {
    text += "  " + conclusion_.undecided_text() + "\n";
  }
  for (const std::string& line : motion_lines()) text += "  " + line + "\n";
  if (seam_pairs_ > 0) text += "  note: " + seam_text(seam_pairs_) + "\n";
  if (plan_.query.tells_coincident() && coincident_ > 0) {
    text += fmt::format(
        "  {} of {} in all frames coincident: folds, or triangles that are there twice\n",
        with_commas(coincident_), plural(pairs_, "pair"));
  }
  if (!complete_) text += "  (there may be more pairs: the question was bounded)\n";
  const double n = static_cast<double>(std::max<std::uint64_t>(1, frames_));
  text += styled(stdout, Style::dim,
                 fmt::format(
                     "  method {}, per frame: load {:.1f} ms, update {:.1f} ms, query {:.1f} ms",
                     method_, load_ms_ / n, 1000 * times_.update / n, 1000 * times_.query / n)) +
          "\n";
  return text;
}

std::string SequenceSummary::as_json() const {
  nlohmann::ordered_json summary;
  summary["frames"] = frames_;
  summary["interrupted"] = interrupted();
  if (!failure_.empty()) summary["error"] = failure_;
  summary["touching"] = nullptr;  // undecided
  if (verdict() != Verdict::undecided) summary["touching"] = verdict() == Verdict::touching;
  summary["touching_frames"] = conclusion_.touching();
  summary["undecided_frames"] = conclusion_.undecided();
  summary["pairs"] = pairs_;
  if (seam_pairs_ > 0) summary["seam_pairs"] = seam_pairs_;
  if (plan_.query.tells_coincident()) summary["coincident"] = coincident_;
  summary["complete"] = complete_ && !cut_short();
  if (first_) {
    summary["first_frame"] = *first_;
    summary["worst_frame"] = worst_;
    summary["worst_count"] = most_;
  }
  if (plan_.continuous) {
    summary["motion"] = {{"impacts", impacts_},
                         {"ways", ways_},
                         {"passes", passes_},
                         {"complete", any_way_ && motion_complete_ && !cut_short()}};
    if (first_way_) {
      summary["motion"]["first"] = {{"frame", {first_way_->first_lo, first_way_->first_hi}},
                                    {"bodies", {first_way_->body_a, first_way_->body_b}}};
    }
  }
  summary["bodies"] = nlohmann::ordered_json::array();
  for (const auto& [ids, pair] : by_bodies_) {
    summary["bodies"].push_back({{"a", ids.first},
                                 {"b", ids.second},
                                 {"name_a", lines_[ids.first].name},
                                 {"name_b", lines_[ids.second].name},
                                 {"frames", pair.frames},
                                 {"pairs", pair.pairs},
                                 {"first_frame", pair.first},
                                 {"worst_frame", pair.worst},
                                 {"worst_count", pair.most}});
  }
  const nlohmann::ordered_json line = {{"command", "sequence"}, {"summary", summary}};
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

SequenceCsv::SequenceCsv(const std::string& path, const std::vector<Sequence>& bodies,
                         const std::vector<BodyLine>& lines, bool self, bool continuous)
    : continuous_(continuous), file_(path) {
  std::string header = "frame," + csv_file_columns(files_of(bodies, 0)) +
                       "touching,count,complete,load_ms,update_ms,query_ms";
  for (std::uint32_t a = 0; a < lines.size(); ++a) {
    for (std::uint32_t b = self ? a : a + 1; b < lines.size(); ++b) {
      columns_.emplace_back(a, b);
      header += "," + csv_cell(a == b ? lines[a].name : lines[a].name + " - " + lines[b].name);
    }
  }
  if (continuous_) header += ",impacts,first_impact";
  file_.write(header + "\n");
}

void SequenceCsv::add(const FrameReport& report) {
  std::string row =
      fmt::format("{},{}{},{},{},{:.3f},{:.3f},{:.3f}", report.frame, csv_file_cells(report.files),
                  csv_touching(report.verdict), report.pairs, report.complete, report.load_ms,
                  1000 * report.times.update, 1000 * report.times.query);
  for (const auto& [a, b] : columns_) {
    const auto found =
        std::find_if(report.bodies.begin(), report.bodies.end(),
                     [a = a, b = b](const BodyPairCount& c) { return c.a == a && c.b == b; });
    fmt::format_to(std::back_inserter(row), ",{}", found == report.bodies.end() ? 0 : found->pairs);
  }
  if (continuous_) row += "," + motion_cells(report.motion);
  file_.write(row + "\n");
}

}  // namespace tact::app
