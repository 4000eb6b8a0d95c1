// Method `spheres` where bodies are moved by maps: the list of brute force on every frame, whatever
// else is in the world, and a look at the points only where bodies are close.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/deform/shape_body.h"
#include "tact/world/world.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/answers.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

// Shape-matched bodies among others, the same in every world.
class Crowd {
 public:
  explicit Crowd(const Vec3& at, double scale, std::vector<std::string> methods)
      : at_(at), scale_(scale), random_(77) {
    for (const std::string& method : methods) worlds_.push_back({World({method, 2}), {}});
    for (int i = 0; i < 6; ++i) add_soft(i);
    box_ = testing::box({0, 0, 0}, 0.6 * scale);
    sheet_ = testing::sheet(6, 0);
    for (Vec3& p : sheet_.positions) p = p * scale + at;
    soup_ = testing::soup(40, 0.2, random_);
    for (Vec3& p : soup_.positions) p = p * scale + at;
    for (Actor& world : worlds_) {
      world.ids.push_back(
          world.world.add(rigid(box_.view()).pose(Transform::from_translation(at))));
      world.ids.push_back(world.world.add(deforming(sheet_.view()).self()));
      world.ids.push_back(world.world.add(breaking(soup_.view())));
    }
  }

  void step(int frame) {
    for (std::size_t i = 0; i < soft_.size(); ++i) {
      ShapeBody& body = soft_[i];
      for (Vec3& v : body.velocities()) v = v * 0.9 + random_.vector(-1, 1) * scale_;
      body.step(0.02, {});
      // Now and then a body is moved without maps, as any other.
      const bool plain = (frame + static_cast<int>(i)) % 5 == 4;
      for (Actor& world : worlds_) {
        if (plain) {
          world.world.move(world.ids[i], body.positions());
        } else {
          world.world.move(world.ids[i], body.positions(), body.maps());
        }
      }
    }
    const Transform pose = Transform::from_axis_angle({1, 2, 3}, 0.1 * frame, at_);
    for (Vec3& p : sheet_.positions) p.z += random_.uniform(-0.01, 0.01) * scale_;
    for (Actor& world : worlds_) {
      world.world.move(world.ids[soft_.size()], pose);
      world.world.move(world.ids[soft_.size() + 1], std::span<const Vec3>(sheet_.positions));
    }
  }

  World& world(std::size_t i) { return worlds_[i].world; }
  BodyId body(std::size_t i, std::size_t k) const { return worlds_[i].ids[k]; }
  std::size_t bodies() const { return worlds_[0].ids.size(); }
  const ShapeBody& soft(std::size_t i) const { return soft_[i]; }

 private:
  struct Actor {
    World world;
    std::vector<BodyId> ids;
  };

  void add_soft(int i) {
    ShapeOptions options;
    options.mode = static_cast<ShapeMode>(i % 3);
    options.clusters = i % 2 == 0 ? 1 : 4;
    options.stiffness = i < 3 ? 1 : 0.4;
    const Mesh mesh = i % 3 == 0 ? scenes::torus(12, 7) : scenes::geodesic_sphere(2);
    ShapeDef def = i == 5 ? shape_of(mesh.positions, 0.07 * scale_) : shape_of(mesh);
    const Vec3 place = random_.vector(-0.8, 0.8);
    for (Vec3& p : def.points) p = (p + place) * scale_ + at_;
    soft_.emplace_back(std::move(def), options);
    const ShapeBody& body = soft_.back();
    for (Actor& world : worlds_) {
      const auto triangles = TrianglesView(body.triangles());
      BodyDef made = i == 5 ? points(body.positions(), body.radii())
                            : deforming(MeshView{body.positions(), triangles, {}});
      world.ids.push_back(world.world.add(made.clusters(body.clusters()).self(i % 2 == 0)));
    }
  }

  Vec3 at_;
  double scale_;
  testing::Random random_;
  std::vector<ShapeBody> soft_;
  Mesh box_;
  Mesh sheet_;
  Mesh soup_;
  std::vector<Actor> worlds_;
};

