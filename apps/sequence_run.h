#pragma once
// Asks about the frames of animated bodies, on several threads if that is wanted, and gives the
// reports in the order of the frames.
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/frame_feed.h"
#include "apps/motion_report.h"
#include "apps/output.h"
#include "apps/query_options.h"
#include "apps/report/recording.h"
#include "tact/io/sequence.h"

namespace tact::app {

/// What to ask, of which frames.
struct SequencePlan {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 1;
  unsigned jobs = 1;
  bool continuous = false;  ///< also what meets between frames
  bool self = false;        ///< also within each body; of a single one that is all there is
  std::string contacts;     ///< file for the segments; a pattern: one per frame
  std::string colliding;    ///< file for the triangles
  const report::Recording* recording = nullptr;  ///< what a report is made of, if one is wanted
  QueryOptions query;

  std::uint64_t frame(std::uint64_t index) const { return first + index * step; }
  CollideOptions question() const;
  ImpactOptions motion_question() const;
};

/// The pairs between two bodies, or within one.
struct BodyPairCount {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::size_t pairs = 0;
};

/// The files that bodies have for a frame, those that move.
std::vector<FrameFile> files_of(const std::vector<Sequence>& bodies, std::uint64_t frame);

/// What came out of one frame.
struct FrameReport {
  std::uint64_t frame = 0;
  std::vector<FrameFile> files;
  std::size_t pairs = 0;
  std::size_t seam_pairs = 0;  ///< of these, see seams.h
  Verdict verdict = Verdict::clear;
  std::optional<MotionReport> motion;  ///< on the way to it
  std::size_t coincident = 0;          ///< of these, if that is told
  bool complete = true;
  std::string method;
  double load_ms = 0;
  Times times;
  std::vector<BodyPairCount> bodies;  ///< those that touch
  std::string text;                   ///< for standard output, in the format that was chosen
  std::string contacts;               ///< of a frame that may be the worst one, if a file is wanted
  std::string colliding;
  report::Moment moment;  ///< for the report
};

class SequenceRun {
 public:
  /// Starts at once. The bodies must outlive it.
  SequenceRun(const std::vector<Sequence>& bodies, const std::vector<BodyLine>& lines,
              const SequencePlan& plan);
  /// Waits for the frames that are in work.
  ~SequenceRun();
  SequenceRun(const SequenceRun&) = delete;
  SequenceRun& operator=(const SequenceRun&) = delete;

  /// The next frame's report, in order; false when there are no more. Throws what went wrong in
  /// that frame, after the reports of all frames before it.
  bool next(FrameReport& report);

 private:
  void work();
  // Where the bodies of a job were in the frame before, if it had it.
  struct Before {
    std::optional<std::uint64_t> index;
    std::vector<std::vector<Vec3>> positions;
  };
  void ask(World& world, const std::vector<BodyId>& ids, FrameFeed& feed, const FrameSet& set,
           Before& before);
  bool move(World& world, const std::vector<BodyId>& ids, const FrameSet& set,
            const Before& before) const;
  void remember(const FrameSet& set, Before& before) const;
  FrameReport describe(const Result& result, const Impacts* impacts, const FrameSet& set);
  report::Moment moment_of(const Result& result, const FrameSet& set) const;
  void put(std::uint64_t index, FrameReport report, std::exception_ptr error);

  const std::vector<Sequence>& bodies_;
  const std::vector<BodyLine>& lines_;
  const SequencePlan& plan_;
  FrameDispenser dispenser_;
  std::mutex mutex_;
  std::condition_variable changed_;
  struct Entry {
    FrameReport report;
    std::exception_ptr error;
  };
  std::map<std::uint64_t, Entry> ready_;
  std::exception_ptr no_start_;  // why a thread did not get to its first frame
  std::uint64_t next_ = 0;       // the one that next() waits for
  std::size_t working_ = 0;      // threads
  std::size_t worst_ = 0;        // pairs in any frame that next() gave
  std::vector<std::thread> threads_;
};

}  // namespace tact::app
