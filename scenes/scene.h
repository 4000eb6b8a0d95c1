#pragma once
// What a built-in scene is: bodies, and where they are in each frame. Scenes know nothing of the
// world that plays them (enter.h does), so tests, benchmarks and the program all read the same
// ones.
#include <functional>
#include <string>
#include <vector>

#include "tact/base/transform.h"
#include "tact/body/body.h"
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A body and its motion. Frames may be asked for in any order, from several threads; the same
/// frame is the same bits on every platform. All coordinates are float values, also those of
/// `mesh`.
struct Body {
  BodyKind kind = BodyKind::rigid;
  std::string name;
  /// Frame 0 (for a rigid body: in its own frame). Breaking bodies carry the topology ids of the
  /// unbroken mesh; points have positions only.
  Mesh mesh;
  std::vector<float> radii;  ///< points only: one each
  bool self = false;         ///< the scene is about this body touching itself, too
  /// Rigid bodies: the pose at a frame. Empty for the others.
  std::function<Transform(int frame)> pose;
  /// All others: x y z of each vertex at a frame; the buffer gets its size. Empty for rigid bodies.
  std::function<void(int frame, std::vector<float>& positions)> positions;
};

struct Scene;

/// An entry of the registry.
struct SceneInfo {
  const char* name;
  const char* description;  ///< one line
  const char* reference;    ///< the paper it is after, by its short name; may be empty
  int finest;  ///< levels of detail are 0 (for quick checks), 1 (the paper's first) … finest
  int frames;
  Scene (*build)(int lod);
};

/// A scene at one level of detail.
struct Scene {
  std::vector<Body> bodies;

  std::size_t triangle_count() const;
};

/// Bodies whose vertices move: `positions` writes a frame. Frame 0 becomes the mesh's positions.
Body moving_body(BodyKind kind, std::string name, Mesh mesh,
                 std::function<void(int, std::vector<float>&)> positions);

/// A rigid body under a path of poses.
Body rigid_body(std::string name, Mesh mesh, std::function<Transform(int)> pose);

}  // namespace tact::scenes
