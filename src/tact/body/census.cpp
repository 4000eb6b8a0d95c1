#include "tact/body/census.h"

#include <algorithm>

namespace tact {

void CensusTaker::make_room(std::size_t slots) {
  if (entries_.size() >= slots) return;
  if (entries_.capacity() < slots) entries_.reserve(std::max<std::size_t>(16, 2 * slots));
  entries_.resize(slots);
}

void CensusTaker::note(std::uint32_t slot, const BodyState* body) {
  Entry& entry = entries_[slot];
  const auto kind_of = [&]() -> BodyCensus::OfKind& {
    return census_.kinds[static_cast<std::size_t>(entry.kind)];
  };
  if (entry.there) {
    kind_of().bodies -= 1;
    kind_of().primitives -= entry.primitives;
  }
  entry.there = body != nullptr;
  if (body == nullptr) return;
  entry.kind = body->kind;
  entry.primitives = body->primitives.size();
  kind_of().bodies += 1;
  kind_of().primitives += entry.primitives;
  census_.latest_shape = std::max(census_.latest_shape, body->shape_version);
}

BodyCensus census_of(const Task& task) {
  if (task.census) return *task.census;
  CensusTaker taker;
  taker.make_room(task.bodies.size());
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    taker.note(slot, task.bodies[slot]);
  }
  return taker.census();
}

}  // namespace tact
