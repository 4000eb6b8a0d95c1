// World::cast beside every primitive, tested one by one: bodies of all kinds, at rest and moving,
// near and far, whatever the threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/contact/ray_hits.h"
#include "tact/tact.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/ray_oracle.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Bodies of all kinds, and the primitives that a test reads for itself.
struct RayScene {
  testing::Random random;
  double size;
  Vec3 origin;
  Mesh torus = scenes::torus(24, 12);
  Mesh cloth;
  Mesh pieces;
  std::vector<Vec3> centres;
  std::vector<double> radii;
  Transform pose;
  World world{{"dbvh", 1}};
  std::vector<BodyId> ids;

  RayScene(std::uint64_t seed, double size_of, const Vec3& at)
      : random(seed), size(size_of), origin(at) {
    for (Vec3& p : torus.positions) p = p * size;
    cloth = testing::sheet(12, 0.25);
    pieces = testing::grid_soup(80, random);
    for (Mesh* mesh : {&cloth, &pieces}) {
      for (Vec3& p : mesh->positions) p = p * size + origin;
    }
    new_points(60);
    pose = Transform::from_axis_angle({1, 2, 3}, 0.7, origin);
    ids = {world.add(rigid(torus).pose(pose).user(10)), world.add(deforming(cloth).user(11)),
           world.add(breaking(pieces).user(12)),
           world.add(points(PositionsView(centres), RadiiView(radii)).user(13).group(2))};
  }

  void new_points(int count) {
    centres.clear();
    radii.clear();
    for (int i = 0; i < count; ++i) {
      centres.push_back(random.vector(-1.5, 1.5) * size + origin);
      radii.push_back(random.uniform(0, 0.3) * size);
    }
  }

  // Everything moves, pieces come and go.
  void step() {
    pose = Transform::from_axis_angle(random.vector(0.1, 1), random.uniform(0, 6),
                                      origin + random.vector(-0.5, 0.5) * size);
    world.move(ids[0], pose);
    for (Vec3& p : cloth.positions) p = p + random.vector(-0.05, 0.05) * size;
    world.move(ids[1], PositionsView(cloth.positions));
    if (random.chance(2)) {
      pieces = testing::grid_soup(40 + random.below(160), random);
      for (Vec3& p : pieces.positions) p = p * size + origin;
    } else {
      const std::size_t half = pieces.triangles.size() / 2;
      for (std::size_t i = 0; i < half; ++i) pieces.triangles.push_back(pieces.triangles[2 * i]);
    }
    world.move(ids[2], pieces.view());
    new_points(30 + static_cast<int>(random.below(60)));
    world.move(ids[3], PositionsView(centres), RadiiView(radii));
  }

  std::vector<Primitives> primitives() const {
    return {Primitives::triangles(torus.view(), &pose),
            Primitives::triangles(cloth.view(), nullptr),
            Primitives::triangles(pieces.view(), nullptr),
            Primitives::points(PositionsView(centres), RadiiView(radii), nullptr)};
  }

  // At corners, along edges and axes, in planes of faces, from near and very far.
  Ray ray() {
    Ray out;
    const std::vector<Primitives> all = primitives();
    const Primitives& some = all[random.below(3)];
    const Triangle t = some.triangle(random.below(some.size()));
    out.origin = random.vector(-3, 3) * size + origin;
    out.direction = random.vector(-1, 1);
    if (random.chance(3)) out.direction = t[random.below(3)] - out.origin;
    if (out.direction == Vec3{}) out.direction = {0, 1, 0};
    if (random.chance(6)) {
      out.origin = t[0];
      if (t[1] != t[0]) out.direction = t[1] - t[0];
    }
    if (random.chance(5)) {
      out.direction = {};
      out.direction[random.below(3)] = random.chance(2) ? 1 : -2;
      out.origin = t[random.below(3)] - out.direction * (4 * size);
    }
    const Vec3& d = out.direction;
    const double length = std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    if (random.chance(12)) out.origin = out.origin - d * (1e9 * (size / length));
    if (random.chance(4)) out.t_max = random.uniform(0, 6) * (size / length);
    if (random.chance(12)) out.direction = out.direction * 0x1p-300;
    if (random.chance(4)) {
      const Vec3 to = random.chance(2) ? t[0] : random.vector(-2, 2) * size + origin;
      if (to != out.origin) out = Ray::segment(out.origin, to);
    }
    return out;
  }
};

std::vector<RayHit> brute_hits(const RayScene& scene, const Ray& ray) {
  std::vector<RayHit> out;
  const RayLine line = line_of(ray);
  const std::vector<Primitives> all = scene.primitives();
  for (std::size_t body = 0; body < all.size(); ++body) {
    for (std::uint32_t id = 0; id < all[body].size(); ++id) {
      RayMeeting first;
      if (all[body].kind() == PrimitiveKind::points) {
        if (!ray_meets(line, all[body].ball(id))) continue;
        first = first_meeting(line, all[body].ball(id));
      } else {
        if (!ray_meets(line, all[body].triangle(id))) continue;
        first = first_meeting(line, all[body].triangle(id));
      }
      out.push_back({first.t, first.u, first.v, scene.ids[body], id, 10 + body});
    }
  }
  std::sort(out.begin(), out.end(), comes_before);
  return out;
}

