// Which bodies a World tests against each other, and what an update does before the method's turn.
#include <utility>

#include "tact/base/error.h"
#include "tact/world/world_impl.h"

namespace tact {
void World::exclude(BodyId a, BodyId b) {
  const InUse::Alone alone(in_use_);
  find(a);
  find(b);
  if (a.slot == b.slot) {
    throw Error(ErrorCode::bad_argument, "a body cannot be excluded from itself: see set_self()");
  }
  if (near_->exclude(a.slot, b.slot)) updated_ = false;
}

void World::include(BodyId a, BodyId b) {
  const InUse::Alone alone(in_use_);
  find(a);
  find(b);
  if (near_->include(a.slot, b.slot)) updated_ = false;
}

bool World::excluded(BodyId a, BodyId b) const {
  const InUse::Shared shared(in_use_);
  find(a);
  find(b);
  return near_->excluded(a.slot, b.slot);
}

void World::set_filter(BodyFilter filter) {
  const InUse::Alone alone(in_use_);
  require_whole();
  near_->set_filter(std::move(filter));
  updated_ = false;
}

// A body came, went, moved or changed what it is tested against. A slot is listed once, however
// often that happens before the next update, so that there is room for it since add(): does not
// throw.
void World::changed(std::uint32_t slot) {
  near_->note(slot);
  census_->note(slot, task_.bodies[slot]);
  task_.census = census_->census();
  // All of a body's way, so that boxes around it suit the frame, too.
  scene_->note(slot, task_.bodies[slot] == nullptr ? Extent() : way_of(*task_.bodies[slot]));
  if (noted_[slot] == 0) task_.moved.push_back(slot);
  noted_[slot] = 1;
  updated_ = false;
}

void World::update_frame() {
  if (near_->fresh()) return;  // nothing changed since it was chosen, and structures are of it
  const auto suits = [&] {
    task_.scene = scene_->extent();
    return task_.frame.version != 0 && task_.frame.suits(task_.scene);
  };
  scene_->settle();
  if (suits()) return;
  if (!scene_->fits()) {
    scene_->fit();
    if (suits()) return;
  }
  task_.frame = BoundsFrame::around(task_.scene);
  task_.frame.version = ++version_;
}

void World::update_pairs() {
  if (near_->fresh()) return;
  const InUse::Lent to_the_filter(in_use_);
  update_stats_ += near_->update(task_, update_scratch_);
}

}  // namespace tact
