#pragma once
// FrontStore: the fronts of an asker, one for each two rigid bodies that it has asked about.
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "tact/body/task.h"
#include "tact/traverse/rigid_front.h"

namespace tact {

class FrontStore {
 public:
  /// The fronts of another method, or of one that is gone, are forgotten, and so are those that a
  /// query left half-way. Begins a query.
  void begin(std::uint64_t owner) {
    if (owner != owner_ || walking_) entries_.clear();
    owner_ = owner;
    walking_ = true;
    ++query_;
    if (query_ % sweep_after == 0) {
      std::erase_if(entries_, [&](const auto& e) { return query_ - e.second.used > sweep_after; });
    }
  }

  /// The query came to its end: its fronts serve the next one.
  void end() { walking_ = false; }

  /// The front of two bodies; empty if either is not the one it was. Valid until the next begin().
  RigidFront& of(const BodyState& a, const BodyState& b) {
    Entry& own = entries_[key_of(a.id.slot, b.id.slot)];
    if (own.front == nullptr) own.front = std::make_unique<RigidFront>();
    own.used = query_;
    // A version never repeats, whatever body has the slot.
    if (own.shape_a != a.shape_version || own.shape_b != b.shape_version) {
      own.front->clear();
      own.shape_a = a.shape_version;
      own.shape_b = b.shape_version;
    }
    return *own.front;
  }

 private:
  static constexpr std::uint64_t sweep_after = 256;  // queries without use: bodies that parted

  struct Entry {
    std::uint64_t shape_a = 0;
    std::uint64_t shape_b = 0;
    std::uint64_t used = 0;
    std::unique_ptr<RigidFront> front;
  };
  std::unordered_map<std::uint64_t, Entry> entries_;  // by key_of() the slots
  std::uint64_t owner_ = 0;
  std::uint64_t query_ = 0;
  bool walking_ = false;  // from begin() to end()
};

}  // namespace tact
