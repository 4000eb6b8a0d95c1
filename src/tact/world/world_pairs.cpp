// Which bodies a World tests against each other, and what an update does before the method's turn.
#include <utility>

#include "tact/base/error.h"
#include "tact/world/world_impl.h"

namespace tact {
namespace {

// So few are looked through whenever one of them changes.
constexpr std::size_t few_slots = 256;

}  // namespace

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
  if (noted_[slot] == 0) task_.moved.push_back(slot);
  noted_[slot] = 1;
  ++scene_changes_;
  if (task_.bodies[slot] != nullptr) scene_.add(task_.bodies[slot]->extent);
  updated_ = false;
}

// Where few of many bodies move, what encloses them where they were and are will do for a while.
void World::update_frame() {
  const bool roughly = task_.frame.version != 0 && slots_.size() > few_slots &&
                       scene_changes_ < slots_.size() && task_.frame.suits(scene_);
  if (roughly) return;
  scene_ = {};
  scene_changes_ = 0;
  for (const BodyState* body : task_.bodies) {
    if (body != nullptr) scene_.add(body->extent);
  }
  if (task_.frame.version != 0 && task_.frame.suits(scene_)) return;
  task_.frame = BoundsFrame::around(scene_);
  task_.frame.version = ++version_;
}

void World::update_pairs() {
  if (near_->fresh()) return;
  update_scratch_.begin(1);
  update_stats_ += near_->update(task_, update_scratch_);
  update_scratch_.end();
}

}  // namespace tact
