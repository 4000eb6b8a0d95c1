// Bounded questions, tolerance, points, concurrent Query objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

class Queries : public ::testing::TestWithParam<std::string> {
 protected:
  Queries() : scene_(testing::crowd(5)), player_(scene_, {GetParam(), 1}) { player_.seek(6); }
  World& world() { return player_.world(); }

  TestScene scene_;
  Player player_;
};
INSTANTIATE_TEST_SUITE_P(Methods, Queries, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST_P(Queries, BoundedAnswersAreTrueSortedAndTheSameForAllThreads) {
  const std::vector<Candidate> all = world().collide().pairs_by_slot();
  ASSERT_GT(all.size(), 40U);
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{17},
                              all.size() - 1, all.size(), all.size() + 1}) {
    CollideOptions options = CollideOptions::at_most(n);
    std::vector<Candidate> first;
    for (const unsigned threads : {1U, 2U, 4U, 1U, 4U}) {
      options.threads = threads;
      Query query(world());  // a new one: those that remember may answer with other pairs
      const Result& result = query.collide(options);
      ASSERT_EQ(result.size(), std::min(n, all.size()));
      ASSERT_EQ(result.contacts().size(), result.size());
      EXPECT_TRUE(std::is_sorted(result.pairs_by_slot().begin(), result.pairs_by_slot().end()));
      EXPECT_TRUE(std::includes(all.begin(), all.end(), result.pairs_by_slot().begin(),
                                result.pairs_by_slot().end()));
      EXPECT_EQ(result.complete(), n > all.size());
      EXPECT_EQ(result.stopped, n > all.size() ? Stopped::no : Stopped::count);
      if (threads == 1 && first.empty()) first = result.pairs_by_slot();
      EXPECT_EQ(testing::difference(first, result.pairs_by_slot()), "") << n << " of all";
    }
  }
  EXPECT_TRUE(world().any());
  EXPECT_TRUE(world().collide().complete());
}

TEST_P(Queries, ADeadlineThatIsOverLeavesEverythingOpen) {
  CollideOptions options;
  options.budget = Budget::until(-1);
  const Result& result = world().collide(options);
  EXPECT_EQ(result.size(), 0U);
  EXPECT_EQ(result.stopped, Stopped::deadline);
  EXPECT_FALSE(result.complete());
  EXPECT_EQ(result.stats.primitive_tests, 0U);
  EXPECT_EQ(result.verdict(), Verdict::undecided);
  options.budget = Budget::until(3600);
  EXPECT_TRUE(world().collide(options).complete());
  EXPECT_EQ(world().collide(options).verdict(), Verdict::touching);
}

TEST_P(Queries, AnAnswerCutShortIsNeverClear) {
  CollideOptions late;
  late.budget = Budget::until(-1);
  for (const CollideOptions& options : {late, CollideOptions::at_most(0)}) {
    const Result& result = world().collide(options);
    EXPECT_EQ(result.verdict(), Verdict::undecided);
    try {
      static_cast<void>(result.touching());
      ADD_FAILURE() << "an answer without a verdict said yes or no";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::undecided);
    }
  }
  EXPECT_EQ(world().collide(CollideOptions::any()).verdict(), Verdict::touching);
  EXPECT_TRUE(world().collide(CollideOptions::at_most(1)).touching());
}

// Nothing there to test, but much to look at: the clock counts here, too.
TEST(Query, ADeadlineAlsoEndsAnswersWithoutCandidates) {
  World world({"boxes", 1});
  std::vector<Vec3> one;
  std::vector<Vec3> other;  // among the first, but no two boxes overlap
  for (int i = 0; i < 3000; ++i) {
    one.push_back({1.0 * i, 1.0 * i, 0});
    other.push_back({1.0 * i, i + 0.5, 0});
  }
  world.add(points(one, {}));
  world.add(points(other, {}));
  EXPECT_EQ(world.collide().stats.candidates, 0U);
  CollideOptions options;
  options.budget = Budget::until(0);
  EXPECT_EQ(world.collide(options).stopped, Stopped::deadline);
}

