#pragma once
// DynamicBvh: the dynamic bounding volume hierarchy of Larsson 2006, eight wide. It starts as a
// root only; queries split the nodes they reach, updates refit what the last query touched, and
// give up what has become old or degenerate.
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/stats.h"
#include "tact/tree/block_pool.h"
#include "tact/tree/refit_kernels.h"
#include "tact/tree/slot_boxes.h"
#include "tact/tree/tree.h"

namespace tact {

class DynamicBvh {
 public:
  struct Options {
    /// A node is invalid if its volume is less than this share of the sum of its children's.
    float invalid_ratio = 0.9F;
    /// So it is if the ratio has fallen below this share of what it was after the split: children
    /// that filled little of their parent have overlapped long before the first rule notices.
    float degraded_ratio = 0.7F;
    /// But not if it is still at least this share: a new split would gain too little.
    float worthwhile_ratio = 0.85F;
    /// A node that is still invalid right after a split is not split again for this many updates,
    /// unless it gets worse by the same share (at most 15).
    std::uint8_t rest = 8;
    /// Updates for which a node that no query reaches is still kept (at most 15); 0 gives it up at
    /// once, as the paper does. At the rim of a contact nodes come and go from frame to frame, and
    /// refitting one costs less than splitting it again.
    std::uint8_t linger = 4;
    /// Nodes with up to this many primitives get all their leaves at once (at most 64); 8 splits
    /// level by level down to the leaves, as the paper does.
    std::uint32_t cluster = 64;
    /// Take the memory of a full tree at once instead of as needed (section 2.4).
    bool reserve_all = false;
  };

  DynamicBvh() : DynamicBvh(Options{}) {}
  explicit DynamicBvh(const Options& options) : options_(options) {}

  /// A new set of primitives: the tree is a root again. Part i holds body i's primitives; `first`
  /// and `first_vertex` are filled in here. Several parts: triangles only.
  void reset(std::span<const TreePart> parts);
  /// The same primitives, but their vertex indices may be others: the tree stays.
  void reindex(std::span<const TreePart> parts);
  /// Gives up all nodes.
  void collapse();

  /// After the primitives moved. `extent` is what their vertices occupy. Reads no geometry if the
  /// last query did not reach the root. The primitives must stay as they are until the next update.
  Stats update(std::span<const TreePart> parts, const BoundsFrame& frame, const Extent& extent);

  /// The box of everything; empty if there is nothing.
  const Aabb& box() const { return box_; }
  std::uint32_t size() const { return count_; }
  const Slot* slots() const { return slots_.data(); }
  /// Has a query reached the tree since the last update?
  bool queried() const { return queried_.load(std::memory_order_relaxed); }
  /// Of a block that is pure: the body.
  std::uint32_t body_of(const Block& block) const {
    return part_of(parts_, slots_[block.first[0]].id).body;
  }

  /// The root block, split if it was not. Thread-safe, as are the next two. Not for an empty tree.
  Block* root(Arena& arena, Stats& stats);
  /// The block of an inner block's lane, split now if it was not.
  Block* child(Block& parent, std::uint32_t lane, Arena& arena, Stats& stats) {
    Block* const block = parent.child[lane].load(std::memory_order_acquire);
    if (block != nullptr && block != in_work()) return block;
    return prepare(parent.child[lane], parent.first[lane], parent.first[lane + 1],
                   parent.boxes.get(lane), arena, stats);
  }

  /// Throws std::logic_error unless every primitive is in exactly one leaf, every box encloses what
  /// is below it, and child counts are in order.
  void validate() const;
  std::size_t blocks() const { return pool_.in_use(); }
  std::size_t bytes() const;

 private:
  // What a lane's child pointer holds while somebody splits it.
  static Block* in_work() { return &busy; }
  Block* prepare(std::atomic<Block*>& place, std::uint32_t first, std::uint32_t last,
                 const Aabb& box, Arena& arena, Stats& stats);
  RefitRules rules(bool use_marks) const;
  void read_geometry();
  void find_pure(Block& block) const;
  void validate_block(const Block& block, std::vector<std::uint8_t>& seen) const;
  void validate_primitive(const Slot& slot, const Aabb& box) const;

  inline static Block busy{};

  Options options_;
  std::uint32_t count_ = 0;
  std::vector<TreePart> parts_;
  std::vector<Slot> slots_;    // count_, and some for updates to read ahead
  std::vector<float> mapped_;  // positions in the frame, where they cannot be read in place
  BoundsFrame frame_;
  bool geometry_ready_ = false;
  SlotGeometry geometry_;
  Aabb box_ = Aabb::nothing();
  std::atomic<Block*> root_{nullptr};
  std::atomic<bool> queried_{false};       // since the last update
  std::atomic<bool> root_reached_{false};  // by a query since the last update
  BlockPool pool_;
  std::vector<Block*> dropped_;
};

}  // namespace tact
