// World::find_primitives and nearest() beside every primitive, for bodies of all kinds that move
// and break.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/contact/closest.h"
#include "tact/geometry/region.h"
#include "tact/geometry/segment.h"
#include "tact/tact.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

struct RegionScene {
  testing::Random random;
  double size;
  Vec3 origin;
  Mesh torus = scenes::torus(16, 8);
  Mesh pieces;
  Mesh grown;
  std::vector<Vec3> centres;
  std::vector<double> radii;
  Transform pose;
  World world{{"auto", 2}};
  std::vector<BodyId> ids;

  RegionScene(std::uint64_t seed, double size_of, const Vec3& at)
      : random(seed), size(size_of), origin(at) {
    for (Vec3& p : torus.positions) p = p * size;
    pieces = testing::grid_soup(120, random);
    for (Vec3& p : pieces.positions) p = p * size + origin;
    for (int i = 0; i < 50; ++i) {
      centres.push_back(random.vector(-1.5, 1.5) * size + origin);
      radii.push_back(random.uniform(0, 0.2) * size);
    }
    pose = Transform::from_axis_angle({1, 2, 3}, 0.7, origin);
    ids = {world.add(rigid(torus).pose(pose)), world.add(breaking(pieces).user(5)),
           world.add(points(PositionsView(centres), RadiiView(radii)).group(2))};
  }
  void step() {
    pose = Transform::from_axis_angle({3, 2, 1}, random.uniform(0, 3), origin);
    world.move(ids[0], pose);
    grown = testing::grid_soup(60 + random.below(200), random);
    for (Vec3& p : grown.positions) p = p * size + origin;
    world.move(ids[1], grown.view(), Storage::copy);
    pieces = grown;
    for (Vec3& p : centres) p = p + random.vector(-0.1, 0.1) * size;
    world.move(ids[2], PositionsView(centres));
  }
  Vec3 place() {
    if (random.chance(2)) return pieces.positions[random.below(60)];  // touching things
    return origin + random.vector(-2, 2) * size;
  }
  std::vector<Primitives> primitives() const {
    return {Primitives::triangles(torus.view(), &pose),
            Primitives::triangles(pieces.view(), nullptr),
            Primitives::points(PositionsView(centres), RadiiView(radii), nullptr)};
  }
  // All primitives that `test` says yes to.
  template <class Test>
  std::vector<PrimitiveId> brute(const Test& test) const {
    std::vector<PrimitiveId> out;
    const std::vector<Primitives> all = primitives();
    for (std::size_t body = 0; body < all.size(); ++body) {
      for (std::uint32_t id = 0; id < all[body].size(); ++id) {
        const bool yes = all[body].kind() == PrimitiveKind::points ? test(all[body].ball(id))
                                                                   : test(all[body].triangle(id));
        if (yes) out.push_back({ids[body], id, body == 1 ? 5U : 0U});
      }
    }
    return out;
  }
};

struct InBall {
  Ball ball;
  bool operator()(const Triangle& t) const {
    return ball_touches_triangle(ball.centre, ball.radius, t);
  }
  bool operator()(const Ball& b) const {
    return balls_touch(ball.centre, ball.radius, b.centre, b.radius);
  }
};

struct InHalfSpaces {
  std::vector<HalfSpace> all;
  bool operator()(const Triangle& t) const {
    return std::none_of(all.begin(), all.end(), [&](const HalfSpace& half) {
      return std::all_of(t.begin(), t.end(), [&](const Vec3& p) {
        return side_of_plane(half.normal, half.offset, p) > 0;
      });
    });
  }
  bool operator()(const Ball& b) const {
    return std::none_of(all.begin(), all.end(), [&](const HalfSpace& half) {
      return lies_outside(half.normal, half.offset, b);
    });
  }
};

void compare_regions(RegionScene& scene, std::size_t& found) {
  Extent box;
  box.add(scene.place());
  box.add(scene.place());
  const auto in_box = [&](const auto& primitive) { return box_meets(box, primitive); };
  EXPECT_EQ(scene.world.find_primitives(box), scene.brute(in_box));
  const Ball ball{scene.place(), scene.random.uniform(0, 0.8) * scene.size};
  EXPECT_EQ(scene.world.find_primitives(ball), scene.brute(InBall{ball}));
  InHalfSpaces frustum;
  for (int i = 0; i < 5; ++i) {
    const Vec3 normal = scene.random.vector(-1, 1);
    const Vec3 through = scene.random.chance(2) ? scene.place() : scene.origin;
    frustum.all.push_back({normal, dot(normal, through)});
  }
  const std::vector<PrimitiveId>& seen =
      scene.world.find_primitives(std::span<const HalfSpace>(frustum.all));
  EXPECT_EQ(seen, scene.brute(frustum));
  found += seen.size();
}

