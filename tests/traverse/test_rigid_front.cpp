// The front of two rigid bodies: complete, and true. Every two triangles are either a candidate or
// below a lane that claims to be apart, and the claim is checked with rational numbers on the posed
// vertices themselves.
#include "tact/traverse/rigid_front.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <set>
#include <utility>

#include "scenes/bodies/torus.h"
#include "tact/geometry/triangle.h"
#include "tact/traverse/rigid_search.h"
#include "tact/tree/rigid_tree.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

class FrontCollector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    for (const Candidate& c : batch) {
      EXPECT_TRUE(pairs.insert({c.primitive_a, c.primitive_b}).second) << "a candidate twice";
    }
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

template <class Eight>
struct FrontFixture {
  FrontFixture(Mesh of_a, Mesh of_b)
      : mesh_a(std::move(of_a)),
        mesh_b(std::move(of_b)),
        triangles_a(Primitives::triangles(mesh_a.view(), nullptr)),
        triangles_b(Primitives::triangles(mesh_b.view(), nullptr)),
        a(triangles_a),
        b(triangles_b) {}

  void pose(const Transform& of_a, const Transform& of_b) {
    pose_a = of_a;
    pose_b = of_b;
    b_in_a = relative_pose(b.at(of_b), a.at(of_a));
    a_in_b = relative_pose(a.at(of_a), b.at(of_b));
    pair = {a.blocks(), b.blocks(), rounded(b_in_a, b.reach()), rounded(a_in_b, a.reach()), false};
    search.edge = 2 * std::min(a.size(), b.size()) * a.frame().scale;
    search.policy.coherence = 0.14;  // as in Tropp 2006, so that the front is put to the test
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> plain() {
    FrontCollector sink;
    CandidateWriter writer(sink, 0, 0);
    const RigidOut out{writer, 0, 1, false};
    Stats stats;
    ArenaVector<LanePair> open(arena);
    open_lanes(pair, search, 1, out, open, arena, stats);
    walk_lanes<Eight>(pair, search, open.span(), out, arena, stats);
    writer.finish();
    arena.reset();
    tests_plain = stats.bounds_tests;
    return sink.pairs;
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> coherent() {
    FrontCollector sink;
    CandidateWriter writer(sink, 0, 0);
    const RigidOut out{writer, 0, 1, false};
    Stats stats;
    step = front.advance(b_in_a, a_in_b, a.reach(), b.reach(), search.edge, false, search.policy);
    walk_front(pair, search, step, front, out, arena, stats);
    writer.finish();
    arena.reset();
    tests_coherent = stats.bounds_tests;
    return sink.pairs;
  }

  Mesh mesh_a;
  Mesh mesh_b;
  Primitives triangles_a;
  Primitives triangles_b;
  RigidTree<Eight> a;
  RigidTree<Eight> b;
  Transform pose_a;
  Transform pose_b;
  RelativePose b_in_a;
  RelativePose a_in_b;
  RigidPair<Eight> pair;
  RigidSearch search;
  RigidFront front;
  FrontStep step = FrontStep::plain;
  Arena arena;
  std::uint64_t tests_plain = 0;
  std::uint64_t tests_coherent = 0;
};

template <class Eight>
void list_below(const RigidBlocks<Eight>& tree, LaneRef ref, std::vector<std::uint32_t>& out) {
  if (tree.is_primitive(ref)) {
    out.push_back(tree.child(ref));
    return;
  }
  const std::uint32_t below = tree.child(ref);
  for (std::uint32_t lane = 0; lane < tree.blocks[below].lanes; ++lane) {
    list_below(tree, below * 8 + lane, out);
  }
}

struct Direction {
  Rational x[3];
};

// Is every vertex of the second triangle strictly further along the direction than every vertex of
// the first? Exactly.
bool strictly_apart(const Direction& along, const Triangle& first, const Triangle& second) {
  for (const Vec3& p : first) {
    for (const Vec3& q : second) {
      Rational sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += along.x[k] * (Rational(q[k]) - Rational(p[k]));
      if (sum <= 0) return false;
    }
  }
  return true;
}

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// What a pair of the front says of all triangles below its two boxes. A margin that has not run out
// says that they are apart, but not along which direction: then `aged`.
template <class Eight>
void check_claim(const FrontFixture<Eight>& fixture, bool of_b, std::size_t i, bool aged,
                 Pairs& covered, std::size_t& claims) {
  const FrontSide& side = fixture.front.sides[of_b ? 1 : 0];
  const Transform& pose = of_b ? fixture.pose_b : fixture.pose_a;
  const Primitives posed_a = Primitives::triangles(fixture.mesh_a.view(), &fixture.pose_a);
  const Primitives posed_b = Primitives::triangles(fixture.mesh_b.view(), &fixture.pose_b);
  std::vector<std::uint32_t> of_first;
  std::vector<std::uint32_t> of_single;
  list_below(of_b ? fixture.pair.b : fixture.pair.a, side.places[i].first, of_first);
  list_below(of_b ? fixture.pair.a : fixture.pair.b, side.places[i].single, of_single);
  Direction along;  // in the world: the pose turns the direction of the frame
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < 3; ++j) {
      along.x[k] += Rational(pose.row(k)[j]) * Rational(double{side.lanes[i].along[j]});
    }
  }
  for (const std::uint32_t p : of_first) {
    for (const std::uint32_t q : of_single) {
      ASSERT_TRUE(covered.insert(of_b ? std::pair(q, p) : std::pair(p, q)).second)
          << "a pair in two places";
      const Triangle s = (of_b ? posed_b : posed_a).triangle(p);
      const Triangle t = (of_b ? posed_a : posed_b).triangle(q);
      ASSERT_TRUE(aged ? !intersects(s, t) : strictly_apart(along, s, t))
          << "claims a gap of " << side.places[i].gap;
      ++claims;
    }
  }
}

