// World::clearance beside every two primitives: of all bodies, of one and the others, of two; how
// little it looks at; and what its bounds promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/contact/closest.h"
#include "tact/tact.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

constexpr double no_distance = std::numeric_limits<double>::infinity();

// A few bodies of each kind, strewn so that some touch at times.
struct Strewn {
  testing::Random random;
  double size;
  Vec3 origin;
  Mesh torus = scenes::torus(12, 6);
  std::vector<Mesh> meshes;  // of the bodies that are not rigid, in the world
  std::vector<Mesh> old;     // what is borrowed until they have moved
  std::vector<Transform> poses;
  std::vector<Vec3> centres;
  std::vector<double> radii;
  World world{{"dbvh", 1}};
  std::vector<BodyId> ids;

  Strewn(std::uint64_t seed, double size_of, const Vec3& at, double room)
      : random(seed), size(size_of), origin(at) {
    for (Vec3& p : torus.positions) p = p * size;
    meshes.resize(4);
    poses.resize(3);
    centres.resize(30);
    radii.assign(30, 0.05 * size);
    place(room);
    for (const Transform& pose : poses) ids.push_back(world.add(rigid(torus).pose(pose)));
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      ids.push_back(world.add(i < 2 ? deforming(meshes[i].view()) : breaking(meshes[i].view())));
    }
    ids.push_back(world.add(points(PositionsView(centres), RadiiView(radii))));
  }
  void place(double room) {
    for (Transform& pose : poses) {
      pose = Transform::from_axis_angle(random.vector(0.1, 1), random.uniform(0, 6), where(room));
    }
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      const Vec3 by = where(room);
      Mesh mesh = testing::soup(i < 2 ? 40 : 20 + random.below(60), 0.4, random);
      for (Vec3& p : mesh.positions) p = p * size + by;
      if (i < 2 && !meshes[i].positions.empty()) {
        meshes[i].positions.swap(mesh.positions);  // its triangles stay
        old.push_back(std::move(mesh));
      } else {
        old.push_back(std::move(meshes[i]));
        meshes[i] = std::move(mesh);
      }
    }
    const Vec3 by = where(room);
    for (Vec3& p : centres) p = random.vector(-0.5, 0.5) * size + by;
  }
  Vec3 where(double room) { return origin + random.vector(-room, room) * size; }
  void move(double room) {
    place(room);
    for (std::size_t i = 0; i < 3; ++i) world.move(ids[i], poses[i]);
    for (std::size_t i = 0; i < 2; ++i) world.move(ids[3 + i], PositionsView(meshes[i].positions));
    for (std::size_t i = 2; i < 4; ++i) world.move(ids[3 + i], meshes[i].view());
    world.move(ids[7], PositionsView(centres));
    old.clear();
  }
  Primitives primitives(std::size_t body) const {
    if (body < 3) return Primitives::triangles(torus.view(), &poses[body]);
    if (body < 7) return Primitives::triangles(meshes[body - 3].view(), nullptr);
    return Primitives::points(PositionsView(centres), RadiiView(radii), nullptr);
  }
  double apart(std::size_t a, std::size_t b) const {
    const Primitives of_a = primitives(a);
    const Primitives of_b = primitives(b);
    double least = no_distance;
    for (std::uint32_t i = 0; i < of_a.size(); ++i) {
      for (std::uint32_t j = 0; j < of_b.size(); ++j) {
        least = std::min(least, closest_primitives(of_a, i, of_b, j).distance);
      }
    }
    return least;
  }
  std::size_t number_of(const BodyId& id) const {
    return static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
  }
  // What it names is as far apart as it says.
  void expect_witness(const Clearance& found) const {
    ASSERT_LT(number_of(found.body_a), ids.size());
    ASSERT_LT(number_of(found.body_b), ids.size());
    const Primitives a = primitives(number_of(found.body_a));
    const Primitives b = primitives(number_of(found.body_b));
    const ClosestPrimitives named = closest_primitives(a, found.primitive_a, b, found.primitive_b);
    EXPECT_EQ(named.distance, found.distance);
    EXPECT_EQ(named.a, found.point_a);
    EXPECT_EQ(named.b, found.point_b);
  }
};

void compare_frame(Strewn& scene) {
  const std::size_t bodies = scene.ids.size();
  std::vector<std::vector<double>> apart(bodies, std::vector<double>(bodies, no_distance));
  double least = no_distance;
  for (std::size_t a = 0; a < bodies; ++a) {
    for (std::size_t b = a + 1; b < bodies; ++b) {
      apart[a][b] = apart[b][a] = scene.apart(a, b);
      least = std::min(least, apart[a][b]);
    }
  }
  for (const unsigned threads : {1U, 3U}) {
    const ClearanceOptions options{.threads = threads};
    const Clearance found = scene.world.clearance(options);
    EXPECT_EQ(found.distance, least);
    scene.expect_witness(found);
    for (std::size_t a = 0; a < bodies; ++a) {
      const Clearance one = scene.world.clearance(scene.ids[a], options);
      EXPECT_EQ(one.distance, *std::min_element(apart[a].begin(), apart[a].end()));
      EXPECT_EQ(one.body_a, scene.ids[a]);
      scene.expect_witness(one);
      const std::size_t b = (a + 3) % bodies;
      const Clearance two = scene.world.clearance(scene.ids[a], scene.ids[b], options);
      EXPECT_EQ(two.distance, apart[a][b]);
      EXPECT_EQ(two.body_a, scene.ids[a]);
      EXPECT_EQ(two.body_b, scene.ids[b]);
      scene.expect_witness(two);
    }
    for (const double bound : {least * 0.5, least, least * 1.5, least * 4 + scene.size * 0.01}) {
      const Clearance near = scene.world.clearance({.up_to = bound, .threads = threads});
      EXPECT_EQ(near.distance, bound >= least ? least : no_distance) << bound;
      const Clearance some = scene.world.clearance({.up_to = bound, .enough = bound});
      EXPECT_EQ(some.distance < bound || some.distance == 0, least < bound || least == 0);
    }
  }
}

