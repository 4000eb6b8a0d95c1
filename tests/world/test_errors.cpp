// Whatever a caller gets wrong, the world throws a typed error that names the place, and goes on as
// if nothing had happened.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::error_of;
using testing::seen;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

Mesh with_vertex(Mesh mesh, std::size_t i, const Vec3& p) {
  mesh.positions[i] = p;
  return mesh;
}
Mesh with_index(Mesh mesh, std::size_t i, std::uint32_t v) {
  mesh.triangles[i][1] = v;
  return mesh;
}

// One body of each kind, all in contact.
class Errors : public ::testing::TestWithParam<std::string> {
 protected:
  Errors() {
    rigid_ = world_.add(rigid(box({0, 0, 0}, 1)).name("rock").user(1));
    deforming_ = world_.add(deforming(good_).name("cloth").user(2).self());
    breaking_ = world_.add(breaking(box({-0.5, 0.25, 0.5}, 1)).name("vase").user(3));
    points_ =
        world_.add(points(good_.positions, std::vector<double>(8, 0.2)).name("swarm").user(4));
    before_ = seen(world_.collide());
    EXPECT_FALSE(before_.empty());
  }
  void refused(ErrorCode code, const std::function<void()>& f) {
    EXPECT_EQ(error_of(f), code);
    EXPECT_EQ(world_.size(), 4U);
    ASSERT_NO_THROW(world_.validate());
    EXPECT_EQ(seen(world_.collide()), before_) << "the world has changed";
    // Also after everything is read again: nothing bad may lie in wait.
    world_.move(rigid_, Transform());
    EXPECT_EQ(seen(world_.collide()), before_);
  }

  const Mesh good_ = box({0.5, 0.5, 0.5}, 1);
  World world_{{GetParam(), 1}};
  BodyId rigid_;
  BodyId deforming_;
  BodyId breaking_;
  BodyId points_;
  std::vector<testing::Seen> before_;
};
INSTANTIATE_TEST_SUITE_P(Methods, Errors, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST_P(Errors, CoordinatesThatAreNoNumbers) {
  for (const double bad : {nan, inf, -inf}) {
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 p{0.1, 0.2, 0.3};
      p[k] = bad;
      for (const std::size_t vertex : {std::size_t{0}, std::size_t{4}, std::size_t{7}}) {
        const Mesh mesh = with_vertex(good_, vertex, p);
        refused(ErrorCode::bad_mesh, [&] { world_.add(rigid(mesh)); });
        refused(ErrorCode::bad_mesh, [&] { world_.add(points(mesh.positions, {})); });
        for (const Storage storage : {Storage::borrow, Storage::copy}) {
          refused(ErrorCode::bad_mesh,
                  [&] { world_.move(deforming_, mesh.view().positions, storage); });
          refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, mesh.view(), storage); });
          refused(ErrorCode::bad_mesh,
                  [&] { world_.move(points_, mesh.view().positions, storage); });
        }
        EXPECT_NE(message_of([&] {
                    world_.move(deforming_, mesh.view().positions);
                  }).find("cloth: vertex " + std::to_string(vertex)),
                  std::string::npos);
      }
    }
  }
}

// All vertices elsewhere, and the last one is wrong: what was copied before that was seen would
// stay.
TEST_P(Errors, AMoveThatIsRefusedLeavesEveryPositionAsItWas) {
  const Mesh away = with_vertex(testing::shifted(good_, {5, 5, 5}), 7, {nan, 0, 0});
  const MeshView view = away.view();
  const std::vector<double> radii{3, 3, 3, 3, 3, 3, 3, -1};
  const RadiiView reach{std::span<const double>(radii)};
  const PositionsView swarm{std::span<const Vec3>(good_.positions)};
  // Bodies with their own arrays, and with arrays that an earlier move copied.
  for (const bool copied : {false, true}) {
    if (copied) {
      const Mesh vase = box({-0.5, 0.25, 0.5}, 1);
      world_.move(deforming_, swarm, Storage::copy);
      world_.move(breaking_, vase.view(), Storage::copy);
      world_.move(points_, swarm, 0.2, Storage::copy);
    }
    for (const Storage storage : {Storage::borrow, Storage::copy}) {
      for (const BodyId body : {deforming_, breaking_, points_}) {
        refused(ErrorCode::bad_mesh, [&] { world_.move(body, view.positions, storage); });
      }
      refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, view, storage); });
      refused(ErrorCode::bad_mesh, [&] { world_.move(points_, view.positions, 0.2, storage); });
      refused(ErrorCode::bad_mesh, [&] { world_.move(points_, swarm, reach, storage); });
    }
  }
}

