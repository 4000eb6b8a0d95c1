#pragma once
// Puts a built-in scene's bodies into worlds, and moves them to a frame.
#include <vector>

#include "apps/output.h"
#include "scenes/scene.h"
#include "tact/tact.h"

namespace tact::app {

class Stage {
 public:
  explicit Stage(scenes::Scene scene);

  /// Adds all bodies, as in frame 0, and returns their handles. The world reads the meshes in
  /// place: it must not outlive the stage.
  std::vector<BodyId> enter(World& world) const;

  /// Computes where everything is in `frame`. Worlds that were moved to an earlier frame must be
  /// moved again before they are asked: they read these arrays in place.
  void set_frame(int frame);
  /// Moves the bodies that enter() put into this world to the frame that was set.
  void move(World& world, const std::vector<BodyId>& ids) const;

  const scenes::Scene& scene() const { return scene_; }
  /// Of a body in the frame that was set, whichever it has.
  const Transform& pose(std::size_t body) const { return poses_[body]; }
  const std::vector<float>& positions(std::size_t body) const { return positions_[body]; }
  std::vector<BodyLine> body_lines() const;
  /// Do two primitives of a pair not say which bodies they are of?
  bool needs_body_ids() const;

 private:
  scenes::Scene scene_;
  std::vector<std::vector<float>> positions_;
  std::vector<Transform> poses_;
};

}  // namespace tact::app