void expect_same(const RayHit& a, const RayHit& b) {
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(a.u, b.u);
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(a.body, b.body);
  EXPECT_EQ(a.primitive, b.primitive);
  EXPECT_EQ(a.user, b.user);
}

void compare_with_brute_force(RayScene& scene, const std::vector<Ray>& rays) {
  std::vector<std::vector<RayHit>> expected;
  for (const Ray& ray : rays) expected.push_back(brute_hits(scene, ray));
  for (const unsigned threads : {1U, 3U}) {
    const RayHits& all = scene.world.cast(rays, {.mode = RayMode::all, .threads = threads});
    ASSERT_EQ(all.size(), rays.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(all[i].size(), expected[i].size()) << i;
      for (std::size_t k = 0; k < expected[i].size(); ++k) expect_same(all[i][k], expected[i][k]);
    }
    const RayHits& first = scene.world.cast(rays, {.threads = threads});
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(first[i].size(), expected[i].empty() ? 0U : 1U) << i;
      if (!expected[i].empty()) expect_same(first[i][0], expected[i][0]);
    }
    const RayHits& any = scene.world.cast(rays, {.mode = RayMode::any, .threads = threads});
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(any[i].size(), expected[i].empty() ? 0U : 1U) << i;
      const auto is_it = [&](const RayHit& hit) {
        return hit.body == any[i][0].body && hit.primitive == any[i][0].primitive;
      };
      if (any[i].empty()) continue;
      EXPECT_TRUE(std::any_of(expected[i].begin(), expected[i].end(), is_it));
    }
  }
}

TEST(Cast, FindsWhatBruteForceFinds) {
  const struct {
    double size;
    Vec3 origin;
  } places[] = {{1, {}}, {1, {1e6, -1e6, 3e5}}, {1e-30, {}}, {1e-6, {1, 2, 3}}, {1e200, {}}};
  std::uint64_t seed = 1;
  for (const auto& place : places) {
    RayScene scene(++seed, place.size, place.origin);
    std::size_t hits = 0;
    for (int frame = 0; frame < 4; ++frame) {
      std::vector<Ray> rays;
      for (int i = 0; i < 120; ++i) rays.push_back(scene.ray());
      ASSERT_NO_FATAL_FAILURE(compare_with_brute_force(scene, rays)) << place.size << " " << frame;
      hits += scene.world.cast(rays).hits().size();
      scene.step();
      if (frame == 2) scene.world.collide();  // which shares the trees
    }
    EXPECT_GT(hits, 150U);
  }
}

// The lists above rest on the library's own test of one primitive; these on rational numbers alone.
TEST(Cast, FindsWhatRationalNumbersFind) {
  RayScene scene(31, 1, {});
  for (int round = 0; round < 40; ++round) {
    const Ray ray = scene.ray();
    if (!(ray.tail == Vec3{})) continue;
    const testing::OracleRay own{ray.origin, ray.direction, {}, ray.t_max};
    const Primitives pieces = scene.primitives()[2];
    std::vector<RayHit> expected;
    for (std::uint32_t id = 0; id < pieces.size(); ++id) {
      const auto t = testing::first_of_triangle(own, pieces.triangle(id));
      if (t) expected.push_back({*t, 0, 0, scene.ids[2], id, 12});
    }
    std::sort(expected.begin(), expected.end(), comes_before);
    std::vector<RayHit> found;
    const RayHits& all = scene.world.cast({&ray, 1}, {.mode = RayMode::all});
    std::copy_if(all[0].begin(), all[0].end(), std::back_inserter(found),
                 [&](const RayHit& hit) { return hit.body == scene.ids[2]; });
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].t, expected[i].t);
      EXPECT_EQ(found[i].primitive, expected[i].primitive);
    }
  }
}

TEST(Cast, PassesThroughGroupsThatAreNotAsked) {
  RayScene scene(32, 1, {});
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) rays.push_back(scene.ray());
  std::size_t of_points = 0;
  std::size_t others = 0;
  for (const RayHit& hit : scene.world.cast(rays, {.groups = 2}).hits()) {
    EXPECT_EQ(hit.user, 13U);
    ++of_points;
  }
  for (const RayHit& hit : scene.world.cast(rays, {.groups = 1}).hits()) {
    EXPECT_NE(hit.user, 13U);
    ++others;
  }
  EXPECT_GT(of_points, 10U);
  EXPECT_GT(others, 10U);
  EXPECT_TRUE(scene.world.cast(rays, {.groups = 4}).hits().empty());
}