TEST_P(Queries, ToleranceAddsWhatIsNear) {
  const auto count = [&](double tolerance) {
    CollideOptions options;
    options.tolerance = tolerance;
    return world().collide(options).size();
  };
  const std::size_t touching = world().collide().size();
  EXPECT_EQ(count(0), touching);
  EXPECT_GE(count(0.01), touching);
  EXPECT_GT(count(0.1), count(0.01));
  CollideOptions options;
  options.tolerance = 0.1;
  std::size_t near = 0;
  for (const Contact& c : world().collide(options)) {
    if (c.kind != ContactKind::near) continue;
    ++near;
    const double distance = length(c.segment.to - c.segment.from);
    EXPECT_LE(distance, 0.1 + 1e-12);
    EXPECT_NEAR(c.depth, -distance, 1e-12);
    EXPECT_NEAR(length(c.normal), 1, 1e-12);
  }
  EXPECT_EQ(near, count(0.1) - touching);
}

TEST_P(Queries, ToleranceGivesTheListOfBruteForceAlsoFarAway) {
  for (const double far : {0.0, 1e6, 1e12}) {
    if (testing::slow_build() && far != 1e6) continue;
    const TestScene away = testing::moved(scene_, {far, -far, far});
    Player brute(away, {"brute", 1});
    Player player(away, {GetParam(), 1});
    for (const double tolerance : {1e-5, 0.01, 1e300}) {
      CollideOptions options = CollideOptions::pairs();
      options.tolerance = tolerance;
      for (const int frame : {0, 7}) {
        if (testing::slow_build() && frame == 7) continue;
        brute.seek(frame);
        player.seek(frame);
        EXPECT_EQ(testing::difference(brute.world().collide(options).pairs_by_slot(),
                                      player.world().collide(options).pairs_by_slot()),
                  "")
            << tolerance << " at " << far;
      }
    }
  }
}

// Parallel sheets exactly one tolerance apart, in coordinates where a unit in the last place is
// coarser than a float box.
TEST_P(Queries, ToleranceThatIsJustMetIsMetByEveryMethod) {
  for (const double far : {0.0, 1e6 + 0.1, 3e9 + 0.7}) {
    for (const double tolerance : {0.1, 1e-3, 1.0 / 3}) {
      World world({GetParam(), 1});
      World brute({"brute", 1});
      for (World* w : {&world, &brute}) {
        w->add(rigid(testing::shifted(testing::sheet(5, 0), {far, far, far})));
        w->add(rigid(testing::shifted(testing::sheet(4, tolerance), {far, far, far})));
        w->add(points(std::vector<Vec3>{{far + 0.1, far, far - tolerance}}, {tolerance / 2}));
      }
      CollideOptions options = CollideOptions::pairs();
      options.tolerance = tolerance;
      EXPECT_EQ(testing::difference(brute.collide(options).pairs_by_slot(),
                                    world.collide(options).pairs_by_slot()),
                "");
      options.tolerance = tolerance / 2;
      EXPECT_EQ(testing::difference(brute.collide(options).pairs_by_slot(),
                                    world.collide(options).pairs_by_slot()),
                "");
    }
  }
}

