#pragma once
// SortedBodies: the boxes of all bodies' primitives together, sorted along the axes, and the pairs
// that overlap (SweepPrune). Of the world, not of the method that asked for it: whoever comes back
// to it sorts nothing anew.
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/box_tags.h"
#include "tact/flat/sweep_prune.h"

namespace tact {

struct SortedBodies final : Structure {
  explicit SortedBodies(std::uint32_t) {}

  /// Of all bodies of the task, made now if there are none. What it leaves half-way is dropped.
  static Stats bring_up_to_date(const Task& task, Scratch& scratch);

  /// Does the set hold what the task tests? Switches may be turned between an update and a query.
  bool same_rules(const Task& task) const;
  /// The slot that a box belongs to.
  std::uint32_t owner(std::uint32_t box) const { return owner_[box]; }
  /// Of two boxes.
  Candidate candidate(const Pair& boxes) const;

  const SweepPrune& lists() const { return lists_; }
  const std::vector<Aabb>& boxes() const { return boxes_; }

  /// Throws std::logic_error unless it is of the bodies as they stand.
  void validate(const Task& task) const;

 private:
  // The place of a body's boxes, and what they were last fitted to.
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Versions of;
  };

  Stats update(const Task& task, Scratch& scratch);
  bool arrange(const Task& task);
  void refit(Part& part, const BodyState& body, const Task& task);
  BoxOwners owners() const { return {owner_, rules_, tags_}; }

  std::vector<Part> parts_;           // by slot
  std::vector<Aabb> boxes_;           // of all bodies' primitives, in the order of their slots
  std::vector<std::uint32_t> owner_;  // of each box: its body's slot
  std::vector<BoxTags> tags_;         // of each box
  std::vector<BodyRule> rules_;       // by slot
  std::uint64_t number_ = 0;          // of the last update
  SweepPrune lists_;
};

}  // namespace tact
