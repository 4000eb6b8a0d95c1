// World::impacts against all features with all, on every scene that moves and in random worlds.
#include "tact/question/impacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tact/body/forest.h"
#include "tact/tact.h"
#include "tests/support/impact_scenes.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::MovingMesh;
using testing::MovingWorld;
using testing::Random;
using testing::SeenImpact;

// Rigid bodies stand where they are in the second frame; points stay away.
std::vector<MovingMesh> motion_of(const testing::TestScene& scene, int from, int to) {
  std::vector<MovingMesh> bodies;
  for (const testing::TestBody& body : scene.bodies) {
    if (body.kind == BodyKind::points) continue;
    MovingMesh moving{body.mesh, {}, body.self};
    if (body.kind == BodyKind::rigid) {
      for (Vec3& p : moving.mesh.positions) p = body.pose(to).apply(p);
      moving.to = moving.mesh.positions;
    } else {
      body.positions(from, moving.mesh.positions);
      body.positions(to, moving.to);
    }
    bodies.push_back(std::move(moving));
  }
  return bodies;
}

bool moves(const testing::TestScene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(), [](const testing::TestBody& body) {
    return body.kind == BodyKind::deforming || body.kind == BodyKind::breaking;
  });
}

class ImpactScenes : public ::testing::TestWithParam<const scenes::SceneInfo*> {};