TEST_P(Errors, IndicesOutOfRange) {
  for (const std::uint32_t bad : {8U, 0xFFFFFFFFU}) {
    const Mesh mesh = with_index(good_, 11, bad);
    refused(ErrorCode::bad_mesh, [&] { world_.add(deforming(mesh)); });
    refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, mesh.view()); });
    refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, mesh.view(), Storage::copy); });
    const std::string text = message_of([&] { world_.move(breaking_, mesh.view()); });
    EXPECT_NE(text.find("vase: triangle 11"), std::string::npos) << text;
  }
  const std::vector<std::uint64_t> wide{0, 1, 0x100000002U};  // the low half is a good index
  refused(ErrorCode::bad_mesh, [&] {
    world_.add(rigid(MeshView{good_.view().positions, std::span<const std::uint64_t>(wide), {}}));
  });
}

TEST_P(Errors, ArraysOfTheWrongLength) {
  const std::vector<Vec3> nine(9);
  refused(ErrorCode::bad_mesh, [&] { world_.move(deforming_, std::span<const Vec3>(nine)); });
  refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, std::span<const Vec3>(nine)); });
  refused(ErrorCode::bad_mesh, [&] { world_.move(points_, std::span<const Vec3>(nine)); });
  refused(ErrorCode::bad_mesh, [&] { world_.move(deforming_, PositionsView()); });
  const std::vector<float> cut(8 * 3 + 1);
  refused(ErrorCode::bad_mesh, [&] { world_.move(deforming_, std::span<const float>(cut)); });
  const std::vector<double> few(7, 0.1);
  refused(ErrorCode::bad_mesh, [&] {
    world_.move(points_, good_.view().positions, std::span<const double>(few), Storage::copy);
  });
  refused(ErrorCode::bad_mesh, [&] { world_.add(points(good_.positions, few)); });
  Mesh mesh = good_;
  mesh.topology = {1, 2, 3};
  refused(ErrorCode::bad_mesh, [&] { world_.add(breaking(mesh)); });
  refused(ErrorCode::bad_mesh, [&] { world_.move(breaking_, mesh.view()); });
  const std::vector<std::uint32_t> ragged{0, 1, 2, 3};
  refused(ErrorCode::bad_mesh, [&] {
    world_.add(rigid(MeshView{good_.view().positions, std::span<const std::uint32_t>(ragged), {}}));
  });
  refused(ErrorCode::bad_mesh, [&] {
    world_.add(rigid(MeshView{PositionsView(static_cast<const float*>(nullptr), 5), {}, {}}));
  });
}

TEST_P(Errors, RadiiThatAreNone) {
  for (const double bad : {nan, inf, -1e-9}) {
    std::vector<double> radii(8, 0.1);
    radii[3] = bad;
    refused(ErrorCode::bad_mesh, [&] { world_.add(points(good_.positions, radii)); });
    refused(ErrorCode::bad_mesh,
            [&] { world_.move(points_, good_.view().positions, RadiiView(bad)); });
    refused(ErrorCode::bad_mesh, [&] {
      world_.move(points_, good_.view().positions, std::span<const double>(radii), Storage::copy);
    });
  }
  const std::vector<Vec3> edge{{1.7e308, 0, 0}};
  refused(ErrorCode::bad_mesh, [&] { world_.add(points(edge, {1.7e308})); });
}

TEST_P(Errors, TheWrongMoveForTheKind) {
  const Mesh mesh = good_;
  refused(ErrorCode::unsupported, [&] { world_.move(deforming_, Transform()); });
  refused(ErrorCode::unsupported, [&] { world_.move(points_, Transform()); });
  refused(ErrorCode::unsupported, [&] { world_.move(rigid_, mesh.view().positions); });
  refused(ErrorCode::unsupported, [&] { world_.move(rigid_, mesh.view()); });
  refused(ErrorCode::unsupported, [&] { world_.move(deforming_, mesh.view()); });
  refused(ErrorCode::unsupported, [&] { world_.move(points_, mesh.view()); });
  refused(ErrorCode::unsupported,
          [&] { world_.move(breaking_, mesh.view().positions, RadiiView(0.1)); });
  const Transform pose = Transform::from_translation({1, 0, 0});
  refused(ErrorCode::unsupported, [&] { world_.add(deforming(good_).pose(pose)); });
  refused(ErrorCode::unsupported, [&] { world_.add(points(good_.positions, {}).pose(pose)); });
}