TEST(Spheres, GiveTheListOfBruteForce) {
  std::size_t contacts = 0;
  for (const double scale : {1.0, 1e-6}) {
    for (const double place : {0.0, 1e6}) {
      Crowd crowd(Vec3{place, -place, place} * scale, scale, {"boxes", "spheres", "brute"});
      for (int frame = 0; frame < 10; ++frame) {
        crowd.step(frame);
        CollideOptions options = CollideOptions::pairs();
        if (frame % 3 == 1) options.tolerance = 0.03 * scale;
        options.neighbours = frame % 4 == 3;
        const Result& truth = crowd.world(0).collide(options);
        const Result& found = crowd.world(1).collide(options);
        ASSERT_EQ(testing::difference(truth.pairs_by_slot(), found.pairs_by_slot()), "")
            << "frame " << frame;
        ASSERT_NO_THROW(crowd.world(1).validate());
        if (frame == 4) {  // brute force takes its time
          const Result& brute = crowd.world(2).collide(options);
          ASSERT_EQ(testing::difference(brute.pairs_by_slot(), found.pairs_by_slot()), "");
        }
        contacts += truth.size();
      }
    }
  }
  EXPECT_GT(contacts, 10000U);
}

TEST(Spheres, AnswerEveryKindOfQuestion) {
  Crowd crowd({}, 1, {"boxes", "spheres"});
  for (int frame = 0; frame < 4; ++frame) {
    crowd.step(frame);
    for (std::size_t a = 0; a < crowd.bodies(); ++a) {
      for (std::size_t b = a; b < crowd.bodies(); ++b) {
        const CollideOptions options = CollideOptions::pairs();
        const Result& truth = crowd.world(0).collide(crowd.body(0, a), crowd.body(0, b), options);
        const Result& found = crowd.world(1).collide(crowd.body(1, a), crowd.body(1, b), options);
        ASSERT_EQ(testing::difference(truth.pairs_by_slot(), found.pairs_by_slot()), "")
            << a << " and " << b;
      }
    }
    const std::vector<Candidate> all =
        crowd.world(0).collide(CollideOptions::pairs()).pairs_by_slot();
    for (const std::size_t n : {1U, 7U}) {
      CollideOptions some = CollideOptions::at_most(n);
      some.detail = Detail::pairs;
      const std::vector<Candidate> found = crowd.world(1).collide(some).pairs_by_slot();
      EXPECT_EQ(found.size(), n);
      for (const Candidate& pair : found) {
        EXPECT_TRUE(std::binary_search(all.begin(), all.end(), pair));
      }
      some.threads = 1;
      EXPECT_EQ(crowd.world(1).collide(some).pairs_by_slot(), found);
    }
  }
}

TEST(Spheres, CountTheSameForAnyNumberOfThreads) {
  Crowd crowd({}, 1, {"spheres", "spheres"});
  crowd.world(0).set_threads(1);
  crowd.world(1).set_threads(3);
  for (int frame = 0; frame < 4; ++frame) {
    crowd.step(frame);
    const Stats one = crowd.world(0).collide(CollideOptions::pairs()).stats;
    const Stats three = crowd.world(1).collide(CollideOptions::pairs()).stats;
    EXPECT_EQ(one, three);
    EXPECT_GT(one.nodes_updated, 0U);
  }
}

TEST(Spheres, LookAtNothingWhereBodiesAreApart) {
  World world({"spheres", 1});
  ShapeBody near(shape_of(scenes::geodesic_sphere(5)), {});
  ShapeBody far(shape_of(scenes::geodesic_sphere(5)), {});
  std::vector<Vec3> away;
  for (const Vec3& p : far.rest()) away.push_back(p + Vec3{1.9, 1.9, 0});  // boxes overlap
  far.place(away);
  std::vector<BodyId> ids;
  for (const ShapeBody* body : {&near, &far}) {
    const auto triangles = TrianglesView(body->triangles());
    ids.push_back(
        world.add(deforming(MeshView{body->rest(), triangles, {}}).clusters(body->clusters())));
    world.move(ids.back(), body->positions(), body->maps());
  }
  const Result& result = world.collide(CollideOptions::pairs());
  EXPECT_TRUE(result.empty());
  EXPECT_EQ(result.stats.primitives_read, 0U);
  EXPECT_EQ(result.stats.nodes_updated, 2U);  // the two roots
}

// Boxes of leaves are those of where the body is, not of all places where it was.
TEST(Spheres, CostTheSameAfterAWayRound) {
  World world({"spheres", 1});
  const Mesh ball = scenes::geodesic_sphere(3);
  world.add(rigid(ball));
  const BodyId moving = world.add(rigid(ball));
  std::vector<std::uint64_t> tests;
  for (const double x : {1.9, 1.7, 1.5, 1.9}) {
    world.move(moving, Transform::from_translation({x, 0, 0}));
    tests.push_back(world.collide(CollideOptions::pairs()).stats.bounds_tests);
  }
  EXPECT_LT(tests[0], tests[1]);
  EXPECT_EQ(tests[3], tests[0]);
}

