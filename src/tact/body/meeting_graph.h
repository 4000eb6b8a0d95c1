#pragma once
// MeetingGraph: pairs of bodies, each found from either of the two. A pair is in a list of each of
// its bodies, so that what happens to one of them costs what it meets.
#include <cstdint>
#include <vector>

#include "tact/base/types.h"

namespace tact {

/// Pairs of two different bodies, by slots. If memory runs out in add(), it is void until clear().
class MeetingGraph {
 public:
  void clear(std::size_t slots);
  /// Room for bodies in so many slots.
  void make_room(std::size_t slots) {
    if (first_.size() < slots) first_.resize(slots, none);
  }
  /// The pair must not be there.
  void add(Pair pair, bool near);

  /// Calls f(pair, near) for every pair of the body; it may change `near`.
  template <class F>
  void for_each(std::uint32_t slot, F&& f) {
    for (std::uint32_t i = first_[slot]; i != none; i = links_[i].next[side_of(i, slot)]) {
      f(links_[i].pair, links_[i].near);
    }
  }
  /// The same, and none of them is there any more.
  template <class F>
  void take_all(std::uint32_t slot, F&& f) {
    while (first_[slot] != none) {
      const std::uint32_t i = first_[slot];
      f(links_[i].pair, links_[i].near);
      unlink(i, 0);
      unlink(i, 1);
      links_[i].next[0] = unused_;
      unused_ = i;
    }
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  // Side 0 is in the list of pair.a, side 1 in that of pair.b.
  struct Link {
    Pair pair;
    std::uint32_t next[2];
    std::uint32_t previous[2];
    bool near;
  };

  int side_of(std::uint32_t link, std::uint32_t slot) const {
    return links_[link].pair.a == slot ? 0 : 1;
  }
  void link(std::uint32_t link, int side);
  void unlink(std::uint32_t link, int side);

  std::vector<Link> links_;
  std::vector<std::uint32_t> first_;  // by slot
  std::uint32_t unused_ = none;       // a list by next[0]
};

}  // namespace tact
