#pragma once
// Scenes as the tests of the world play them: every frame in double, so that a scene can be moved,
// scaled, rotated and shuffled; and a player that puts them into a world.
#include <functional>
#include <string>
#include <vector>

#include "scenes/registry.h"
#include "tact/world/world.h"

namespace tact::testing {

struct TestBody {
  BodyKind kind = BodyKind::rigid;
  std::string name;
  Mesh mesh;  ///< points have positions only
  std::vector<double> radii;
  bool self = false;
  std::function<Transform(int frame)> pose;                                ///< rigid bodies
  std::function<void(int frame, std::vector<Vec3>& positions)> positions;  ///< the others
};

struct TestScene {
  std::string name;
  int frames = 1;
  std::vector<TestBody> bodies;

  std::uint64_t primitives() const;
  /// Pairs of primitives that an exhaustive method tests in a frame.
  std::uint64_t pairs() const;
};

/// A built-in scene. Its coordinates are float values.
TestScene built_in(const scenes::SceneInfo& info, int lod);

/// All four kinds, a few hundred primitives, much contact.
TestScene crowd(std::uint64_t seed);

/// The same scene elsewhere, of another size, turned, with coordinates that are not float values.
TestScene moved(TestScene scene, const Vec3& by);
TestScene scaled(TestScene scene, double factor);
TestScene rotated(TestScene scene, const Quaternion& by);
TestScene off_float(TestScene scene);
/// With the triangles of every body in another order: triangle i becomes triangle place[body][i].
TestScene shuffled(TestScene scene, std::uint64_t seed,
                   std::vector<std::vector<std::uint32_t>>& place);
/// Every coordinate a multiple of `grid`; poses are carried out, so that no body is rigid.
TestScene on_grid(TestScene scene, double grid);

/// Computes each frame once for all players that are in it at the same time. For one thread.
TestScene remembering(TestScene scene);

/// How a Player hands positions over.
enum class Reading : std::uint8_t { f64, f32 };

/// A scene in a world. The positions of the current frame are borrowed by the world.
class Player {
 public:
  Player(const TestScene& scene, const WorldOptions& options, Reading reading = Reading::f64,
         bool reversed = false);

  void seek(int frame) {
    generate(frame);
    move(frame);
  }
  /// The two parts of seek(): what the scene computes, and what the world is told.
  void generate(int frame);
  void move(int frame);
  World& world() { return world_; }
  BodyId body(std::size_t i) const { return ids_[i]; }

 private:
  const TestScene* scene_;
  Reading reading_;
  std::vector<std::vector<Vec3>> doubles_;  // a world borrows them, so they come first
  std::vector<std::vector<float>> floats_;
  World world_;
  std::vector<BodyId> ids_;
};

/// Empty if both lists are the same; else how long they are and where they first differ.
std::string difference(const std::vector<Candidate>& expected,
                       const std::vector<Candidate>& actual);

}  // namespace tact::testing
