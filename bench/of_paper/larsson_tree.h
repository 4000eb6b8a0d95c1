#pragma once
// The dynamic hierarchy of Larsson 2006, sections 2.1 and 2.2, of one body: boxes around one to n
// primitives, two to eight children a node, one primitive a leaf.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/body/task.h"
#include "tact/bounds/aabb.h"

namespace tact::bench {

struct LarssonGroup;

/// Without a group below it a node is a leaf if it holds one primitive, else invalid: to be split
/// when a query gets there.
struct LarssonNode {
  Aabb box = Aabb::nothing();
  Range primitives;  ///< of the tree's order
  std::unique_ptr<LarssonGroup> below;
  bool active = false;  ///< the last query found it overlapping another node
};

/// The children of a node.
struct LarssonGroup {
  std::array<LarssonNode, 8> nodes;
  std::uint32_t count = 0;

  std::span<LarssonNode> children() { return {nodes.data(), count}; }
};

/// The terms of the paper's equations 4 and 5.
struct LarssonCosts {
  std::uint64_t geometry = 0;   ///< primitives read to refit boxes [N_g]
  std::uint64_t merged = 0;     ///< boxes merged into those of their parents [N_u]
  std::uint64_t split = 0;      ///< primitives of nodes that were split [N_s]
  std::uint64_t deleted = 0;    ///< primitives of nodes whose subtrees were given up [N_d]
  std::uint64_t splits = 0;     ///< nodes split
  std::uint64_t deletions = 0;  ///< subtrees given up
};

class LarssonTree {
 public:
  /// `reserves`: see make_paper_dbvh().
  explicit LarssonTree(bool reserves) : reserves_(reserves) {}

  /// Section 2.1, in one pass: refits, judges, gives up what the last query did not touch.
  void update(const BodyState& body, const BoundsFrame& frame);
  /// Section 2.2: gives a node with two primitives or more its children.
  void split(LarssonNode& node);

  LarssonNode& root() { return root_; }
  std::uint32_t primitive(const LarssonNode& leaf) const { return order_[leaf.primitives.first]; }
  LarssonCosts& costs() { return costs_; }

  /// Throws std::logic_error unless children share out what their parent holds and every box is
  /// around its primitives.
  void validate(const BodyState& body, const BoundsFrame& frame) const;

 private:
  using Planes = std::array<float, 3>;

  void begin(const BodyState& body, const BoundsFrame& frame);
  void refresh(LarssonNode& node);
  void give_up(LarssonNode& node);
  void release(LarssonNode& node);
  Aabb around(const Range& primitives) const;
  bool split_at(LarssonNode& node, const Planes& planes, std::uint32_t& crowded);
  void split_in_half(LarssonNode& node);
  void add_child(LarssonGroup& group, std::uint32_t first, std::uint32_t count) const;
  std::unique_ptr<LarssonGroup> take();
  void check(const LarssonNode& node, std::vector<std::uint8_t>& seen) const;

  bool reserves_;
  LarssonNode root_;
  std::vector<std::uint32_t> order_;  // each node's primitives lie side by side
  std::vector<std::uint32_t> moved_;
  std::vector<Aabb> boxes_;  // by primitive, as of the last update
  std::vector<std::unique_ptr<LarssonGroup>> spare_;
  std::uint64_t shape_ = 0;
  std::uint64_t frame_ = 0;
  bool begun_ = false;
  LarssonCosts costs_;
};

}  // namespace tact::bench
