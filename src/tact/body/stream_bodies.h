#pragma once
// StreamBodies: the leaf streams of a task's bodies (Zhang 2007), set up when their primitives
// change and brought up to date when they move.
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/stats.h"
#include "tact/body/task.h"
#include "tact/flat/stream_pairs.h"
#include "tact/flat/stream_primitives.h"

namespace tact {

struct StreamOptions {
  std::uint32_t leaf_size = 32;  ///< most primitives in a leaf
  bool culling = true;           ///< see StreamQuery
  /// A stream is set up again when its leaves have grown to this many times their surface then; the
  /// paper never does, because its bodies never break.
  double stale = 1.5;
};

/// The stream of one body and what it comes from.
struct StreamBody {
  StreamLeaves leaves;
  PackedPositions positions;
  std::vector<float> buffer;     ///< positions that cannot be read in place
  std::vector<Aabb> primitives;  ///< boxes by number; triangles have none
  std::vector<Aabb8> boxes;
  std::vector<Aabb8> tiles;
  Aabb all = Aabb::nothing();
  double cost = 0;        ///< surface of all leaves
  double cost_fresh = 0;  ///< when they were set up
  std::uint64_t shape_version = 0;
  std::uint64_t motion_version = 0;
  std::uint64_t frame_version = 0;

  LeafStream stream() const { return {boxes, tiles, leaves.count(), all}; }
  StreamSide side(std::uint32_t body, std::uint32_t tile) const;
};

class StreamBodies {
 public:
  explicit StreamBodies(const StreamOptions& options) : options_(options) {}
  virtual ~StreamBodies() = default;

  /// After things moved. Stats: nodes_split counts leaves set up, nodes_updated leaves updated.
  Stats update(const Task& task, Scratch& scratch);
  const StreamBody& operator[](std::uint32_t slot) const { return bodies_[slot]; }
  std::size_t size() const { return bodies_.size(); }

  /// Throws std::logic_error unless every primitive is in one leaf, every vertex in the box of its
  /// leaf, and every leaf in that of its tile.
  void validate(const Task& task) const;

 protected:
  /// Brings the boxes of these bodies up to date, and what follows from them: here on the
  /// processor. Bodies in `fresh` have new leaves.
  virtual void update_boxes(std::span<const std::uint32_t> slots,
                            std::span<const std::uint32_t> fresh, const Task& task, Arena& arena);
  /// Boxes of tiles and of everything, from those of the leaves.
  static void sum_up_tiles(StreamBody& own);

  std::vector<StreamBody> bodies_;  // by slot

 private:
  void set_up(StreamBody& own, const BodyState& body, const Task& task, Arena& arena) const;
  static void read_positions(StreamBody& own, const BodyState& body, const Task& task);

  StreamOptions options_;
};

}  // namespace tact