// Checks each claim of the front, and that claims and hot rows are all pairs, each once; candidates
// are of hot rows.
template <class Eight>
void check_front(const FrontFixture<Eight>& fixture, const Pairs& found, bool aged,
                 std::size_t& claims) {
  Pairs covered;
  for (const HotRow& row : fixture.front.rows) {
    const RigidBlocks<Eight>& singles = row.of_b ? fixture.pair.a : fixture.pair.b;
    const RigidBlocks<Eight>& eights = row.of_b ? fixture.pair.b : fixture.pair.a;
    const std::uint32_t single = singles.child(row.single);
    for_each_lane(row.lanes, [&](std::uint32_t lane) {
      const std::uint32_t other = eights.blocks[row.block].child[lane];
      EXPECT_TRUE(
          covered.insert(row.of_b ? std::pair(single, other) : std::pair(other, single)).second)
          << "a pair in two rows";
    });
  }
  for (const auto& pair : found) EXPECT_TRUE(covered.count(pair) != 0) << "a candidate of no row";
  for (const bool of_b : {false, true}) {
    for (std::size_t i = 0; i < fixture.front.sides[of_b ? 1 : 0].size(); ++i) {
      check_claim(fixture, of_b, i, aged, covered, claims);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_EQ(covered.size(), std::size_t{fixture.triangles_a.size()} * fixture.triangles_b.size());
}

template <class Eight>
class RigidFrontOf : public ::testing::Test {};
using Kinds = ::testing::Types<Obb8, CentredBox8, KDop8<4>, KDop8<6>>;
TYPED_TEST_SUITE(RigidFrontOf, Kinds);

TYPED_TEST(RigidFrontOf, IsCompleteAndTrueInRationalNumbers) {
  testing::Random random(17);
  std::size_t claims = 0;
  const int rounds = testing::slow_build() ? 2 : 12;
  for (int round = 0; round < rounds; ++round) {
    const Mesh a = testing::soup(40, 0.4, random);
    const Mesh b = testing::grid_soup(30, random);
    const double far = round % 3 == 2 ? 1e6 : 0;
    FrontFixture<TypeParam> fixture(testing::shifted(a, {far, 0, -far}), b);
    const Transform of_a = Transform::from_quaternion(random.quaternion(), random.vector(-1, 1));
    const Vec3 centre = of_a.apply({far, 0, -far});
    const Transform of_b =
        Transform::from_quaternion(random.quaternion(), centre + random.vector(-1, 1));
    fixture.pose(of_a, of_b);
    const auto found = fixture.coherent();
    ASSERT_EQ(fixture.step, FrontStep::begin);
    check_front(fixture, found, false, claims);
  }
  EXPECT_GT(claims, 100U * static_cast<unsigned>(rounds));
}

TYPED_TEST(RigidFrontOf, NeverLosesACandidateOfTrianglesThatTouch) {
  // Vertices that coincide after posing: every such pair must be a candidate.
  testing::Random random(18);
  for (int round = 0; round < 40; ++round) {
    const Mesh a = testing::soup(20, 0.2, random);
    const Transform of_a = Transform::from_quaternion(random.quaternion(), random.vector(-9, 9));
    const Primitives posed = Primitives::triangles(a.view(), &of_a);
    Mesh b;  // triangle i has one vertex exactly where triangle i of a has one
    for (std::uint32_t i = 0; i < posed.size(); ++i) {
      const Vec3 at = posed.triangle(i)[i % 3];
      const auto first = static_cast<std::uint32_t>(b.positions.size());
      b.positions.push_back(at);
      b.positions.push_back(at + random.vector(-0.1, 0.1));
      b.positions.push_back(at + random.vector(-0.1, 0.1));
      b.triangles.push_back({first, first + 1, first + 2});
    }
    FrontFixture<TypeParam> fixture(a, b);
    fixture.pose(of_a, Transform());
    const auto by_walk = fixture.plain();
    const auto by_front = fixture.coherent();
    for (std::uint32_t i = 0; i < posed.size(); ++i) {
      EXPECT_TRUE(by_walk.count({i, i}) != 0) << "round " << round << ", triangle " << i;
      EXPECT_TRUE(by_front.count({i, i}) != 0) << "round " << round << ", triangle " << i;
    }
  }
}

TYPED_TEST(RigidFrontOf, StaysTrueOnAPathAndAfterPruning) {
  const Mesh ring = scenes::torus(12, 8);
  FrontFixture<TypeParam> fixture(ring, ring);
  testing::Random random(19);
  std::size_t claims = 0;
  std::size_t went_on = 0;
  std::uint64_t by_front = 0;
  std::uint64_t by_walk = 0;
  Vec3 at{1.6, 0.1, 0};
  Vec3 step{-0.004, 0.001, 0.002};
  const int frames = testing::slow_build() ? 60 : 240;
  for (int frame = 0; frame < frames; ++frame) {
    if (frame % 40 == 0) step = random.vector(-0.01, 0.01);
    if (frame == 120) at = {-1.5, 0, 0.3};
    const bool rests = frame % 17 == 3;
    if (!rests) at = at + step;
    const int third = frame / 80;
    const double angle = frame % 60 < 30 ? 0.2 : 0.2 + 0.004 * frame;
    fixture.pose(Transform::from_axis_angle({1, 2, 3}, 0.002 * (third * frame), {}),
                 Transform::from_axis_angle({0.3, 1, 0.2}, angle, at));
    const auto found = fixture.coherent();
    const auto plain = fixture.plain();
    // The front may keep a pair that the boxes would tell apart, and the reverse; what the boxes of
    // the primitives themselves allow is in both.
    if (fixture.step == FrontStep::go_on) {
      ++went_on;
      ASSERT_TRUE(fixture.front.valid || fixture.front.pause > 0);
      by_front += fixture.tests_coherent;
      by_walk += fixture.tests_plain;
    }
    if (fixture.front.valid && frame % 7 == 6) check_front(fixture, found, true, claims);
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "frame " << frame;
    const Primitives posed_a = Primitives::triangles(fixture.triangles_a.mesh(), &fixture.pose_a);
    const Primitives posed_b = Primitives::triangles(fixture.triangles_b.mesh(), &fixture.pose_b);
    for (const auto& [i, j] : plain) {
      if (found.count({i, j}) != 0) continue;
      EXPECT_FALSE(intersects(posed_a.triangle(i), posed_b.triangle(j))) << "frame " << frame;
    }
  }
  EXPECT_GT(went_on, static_cast<std::size_t>(frames) / 5);
  EXPECT_LT(by_front, by_walk);
  EXPECT_GT(claims, 1000U);
}

// Whatever the front can hold, and whatever it is made to remember, nothing is lost.
TYPED_TEST(RigidFrontOf, HoldsWithLittleRoomAndWithEverySproutingPolicy) {
  const Mesh ring = scenes::torus(12, 8);
  for (const double sprout : {0.05, 0.5, std::numeric_limits<double>::infinity()}) {
    for (const std::uint32_t most : {8U, 60U, 400U, 1U << 17U}) {
      FrontFixture<TypeParam> fixture(ring, ring);
      fixture.search.policy.most_pairs = most;
      fixture.search.policy.sprout = sprout;
      std::size_t touched = 0;
      for (int frame = 0; frame < 80; ++frame) {
        fixture.front.pause = 0;  // every query tries
        fixture.pose({}, Transform::from_axis_angle({0.3, 1, 0.2}, 0.003 * frame,
                                                    {1.9 - 0.01 * frame, 0.1, 0}));
        const Pairs found = fixture.coherent();
        EXPECT_LE(fixture.front.size(), most);
        const Primitives posed_b = Primitives::triangles(fixture.mesh_b.view(), &fixture.pose_b);
        for (const auto& [i, j] : fixture.plain()) {
          if (!intersects(fixture.triangles_a.triangle(i), posed_b.triangle(j))) continue;
          ++touched;
          ASSERT_TRUE(found.count({i, j}) != 0)
              << "frame " << frame << ", at most " << most << ", sprouting at " << sprout;
        }
      }
      EXPECT_GT(touched, 500U);
    }
  }
}

// Has no memory left after some candidates.
class FailingSink final : public CandidateSink {
 public:
  explicit FailingSink(std::size_t takes) : takes_(takes) {}
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate>) override {
    if (takes_-- == 0) throw std::bad_alloc();
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }

 private:
  std::size_t takes_;
};

// A query that throws half way leaves no front that lacks what it had taken out.
TYPED_TEST(RigidFrontOf, IsBegunAnewAfterAQueryThatThrew) {
  const Mesh ring = scenes::torus(12, 8);
  FrontFixture<TypeParam> fixture(ring, ring);
  fixture.search.policy.weighs_cost = false;
  std::size_t thrown = 0;
  std::size_t touched = 0;
  for (int frame = 0; frame < 80; ++frame) {
    fixture.pose(
        {}, Transform::from_axis_angle({0.3, 1, 0.2}, 0.003 * frame, {1.9 - 0.01 * frame, 0.1, 0}));
    if (frame % 3 == 2) {
      FailingSink sink(static_cast<std::size_t>(frame) % 5);
      CandidateWriter writer(sink, 0, 0);
      const RigidOut out{writer, 0, 1, true};
      Stats stats;
      const FrontStep step = fixture.front.advance(
          fixture.b_in_a, fixture.a_in_b, fixture.a.reach(), fixture.b.reach(), fixture.search.edge,
          false, fixture.search.policy);
      try {
        walk_front(fixture.pair, fixture.search, step, fixture.front, out, fixture.arena, stats);
      } catch (const std::bad_alloc&) {
        ++thrown;
        EXPECT_FALSE(fixture.front.valid);
      }
      fixture.arena.reset();
      continue;
    }
    const Pairs found = fixture.coherent();
    const Primitives posed_b = Primitives::triangles(fixture.mesh_b.view(), &fixture.pose_b);
    for (const auto& [i, j] : fixture.plain()) {
      if (!intersects(fixture.triangles_a.triangle(i), posed_b.triangle(j))) continue;
      ++touched;
      EXPECT_TRUE(found.count({i, j}) != 0) << "frame " << frame;
    }
  }
  EXPECT_GT(thrown, 10U);
  EXPECT_GT(touched, 500U);
}

}  // namespace
}  // namespace tact
