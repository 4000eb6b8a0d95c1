#pragma once
// SweepPrune: the classical incremental sweep-and-prune (Baraff 1992, Cohen 1995), the baseline of
// Larsson 2006. Insertion sort keeps three lists of endpoints; whenever two change places a pair
// may begin or cease to overlap, and a set holds those that overlap on all three axes. O(n) while
// things move coherently, O(n²) when they do not.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/box_tags.h"
#include "tact/flat/endpoints.h"
#include "tact/flat/pair_set.h"
#include "tact/flat/sweep.h"

namespace tact {

/// Whose boxes these are and whose pairs are wanted. Nobody's: all of them.
struct BoxOwners {
  std::span<const std::uint32_t> of_box;  ///< empty: nobody's
  std::span<const BodyRule> rules;        ///< by owner
  std::span<const BoxTags> tags;          ///< related boxes of one owner make no pair

  bool wanted(std::uint32_t box_a, std::uint32_t box_b) const {
    if (of_box.empty()) return true;
    const BodyRule& a = rules[of_box[box_a]];
    const BodyRule& b = rules[of_box[box_b]];
    if (of_box[box_a] == of_box[box_b]) return a.self && !related(tags[box_a], tags[box_b]);
    return tests(a, b);
  }
};

class SweepPrune {
 public:
  /// What an update did.
  struct Counts {
    std::uint64_t steps = 0;        ///< of insertion sort, on all axes
    std::uint64_t appeared = 0;     ///< pairs that began to overlap
    std::uint64_t disappeared = 0;  ///< pairs that ceased to
  };

  /// Another set of boxes or of owners: sorts in full and finds all pairs. No box may be empty.
  void reset(std::span<const Aabb> boxes, const BoxOwners& owners, unsigned threads,
             Scratch& scratch);
  /// The same boxes, moved; the owners are those of the last reset.
  Counts update(std::span<const Aabb> boxes, const BoxOwners& owners, unsigned threads);

  /// Wanted pairs that overlap on all axes, each once, smaller number first.
  std::span<const Pair> pairs() const { return set_.pairs(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(last_.size()); }
  std::uint64_t overlaps(int axis) const { return at(axis).overlaps; }
  /// The axis with the fewest overlaps, a plan to sweep it, and the sorted list of any.
  int best_axis() const;
  SweepPlan plan() const;
  std::span<const Endpoint> list(int axis) const { return at(axis).list; }
  std::size_t bytes() const;

  /// Throws std::logic_error if lists or set are not what they should be for these boxes.
  void validate(std::span<const Aabb> boxes, const BoxOwners& owners) const;

 private:
  struct Axis {
    std::vector<Endpoint> list;
    std::vector<std::uint32_t> now;  // where the boxes are, see list_coordinates()
    std::uint64_t overlaps = 0;
    std::uint64_t steps = 0;
    std::vector<Pair> appeared;     // on one thread the first axis' serves all
    std::vector<Pair> disappeared;  // on one thread nobody's: they are erased at once
  };

  const Axis& at(int axis) const { return axes_[static_cast<std::size_t>(axis)]; }
  template <class Gone>
  void sort_axis(std::size_t index, std::span<const Aabb> boxes, const BoxOwners& owners,
                 std::vector<Pair>& appeared, Gone&& gone);

  std::array<Axis, 3> axes_;
  std::vector<Aabb> last_;  // where the boxes were: tells which pairs are in the set
  PairSet set_;
};

}  // namespace tact