std::vector<const scenes::SceneInfo*> moving_scenes() {
  std::vector<const scenes::SceneInfo*> out;
  for (const scenes::SceneInfo& info : scenes::all()) {
    if (moves(testing::built_in(info, 0))) out.push_back(&info);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Scenes, ImpactScenes, ::testing::ValuesIn(moving_scenes()),
                         [](const auto& at) {
                           std::string name = at.param->name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

void expect_brute_force(const scenes::SceneInfo& info, int lod, int stride, int step) {
  const testing::TestScene scene = testing::built_in(info, lod);
  std::size_t impacts = 0;
  for (int frame = 0; frame + step < scene.frames; frame += stride) {
    const std::vector<MovingMesh> bodies = motion_of(scene, frame, frame + step);
    MovingWorld moving(bodies, {"auto", 1}, frame % 2 == 0);
    const Impacts& answer = moving.world().impacts();
    EXPECT_TRUE(answer.complete());
    ASSERT_EQ(difference(testing::impacts_of_all(bodies), testing::seen(answer)), "")
        << info.name << ", frames " << frame << " to " << frame + step;
    impacts += answer.size();
  }
  EXPECT_GT(impacts, 0U) << info.name;
}

TEST_P(ImpactScenes, AreThoseOfAllFeatures) {
  expect_brute_force(*GetParam(), 0, GetParam()->frames / 3, 6);
}

class RandomImpactsLong : public ::testing::Test {};
class ImpactScenesLong : public ImpactScenes {};
INSTANTIATE_TEST_SUITE_P(Scenes, ImpactScenesLong, ::testing::ValuesIn(moving_scenes()),
                         [](const auto& at) {
                           std::string name = at.param->name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(ImpactScenesLong, AreThoseOfAllFeaturesInEveryFrame) {
  expect_brute_force(*GetParam(), 0, 1, 1);
}

// Whatever crosses in the end and did not in the beginning has met on the way.
bool has_feature(const std::array<std::uint32_t, 3>& triangle, std::uint32_t number,
                 const Feature& feature) {
  if (feature.kind == FeatureKind::triangle) return feature.triangle == number;
  const std::size_t count = feature.kind == FeatureKind::edge ? 2 : 1;
  return std::all_of(feature.vertices.begin(), feature.vertices.begin() + count,
                     [&](std::uint32_t v) {
                       return std::find(triangle.begin(), triangle.end(), v) != triangle.end();
                     });
}

TEST_P(ImpactScenes, IncludeEveryContactThatAppears) {
  const testing::TestScene scene = testing::built_in(*GetParam(), 0);
  constexpr int step = 4;
  std::size_t appeared = 0;
  std::size_t touched = 0;
  for (int frame = 0; frame + step < scene.frames; frame += scene.frames / 6) {
    const std::vector<MovingMesh> bodies = motion_of(scene, frame, frame + step);
    MovingWorld moving(bodies, {"dbvh", 1});
    World& world = moving.world();
    const Impacts impacts = world.impacts();
    const std::vector<Candidate> after = world.collide(CollideOptions::pairs()).pairs_by_slot();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      world.move(moving.body(i), bodies[i].mesh.positions);
    }
    const std::vector<Candidate> before = world.collide(CollideOptions::pairs()).pairs_by_slot();
    touched += after.size();
    for (const Candidate& pair : after) {
      if (std::binary_search(before.begin(), before.end(), pair)) continue;
      ++appeared;
      const auto& of_a = bodies[pair.body_a].mesh.triangles[pair.primitive_a];
      const auto& of_b = bodies[pair.body_b].mesh.triangles[pair.primitive_b];
      const auto explains = [&](const Impact& impact) {
        if (impact.body_a.slot != pair.body_a || impact.body_b.slot != pair.body_b) return false;
        const bool either_way = pair.body_a == pair.body_b;
        return (has_feature(of_a, pair.primitive_a, impact.a) &&
                has_feature(of_b, pair.primitive_b, impact.b)) ||
               (either_way && has_feature(of_a, pair.primitive_a, impact.b) &&
                has_feature(of_b, pair.primitive_b, impact.a));
      };
      ASSERT_TRUE(std::any_of(impacts.begin(), impacts.end(), explains))
          << GetParam()->name << ", frame " << frame << ": triangle " << pair.primitive_a
          << " of body " << pair.body_a << " and " << pair.primitive_b << " of " << pair.body_b;
    }
  }
  EXPECT_EQ(appeared > 0, touched > 0) << GetParam()->name;
}

struct ImpactTally {
  std::size_t all = 0;
  std::size_t within = 0;
};

ImpactTally compare_random_worlds(std::uint64_t seed, int rounds) {
  Random random(seed);
  ImpactTally tally;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<MovingMesh> bodies = testing::random_motion(random);
    MovingWorld moving(bodies, {"auto", 1});
    const std::vector<SeenImpact> found = testing::seen(moving.world().impacts());
    const std::string differ = difference(testing::impacts_of_all(bodies), found);
    EXPECT_EQ(differ, "") << "round " << round;
    if (!differ.empty()) return tally;
    tally.all += found.size();
    tally.within += static_cast<std::size_t>(std::count_if(
        found.begin(), found.end(), [](const SeenImpact& i) { return i.body_a == i.body_b; }));
  }
  return tally;
}

TEST(RandomImpacts, AreThoseOfAllFeatures) {
  const ImpactTally tally = compare_random_worlds(11, 40);
  EXPECT_GT(tally.all, 1'000U);
  EXPECT_GT(tally.within, 100U);
}

TEST_F(RandomImpactsLong, AreThoseOfAllFeatures) {
  EXPECT_GT(compare_random_worlds(14, 4000).all, 100'000U);
}

TEST(RandomImpacts, RestOnTreesAroundTheWays) {
  Random random(15);
  for (int round = 0; round < 10; ++round) {
    std::vector<MovingMesh> bodies = testing::random_motion(random);
    for (MovingMesh& body : bodies) body.self = true;
    MovingWorld moving(bodies, {"auto", 1});
    for (int frame = 0; frame < 3; ++frame) {
      moving.world().impacts(ImpactOptions::earliest());
      EXPECT_NO_THROW(moving.world().ask(
          [](const Task& task, Scratch&) { Forest(TreeKind::swept, Volume::box).validate(task); }));
      for (MovingMesh& body : bodies) {
        for (Vec3& p : body.to) p = p + random.vector(-0.2, 0.2);
      }
      moving.move();
    }
  }
}

TEST(RandomImpacts, NarrowerBracketsAreOfTheSamePairs) {
  Random random(12);
  for (int round = 0; round < 15; ++round) {
    const std::vector<MovingMesh> bodies = testing::random_motion(random);
    MovingWorld moving(bodies, {"auto", 1});
    const std::vector<SeenImpact> wide = testing::seen(moving.world().impacts());
    ImpactOptions options;
    options.width = 0x1p-40;
    const std::vector<SeenImpact> narrow = testing::seen(moving.world().impacts(options));
    ASSERT_EQ(difference(testing::impacts_of_all(bodies, options.width), narrow), "");
    ASSERT_EQ(wide.size(), narrow.size());
    for (std::size_t i = 0; i < wide.size(); ++i) {
      EXPECT_LE(narrow[i].hi - narrow[i].lo, options.width);
      EXPECT_LE(narrow[i].lo, wide[i].hi);
      EXPECT_LE(wide[i].lo, narrow[i].hi);
    }
  }
}

TEST(RandomImpacts, AreTheSameForAnyNumberOfThreads) {
  const testing::TestScene scene = testing::built_in(scenes::find("cloth"), 1);
  const std::vector<MovingMesh> bodies = motion_of(scene, 70, 76);
  std::vector<SeenImpact> one;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    MovingWorld moving(bodies, {"auto", 1});
    ImpactOptions options;
    options.threads = threads;
    const std::vector<SeenImpact> found = testing::seen(moving.world().impacts(options));
    if (threads == 1) one = found;
    EXPECT_EQ(difference(one, found), "") << threads;
    options.budget.at_most = 100;
    const std::vector<SeenImpact> some = testing::seen(moving.world().impacts(options));
    EXPECT_EQ(some.size(), 100U);
    EXPECT_TRUE(std::includes(one.begin(), one.end(), some.begin(), some.end()));
    options.which = Which::earliest;
    const Impacts& first = moving.world().impacts(options);
    ASSERT_EQ(first.size(), 1U);
    const auto earlier = [](const SeenImpact& x, const SeenImpact& y) {
      return std::tie(x.lo, x.hi, x) < std::tie(y.lo, y.hi, y);
    };
    EXPECT_EQ(testing::seen(first)[0], *std::min_element(one.begin(), one.end(), earlier));
  }
  EXPECT_GT(one.size(), 100U);
}

// What is asked for, picked out of all by another way.
std::vector<SeenImpact> first_of(const std::vector<SeenImpact>& all, bool features) {
  using Holder = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::map<Holder, SeenImpact> best;
  const auto offer = [&](const Holder& holder, const SeenImpact& impact) {
    const auto [at, fresh] = best.try_emplace(holder, impact);
    if (!fresh && std::tie(impact.lo, impact.hi, impact) <
                      std::tie(at->second.lo, at->second.hi, at->second)) {
      at->second = impact;
    }
  };
  for (const SeenImpact& i : all) {
    if (features) {
      const std::uint32_t of_a = i.kind == 2 ? 1 : i.kind == 0 ? 0 : 2;
      offer({i.body_a, of_a, i.a[0], i.a[1]}, i);
      offer({i.body_b, 2 - of_a, i.b[0], i.b[1]}, i);
    } else {
      offer({i.body_a, i.body_b, 0, 0}, i);
    }
  }
  std::set<SeenImpact> out;
  for (const auto& [holder, impact] : best) out.insert(impact);
  return {out.begin(), out.end()};
}

TEST(ImpactChoices, AreThoseOfAllImpacts) {
  Random random(13);
  std::size_t fewer = 0;
  for (int round = 0; round < 20; ++round) {
    const std::vector<MovingMesh> bodies = testing::random_motion(random);
    MovingWorld moving(bodies, {"auto", 2});
    World& world = moving.world();
    const std::vector<SeenImpact> all = testing::seen(world.impacts());
    ImpactOptions options;
    options.which = Which::first_of_features;
    const std::vector<SeenImpact> features = testing::seen(world.impacts(options));
    ASSERT_EQ(difference(first_of(all, true), features), "");
    fewer += features.size() < all.size() ? 1U : 0U;
    options.which = Which::first_of_bodies;
    const std::vector<SeenImpact> of_bodies = testing::seen(world.impacts(options));
    ASSERT_EQ(difference(first_of(all, false), of_bodies), "");
    options.budget.at_most = 1;
    const Impacts& one = world.impacts(options);
    EXPECT_EQ(one.size(), std::min<std::size_t>(1, of_bodies.size()));
    const Impacts& first = world.impacts(ImpactOptions::earliest());
    double step = 1;
    for (const SeenImpact& i : all) {
      step = std::min(step, i.lo == i.hi && i.lo > 0 ? std::nextafter(i.lo, 0.0) : i.lo);
    }
    EXPECT_EQ(first.empty(), all.empty());
    if (!all.empty()) {
      EXPECT_EQ(first[0].time_lo, std::min_element(all.begin(), all.end(), [](auto& x, auto& y) {
                                    return x.lo < y.lo;
                                  })->lo);
    }
    EXPECT_EQ(world.free_step(), step);
  }
  EXPECT_GT(fewer, 4U);
}

// Rough sheets that fall onto each other meet in many places, one after the other.
TEST(ImpactChoices, TheEarliestIsTheFirstOfMany) {
  Random random(16);
  for (int round = 0; round < 20; ++round) {
    std::vector<MovingMesh> bodies(2);
    for (MovingMesh& body : bodies) {
      const double side = &body == &bodies[0] ? 1 : -1;
      body.mesh = testing::sheet(6, 0);
      for (Vec3& p : body.mesh.positions) {
        p = p + random.vector(-0.05, 0.05) + Vec3{0, 0, side * random.uniform(1, 3)};
        body.to.push_back({p.x, p.y, p.z - 6 * side});
      }
    }
    MovingWorld moving(bodies, {"auto", 1});
    const std::vector<SeenImpact> all = testing::seen(moving.world().impacts());
    ASSERT_GT(all.size(), 50U);
    const auto earlier = [](const SeenImpact& x, const SeenImpact& y) {
      return std::tie(x.lo, x.hi, x) < std::tie(y.lo, y.hi, y);
    };
    const SeenImpact first = *std::min_element(all.begin(), all.end(), earlier);
    ASSERT_GT(first.lo, 0.1);
    const std::vector<SeenImpact> found =
        testing::seen(moving.world().impacts(ImpactOptions::earliest()));
    ASSERT_EQ(difference({first}, found), "");
    EXPECT_LE(moving.world().free_step(), first.lo);
    EXPECT_GE(moving.world().free_step(), std::nextafter(first.lo, 0.0));
  }
}

TEST(ImpactBounds, SayWhatTheyLeftOpen) {
  const testing::TestScene scene = testing::built_in(scenes::find("cloth"), 0);
  const std::vector<MovingMesh> bodies = motion_of(scene, 70, 76);
  MovingWorld moving(bodies, {"auto", 1});
  World& world = moving.world();
  const std::vector<SeenImpact> all = testing::seen(world.impacts());
  ASSERT_GT(all.size(), 20U);

  ImpactOptions late;
  late.budget = Budget::until(0);
  EXPECT_EQ(world.impacts(late).verdict(), Verdict::undecided);
  EXPECT_EQ(world.impacts(late).stopped, Stopped::deadline);
  const Impacts& some = world.impacts(ImpactOptions::at_most(5));
  EXPECT_EQ(some.size(), 5U);
  EXPECT_EQ(some.stopped, Stopped::count);
  EXPECT_EQ(world.impacts(ImpactOptions::at_most(0)).verdict(), Verdict::undecided);
  EXPECT_EQ(world.impacts(ImpactOptions::at_most(all.size() + 1)).stopped, Stopped::no);
  late.budget = Budget::until(1000);
  EXPECT_EQ(difference(all, testing::seen(world.impacts(late))), "");
}

TEST(ImpactCosts, GrowWithWhatIsNear) {
  const testing::TestScene scene = testing::built_in(scenes::find("cloth"), 2);
  const std::vector<MovingMesh> bodies = motion_of(scene, 100, 101);
  MovingWorld moving(bodies, {"auto", 1});
  const Stats all = moving.world().impacts().stats;
  // Of 3 · 10^8 pairs of triangles; each with at most fifteen pairs of features.
  EXPECT_LT(all.candidates, 1'500'000U);
  EXPECT_LT(all.primitive_tests, all.candidates * 2);
  const Stats first = moving.world().impacts(ImpactOptions::earliest()).stats;
  EXPECT_LT(first.primitive_tests, all.primitive_tests);
}

}  // namespace
}  // namespace tact
