#include "tact/body/meeting_graph.h"

namespace tact {

void MeetingGraph::clear(std::size_t slots) {
  links_.clear();
  first_.assign(slots, none);
  unused_ = none;
}

void MeetingGraph::add(Pair pair, bool near) {
  std::uint32_t index = unused_;
  if (index == none) {
    index = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
  } else {
    unused_ = links_[index].next[0];
  }
  links_[index] = {pair, {none, none}, {none, none}, near};
  link(index, 0);
  link(index, 1);
}

// In front of all others of the body.
void MeetingGraph::link(std::uint32_t index, int side) {
  Link& own = links_[index];
  const std::uint32_t slot = side == 0 ? own.pair.a : own.pair.b;
  const std::uint32_t behind = first_[slot];
  own.next[side] = behind;
  if (behind != none) links_[behind].previous[side_of(behind, slot)] = index;
  first_[slot] = index;
}

void MeetingGraph::unlink(std::uint32_t index, int side) {
  const Link& own = links_[index];
  const std::uint32_t slot = side == 0 ? own.pair.a : own.pair.b;
  const std::uint32_t before = own.previous[side];
  const std::uint32_t behind = own.next[side];
  if (behind != none) links_[behind].previous[side_of(behind, slot)] = before;
  if (before == none) {
    first_[slot] = behind;
  } else {
    links_[before].next[side_of(before, slot)] = behind;
  }
}

}  // namespace tact
