#pragma once
// What a sequence comes to: when something touches first, where it is worst, and which bodies.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/conclusion.h"
#include "apps/sequence_run.h"
#include "tact/io/atomic_file.h"

namespace tact::app {

class SequenceSummary {
 public:
  SequenceSummary(const std::vector<Sequence>& bodies, const std::vector<BodyLine>& lines,
                  const SequencePlan& plan);

  /// Counts a frame. Returns what is to be said now, in text: a row for each stretch of frames that
  /// touch, when it has ended.
  std::string add(const FrameReport& report);
  /// What add() still holds back.
  std::string end_stretch();

  /// The next frame failed, and with it the rest.
  void fail(std::string why) { failure_ = std::move(why); }

  const Conclusion& conclusion() const { return conclusion_; }
  /// Fewer frames than asked for: somebody interrupted it, or one of them failed.
  bool cut_short() const { return frames_ < plan_.count; }
  bool interrupted() const { return cut_short() && failure_.empty(); }
  /// Frames that were not looked at may touch.
  Verdict verdict() const {
    return cut_short() && conclusion_.verdict() == Verdict::clear ? Verdict::undecided
                                                                  : conclusion_.verdict();
  }
  std::uint64_t frames() const { return frames_; }
  /// "frame 5 (walk.1006.obj)", where frames are files of their own; else without a name.
  std::string frame_text(std::uint64_t frame) const;
  std::uint64_t seam_pairs() const { return seam_pairs_; }
  const std::string& method() const { return method_; }
  /// What met between frames, if that was asked about.
  std::vector<std::string> motion_lines() const;
  std::string as_text() const;
  /// One line, as the last one of the frames'.
  std::string as_json() const;

 private:
  struct Pair {
    std::uint64_t frames = 0;
    std::uint64_t pairs = 0;
    std::uint64_t first = 0;
    std::uint64_t worst = 0;
    std::size_t most = 0;
  };
  struct Stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t worst = 0;
    std::size_t most = 0;
  };
  std::string file_of(std::uint64_t frame) const;
  std::string pair_text(std::uint32_t a, std::uint32_t b) const;

  const std::vector<Sequence>& bodies_;
  const std::vector<BodyLine>& lines_;
  const SequencePlan& plan_;
  std::uint64_t frames_ = 0;
  Conclusion conclusion_;
  std::uint64_t pairs_ = 0;
  std::uint64_t seam_pairs_ = 0;
  std::uint64_t coincident_ = 0;
  std::optional<std::uint64_t> first_;
  std::uint64_t worst_ = 0;
  std::size_t most_ = 0;
  bool complete_ = true;
  std::string failure_;
  Times times_;
  double load_ms_ = 0;
  std::string method_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Pair> by_bodies_;
  std::optional<Stretch> stretch_;
  // What meets between frames.
  std::string add_motion(const FrameReport& report);
  std::uint64_t ways_ = 0;    // with impacts
  std::uint64_t passes_ = 0;  // of these, between two frames in which nothing touches
  std::uint64_t impacts_ = 0;
  bool motion_complete_ = true;
  bool motion_bounded_ = false;
  bool any_way_ = false;    // was there one to look at?
  bool was_clear_ = false;  // in the frame before
  std::optional<MotionReport> first_way_;
};

/// A table for a spreadsheet: a row per frame, a column for each two bodies that are tested.
class SequenceCsv {
 public:
  SequenceCsv(const std::string& path, const std::vector<Sequence>& bodies,
              const std::vector<BodyLine>& lines, bool self, bool continuous);
  void add(const FrameReport& report);
  void commit() { file_.commit(); }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> columns_;
  bool continuous_;
  AtomicFile file_;
};

}  // namespace tact::app