TEST(Clearance, IsTheLeastOfAllPairs) {
  const struct {
    double size;
    Vec3 origin;
    double room;
  } places[] = {{1, {}, 8}, {1, {1e6, -1e6, 5e5}, 8}, {1e-20, {}, 8}, {1, {}, 3}};
  std::uint64_t seed = 50;
  for (const auto& place : places) {
    Strewn scene(++seed, place.size, place.origin, place.room);
    for (int frame = 0; frame < 3; ++frame) {
      ASSERT_NO_FATAL_FAILURE(compare_frame(scene)) << place.size << " " << frame;
      scene.move(place.room);
    }
  }
}

TEST(Clearance, IsOfThoseThatAreTested) {
  World world({"auto", 1});
  std::vector<BodyId> ids;
  for (int i = 0; i < 6; ++i) {
    const Transform at = Transform::from_translation({i * i * 1.0, 0, 0});
    ids.push_back(world.add(rigid(testing::box({}, 0.25)).pose(at)));
  }
  EXPECT_EQ(world.clearance().distance, 0.5);
  world.exclude(ids[0], ids[1]);
  EXPECT_EQ(world.clearance().distance, 2.5);
  EXPECT_EQ(world.clearance(ids[0], ids[1]).distance, 0.5) << "whatever is excluded";
  EXPECT_EQ(world.clearance(ids[0]).distance, 3.5);
  world.set_group(ids[2], 2, 2);
  EXPECT_EQ(world.clearance().distance, 6.5);  // 4 is out of it, so 9 and 16
  EXPECT_EQ(world.clearance(ids[2]).distance, no_distance);
  EXPECT_EQ(world.clearance(ids[2]).body_a, BodyId{});
  world.set_filter([&](const BodyId& a, const BodyId& b) { return !(a == ids[3] && b == ids[4]); });
  EXPECT_EQ(world.clearance().distance, 7.5);  // 1 and 9
  world.update_all();
  Query query(world);
  EXPECT_EQ(query.clearance().distance, 7.5);
  EXPECT_EQ(query.clearance(ids[0]).distance, 8.5);
  world.remove(ids[1]);
  EXPECT_EQ(world.clearance().distance, 8.5);
}

TEST(Clearance, LooksAtLittle) {
  const Mesh torus = scenes::torus(80, 40);
  World world({"auto", 1});
  std::vector<BodyId> ids;
  const Shape shape(torus);
  for (int i = 0; i < 40; ++i) {
    const Transform at = Transform::from_translation({i * (4 + 0.05 * i), (i % 3) * 0.1, 0});
    ids.push_back(world.add(rigid(shape).pose(at)));
  }
  const Clearance cold = world.clearance();
  EXPECT_LT(cold.stats.primitive_tests, 20'000U);
  // The same again, and a little further: the last pair is where it begins.
  const Clearance warm = world.clearance();
  EXPECT_EQ(warm.distance, cold.distance);
  EXPECT_LE(warm.stats.primitive_tests, cold.stats.primitive_tests);
  EXPECT_LT(warm.stats.bounds_tests, cold.stats.bounds_tests);
  // Nothing is that near: the boxes say so.
  EXPECT_EQ(world.clearance({.up_to = cold.distance * 0.01}).stats.primitive_tests, 1U);
  // The last pair is nearer than that.
  EXPECT_EQ(world.clearance({.enough = cold.distance * 2}).stats.primitive_tests, 1U);
}

TEST(Clearance, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  const Mesh torus = scenes::torus(30, 15);
  World world({"auto", 1});
  const Shape shape(torus);
  std::vector<BodyId> ids;
  for (int i = 0; i < 8; ++i) ids.push_back(world.add(rigid(shape)));
  std::uint64_t spent = 0;
  for (int playing = 0; playing < 3; ++playing) {
    const std::uint64_t before = testing::allocations();
    for (int frame = 0; frame < 10; ++frame) {
      for (int i = 0; i < 8; ++i) {
        world.move(ids[static_cast<std::size_t>(i)],
                   Transform::from_axis_angle({1, 2, 0.5}, 0.1 * frame * i, {i * 4.0, 0.1 * i, 0}));
      }
      world.clearance();
      world.clearance(ids[3]);
      world.clearance(ids[0], ids[7]);
    }
    spent = testing::allocations() - before;
  }
  EXPECT_EQ(spent, 0U);
}

TEST(Clearance, RefusesWhatItCannotAnswer) {
  World world;
  const BodyId a = world.add(rigid(testing::box({}, 1)));
  EXPECT_EQ(world.clearance().distance, no_distance);
  const BodyId b = world.add(rigid(testing::box({4, 0, 0}, 1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(world.clearance({.up_to = nan}), Error);
  EXPECT_THROW(world.clearance({.up_to = -1}), Error);
  EXPECT_THROW(world.clearance({.enough = nan}), Error);
  EXPECT_THROW(world.clearance(a, a), Error);
  EXPECT_THROW(world.clearance(BodyId{}), Error);
  world.remove(b);
  EXPECT_THROW(world.clearance(a, b), Error);
  EXPECT_EQ(world.clearance(a).distance, no_distance);
  const BodyId empty = world.add(breaking(Mesh{}));
  EXPECT_EQ(world.clearance(a, empty).distance, no_distance);
  Query query(world);
  EXPECT_THROW(query.clearance(), Error);
}

}  // namespace
}  // namespace tact
