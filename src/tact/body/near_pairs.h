#pragma once
// NearPairs: the pairs of a world's bodies that may touch, found once per frame. Few bodies, or
// many that all move, are swept anew. Where few of many move, each has a roomy box in a tree, and
// only those that left theirs look for others again: a frame costs what moved and what meets.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/meeting_graph.h"
#include "tact/body/task.h"
#include "tact/tree/moving_boxes.h"

namespace tact {

/// If an update throws, the next one begins anew; everything else that throws has changed nothing.
class NearPairs {
 public:
  /// For bodies in so many slots: note() does not throw then.
  void make_room(std::size_t slots);
  /// A body came, went, moved, or changed what it is tested against.
  void note(std::uint32_t slot);

  /// Two different bodies, whatever their groups. False if it was so already.
  bool exclude(std::uint32_t a, std::uint32_t b);
  bool include(std::uint32_t a, std::uint32_t b);
  bool excluded(std::uint32_t a, std::uint32_t b) const { return is_refused(excluded_, a, b); }
  /// Keys of all such pairs, sorted.
  std::span<const std::uint64_t> excluded() const { return excluded_; }
  /// The body went: no pair with it is excluded.
  void forget(std::uint32_t slot);
  /// An empty one admits all.
  void set_filter(BodyFilter filter);

  /// Has nothing changed since the last update?
  bool fresh() const { return fresh_; }
  /// Writes Task::known, which is good until the next update. Asks the filter about each pair of
  /// bodies whose boxes overlap, once; what it throws is thrown.
  Stats update(Task& task, Scratch& scratch);

  /// Writes Task::known for whoever asks before the next update: exclusions and filter as they are
  /// now, and no list. Nothing where the last update still holds.
  void show_rules(Task& task) const;

  /// Are roomy boxes kept, or is everything swept?
  bool tracks() const { return tracks_; }
  /// How many boxes, of bodies or of nodes, the last update looked at.
  std::uint64_t boxes_looked_at() const { return looked_at_; }

  /// Throws std::logic_error unless the pairs are those that all bodies against all gives. O(n²).
  void validate(const Task& task) const;

 private:
  enum class Mark : std::uint8_t { none, changed, escaped };
  // Pairs that began or ceased to be near.
  struct Changes {
    explicit Changes(Arena& arena) : came(arena), went(arena) {}
    ArenaVector<Pair> came;
    ArenaVector<Pair> went;
  };

  void find(const Task& task, Scratch& scratch);
  void read(const Task& task, std::uint32_t slot);
  void compare_all();
  void sweep(Scratch& scratch);
  void begin_tracking(Scratch& scratch);
  bool track(const Task& task, Scratch& scratch);
  void put_elsewhere(std::uint32_t slot, Changes& changes);
  void test_again(std::uint32_t slot, Changes& changes);
  void find_meetings(std::uint32_t slot, Arena& arena, Changes& changes);
  void apply(Changes& changes);
  void settle();
  void choose(Task& task);
  bool is_near(const Pair& pair);
  bool is_own(std::uint32_t slot) const { return rules_[slot].self && !boxes_[slot].empty(); }
  bool wants(std::uint32_t a, std::uint32_t b) const { return tests(rules_[a], rules_[b]); }

  std::vector<Aabb> boxes_;              // by slot
  std::vector<BodyRule> rules_;          // by slot
  std::vector<Mark> marks_;              // by slot
  std::vector<std::uint32_t> changed_;   // slots whose mark is not `none`
  MovingBoxes roomy_;                    // if tracks_
  MeetingGraph meetings_;                // if tracks_: pairs whose roomy boxes overlap
  std::vector<Pair> pairs_;              // near, of those that groups admit; sorted
  std::vector<Pair> next_;               // the last ones
  std::vector<Pair> chosen_;             // of these, those that nobody refused
  std::vector<std::uint64_t> excluded_;  // sorted
  std::vector<std::uint64_t> refused_;   // excluded or filtered, sorted
  std::shared_ptr<const BodyFilter> filter_;
  std::uint64_t frame_version_ = 0;
  std::uint64_t looked_at_ = 0;
  std::uint64_t tests_ = 0;
  std::uint32_t calm_frames_ = 0;
  bool tracks_ = false;
  bool sound_ = false;  // boxes and pairs are those of the last update
  bool fresh_ = false;
};

}  // namespace tact
