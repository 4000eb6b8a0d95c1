#pragma once
// SharedTree: one tree for all bodies whose fragments mingle. There, walking a pair of trees for
// each pair of bodies would meet the same places over and over.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/bounds/lane_volumes.h"
#include "tact/tree/dynamic_bvh.h"

namespace tact {

struct SharedTree final : Structure {
  /// The parameter is the Volume of its nodes.
  explicit SharedTree(std::uint32_t parameter);

  /// Chooses the members anew. Bodies whose boxes lie in many others' join; they leave when few are
  /// left: two thresholds, since building the tree anew costs more than walking it for some frames
  /// too many.
  void choose_members(const Task& task, Arena& arena);
  /// Brings the tree up to date with them. Where it throws, the tree is begun anew next time.
  Stats update(const Task& task);

  bool empty() const { return members_.empty(); }
  /// Slots, in order.
  std::span<const std::uint32_t> members() const { return members_; }
  bool has(std::uint32_t slot) const { return slot < is_member_.size() && is_member_[slot] != 0; }

  /// A tree of nobody gives its memory back.
  void trim(std::uint64_t now) override;

  /// Throws std::logic_error unless the tree is of its members as they stand now.
  void validate(const Task& task) const;

  DynamicBvh tree;

 private:
  struct Member {
    BodyId id;
    Versions seen;
  };
  bool same_bodies(const Task& task) const;
  bool same_shapes(const Task& task) const;
  bool same_motions(const Task& task) const;

  std::vector<std::uint32_t> members_;   // slots
  std::vector<std::uint8_t> is_member_;  // by slot
  std::vector<Member> known_;            // the members that the tree is of
  std::vector<TreePart> parts_;
};

}  // namespace tact
