#pragma once
// FrontStore: the fronts of an asker, one for each two rigid bodies that it has asked about.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

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
      std::erase_if(entries_, [&](const Entry& e) { return query_ - e.used > sweep_after; });
    }
  }

  /// The query came to its end: its fronts serve the next one.
  void end() { walking_ = false; }

  /// The front of two bodies; empty if either is not the one it was. Valid until the next begin().
  RigidFront& of(const BodyState& a, const BodyState& b) {
    const std::uint64_t key = (std::uint64_t{a.id.slot} << 32U) | b.id.slot;
    auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                               [](const Entry& e, std::uint64_t k) { return e.key < k; });
    if (at == entries_.end() || at->key != key) {
      at = entries_.insert(at, Entry{key, 0, 0, 0, std::make_unique<RigidFront>()});
    }
    at->used = query_;
    // A version never repeats, whatever body has the slot.
    if (at->shape_a != a.shape_version || at->shape_b != b.shape_version) {
      at->front->clear();
      at->shape_a = a.shape_version;
      at->shape_b = b.shape_version;
    }
    return *at->front;
  }

 private:
  static constexpr std::uint64_t sweep_after = 256;  // queries without use: bodies that parted

  struct Entry {
    std::uint64_t key;
    std::uint64_t shape_a;
    std::uint64_t shape_b;
    std::uint64_t used;
    std::unique_ptr<RigidFront> front;
  };
  std::vector<Entry> entries_;  // by key
  std::uint64_t owner_ = 0;
  std::uint64_t query_ = 0;
  bool walking_ = false;  // from begin() to end()
};

}  // namespace tact
