#pragma once
// CensusTaker: counts a world's bodies by kind, so that nobody who chooses by that has to look at
// every body in every frame.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tact/body/task.h"

namespace tact {

/// Keeps the totals, told of each body that came, went or changed.
class CensusTaker {
 public:
  /// For bodies in so many slots: note() does not throw then.
  void make_room(std::size_t slots);
  /// What is in the slot now; null: nobody.
  void note(std::uint32_t slot, const BodyState* body);
  const BodyCensus& census() const { return census_; }

 private:
  // What a slot adds to the totals.
  struct Entry {
    BodyKind kind = BodyKind::rigid;
    bool there = false;
    std::uint64_t primitives = 0;
  };
  std::vector<Entry> entries_;  // by slot
  BodyCensus census_;
};

}  // namespace tact