TEST_P(Errors, PosesThatLeaveTheRangeOfDouble) {
  for (const double far : {nan, inf, -inf}) {
    const Transform pose = Transform::from_translation({far, far, far});
    refused(ErrorCode::bad_pose, [&] { world_.move(rigid_, pose); });
    refused(ErrorCode::bad_pose, [&] { world_.add(rigid(good_).pose(pose)); });
  }
  const Mesh huge = box({0, 0, 0}, 1.5e308);
  refused(ErrorCode::bad_pose, [&] {
    world_.add(rigid(huge).pose(Transform::from_translation({1e308, 0, 0})));
  });
  refused(ErrorCode::bad_pose, [&] {
    world_.add(rigid(huge).pose(Transform::from_axis_angle({0, 0, 1}, 0.7, {})));
  });
}

// Whoever is called by a world may look at it, not change it: what it works on would be gone.
TEST_P(Errors, QuestionsAndFiltersThatChangeTheirWorld) {
  World world({GetParam(), 1});
  const BodyId a = world.add(deforming(box({0, 0, 0}, 1)));
  const BodyId b = world.add(deforming(box({0.5, 0.25, 0.25}, 1)));
  const std::size_t contacts = world.collide().size();
  const std::function<void()> changes[] = {
      [&] { world.collide(); },        [&] { world.collide(a, b); },
      [&] { world.separation(a, b); }, [&] { world.ask([](const Task&, Scratch&) {}); },
      [&] { world.remove(a); },        [&] { world.set_threads(2); },
      [&] { world.exclude(a, b); }};
  const auto try_all = [&] {
    EXPECT_EQ(world.size(), 2U);
    for (const auto& change : changes) EXPECT_EQ(error_of(change), ErrorCode::in_use);
  };
  world.ask([&](const Task&, Scratch&) { try_all(); });
  int asked = 0;
  world.set_filter([&](const BodyId&, const BodyId&) {
    try_all();
    ++asked;
    return true;
  });
  CollideOptions near;
  near.tolerance = 0.5;
  EXPECT_EQ(world.collide().size(), contacts);
  EXPECT_EQ(asked, 1);
  EXPECT_GE(world.collide(near).size(), contacts);
  EXPECT_EQ(world.collide(a, b).size(), contacts);
}

TEST_P(Errors, QuestionsThatMakeNoSense) {
  for (const double bad : {nan, inf, -1.0, -1e-300}) {
    CollideOptions options;
    options.tolerance = bad;
    refused(ErrorCode::bad_argument, [&] { world_.collide(options); });
    refused(ErrorCode::bad_argument, [&] { world_.collide(rigid_, points_, options); });
  }
  refused(ErrorCode::bad_argument, [&] { world_.ask(nullptr); });
  refused(ErrorCode::unknown_name, [&] { world_.set_method("no such method"); });
  const BodyId stale{rigid_.slot, 77, rigid_.world};
  refused(ErrorCode::unknown_body, [&] { world_.collide(rigid_, stale); });
}

// Large is not wrong: coordinates of 1e308 of both signs are answered like any others.
TEST_P(Errors, HugeCoordinatesAreGood) {
  World world({GetParam(), 1});
  const double big = 1.2e308;
  const BodyId a = world.add(rigid(box({0, 0, 0}, big)));
  const Mesh crossing = box({0.25e308, 0.25e308, 0.25e308}, big);
  world.add(deforming(crossing));
  world.add(points(std::vector<Vec3>{{big, 0, 0}, {-big, 0, 0}, {1.7e308, 0, 0}}, {}));
  const std::size_t contacts = world.collide().size();
  World small({"brute", 1});
  small.add(rigid(box({0, 0, 0}, 1.2)));
  small.add(deforming(box({0.25, 0.25, 0.25}, 1.2)));
  small.add(points(std::vector<Vec3>{{1.2, 0, 0}, {-1.2, 0, 0}, {1.7, 0, 0}}, {}));
  EXPECT_EQ(contacts, small.collide().size());
  EXPECT_NO_THROW(world.validate());
  world.move(a, Transform::from_translation({0.1e308, 0, 0}));
  world.collide();
  EXPECT_NO_THROW(world.validate());
  CollideOptions near;
  near.tolerance = std::numeric_limits<double>::max();
  EXPECT_GE(world.collide(near).size(), contacts);
}

}  // namespace
}  // namespace tact