// The tolerance is exactly the rounded distance of some pair: no method may lose that pair.
TEST_P(Queries, ToleranceThatIsADistanceKeepsThatPair) {
  testing::Random random(11);
  for (const double far : {1e6, 1e12, 1e15}) {
    const double size = far * 0x1p-52 * 64;
    World world({GetParam(), 1});
    World brute({"brute", 1});
    for (World* w : {&world, &brute}) {
      testing::Random same(12);
      for (int body = 0; body < 4; ++body) {
        Mesh mesh = testing::soup(12, 0.4, same);
        for (Vec3& p : mesh.positions) p = p * size + Vec3{far, far, -far};
        if (body < 3) {
          w->add(rigid(mesh));
        } else {
          w->add(points(mesh.positions, std::vector<double>(mesh.positions.size(), size / 9)));
        }
      }
    }
    CollideOptions options;
    options.tolerance = size;
    const Result all = brute.collide(options);
    for (int i = 0; i < (testing::slow_build() ? 20 : 200); ++i) {
      const Contact& c = all.contacts()[random.below(static_cast<std::uint32_t>(all.size()))];
      if (c.kind != ContactKind::near || !(c.depth < 0)) continue;
      options.tolerance = -c.depth;
      options.detail = Detail::pairs;
      ASSERT_EQ(testing::difference(brute.collide(options).pairs_by_slot(),
                                    world.collide(options).pairs_by_slot()),
                "")
          << "at " << far << ", tolerance " << options.tolerance;
    }
  }
}

TEST_P(Queries, AskingForTwoBodiesGivesTheirPartOfTheList) {
  const std::vector<Candidate> all = world().collide().pairs_by_slot();
  for (std::size_t a = 0; a < scene_.bodies.size(); ++a) {
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      if (a == b && !scene_.bodies[a].self) continue;
      std::vector<Candidate> expected;
      for (const Candidate& c : all) {
        if (c.body_a == std::min(a, b) && c.body_b == std::max(a, b)) expected.push_back(c);
      }
      EXPECT_EQ(world().collide(player_.body(a), player_.body(b)).pairs_by_slot(), expected);
    }
  }
}

TEST_P(Queries, PairsAloneCostNoContacts) {
  const std::vector<Candidate> all = world().collide().pairs_by_slot();
  const Result& result = world().collide(CollideOptions::pairs());
  EXPECT_EQ(result.pairs_by_slot(), all);
  EXPECT_TRUE(result.contacts().empty());
  ASSERT_EQ(result.size(), all.size());
  std::size_t i = 0;
  for (const Contact& c : result) {
    ASSERT_EQ((Candidate{c.body_a.slot, c.body_b.slot, c.primitive_a, c.primitive_b}), all[i++]);
    ASSERT_EQ(c.kind, ContactKind::undescribed);
  }
  EXPECT_EQ(i, all.size());
}

TEST_P(Queries, ContactsDescribeWhatTouches) {
  for (const Contact& c : world().collide()) {
    EXPECT_TRUE(is_finite(c.segment.from) && is_finite(c.segment.to) && is_finite(c.normal));
    EXPECT_GE(c.depth, 0);
    EXPECT_NE(c.kind, ContactKind::near);
    const double n = length(c.normal);
    EXPECT_TRUE(n == 0 || std::fabs(n - 1) < 1e-9) << n;
    EXPECT_LT(std::max(length(c.segment.from), length(c.segment.to)), 10);
    EXPECT_EQ(c.user_a, c.body_a.slot);
    EXPECT_EQ(c.user_b, c.body_b.slot);
  }
}

