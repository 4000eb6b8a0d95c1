// `dbvh-of-paper`: the dynamic hierarchies of Larsson 2006, section 2, one a body of any kind.
#include <mutex>
#include <utility>
#include <vector>

#include "bench/of_paper/larsson_tree.h"
#include "bench/of_paper/of_paper.h"
#include "tact/base/deliver.h"
#include "tact/bounds/fit.h"

namespace tact::bench {
namespace {

struct LarssonSide {
  std::uint32_t slot;
  LarssonTree* tree;
  LarssonNode* node;

  bool is_leaf() const { return node->primitives.count == 1; }
  LarssonSide at(LarssonNode& other) const { return {slot, tree, &other}; }
  std::span<LarssonNode> children() const {
    if (node->below == nullptr) tree->split(*node);
    return node->below->children();
  }
};

// Pairs of nodes from the roots down. What overlaps is marked, for the next update.
class LarssonWalk {
 public:
  LarssonWalk(float grow, CandidateWriter& writer, Stats& stats)
      : grow_(grow), writer_(writer), stats_(stats) {}

  Flow roots(const LarssonSide& a, const LarssonSide& b) {
    if (a.node->primitives.count == 0 || b.node->primitives.count == 0) return Flow::go_on;
    return meet(a, b);
  }

  // A tree against itself: all pairs of children, and each child against itself.
  Flow within(const LarssonSide& at) {
    if (at.node->primitives.count < 2) return writer_.flow();
    at.node->active = true;
    const std::span<LarssonNode> children = at.children();
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (within(at.at(children[i])) == Flow::stop) return Flow::stop;
      for (std::size_t j = i + 1; j < children.size(); ++j) {
        if (meet(at.at(children[i]), at.at(children[j])) == Flow::stop) return Flow::stop;
      }
    }
    return Flow::go_on;
  }

 private:
  static double volume(const Aabb& box) {
    double product = 1;
    for (int k = 0; k < 3; ++k) product *= double{box.hi[k]} - double{box.lo[k]};
    return product;
  }

  bool overlap(const LarssonNode& a, const LarssonNode& b) {
    ++stats_.bounds_tests;
    if (grow_ == 0) return overlaps(a.box, b.box);
    Aabb grown = a.box;
    grown.grow(grow_);
    return overlaps(grown, b.box);
  }

  Flow meet(const LarssonSide& a, const LarssonSide& b) {
    if (!overlap(*a.node, *b.node)) return Flow::go_on;
    a.node->active = true;
    b.node->active = true;
    if (a.is_leaf() && b.is_leaf()) {
      return writer_.push(
          ordered(a.slot, a.tree->primitive(*a.node), b.slot, b.tree->primitive(*b.node)));
    }
    // The paper does not say which of the two is opened: the larger one.
    const bool opens_a =
        b.is_leaf() || (!a.is_leaf() && volume(a.node->box) >= volume(b.node->box));
    const LarssonSide& open = opens_a ? a : b;
    for (LarssonNode& child : open.children()) {
      const LarssonSide below = open.at(child);
      if ((opens_a ? meet(below, b) : meet(a, below)) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  float grow_;
  CandidateWriter& writer_;
  Stats& stats_;
};

class LarssonDbvh final : public Method {
 public:
  explicit LarssonDbvh(bool reserves) : reserves_(reserves) {}
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override {
    return reserves_ ? "dbvh-of-paper-reserved" : "dbvh-of-paper";
  }

  Stats update(const Task& task, Scratch&) override {
    Stats stats;
    if (trees_.size() < task.bodies.size()) trees_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) {
      const BodyState* body = slot < task.bodies.size() ? task.bodies[slot] : nullptr;
      std::unique_ptr<LarssonTree>& tree = trees_[slot];
      if (body == nullptr) {
        tree.reset();
        continue;
      }
      if (tree == nullptr) tree = std::make_unique<LarssonTree>(reserves_);
      tree->update(*body, task.frame);
      count(*tree, stats);
    }
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    const std::lock_guard lock(mutex_);  // queries split nodes, and mark them
    Stats stats;
    const std::span<const Pair> pairs =
        list_body_pairs(task, request, scratch.arena(0), stats).pairs;
    stats += deliver(1, 1, sink, scratch, [&](const ChunkOut& out) {
      LarssonWalk walk(frame_amount(task.frame, request.tolerance), out.writer, out.stats);
      for (const auto& [a, b] : pairs) {
        const Flow flow = a == b ? walk.within(side(a)) : walk.roots(side(a), side(b));
        if (flow == Flow::stop) break;
      }
    });
    for (const auto& tree : trees_) {
      if (tree != nullptr) count(*tree, stats);
    }
    return stats;
  }

  void validate(const Task& task) const override {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] != nullptr) trees_.at(slot)->validate(*task.bodies[slot], task.frame);
    }
  }

 private:
  LarssonSide side(std::uint32_t slot) const {
    LarssonTree* tree = trees_[slot].get();
    return {slot, tree, &tree->root()};
  }

  static void count(LarssonTree& tree, Stats& stats) {
    const LarssonCosts costs = std::exchange(tree.costs(), LarssonCosts{});
    stats.primitives_read += costs.geometry;
    stats.nodes_updated += costs.merged;
    stats.nodes_split += costs.splits;
    stats.nodes_collapsed += costs.deletions;
  }

  bool reserves_;
  std::vector<std::unique_ptr<LarssonTree>> trees_;  // by slot
  std::mutex mutex_;
};

}  // namespace

std::unique_ptr<Method> make_paper_dbvh(bool reserves) {
  return std::make_unique<LarssonDbvh>(reserves);
}

}  // namespace tact::bench
