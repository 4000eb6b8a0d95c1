#include <utility>

#include "scenes/enter.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact::testing {
namespace {

void to_floats(const std::vector<Vec3>& from, std::vector<float>& to) {
  to.resize(3 * from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) to[3 * i + k] = static_cast<float>(from[i][k]);
  }
}

// A soup whose triangles drift and spin, each on its own.
TestBody drifting(BodyKind kind, const char* name, std::uint32_t triangles, Random& random) {
  TestBody body;
  body.kind = kind;
  body.name = name;
  body.mesh = soup(triangles, 0.25, random);
  const Vec3 velocity = random.vector(-0.05, 0.05);
  body.positions = [rest = body.mesh.positions, velocity](int frame, std::vector<Vec3>& out) {
    out = rest;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double own = static_cast<double>(i / 3 % 7) - 3;
      out[i] = out[i] + velocity * (frame * own);
    }
  };
  return body;
}

}  // namespace

TestScene built_in(const scenes::SceneInfo& info, int lod) {
  TestScene result;
  result.name = info.name;
  result.frames = info.frames;
  for (const scenes::Body& from : scenes::build(info, lod).bodies) {
    TestBody& body = result.bodies.emplace_back();
    body.kind = from.kind;
    body.name = from.name;
    body.mesh = from.mesh;
    body.radii.assign(from.radii.begin(), from.radii.end());
    body.self = from.self;
    body.pose = from.pose;
    if (!from.positions) continue;
    body.positions = [write = from.positions, floats = std::vector<float>()](
                         int frame, std::vector<Vec3>& out) mutable {
      write(frame, floats);
      out.resize(floats.size() / 3);
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = {double{floats[3 * i]}, double{floats[3 * i + 1]}, double{floats[3 * i + 2]}};
      }
    };
  }
  return result;
}

TestScene remembering(TestScene scene) {
  for (TestBody& body : scene.bodies) {
    if (!body.positions) continue;
    body.positions = [write = std::move(body.positions), last = std::vector<Vec3>(), known = -1](
                         int frame, std::vector<Vec3>& out) mutable {
      if (frame != known) {
        known = -1;
        write(frame, last);
        known = frame;
      }
      out = last;
    };
  }
  return scene;
}

TestScene crowd(std::uint64_t seed) {
  Random random(seed);
  TestScene scene;
  scene.name = "crowd";
  scene.frames = 12;
  for (int i = 0; i < 2; ++i) {
    TestBody& body = scene.bodies.emplace_back();
    body.name = "rigid";
    body.mesh = i == 0 ? box({0, 0, 0}, 0.6) : sheet(6, 0);
    const Vec3 axis = random.vector(-1, 1);
    const Vec3 path = random.vector(-0.05, 0.05);
    body.pose = [axis, path](int frame) {
      return Transform::from_axis_angle(axis, 0.2 * frame, path * frame);
    };
  }
  scene.bodies.push_back(drifting(BodyKind::deforming, "deforming", 90, random));
  scene.bodies.back().self = true;
  scene.bodies.push_back(drifting(BodyKind::breaking, "breaking", 75, random));
  TestBody& points = scene.bodies.emplace_back();
  points.kind = BodyKind::points;
  points.name = "points";
  points.self = true;
  for (int i = 0; i < 70; ++i) {
    points.mesh.positions.push_back(random.vector(-1, 1));
    points.radii.push_back(i % 4 == 0 ? 0 : random.uniform(0, 0.2));
  }
  points.positions = [rest = points.mesh.positions](int frame, std::vector<Vec3>& out) {
    out = rest;
    for (Vec3& p : out) p = p + Vec3{0.01, 0.02, -0.01} * frame;
  };
  return scene;
}

Player::Player(const TestScene& scene, const WorldOptions& options, Reading reading, bool reversed)
    : scene_(&scene),
      reading_(reading),
      doubles_(scene.bodies.size()),
      floats_(scene.bodies.size()),
      world_(options),
      ids_(scene.bodies.size()) {
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const std::size_t i = reversed ? scene.bodies.size() - 1 - k : k;
    const TestBody& body = scene.bodies[i];
    MeshView view = body.mesh.view();
    if (reading == Reading::f32) {
      to_floats(body.mesh.positions, floats_[i]);
      view.positions = PositionsView(std::span<const float>(floats_[i]));
    }
    scenes::Placed placed{body.kind, view, std::span<const double>(body.radii), {}};
    if (body.pose) placed.pose = body.pose(0);
    ids_[i] = world_.add(scenes::definition(placed).name(body.name).self(body.self).user(i));
  }
}

void Player::generate(int frame) {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (scene_->bodies[i].kind == BodyKind::rigid) continue;
    scene_->bodies[i].positions(frame, doubles_[i]);
    if (reading_ == Reading::f32) to_floats(doubles_[i], floats_[i]);
  }
}

void Player::move(int frame) {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const TestBody& body = scene_->bodies[i];
    scenes::Placed placed{body.kind, {}, {}, {}};
    if (body.pose) placed.pose = body.pose(frame);
    placed.mesh.positions = std::span<const Vec3>(doubles_[i]);
    if (reading_ == Reading::f32) placed.mesh.positions = std::span<const float>(floats_[i]);
    scenes::move(world_, ids_[i], placed);
  }
}

}  // namespace tact::testing
