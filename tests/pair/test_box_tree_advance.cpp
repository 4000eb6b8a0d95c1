// The question that is answered in parts: it is its own, whatever is asked in between, and a bound
// holds within leaves, too.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/body/shape_parts.h"
#include "tact/pair/box_tree_query.h"
#include "tests/support/shapes.h"
#include "tests/support/tally.h"

namespace tact {
namespace {

struct Poses {
  Transform a;
  Transform b;
};

Poses random_poses(testing::Random& random) {
  return {Transform::from_quaternion(random.quaternion(), random.vector(-1e-3, 1e-3)),
          Transform::from_quaternion(random.quaternion(),
                                     random.direction() * random.uniform(0.3, 2.2))};
}

CollideOptions on_two_threads() {
  CollideOptions options = CollideOptions::pairs();
  options.threads = 2;
  return options;
}

void expect_same(const BoxTreeProgress& now, const BoxTreeProgress& twin) {
  EXPECT_EQ(now.verdict, twin.verdict);
  EXPECT_EQ(now.resolved, twin.resolved);
  EXPECT_EQ(now.open_pairs, twin.open_pairs);
  EXPECT_EQ(now.likely_touching, twin.likely_touching);
}

// One query that is asked everything in any order, and a twin that only answers in parts.
struct Subject {
  Subject(const Shape& of_a, const Shape& of_b, const BoxTreeOptions& of_both)
      : a(of_a), b(of_b), options(of_both), asked(a, b, options), twin(a, b, options) {}

  void begin(const Poses& at) {
    asked.begin(at.a, at.b);
    twin.begin(at.a, at.b);
    begun = at;
  }
  void advance(std::size_t most) {
    if (!begun) {
      EXPECT_THROW(asked.advance({}, most), Error);
      return;
    }
    const BoxTreeProgress now = asked.advance({}, most);
    expect_same(now, twin.advance({}, most));
    EXPECT_EQ(asked.counts().item_tests, twin.counts().item_tests);
    if (now.verdict == BoxTreeVerdict::open) return;
    ++settled;
    BoxTreeQuery fresh(a, b, options);
    EXPECT_EQ(now.verdict == BoxTreeVerdict::touching, fresh.touching(begun->a, begun->b));
  }
  // Everything that is no part of it.
  void interrupt(std::uint32_t how, const Poses& at) {
    BoxTreeQuery fresh(a, b, options);
    switch (how) {
      case 0:
        EXPECT_EQ(asked.touching(at.a, at.b), fresh.touching(at.a, at.b));
        break;
      case 1:
        EXPECT_EQ(asked.witness(at.a, at.b).has_value(), fresh.witness(at.a, at.b).has_value());
        break;
      case 2: {
        testing::Tally one;
        testing::Tally other;
        asked.visit(at.a, at.b, one);
        fresh.visit(at.a, at.b, other);
        EXPECT_EQ(one.candidates, other.candidates);
        break;
      }
      case 3:
        EXPECT_EQ(asked.count(at.a, at.b), fresh.collide(at.a, at.b, on_two_threads()).size());
        break;
      default: {
        const Vec3 nowhere{std::numeric_limits<double>::quiet_NaN(), 0, 0};
        EXPECT_THROW(asked.begin(at.a, Transform::from_translation(nowhere)), Error);
      }
    }
  }

