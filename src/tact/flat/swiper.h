#pragma once
// Swiper: pairs of overlapping boxes by sorting, after Larsson 2006, section 3. Three lists of
// endpoints are kept sorted from frame to frame; the pairs are found on the axis with the fewest
// overlaps. O(n) memory, never quadratic sorting.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/endpoints.h"
#include "tact/flat/sweep.h"

namespace tact {

class Swiper {
 public:
  struct Options {
    double patience = 8;              ///< k: insertion sort gives up after k · n · log2(n) steps
    bool foresees = true;             ///< gives up as soon as it is clear that it will
    std::uint32_t pause = 20;         ///< m: frames that an axis pauses after that
    FullSort sort = FullSort::radix;  ///< finishes what insertion sort gave up
    std::uint64_t seed = 2006;        ///< of the choice among three axes that all failed
  };

  /// What an update did.
  struct Counts {
    std::uint64_t steps = 0;       ///< of insertion sort, on all axes
    std::uint32_t fallbacks = 0;   ///< axes on which it gave up
    std::uint32_t full_sorts = 0;  ///< calls of the other sort
  };

  Swiper() = default;
  explicit Swiper(const Options& options) : options_(options), random_(options.seed) {}

  /// Where the boxes are now. Their number may change, which costs a sort of each axis. The boxes
  /// need not stay where they are. At most most_boxes of them. Tags, if any, are for the sweep.
  Counts update(std::span<const Aabb> boxes, unsigned threads, Scratch& scratch,
                std::span<const BoxTags> tags = {});

  /// The boxes, arranged on the axis that the last update chose.
  const SweepView& view() const { return order_.view(); }
  /// The same for boxes that are up to `grow` apart, in memory of the arena. The boxes are those of
  /// the last update.
  SweepView arrange(std::span<const Aabb> boxes, std::span<const BoxTags> tags, float grow,
                    Arena& arena) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(axes_[0].list.size() / 2); }
  int axis() const { return axis_; }
  /// Is the list of this axis in order now? Those that pause are not.
  bool sorted(int axis) const { return at(axis).sorted; }
  /// Pairs that overlap on this axis; those of the last time it was sorted where it pauses.
  std::uint64_t overlaps(int axis) const { return at(axis).overlaps; }
  /// Bytes held from frame to frame.
  std::size_t bytes() const;

  /// Throws std::logic_error if the lists are not what they should be for these boxes.
  void validate(std::span<const Aabb> boxes) const;

 private:
  struct Axis {
    std::vector<Endpoint> list;
    std::uint64_t overlaps = 0;
    std::uint32_t pause = 0;  // frames left; 0: insertion sort works here
    bool sorted = false;
    // What this update did.
    std::uint64_t steps = 0;
    bool failed = false;
    bool in_full = false;
  };

  SweepPlan plan() const;
  const Axis& at(int axis) const { return axes_[static_cast<std::size_t>(axis)]; }
  void reset(std::span<const Aabb> boxes, unsigned threads, Scratch& scratch);
  void update_axis(std::size_t axis, std::span<const Aabb> boxes, Arena& arena);
  void sort_in_full(std::size_t axis, std::span<const Aabb> boxes, Arena& arena);
  void rescue(std::span<const Aabb> boxes, Arena& arena);
  std::size_t draw_axis();

  Options options_;
  std::uint64_t random_ = Options{}.seed;
  std::array<Axis, 3> axes_;
  int axis_ = 0;
  SweepOrder order_;
};

}  // namespace tact