TEST(Spheres, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  ShapeBody body(shape_of(scenes::torus(20, 10)), {});
  ShapeBody other(shape_of(scenes::geodesic_sphere(2)), {});
  World world({"spheres", 1});
  const auto add = [&](const ShapeBody& b) {
    const auto triangles = TrianglesView(b.triangles());
    return world.add(deforming(MeshView{b.positions(), triangles, {}}).clusters(b.clusters()));
  };
  const BodyId first = add(body);
  const BodyId second = add(other);
  const auto play = [&] {
    std::size_t contacts = 0;
    for (int frame = 0; frame < 8; ++frame) {
      body.step(0.02, {});
      other.step(0.02, {});
      world.move(first, body.positions(), body.maps());
      world.move(second, other.positions(), other.maps());
      contacts += world.collide().size();
    }
    return contacts;
  };
  EXPECT_GT(play(), 0U);
  const std::uint64_t before = testing::allocations();
  play();
  EXPECT_EQ(testing::allocations() - before, 0U);
}

TEST(Spheres, RefuseMapsThatDoNotFit) {
  World world({"spheres", 1});
  const Mesh mesh = testing::sheet(3, 0);
  const BodyId plain = world.add(deforming(mesh.view()));
  const std::vector<ClusterMap> one(1);
  const std::span<const Vec3> at(mesh.positions);
  EXPECT_EQ(testing::error_of([&] { world.move(plain, at, one); }), ErrorCode::unsupported);
  EXPECT_EQ(testing::error_of([&] { world.add(rigid(mesh.view()).clusters(Clusters::one(16))); }),
            ErrorCode::unsupported);
  EXPECT_EQ(
      testing::error_of([&] { world.add(deforming(mesh.view()).clusters(Clusters::one(15))); }),
      ErrorCode::bad_argument);
  const BodyId body = world.add(deforming(mesh.view()).clusters(Clusters::one(16)));
  EXPECT_EQ(testing::error_of([&] { world.move(body, at, std::vector<ClusterMap>(2)); }),
            ErrorCode::bad_argument);
  std::vector<ClusterMap> bad(1);
  bad[0].drift = std::nan("");
  EXPECT_EQ(testing::error_of([&] { world.move(body, at, bad); }), ErrorCode::bad_argument);
  EXPECT_NO_THROW(world.move(body, at, one));
  world.update();
  EXPECT_NO_THROW(world.validate());
  // A map that does not lead to the positions: found when somebody validates.
  std::vector<Vec3> elsewhere = mesh.positions;
  for (Vec3& p : elsewhere) p.z += 5;
  world.move(body, std::span<const Vec3>(elsewhere), one);
  world.collide(body, body);
  EXPECT_THROW(world.validate(), std::logic_error);
}

// Leaves are boxed when a query first gets there, in the frame of the world that they are in: also
// when it has gone elsewhere since, and another one stands where it was.
TEST(Spheres, FollowAWorldThatIsMoved) {
  const Mesh ball = scenes::geodesic_sphere(2);
  const auto points = static_cast<std::uint32_t>(ball.positions.size());
  World world({"spheres", 1});
  world.add(deforming(ball.view()).clusters(Clusters::one(points)));
  const BodyId other = world.add(deforming(ball.view()).clusters(Clusters::one(points)));
  const auto put = [&](World& into, const Vec3& by) {
    std::vector<Vec3> moved = ball.positions;
    for (Vec3& p : moved) p = p + by;
    ClusterMap map;
    map.rest_centre = ball.positions[0];
    map.centre = map.rest_centre + by;
    map.drift = 1e-12;
    into.move(other, std::span<const Vec3>(moved), {&map, 1}, Storage::copy);
  };
  put(world, {3, 0, 0});
  EXPECT_EQ(world.collide().size(), 0U);

  World far({"spheres", 1});
  far.add(rigid(ball.view()).pose(Transform::from_translation({1e6, 1e6, 0})));
  far.update();
  std::swap(world, far);
  put(far, {1.9, 0, 0});
  EXPECT_EQ(
      testing::difference(collide(ball.view(), {}, ball.view(),
                                  Transform::from_translation({1.9, 0, 0}), CollideOptions::pairs())
                              .pairs_by_slot(),
                          far.collide().pairs_by_slot()),
      "");
  EXPECT_GT(far.collide().size(), 0U);
}

}  // namespace
}  // namespace tact
