#include "tact/body/scene_extent.h"

#include <algorithm>

namespace tact {
namespace {

// So few are looked through whenever one of them changes.
constexpr std::size_t few_slots = 256;

// Does it reach a face of the scene that it will not reach any more?
bool leaves_a_face(const Extent& before, const Extent& now, const Extent& scene) {
  if (before.empty()) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    if (before.lo[k] <= scene.lo[k] && !(now.lo[k] <= scene.lo[k])) return true;
    if (before.hi[k] >= scene.hi[k] && !(now.hi[k] >= scene.hi[k])) return true;
  }
  return false;
}

}  // namespace

void SceneExtent::make_room(std::size_t slots) {
  if (extents_.size() >= slots) return;
  if (extents_.capacity() < slots) extents_.reserve(std::max<std::size_t>(16, 2 * slots));
  extents_.resize(slots);
}

void SceneExtent::note(std::uint32_t slot, const Extent& extent) {
  loose_ = loose_ || leaves_a_face(extents_[slot], extent, scene_);
  extents_[slot] = extent;
  scene_.add(extent);
  ++changes_;
}

void SceneExtent::settle() {
  ++updates_;
  const bool due = changes_ >= extents_.size() || (loose_ && updates_ >= patience);
  if (changes_ > 0 && (extents_.size() <= few_slots || due)) fit();
}

void SceneExtent::fit() {
  scene_ = {};
  for (const Extent& extent : extents_) scene_.add(extent);
  changes_ = 0;
  updates_ = 0;
  loose_ = false;
}

}  // namespace tact
