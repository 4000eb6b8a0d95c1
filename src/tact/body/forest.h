#pragma once
// Forest: the trees of a world's bodies. A tree for each body, and one tree for all bodies whose
// fragments mingle: there, walking a pair of trees for each pair of bodies would meet the same
// places over and over.
#include <cstdint>
#include <memory>
#include <vector>

#include "tact/body/body_pairs.h"
#include "tact/body/task.h"
#include "tact/traverse/front.h"
#include "tact/tree/dynamic_bvh.h"

namespace tact {

class Forest {
 public:
  using Pair = TreePair<LazyTree>;

  /// How the trees of bodies that are not rigid are kept.
  enum class Kind : std::uint8_t { dynamic, refit, hybrid, coherent };
  Forest(Kind kind, Volume volume) : kind_(kind), volume_(volume), shared_(volume) {}

  /// Brings every tree up to date with the bodies.
  Stats update(const Task& task, Scratch& scratch);

  /// The pairs of trees to walk for these pairs of bodies. A pair may concern bodies that are not
  /// tested against each other, if the forest is `mixed`.
  void list_pairs(const Task& task, const Request& request, const BodyPairs& near, float grow,
                  ArenaVector<Pair>& pairs, Arena& arena, Stats& stats);
  bool mixed() const { return !members_.empty(); }

  void validate(const Task& task) const;

 private:
  struct Body {
    std::unique_ptr<LazyTree> tree;
    BodyId id;
    std::uint64_t shape_version = 0;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
    bool shared = false;  ///< is a member of the tree of several
  };

  struct Shared {
    // Judged more mildly than the tree of one body: fragments that mingle make every node worse
    // from frame to frame, and to split them again takes longer than to test some boxes more.
    explicit Shared(Volume volume)
        : tree({.invalid_ratio = 0.72F,
                .degraded_ratio = 0.64F,
                .worthwhile_ratio = 0.68F,
                .volume = volume}) {}

    DynamicBvh tree;
    std::vector<TreePart> parts;         // of the members
    std::vector<BodyId> ids;             // of the members
    std::vector<std::uint64_t> shapes;   // their shape versions
    std::vector<std::uint64_t> motions;  // their motion versions
    std::uint64_t frame_version = 0;
  };

  void choose_members(const Task& task, Arena& arena);
  std::unique_ptr<LazyTree> make_tree(const BodyState& body) const;
  Stats update_body(std::uint32_t slot, const Task& task, unsigned threads);
  Stats update_tree(Body& own, std::uint32_t slot, const Task& task, unsigned threads) const;
  Stats update_shared(const Task& task);

  Kind kind_;
  Volume volume_;
  std::vector<Body> bodies_;            // by slot
  std::vector<std::uint32_t> members_;  // slots of the bodies in the shared tree
  Shared shared_;
};

}  // namespace tact
