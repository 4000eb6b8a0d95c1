#pragma once
// Level of detail: shares the time of a frame among the pairs of bodies that are close, coarse
// first, and says how far it got (Spillmann 2006, section 6).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tact/response/options.h"

namespace tact {

/// What refining a pair of bodies to a level came to.
struct LodStep {
  std::size_t contacts = 0;  ///< of this pair at the level that was reached
  bool finished = false;     ///< there is no finer level, or nothing touches
};

struct LodLimits {
  int level = 64;  ///< no pair is refined beyond
  /// For detection and response together; infinite: every pair goes to `level` at once.
  double seconds = std::numeric_limits<double>::infinity();
};

/// Plans a frame by what the last ones cost: refining costs so much per contact, answering so much
/// more, and a level has so many times the contacts of the one above. A level that all pairs got to
/// in time, or would have, is where the next frame begins: to go straight there costs less than
/// level by level.
class LodController {
 public:
  using Clock = std::chrono::steady_clock;

  /// Calls refine(pairs, level, steps) for runs of pairs, level base() for all of them first,
  /// then the next one, …, until the limits are reached: at a level the pairs take turns in the
  /// order of their numbers, and what is left of the time keeps room for answering the contacts
  /// found. Level base() is always completed, so that nothing is missed. Without a limit of time
  /// every pair goes to the last level at once. now() gives seconds.
  template <class Refine, class Now>
  LodReport share(std::size_t pairs, const LodLimits& limits, Refine&& refine, Now&& now) {
    begin(pairs);
    const double start = now();
    const bool timed = std::isfinite(limits.seconds);
    LodReport report;
    report.pairs = pairs;
    const int first = timed ? std::min(base_, limits.level) : limits.level;
    completed_ = first;
    for (int level = first; level <= limits.level && !open_.empty(); ++level) {
      std::size_t done = 0;
      while (done < open_.size()) {
        const std::size_t count =
            timed ? std::min(pairs_a_look, open_.size() - done) : open_.size();
        const std::span<const std::uint32_t> some(open_.data() + done, count);
        if (level > first && !affordable(some, now() - start, limits.seconds)) break;
        steps_.assign(count, {});
        refine(some, level, std::span<LodStep>(steps_));
        for (std::size_t i = 0; i < count; ++i) note(some[i], level, steps_[i]);
        done += count;
      }
      report.unfinished = open_.size() - done;
      if (report.unfinished > 0) break;
      completed_ = level;
      if (level == first) base_cost_ = now() - start + response_cost_ * static_cast<double>(total_);
      close_finished();
    }
    report.seconds = now() - start;
    finish(report, limits);
    return report;
  }
  template <class Refine>
  LodReport share(std::size_t pairs, const LodLimits& limits, Refine&& refine) {
    return share(pairs, limits, refine, [] {
      return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    });
  }

  /// What answering the contacts of this frame took, to plan the next one.
  void answered(std::size_t contacts, double seconds);

  /// The level that every pair is refined to at once where time is limited: 1 at first.
  int base() const { return base_; }

  /// The level that each pair was left at; 0: not at all.
  std::span<const int> levels() const { return levels_; }

 private:
  void begin(std::size_t pairs);
  bool affordable(std::span<const std::uint32_t> some, double spent, double seconds) const;
  void note(std::uint32_t pair, int level, const LodStep& step);
  void close_finished();
  void finish(LodReport& report, const LodLimits& limits);
  void choose_base(double seconds);

  static constexpr std::size_t pairs_a_look = 64;  // pairs between two looks at the clock

  std::vector<std::uint32_t> open_;
  std::vector<LodStep> steps_;
  std::vector<std::uint8_t> finished_;
  std::vector<int> levels_;
  std::vector<std::size_t> contacts_;  // of each pair
  std::size_t total_ = 0;
  double response_cost_ = 0;  // seconds a contact, of the last frames
  double refine_cost_ = 0;    // likewise
  std::size_t refined_ = 0;   // contacts made by refining in this frame

  int base_ = 1;
  int ceiling_ = std::numeric_limits<int>::max();  // of base_, while it is not forgotten
  int ceiling_frames_ = 0;
  int late_ = 0;                // frames in a row
  int completed_ = 0;           // level that all pairs got to in this frame
  LodLimits limits_;            // of this frame
  double spent_ = 0;            // seconds, refining in this frame
  double base_cost_ = 0;        // of these, to get to base_, and of answering what is there
  std::size_t grown_from_ = 0;  // contacts of the pairs that were refined beyond base_, there,
  std::size_t grown_to_ = 0;    // and one level further
};

}  // namespace tact