void compare_nearest(RegionScene& scene) {
  Vec3 point = scene.place();
  if (scene.random.chance(8)) point = point + Vec3{1e12, -3e11, 0} * scene.size;
  if (scene.random.chance(12)) point = point + Vec3{0, 1e40, 0} * scene.size;
  const std::optional<NearestPoint> found = scene.world.nearest(point);
  ASSERT_TRUE(found);
  const std::span<const Vec3> one(&point, 1);
  const Primitives at = Primitives::points(PositionsView(one), RadiiView(0.0), nullptr);
  const std::vector<Primitives> all = scene.primitives();
  double least = std::numeric_limits<double>::infinity();
  PrimitiveId first;
  for (std::size_t body = 0; body < all.size(); ++body) {
    for (std::uint32_t id = 0; id < all[body].size(); ++id) {
      const double distance = closest_primitives(at, 0, all[body], id).distance;
      if (!(distance < least)) continue;
      least = distance;
      first = {scene.ids[body], id, body == 1 ? 5U : 0U};
    }
  }
  EXPECT_EQ(found->distance, least);
  EXPECT_EQ(static_cast<const PrimitiveId&>(*found), first);
  EXPECT_NEAR(length(found->point - point), least, 1e-12 * (least + scene.size));
}

TEST(Region, FindsWhatBruteForceFinds) {
  std::uint64_t seed = 70;
  std::size_t found = 0;
  for (const double size : {1.0, 1e-30, 1e6}) {
    RegionScene scene(++seed, size, {});
    for (int frame = 0; frame < 4; ++frame) {
      for (int i = 0; i < 30; ++i) {
        ASSERT_NO_FATAL_FAILURE(compare_regions(scene, found));
        ASSERT_NO_FATAL_FAILURE(compare_nearest(scene));
      }
      scene.step();
    }
  }
  EXPECT_GT(found, 5'000U);
}

TEST(Region, LooksAtTheGroupsThatAreAsked) {
  RegionScene scene(80, 1, {});
  const Extent all{{-9, -9, -9}, {9, 9, 9}};
  EXPECT_EQ(scene.world.find_primitives(all).size(), 256U + 120U + 50U);
  EXPECT_EQ(scene.world.find_primitives(all, 2).size(), 50U);
  EXPECT_EQ(scene.world.nearest({0, 0, 0}, 2)->body, scene.ids[2]);
  EXPECT_FALSE(scene.world.nearest({0, 0, 0}, 4));
  EXPECT_EQ(scene.world.find_primitives(std::span<const HalfSpace>()).size(), 426U);
}

TEST(Region, RefusesWhatIsNone) {
  World world;
  world.add(rigid(testing::box({}, 1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double beyond = std::numeric_limits<double>::infinity();
  EXPECT_THROW(world.find_primitives(Extent{}), Error);
  EXPECT_THROW(world.find_primitives(Extent{{0, 0, nan}, {1, 1, 1}}), Error);
  EXPECT_THROW(world.find_primitives(Extent{{0, 0, 2}, {1, 1, 1}}), Error);
  EXPECT_THROW(world.find_primitives(Ball{{0, 0, 0}, -1}), Error);
  EXPECT_THROW(world.find_primitives(Ball{{0, beyond, 0}, 1}), Error);
  EXPECT_THROW(world.nearest({nan, 0, 0}), Error);
  const HalfSpace zero{{0, 0, 0}, 1};
  EXPECT_THROW(world.find_primitives(std::span<const HalfSpace>(&zero, 1)), Error);
  const std::vector<HalfSpace> many(65, HalfSpace{{0, 0, 1}, 1});
  EXPECT_THROW(world.find_primitives(std::span<const HalfSpace>(many)), Error);
  EXPECT_EQ(world.find_primitives(Extent{{0, 0, 1}, {0, 0, 1}}).size(), 2U);  // on the diagonal
  World empty;
  EXPECT_TRUE(empty.find_primitives(Ball{{0, 0, 0}, 1}).empty());
  EXPECT_FALSE(empty.nearest({0, 0, 0}));
}

TEST(Region, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({"auto", 1});
  world.add(rigid(scenes::torus(40, 20)));
  const HalfSpace half{{1, 0, 0}, 0.1};
  std::uint64_t spent = 0;
  for (int playing = 0; playing < 3; ++playing) {
    const std::uint64_t before = testing::allocations();
    for (int i = 0; i < 20; ++i) {
      const double x = 0.1 * i;
      EXPECT_TRUE(world.nearest({x, 1, 0}));
      world.find_primitives(Ball{{x, 0, 0}, 0.4});
      world.find_primitives(Extent{{x, 0, 0}, {x + 0.5, 0.5, 0.5}});
      world.find_primitives(std::span<const HalfSpace>(&half, 1));
    }
    spent = testing::allocations() - before;
  }
  EXPECT_EQ(spent, 0U);
}

}  // namespace
}  // namespace tact