TEST(Cast, ManyBodiesAreEachFound) {
  testing::Random random(33);
  World world({"auto", 2});
  const Shape shape(testing::box({}, 0.3));
  std::vector<BodyId> ids;
  for (int i = 0; i < 300; ++i) {
    const int row = i / 20;
    const Vec3 at{static_cast<double>(i % 20), static_cast<double>(row), 0};
    ids.push_back(world.add(rigid(shape).pose(Transform::from_translation(at))));
  }
  world.remove(ids[7]);
  std::vector<Ray> rays;
  for (int i = 0; i < 300; ++i) {
    const int row = i / 20;
    rays.push_back({{i % 20 + 0.05, row + 0.1, 5}, {0, 0, -1}});
  }
  const RayHits& hits = world.cast(rays);
  for (std::size_t i = 0; i < rays.size(); ++i) {
    ASSERT_EQ(hits[i].size(), i == 7 ? 0U : 1U);
    if (i != 7) {
      EXPECT_EQ(hits[i][0].body, ids[i]);
    }
  }
  // Along a row, through all of it.
  const Ray along{{-5, 3, 0}, {1, 0, 0}};
  EXPECT_EQ(world.first_hit(along)->body, ids[60]);
  EXPECT_GE(world.cast({&along, 1}, {.mode = RayMode::all})[0].size(), 40U);
  EXPECT_LT(world.cast({&along, 1}).stats.primitive_tests, 20U);
}

TEST(Cast, LooksAtFewPrimitives) {
  const Mesh torus = scenes::torus(160, 80);
  World world({"dbvh", 1});
  world.add(deforming(torus));
  testing::Random random(34);
  std::vector<Ray> rays;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 from = random.vector(-3, 3);
    rays.push_back({from, random.vector(-1, 1) - from});
  }
  world.cast(rays);
  const RayHits& hits = world.cast(rays);
  EXPECT_GT(hits.hits().size(), 500U);
  EXPECT_LT(hits.stats.primitive_tests, 6'000U);  // of 2.6 · 10^7
  EXPECT_LT(hits.stats.bounds_tests, 120'000U);
  EXPECT_EQ(hits.stats.nodes_split, 0U);
}

TEST(Cast, QueriesAskTheSame) {
  RayScene scene(35, 1, {});
  std::vector<Ray> rays;
  for (int i = 0; i < 100; ++i) rays.push_back(scene.ray());
  Query query(scene.world);
  EXPECT_THROW(query.cast(rays), Error);
  scene.world.update();
  EXPECT_NO_THROW(query.collide());
  scene.world.update_all();
  const RayHits& found = query.cast(rays, {.mode = RayMode::all});
  const RayHits& expected = scene.world.cast(rays, {.mode = RayMode::all});
  ASSERT_EQ(found.hits().size(), expected.hits().size());
  for (std::size_t i = 0; i < found.hits().size(); ++i) {
    expect_same(found.hits()[i], expected.hits()[i]);
  }
  scene.step();
  EXPECT_THROW(query.cast(rays), Error);
}

TEST(Cast, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  const Mesh torus = scenes::torus(40, 20);
  std::vector<std::vector<Vec3>> frames(6, torus.positions);
  testing::Random random(36);
  for (auto& positions : frames) {
    for (Vec3& p : positions) p = p + random.vector(-0.02, 0.02);
  }
  World world({"dbvh", 1});
  const BodyId cloth = world.add(deforming(torus));
  const BodyId solid = world.add(rigid(torus));
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) {
    const Vec3 from = random.vector(-3, 3);
    rays.push_back({from, random.vector(-1, 1) - from});
  }
  std::uint64_t spent = 0;
  for (int playing = 0; playing < 3; ++playing) {
    const std::uint64_t before = testing::allocations();
    for (std::size_t i = 0; i < frames.size(); ++i) {
      world.move(cloth, PositionsView(frames[i]));
      world.move(solid, Transform::from_translation({0.1 * static_cast<double>(i), 0, 0}));
      for (const RayMode mode : {RayMode::first, RayMode::any, RayMode::all}) {
        world.cast(rays, {.mode = mode});
      }
    }
    spent = testing::allocations() - before;
  }
  EXPECT_EQ(spent, 0U);
}

TEST(Cast, RefusesWhatIsNoRay) {
  World world;
  world.add(rigid(testing::box({}, 1)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Ray good{{0, 0, 5}, {0, 0, -1}};
  ASSERT_TRUE(world.first_hit(good));
  std::vector<Ray> bad(9, good);
  bad[0].origin.x = nan;
  bad[1].origin.y = infinite;
  bad[2].direction.z = nan;
  bad[3].direction.x = -infinite;
  bad[4].direction = {};
  bad[5].t_max = -1;
  bad[6].t_max = nan;
  bad[7].tail.z = 0.5;
  bad[8] = Ray::segment({1e308, 0, 0}, {-1e308, 0, 0});
  for (const Ray& ray : bad) {
    const std::vector<Ray> rays{good, ray};
    try {
      world.cast(rays);
      ADD_FAILURE() << "took it";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_argument);
      EXPECT_NE(std::string(error.what()).find("ray 1:"), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(world.first_hit(Ray::segment({1, 2, 3}, {1, 2, 3})), Error);
  EXPECT_EQ(world.cast({}).size(), 0U);
  EXPECT_EQ(world.first_hit(good)->t, 4);
  World empty;
  EXPECT_FALSE(empty.first_hit(good));
}

}  // namespace
}  // namespace tact
