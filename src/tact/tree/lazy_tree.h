#pragma once
// LazyTree: what all trees have in common that are made, or made fresh, where a query reaches them:
// entries, blocks, and the protocol by which threads agree on who prepares a block.
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/lane_volumes.h"
#include "tact/tree/block_pool.h"
#include "tact/tree/carry_over.h"
#include "tact/tree/entry_boxes.h"
#include "tact/tree/refit_kernels.h"
#include "tact/tree/tree.h"
#include "tact/tree/vertex_runs.h"

namespace tact {

class LazyTree {
 public:
  LazyTree() = default;
  LazyTree(const LazyTree&) = delete;
  LazyTree& operator=(const LazyTree&) = delete;
  virtual ~LazyTree() = default;

  /// A new set of primitives: the tree is a root again. Part i holds body i's primitives; `first`
  /// and `first_vertex` are filled in here. Several parts: triangles only.
  virtual void reset(std::span<const TreePart> parts);
  /// The same primitives, but their vertex indices may be others: the tree stays.
  virtual void reindex(std::span<const TreePart> parts);
  /// The same bodies with other primitives, of which those with the same number are, as a rule, the
  /// same: a body that gains or loses some. Trees that can keep what still fits.
  virtual void resize(std::span<const TreePart> parts) { reset(parts); }
  /// Gives up all nodes. Where it throws, nothing changed.
  void collapse();
  /// Gives up all nodes and their memory.
  void release() noexcept;

  /// After the primitives moved. `extent` is what their vertices occupy. The primitives must stay
  /// as they are until the next update.
  virtual Stats update(std::span<const TreePart> parts, const BoundsFrame& frame,
                       const Extent& extent, unsigned threads) = 0;

  /// The box of everything; empty if there is nothing.
  const Aabb& box() const { return box_; }
  std::uint32_t size() const { return count_; }
  /// A query is about to look, whether it will get here or not: what it does not reach is old.
  void announce_query() { queried_.store(true, std::memory_order_relaxed); }
  /// Has a query reached the tree since the last update?
  bool reached() const { return reached_.load(std::memory_order_relaxed); }
  /// The same, and from here on as if none had.
  bool take_reached() { return reached_.exchange(false); }
  /// Of a block that is pure: the body.
  std::uint32_t body_of(const Block& block) const {
    return part_of(parts_, in_force_[block.first[0]].id).body;
  }

  /// The root block, made if there was none. Thread-safe, as is child(). Not for an empty tree.
  Block* root(Arena& arena, Stats& stats) {
    reached_.store(true, std::memory_order_relaxed);
    Block* const block = root_.load(std::memory_order_acquire);
    return is_ready(block) ? block : prepare({root_, 0, count_, box_, nullptr}, arena, stats);
  }
  /// The block of an inner block's lane, made or made fresh now if it was not.
  Block* child(Block& parent, std::uint32_t lane, Arena& arena, Stats& stats) {
    Block* const block = parent.child[lane].load(std::memory_order_acquire);
    if (is_ready(block)) return block;
    return prepare({parent.child[lane], parent.first[lane], parent.first[lane + 1],
                    parent.boxes.get(lane), &parent},
                   arena, stats);
  }

  /// Throws std::logic_error unless every primitive is in exactly one entry, under its own name and
  /// with its own vertices, every fresh box encloses what is below it, leaves are what traversals
  /// take for leaves, pure blocks are pure, and no block is lost or left half made. Not while
  /// anybody asks.
  void validate() const;
  std::size_t blocks() const { return pool_.in_use(); }
  std::size_t bytes() const;

 protected:
  /// Where a block belongs: the pointer to it, its entries and its box.
  struct Place {
    std::atomic<Block*>& link;
    std::uint32_t first;
    std::uint32_t last;
    Aabb box;
    Block* parent;  ///< whose lane it is; null for the root
  };
  /// Makes the block of a place, or, given one that is out of date, makes that fresh. Called for a
  /// place by one thread at a time.
  virtual Block* make(Block* old, const Place& place, Arena& arena, Stats& stats) = 0;
  /// Does what the tree remembers of a block keep to its own rules? For validate().
  virtual bool keeps_rules(const Block& block) const {
    static_cast<void>(block);
    return true;
  }

  /// reset() without entries: for a tree that borrows them.
  void start_over(std::span<const TreePart> parts);
  /// As many as there are primitives, in the order of the tree.
  void borrow_entries(const TreeEntry* entries) { in_force_ = entries; }
  void rebind(std::span<const TreePart> parts, const BoundsFrame& frame, const Extent& extent);
  const EntryGeometry& geometry();
  /// Keeps what still fits of a tree of triangles, after some came or went at the ends of their
  /// bodies' lists.
  void carry_to(std::span<const TreePart> parts);
  /// How many primitives came or went, if these are the parts now.
  std::uint32_t change_to(std::span<const TreePart> parts) const;
  /// Refits from the root; false: the root is not valid any more. Takes back what is given up.
  bool refit_root(const RefitRules& rules, unsigned threads, Stats& stats);
  TreeEntry* entries() { return entries_.data(); }
  std::span<const TreePart> parts() const { return parts_; }

  std::atomic<Block*> root_{nullptr};
  std::atomic<bool> queried_{false};  ///< has anything been asked since the last update
  std::atomic<bool> reached_{false};  ///< and did it get here
  Aabb box_ = Aabb::nothing();
  BoundsFrame frame_;
  BlockPool pool_;
  VertexRuns runs_;  ///< without room unless the tree makes some
  bool reserve_all_ = false;
  bool sparse_ = false;          ///< few of its blocks are made, as a rule: it has pool_ allow them
  std::size_t extra_bytes_ = 0;  ///< behind each block
  Volume volume_ = Volume::box;  ///< what is there, if validate() should look at it
  bool nested_ = true;           ///< do boxes enclose the boxes below, not only the primitives?

 private:
  // What one thread refits, and what it gives up.
  struct RefitShare {
    std::vector<Block*> dropped;
    Stats stats;
  };
  void refit_below(const RefitRules& rules, unsigned threads, Stats& stats);
  void take_back(std::vector<Block*>& dropped);

  Block* prepare(const Place& place, Arena& arena, Stats& stats);
  void validate_entries() const;
  void validate_block(const Block& block, bool fresh, std::size_t& blocks) const;
  void validate_lane(const Block& block, std::uint32_t lane, bool fresh, std::size_t& blocks) const;
  void validate_primitive(const TreeEntry& entry, const Aabb& box) const;

  std::uint32_t count_ = 0;
  static std::uint32_t number(std::span<TreePart> parts);
  std::uint32_t size_of(std::size_t part) const;

  std::vector<TreePart> parts_;
  std::vector<TreePart> old_parts_;
  std::vector<TreeEntry> spare_entries_;
  std::vector<Newcomer> newcomers_;
  std::vector<TreeEntry> entries_;       // count_, and some for updates to read ahead
  const TreeEntry* in_force_ = nullptr;  // those, or borrowed ones
  std::vector<float> mapped_;  // positions in the frame, where they cannot be read in place
  bool geometry_ready_ = false;
  EntryGeometry geometry_;
  std::vector<Block*> dropped_;
  std::vector<Subtree> subtrees_;
  std::vector<RefitShare> shares_;
};

}  // namespace tact