  Shape a;
  Shape b;
  BoxTreeOptions options;
  BoxTreeQuery asked;
  BoxTreeQuery twin;
  std::optional<Poses> begun;
  int settled = 0;
};

BoxTreeOptions cut(int depth, std::uint32_t wide_blocks) {
  BoxTreeOptions options;
  options.depth = depth;
  options.wide_blocks = wide_blocks;
  return options;
}

TEST(BoxTreeAdvance, KeepsItsQuestionWhateverIsAskedInBetween) {
  testing::Random random(83);
  const Shape ring(scenes::torus(24, 12));
  const Shape ball(scenes::geodesic_sphere(2));
  const Shape cube(testing::box({0, 0, 0}, 0.5));
  std::vector<Subject> subjects;
  subjects.reserve(3);
  subjects.emplace_back(ring, ball, cut(-1, 1));
  subjects.emplace_back(ball, cube, cut(0, 1));
  subjects.emplace_back(ring, ring, cut(-1, 64));
  for (int i = 0; i < 3000; ++i) {
    Subject& one = subjects[random.below(3)];
    const Poses at = random_poses(random);
    const std::uint32_t what = random.below(20);
    if (what == 0) {
      one.begin(at);
    } else if (what < 12) {
      one.advance(1 + random.below(what < 6 ? 3 : 100));
    } else {
      one.interrupt(what % 5, at);
    }
    ASSERT_FALSE(HasFailure()) << "operation " << i;
  }
  for (const Subject& one : subjects) EXPECT_GT(one.settled, 10);
}

TEST(BoxTreeAdvance, IsNotClearBeforeItHasBegun) {
  const Shape cube(testing::box({0, 0, 0}, 0.5));
  BoxTreeQuery query(cube, cube);
  try {
    query.advance({});
    FAIL() << "an answer to no question";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_argument);
  }
  // A whole question is none in parts.
  EXPECT_TRUE(query.touching(Transform(), Transform()));
  EXPECT_THROW(query.advance({}), Error);
  query.begin(Transform(), Transform());
  EXPECT_EQ(query.advance({}).verdict, BoxTreeVerdict::touching);
}

// Two bodies that are one leaf each: what is looked at between two looks at the bound is 64 pairs
// of boxes, and at most 16 to find out which.
TEST(BoxTreeAdvance, AQueryThatWasMovedFromAnswersNothing) {
  const Shape tree(scenes::torus(8, 6));
  BoxTreeQuery from(tree, tree);
  BoxTreeQuery to(std::move(from));
  EXPECT_TRUE(to.touching(Transform(), Transform()));
  EXPECT_THROW(from.touching(Transform(), Transform()), Error);  // NOLINT(bugprone-use-after-move)
  EXPECT_THROW(from.begin(Transform(), Transform()), Error);
  EXPECT_THROW(from.advance({}), Error);
  EXPECT_THROW(from.counts(), Error);
}

TEST(BoxTreeAdvance, StopsWithinALeaf) {
  const BoxTreeOptions one_leaf = cut(0, 64);
  const Shape outer(scenes::geodesic_sphere(4));
  Mesh smaller = scenes::geodesic_sphere(4);
  for (Vec3& p : smaller.positions) p = p * 0.995;
  const Shape inner(smaller);
  BoxTreeQuery whole(outer, inner, one_leaf);
  ASSERT_EQ(outer.parts().find_box_trees(one_leaf)->triangles.node_count(), 1U);
  ASSERT_FALSE(whole.touching(Transform(), Transform()));
  const std::uint64_t all = whole.counts().item_tests;
  ASSERT_GT(all, 20000U);
  BoxTreeQuery query(outer, inner, one_leaf);
  query.begin(Transform(), Transform());
  EXPECT_EQ(query.advance(Budget::until(0)).verdict, BoxTreeVerdict::open);
  EXPECT_EQ(query.counts().item_tests, 0U);
  std::uint64_t before = 0;
  std::uint64_t most = 0;
  BoxTreeProgress now;
  do {
    now = query.advance({}, 1);
    most = std::max(most, query.counts().item_tests - before);
    before = query.counts().item_tests;
  } while (now.verdict == BoxTreeVerdict::open);
  EXPECT_EQ(now.verdict, BoxTreeVerdict::clear);
  EXPECT_LE(most, 80U);
  EXPECT_EQ(query.counts().item_tests, all);
  EXPECT_EQ(query.counts().leaf_pairs, 1U);
}

// The moment comes while the one pair of leaves is looked at, which takes far longer.
TEST(BoxTreeAdvance, LooksAtTheClockWithinALeaf) {
  const Shape ball(scenes::geodesic_sphere(5));
  Mesh smaller = scenes::geodesic_sphere(5);
  for (Vec3& p : smaller.positions) p = p * 0.9999;
  const Shape inner(smaller);
  BoxTreeQuery query(ball, inner, cut(0, 64));
  query.begin(Transform(), Transform());
  const BoxTreeProgress now = query.advance(Budget::until(1e-5));
  EXPECT_EQ(now.verdict, BoxTreeVerdict::open);
  EXPECT_EQ(now.resolved, 0);
  EXPECT_EQ(now.open_pairs, 1U);
  EXPECT_EQ(query.advance({}).verdict, BoxTreeVerdict::clear);
}

// Sizes that float cannot compare: every item with every item, in parts as well.
TEST(BoxTreeAdvance, StopsWhereNoBoxHelps) {
  Mesh vast = scenes::geodesic_sphere(2);
  for (Vec3& p : vast.positions) p = p * 0x1p70;
  const Shape large(vast);
  const Shape small(scenes::geodesic_sphere(2));
  BoxTreeQuery query(large, small);
  const double radius = 0x1p70;
  for (const double away : {0.0, radius}) {
    const Transform at = Transform::from_translation({away, 0, 0});
    const bool truth = BoxTreeQuery(large, small).touching(Transform(), at);
    query.begin(Transform(), at);
    EXPECT_EQ(query.advance(Budget::until(0)).verdict, BoxTreeVerdict::open);
    EXPECT_EQ(query.advance({}, 1).verdict, BoxTreeVerdict::open);
    EXPECT_EQ(query.touching(Transform(), at), truth);
    BoxTreeProgress now;
    do {
      now = query.advance({}, 100);
    } while (now.verdict == BoxTreeVerdict::open);
    EXPECT_EQ(now.verdict, truth ? BoxTreeVerdict::touching : BoxTreeVerdict::clear);
  }
}

}  // namespace
}  // namespace tact
