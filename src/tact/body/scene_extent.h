#pragma once
// SceneExtent: what encloses a world's bodies. Where few of many move it is not measured anew for
// each of them: where they were and are will do for a while.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tact/base/vec.h"

namespace tact {

class SceneExtent {
 public:
  /// For bodies in so many slots: note() does not throw then.
  void make_room(std::size_t slots);
  /// Where the body in this slot is now; an empty one: nobody is there.
  void note(std::uint32_t slot, const Extent& extent);
  /// To be called once per update. Measures anew if that costs little, is long due, or if a body
  /// that reached a face of the scene has left it, as one does that was far away for a moment.
  void settle();
  /// At least once in so many updates, then, are all bodies looked at.
  static constexpr std::uint32_t patience = 16;

  /// Measures anew, O(slots).
  void fit();
  /// Does it enclose the bodies as closely as it can?
  bool fits() const { return changes_ == 0; }
  /// Encloses all bodies.
  const Extent& extent() const { return scene_; }

 private:
  std::vector<Extent> extents_;  // by slot
  Extent scene_;
  std::size_t changes_ = 0;    // since it was measured
  std::uint32_t updates_ = 0;  // likewise
  bool loose_ = false;         // a body has left a face
};

}  // namespace tact
