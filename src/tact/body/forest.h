#pragma once
// Forest: the trees of all bodies, for a method that walks them. It owns none: they belong to the
// bodies, and the tree of those that mingle to all of them together.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/body_pairs.h"
#include "tact/body/body_tree.h"
#include "tact/body/shared_tree.h"
#include "tact/body/task.h"
#include "tact/traverse/front.h"

namespace tact {

class Forest {
 public:
  using Pair = TreePair<LazyTree>;

  /// How the trees of bodies that are not rigid are kept; not TreeKind::posed. TreeKind::swept:
  /// those of bodies that have a Motion; others keep the tree that `dbvh` walks.
  Forest(TreeKind kind, Volume volume) : kind_(kind), volume_(volume) {}

  /// Brings every tree up to date with the bodies.
  Stats update(const Task& task, Scratch& scratch) const;
  /// The same for some bodies only, each once, which somebody is about to ask about; at any time.
  Stats update(const Task& task, std::span<const std::uint32_t> slots, Scratch& scratch) const;

  /// The pairs of trees to walk for these pairs of bodies. A pair may concern bodies that are not
  /// tested against each other, if the forest is `mixed`.
  void list_pairs(const Task& task, const Request& request, const BodyPairs& near, float grow,
                  ArenaVector<Pair>& pairs, Arena& arena, Stats& stats) const;
  /// Do some bodies share a tree?
  bool mixed(const Task& task) const;
  /// If they do: what each body of these pairs, and each of those, is tested against; by slot,
  /// others are not written.
  std::span<const BodyRule> rules(const Task& task, const BodyPairs& near, Arena& arena) const;

  void validate(const Task& task) const;
  /// Of the trees.
  Volume volume() const { return volume_; }

 private:
  std::uint32_t parameter_of(const BodyState& body) const;
  LazyTree& tree_of(const BodyState& body) const;
  const SharedTree* shared(const Task& task) const;
  void note_query(const Task& task) const;
  Stats update_shared(const Task& task, Arena& arena) const;

  TreeKind kind_;
  Volume volume_;
};

}  // namespace tact