TEST_P(Queries, ManyQueriesAtOnce) {
  world().update();
  const auto expected = testing::seen(world().collide());
  CollideOptions near;
  near.tolerance = 0.05;
  const auto expected_near = testing::seen(world().collide(near));
  const World& shared = world();
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      Query query(shared);
      for (int i = 0; i < (testing::slow_build() ? 3 : 8); ++i) {
        CollideOptions options;
        options.threads = t % 2 == 0 ? 1 : 2;
        if (testing::seen(query.collide(options)) != expected) ++wrong[t];
        options.tolerance = near.tolerance;
        if (testing::seen(query.collide(options)) != expected_near) ++wrong[t];
        if (query.collide(CollideOptions::any()).size() != 1) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

TEST_P(Queries, AQueryOnAWorldThatChangedIsRefused) {
  Query query(world());
  EXPECT_FALSE(world().updated());
  EXPECT_EQ(testing::error_of([&] { query.collide(); }), ErrorCode::bad_argument);
  world().update();
  EXPECT_TRUE(world().updated());
  EXPECT_NO_THROW(query.collide());
  player_.seek(7);
  EXPECT_EQ(testing::error_of([&] { query.collide(); }), ErrorCode::bad_argument);
  world().update();
  EXPECT_EQ(testing::seen(query.collide()), testing::seen(world().collide()));
  world().remove(player_.body(0));
  EXPECT_EQ(testing::error_of([&] { query.collide(); }), ErrorCode::bad_argument);
}

TEST_P(Queries, FourBillionThreadsAreNoProblem) {
  CollideOptions options;
  const std::vector<Candidate> all = world().collide().pairs_by_slot();
  options.threads = 0xFFFFFFFFU;
  EXPECT_EQ(world().collide(options).pairs_by_slot(), all);
  world().set_threads(0xFFFFFFFFU);
  EXPECT_EQ(world().collide().pairs_by_slot(), all);
}

TEST(Query, PointsTouchAtExactlyTheSumOfTheirRadii) {
  // 0.1 + 0.2 > 0.3 in double: radii and distances are taken for what they are.
  World world({"boxes", 1});
  const std::vector<Vec3> at{{0, 0, 0}, {0.3, 0, 0}, {0, 5, 0}, {0, 5, 0.75}, {0, 9, 0}, {0, 9, 1}};
  world.add(points(at, {0.1, 0.2, 0.25, 0.5, 0.5, 0.4999999999999999}).self());
  const Result& result = world.collide();
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result.pairs_by_slot()[0], (Candidate{0, 0, 0, 1}));
  EXPECT_EQ(result.pairs_by_slot()[1], (Candidate{0, 0, 2, 3}));
  for (const Contact& c : result) {
    EXPECT_EQ(c.kind, ContactKind::touching) << "the kind is exact, whatever the depth rounds to";
    EXPECT_GE(c.depth, 0);
  }
}

// Centres apart by a, b, c with a² + b² + c² = d²: balls whose radii add up to d touch in a point,
// even where the rounded distance says that they do not.
TEST(Query, TheKindOfBallsThatJustTouchIsExact) {
  constexpr double quadruples[][4] = {{1, 2, 2, 3},   {2, 3, 6, 7},    {1, 4, 8, 9},
                                      {2, 6, 9, 11},  {6, 6, 7, 11},   {3, 4, 12, 13},
                                      {2, 5, 14, 15}, {2, 10, 11, 15}, {1, 12, 12, 17},
                                      {8, 9, 12, 17}, {1, 6, 18, 19},  {6, 10, 15, 19}};
  World world({"boxes", 1});
  for (const auto& [a, b, c, d] : quadruples) {
    for (const double scale : {1.0, 3.0, 5.0, 7.0}) {
      const BodyId one = world.add(points(std::vector<Vec3>{{0, 0, 0}}, {scale}));
      const std::vector<Vec3> at{{a * scale, b * scale, c * scale}};
      const BodyId other = world.add(points(at, {(d - 1) * scale}));
      const Result& result = world.collide(one, other);
      for (const Contact& contact : result) {
        EXPECT_EQ(contact.kind, ContactKind::touching)
            << a << ' ' << b << ' ' << c << " · " << scale;
        EXPECT_GE(contact.depth, 0);
      }
      EXPECT_EQ(result.size(), 1U);
      world.remove(one);
      world.remove(other);
    }
  }
}

TEST(Query, APointOnATriangleHasTheTrianglesNormal) {
  for (const bool point_first : {false, true}) {
    World world({"boxes", 1});
    const auto add_point = [&] { world.add(points(std::vector<Vec3>{{0, 0, 0}}, {})); };
    if (point_first) add_point();
    world.add(rigid(testing::triangle_at(0)));
    if (!point_first) add_point();
    const Result& result = world.collide();
    ASSERT_EQ(result.size(), 1U);
    EXPECT_EQ(result.contacts()[0].normal, (point_first ? Vec3{0, 0, -1} : Vec3{0, 0, 1}));
    EXPECT_EQ(result.contacts()[0].depth, 0);
  }
}

}  // namespace
}  // namespace tact
