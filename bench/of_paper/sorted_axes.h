#pragma once
// The boxes of all primitives of all bodies, and three lists of where they begin and end: what
// sweep and prune and SWIPER of Larsson 2006, section 3.1, have in common.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tact/body/task.h"
#include "tact/bounds/aabb.h"

namespace tact::bench {

/// Where a box begins or ends on an axis.
struct BoxEnd {
  float at;
  std::uint32_t what;  ///< 2 · box, and 1 more for an end

  std::uint32_t box() const { return what >> 1U; }
  bool is_end() const { return (what & 1U) != 0; }
  /// Starts before ends at one place, so that boxes that touch overlap.
  friend bool operator<(const BoxEnd& p, const BoxEnd& q) {
    return p.at < q.at || (p.at == q.at && !p.is_end() && q.is_end());
  }
};

/// One list, and how many pairs of boxes overlap on its axis.
class SortedAxis {
 public:
  /// All boxes anew, sorted.
  void fill(std::span<const Aabb> boxes, int axis);
  /// The places of boxes that moved; the order stays.
  void refresh(std::span<const Aabb> boxes, int axis);
  /// Quicksort, and the overlaps counted anew.
  void quicksort();

  /// False if it takes more than `most` steps: the list is as far as it got. on_swap(earlier,
  /// later) is called for every two entries that change places, with the one that goes first now.
  template <class OnSwap>
  bool insertion_sort(std::uint64_t most, std::uint64_t& steps, OnSwap&& on_swap) {
    std::uint64_t taken = 0;
    bool done = true;
    for (std::size_t i = 1; i < ends_.size() && done; ++i) {
      const BoxEnd moving = ends_[i];
      std::size_t j = i;
      for (; j > 0 && moving < ends_[j - 1]; --j) {
        if (taken == most) {
          done = false;
          break;
        }
        const BoxEnd passed = ends_[j - 1];
        if (!moving.is_end() && passed.is_end()) ++overlaps_;
        if (moving.is_end() && !passed.is_end()) --overlaps_;
        on_swap(moving, passed);
        ends_[j] = passed;
        ++taken;
      }
      ends_[j] = moving;
    }
    steps += taken;
    return done;
  }

  std::span<const BoxEnd> ends() const { return ends_; }
  std::uint64_t overlaps() const { return overlaps_; }
  /// As the list says, pair by pair of neighbours in it: O(n).
  std::uint64_t count_overlaps() const;

 private:
  std::vector<BoxEnd> ends_;
  std::uint64_t overlaps_ = 0;
};

/// Boxes and whose they are.
class PaperBoxes {
 public:
  struct Owner {
    std::uint32_t slot;
    std::uint32_t primitive;
  };

  /// All of them as they stand now. False if they are not the ones of the last time.
  bool gather(const Task& task);

  std::span<const Aabb> boxes() const { return boxes_; }
  const Owner& owner(std::uint32_t box) const { return owners_[box]; }
  Candidate candidate(std::uint32_t i, std::uint32_t j) const {
    return ordered(owners_[i].slot, owners_[i].primitive, owners_[j].slot, owners_[j].primitive);
  }
  /// Throws std::logic_error unless they are as they stand now.
  void validate(const Task& task) const;

 private:
  struct Source {
    std::uint32_t slot;
    std::uint64_t shape;
    friend bool operator==(const Source&, const Source&) = default;
  };
  std::vector<Aabb> boxes_;
  std::vector<Owner> owners_;
  std::vector<Source> sources_;
  std::uint64_t frame_ = 0;
};

/// The overlap traversal: calls f(box, box) for every two that overlap on all axes, until it says
/// stop. `boxes` may be larger than those that were sorted only if `ends` was sorted with them.
template <class F>
void traverse_overlaps(std::span<const BoxEnd> ends, std::span<const Aabb> boxes,
                       std::uint64_t& tests, F&& f) {
  std::vector<std::uint32_t> begun;
  std::vector<std::uint32_t> place(boxes.size());
  for (const BoxEnd& end : ends) {
    const std::uint32_t box = end.box();
    if (end.is_end()) {
      place[begun.back()] = place[box];
      begun[place[box]] = begun.back();
      begun.pop_back();
      continue;
    }
    for (const std::uint32_t other : begun) {
      ++tests;
      if (overlaps(boxes[box], boxes[other]) && f(box, other) == Flow::stop) return;
    }
    place[box] = static_cast<std::uint32_t>(begun.size());
    begun.push_back(box);
  }
}

/// What the sorted lists do not hold (a tolerance, bodies that are not tested): sorted for this one
/// question, in a copy.
void traverse_grown(std::span<const Aabb> boxes, float grow, std::uint64_t& tests,
                    const std::function<Flow(std::uint32_t, std::uint32_t)>& f);

}  // namespace tact::bench
