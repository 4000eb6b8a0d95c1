#pragma once
// The leaf streams of bodies (Zhang 2007), set up when their primitives change and brought up to
// date when they move.
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/structures.h"
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

/// The stream of one body and what it comes from. The parameter says in how large leaves, and apart
/// from others whose boxes somebody else computes.
struct StreamBody final : Structure {
  explicit StreamBody(std::uint32_t) {}

  StreamLeaves leaves;
  PackedPositions positions;
  std::vector<float> buffer;     ///< positions that cannot be read in place
  std::vector<Aabb> primitives;  ///< boxes by number; triangles have none
  std::vector<Aabb8> boxes;
  std::vector<Aabb8> tiles;
  Aabb all = Aabb::nothing();
  double cost = 0;        ///< surface of all leaves
  double cost_fresh = 0;  ///< when they were set up

  LeafStream stream() const { return {boxes, tiles, leaves.count(), all}; }
  StreamSide side(std::uint32_t body, std::uint32_t tile) const;
};

/// Brings the streams of a task's bodies up to date. It owns none: they belong to the bodies.
class StreamBodies {
 public:
  /// `apart`: streams of its own, which nobody else brings up to date.
  explicit StreamBodies(const StreamOptions& options, bool apart = false)
      : options_(options), parameter_(options.leaf_size | (apart ? 1U << 16U : 0U)) {}
  virtual ~StreamBodies() = default;

  const StreamOptions& options() const { return options_; }

  /// After things moved. Stats: nodes_split counts leaves set up, nodes_updated leaves updated.
  Stats update(const Task& task, Scratch& scratch);
  /// The same for some bodies only.
  Stats update(const Task& task, std::span<const std::uint32_t> slots, Scratch& scratch);
  /// All of them are begun anew in the next update.
  void drop_all(const Task& task) const;
  /// Of a body that was brought up to date.
  StreamBody& at(const Task& task, std::uint32_t slot) const {
    return task.bodies[slot]->structures.at<StreamBody>(parameter_);
  }

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
  /// Null where a body has none.
  StreamBody* find(const Task& task, std::size_t slot) const {
    return task.bodies[slot] == nullptr
               ? nullptr
               : task.bodies[slot]->structures.find<StreamBody>(parameter_);
  }

 private:
  Stats bring_up_to_date(const Task& task, std::span<const std::uint32_t> moved, Arena& arena);
  void set_up(StreamBody& own, const BodyState& body, const Task& task, Arena& arena) const;
  static void read_positions(StreamBody& own, const BodyState& body, const Task& task);

  StreamOptions options_;
  std::uint32_t parameter_;
};

}  // namespace tact
