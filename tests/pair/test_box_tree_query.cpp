// Two polyhedra without a world: every question against brute force, polygons of any kind, and
// answers that are never wrong when time is short.
#include "tact/pair/box_tree_query.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "scenes/bodies/torus.h"
#include "scenes/cage.h"
#include "tact/base/error.h"
#include "tact/geometry/segment.h"
#include "tact/pair/pair_tracker.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using scenes::CageBody;

std::vector<Pair> brute(const Mesh& a, const Mesh& b, const Transform& at_a,
                        const Transform& at_b) {
  const Primitives of_a = Primitives::triangles(a.view(), &at_a);
  const Primitives of_b = Primitives::triangles(b.view(), &at_b);
  std::vector<Pair> found;
  for (std::uint32_t i = 0; i < of_a.size(); ++i) {
    for (std::uint32_t j = 0; j < of_b.size(); ++j) {
      if (intersects(of_a.triangle(i), of_b.triangle(j))) found.push_back({i, j});
    }
  }
  return found;
}

std::vector<Pair> pairs_of(BoxTreeQuery& query, const Transform& at_a, const Transform& at_b,
                           unsigned threads = 0) {
  CollideOptions options = CollideOptions::pairs();
  options.threads = threads;
  std::vector<Pair> pairs;
  for (const Candidate& c : query.collide(at_a, at_b, options).pairs_by_slot()) {
    pairs.push_back({c.primitive_a, c.primitive_b});
  }
  return pairs;
}

// Everything that can be asked, at one pose.
void check_all(BoxTreeQuery& query, const Shape& a, const Shape& b, const Mesh& mesh_a,
               const Mesh& mesh_b, const Transform& at_a, const Transform& at_b) {
  const std::vector<Pair> truth = brute(mesh_a, mesh_b, at_a, at_b);
  EXPECT_EQ(pairs_of(query, at_a, at_b), truth);
  EXPECT_EQ(pairs_of(query, at_a, at_b, 3), truth);
  EXPECT_EQ(query.touching(at_a, at_b), !truth.empty());
  EXPECT_EQ(query.count(at_a, at_b), truth.size());
  const std::optional<Witness> witness = query.witness(at_a, at_b);
  ASSERT_EQ(witness.has_value(), !truth.empty());
  if (!witness) return;
  const Mesh& of_edge = witness->edge_of_a ? mesh_a : mesh_b;
  const Mesh& of_face = witness->edge_of_a ? mesh_b : mesh_a;
  const Transform& at_edge = witness->edge_of_a ? at_a : at_b;
  const Transform& at_face = witness->edge_of_a ? at_b : at_a;
  const Triangle t = Primitives::triangles(of_face.view(), &at_face).triangle(witness->triangle);
  const Vec3 p = at_edge.apply(of_edge.positions[witness->edge.a]);
  const Vec3 q = at_edge.apply(of_edge.positions[witness->edge.b]);
  EXPECT_TRUE(segment_intersects_triangle(p, q, t));
  EXPECT_EQ(witness->face, (witness->edge_of_a ? b : a).face_of(witness->triangle));
  const double size = length(q - p) + length(t[1] - t[0]) + length(t[2] - t[0]);
  const double along = size > 0 ? length(cross(witness->point - p, q - p)) / size : 0;
  EXPECT_LE(along, 1e-6 * (size + length(p)));
}

TEST(BoxTreeQuery, AgreesWithBruteForceInTheCage) {
  std::size_t touched = 0;
  for (const CageBody which : {CageBody::sphere, CageBody::torus, CageBody::tetraflake,
                               CageBody::cylinder, CageBody::alternator}) {
    const scenes::Scene scene = scenes::cage_scene(which, 200);
    const Shape shape(scene.bodies[0].mesh);
    BoxTreeQuery query(shape, shape);
    for (int frame = 0; frame < 100; frame += testing::slow_build() ? 33 : 9) {
      const Transform at_a = scene.bodies[0].pose(frame);
      const Transform at_b = scene.bodies[1].pose(frame);
      check_all(query, shape, shape, scene.bodies[0].mesh, scene.bodies[1].mesh, at_a, at_b);
      touched += query.touching(at_a, at_b) ? 1U : 0U;
    }
  }
  EXPECT_GT(touched, 0U);
}

// The same question is asked with the same word, and has the same answer.
TEST(BoxTreeQuery, SaysWhatATrackerSays) {
  const Shape ring(scenes::torus(24, 12));
  const Shape other(scenes::torus(18, 10, 0.8, 0.25));
  BoxTreeQuery query(ring, other);
  PairTracker tracker(ring, other);
  std::size_t near = 0;
  for (int step = 0; step < 30; ++step) {
    const Transform at =
        Transform::from_axis_angle({0.3, 1, 0.2}, 0.05 * step, {2.1 - 0.03 * step, 0.1, 0});
    CollideOptions options;
    options.threads = static_cast<unsigned>(step) % 3;
    if (step % 3 == 1) options.tolerance = 0.05;
    const Result truth = tracker.collide({}, at, options);
    const Result& result = query.collide({}, at, options);
    ASSERT_EQ(result.pairs_by_slot(), truth.pairs_by_slot()) << "step " << step;
    EXPECT_EQ(testing::seen(result), testing::seen(truth));
    EXPECT_EQ(result.verdict(), truth.verdict());
    EXPECT_GT(result.times.query, 0);
    for (const Contact& c : result) near += c.kind == ContactKind::near ? 1U : 0U;
    options.budget.at_most = 2;
    EXPECT_EQ(query.collide({}, at, options).size(), std::min<std::size_t>(2, truth.size()));
    options.budget.at_most = 0;
    EXPECT_EQ(query.collide({}, at, options).verdict(), Verdict::undecided);
  }
  EXPECT_GT(near, 10U);
  EXPECT_EQ(query.collide({}, {}).method, "boxtree");
  CollideOptions bad;
  bad.tolerance = -1;
  EXPECT_THROW(query.collide({}, {}, bad), Error);
}

// Trees are the shape's: of edges only where somebody asks for a witness.
TEST(BoxTreeQuery, BuildsWhatIsAskedForOnce) {
  const Shape ring(scenes::torus(24, 12));
  for (int again = 0; again < 2; ++again) {
    BoxTreeQuery query(ring, ring);
    const Stats stats = query.collide({}, {}, CollideOptions::pairs()).stats;
    EXPECT_EQ(stats.primitives_read, again == 0 ? ring.triangle_count() : 0);
    EXPECT_EQ(query.collide({}, {}, CollideOptions::pairs()).stats.nodes_split, 0U);
    EXPECT_EQ(ring.builds(), again == 0 ? 1U : 3U);
    EXPECT_TRUE(query.witness({}, {}).has_value());
    EXPECT_EQ(ring.builds(), 3U) << "the tree of triangles, the edges and their tree";
  }
}

TEST(BoxTreeQuery, RefusesOptionsThatAreNoNumbers) {
  const Shape shape(scenes::torus(12, 6));
  const double wrong[] = {std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity()};
  for (double BoxTreeOptions::*const of :
       {&BoxTreeOptions::lambda, &BoxTreeOptions::gamma, &BoxTreeOptions::empty_share,
        &BoxTreeOptions::thickness}) {
    for (const double value : wrong) {
      BoxTreeOptions options;
      options.*of = value;
      EXPECT_THROW(BoxTreeQuery(shape, shape, options), Error);
    }
  }
  BoxTreeOptions thin;
  thin.thickness = -0x1p-18;
  EXPECT_THROW(BoxTreeQuery(shape, shape, thin), Error);
  EXPECT_EQ(shape.builds(), 0U);
}

TEST(BoxTreeQuery, TakesSoupsAndWhatTouchesOnly) {
  testing::Random random(31);
  const Mesh a = testing::grid_soup(60, random);
  const Mesh b = testing::grid_soup(70, random);
  const Shape shape_a(a);
  const Shape shape_b(b.view());
  BoxTreeQuery query(shape_a, shape_b);
  for (int i = 0; i < 10; ++i) {
    const Transform at = Transform::from_quaternion(random.quaternion(), random.vector(-1, 1));
    check_all(query, shape_a, shape_b, a, b, at, i < 5 ? at : Transform());
  }
  const Mesh cube = testing::box({0, 0, 0}, 0.5);
  const Shape boxed(cube);
  BoxTreeQuery cubes(boxed, boxed);
  for (const Vec3& apart : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.3, 0.2}}) {
    EXPECT_TRUE(cubes.touching(Transform(), Transform::from_translation(apart)));
    const Vec3 further = apart * (1 + 0x1p-50);
    EXPECT_FALSE(cubes.touching(Transform(), Transform::from_translation(further)));
  }
}

// A prism over a star: two faces that are not convex, ten quads.
struct Polygons {
  std::vector<Vec3> positions;
  std::vector<std::vector<std::uint32_t>> faces;
};
Polygons star_prism() {
  Polygons star;
  std::vector<std::uint32_t> bottom;
  std::vector<std::uint32_t> top;
  for (std::uint32_t i = 0; i < 10; ++i) {
    const double angle = 0.62831853 * i;
    const double radius = i % 2 == 0 ? 1 : 0.4;
    star.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), -0.3});
    star.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), 0.3});
    bottom.push_back(2 * i);
    top.push_back(2 * i + 1);
    const std::uint32_t next = (i + 1) % 10;
    star.faces.push_back({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
  }
  star.faces.push_back(bottom);
  star.faces.push_back(top);
  return star;
}

TEST(BoxTreeQuery, TakesPolygonsOfAnyKind) {
  const Polygons star = star_prism();
  const Shape shape = Shape::of_polygons(star.positions, star.faces);
  EXPECT_EQ(shape.triangle_count(), 10U * 2 + 2 * 8);
  EXPECT_EQ(shape.face_of(0), 0U);
  EXPECT_EQ(shape.face_of(static_cast<std::uint32_t>(shape.triangle_count() - 1)), 11U);
  // A thin rod in the notch between two tips touches nothing; through a tip it meets two faces.
  Mesh rod = testing::box({0, 0, 0}, 0.5);
  for (Vec3& p : rod.positions) p = {0.04 * p.x, 0.04 * p.y, 4 * p.z};
  const Shape thin(rod);
  BoxTreeQuery query(shape, thin);
  const auto at = [](double radius, double angle) {
    return Transform::from_translation({radius * std::cos(angle), radius * std::sin(angle), 0});
  };
  EXPECT_FALSE(query.touching(Transform(), at(0.8, 0.62831853)));
  EXPECT_TRUE(query.touching(Transform(), at(0.8, 2 * 0.62831853)));
  std::set<std::uint32_t> faces;
  for (const Pair& pair : pairs_of(query, Transform(), at(0.8, 2 * 0.62831853))) {
    faces.insert(shape.face_of(pair.a));
  }
  EXPECT_EQ(faces, (std::set<std::uint32_t>{10, 11}));
  const auto witness = query.witness(Transform(), at(0.8, 2 * 0.62831853));
  ASSERT_TRUE(witness.has_value());
  EXPECT_NEAR(std::fabs(witness->point.z), 0.3, 1e-9);
  const std::vector<std::uint32_t> bad[] = {{0, 1}, {0, 1, 99}};
  for (const auto& polygon : bad) {
    EXPECT_THROW(Shape::of_polygons(star.positions, std::span(&polygon, 1)), Error);
  }
}

TEST(BoxTreeQuery, IsNeverWrongWhenTimeIsShort) {
  const scenes::Scene scene = scenes::cage_scene(CageBody::torus, 400);
  BoxTreeOptions options;
  options.wide_blocks = 1;  // so that there are many steps
  const Shape shape(scene.bodies[0].mesh);
  BoxTreeQuery query(shape, shape, options);
  BoxTreeQuery whole(shape, shape, options);
  std::size_t open = 0;
  for (int frame = 0; frame < 100; frame += 7) {
    const Transform at_a = scene.bodies[0].pose(frame);
    const Transform at_b = scene.bodies[1].pose(frame);
    const bool truth = whole.touching(at_a, at_b);
    for (const std::size_t most : {1U, 5U, 50U, 500U}) {
      query.begin(at_a, at_b);
      double resolved = 0;
      for (;;) {
        const BoxTreeProgress now = query.advance({}, most);
        EXPECT_GE(now.resolved, resolved);
        resolved = now.resolved;
        if (now.verdict == BoxTreeVerdict::open) {
          ++open;
          EXPECT_LT(now.resolved, 1);
          continue;
        }
        EXPECT_EQ(now.verdict, truth ? BoxTreeVerdict::touching : BoxTreeVerdict::clear);
        EXPECT_EQ(now.likely_touching, truth);
        EXPECT_EQ(now.resolved, 1);
        break;
      }
    }
    // No time at all: open, unless the bodies' own boxes are apart.
    query.begin(at_a, at_b);
    const BoxTreeProgress none = query.advance(Budget::until(0));
    EXPECT_TRUE(none.verdict == BoxTreeVerdict::open || (!truth && none.resolved == 1));
  }
  EXPECT_GT(open, 100U);
}

// Of the 24 intervals of each half that is tested, a split computes 4 for both halves, and none
// where the other box is on one side of the plane: a split of three. So 14 are reused for one that
// is computed; it would be 9 if splits on one side computed theirs, 7 if only one half were tested.
TEST(BoxTreeQuery, ReusesIntervals) {
  const scenes::Scene scene = scenes::cage_scene(CageBody::torus, 5000);
  const Shape shape(scene.bodies[0].mesh);
  BoxTreeQuery query(shape, shape);
  query.collide(scene.bodies[0].pose(0), scene.bodies[0].pose(0));
  const BoxTreeCounts& counts = query.counts();
  EXPECT_GT(counts.splits, 50U);
  EXPECT_GT(10 * counts.one_sided, 3 * counts.splits);
  EXPECT_LT(10 * counts.one_sided, 5 * counts.splits);
  EXPECT_LE(counts.halves, 2 * counts.splits + 1) << "the roots, and two of each split";
  EXPECT_GT(counts.intervals_reused(), 12 * counts.intervals_computed());
  EXPECT_LT(counts.intervals_reused(), 16 * counts.intervals_computed());
}

// Collision detection and counting are operations on leaves; so is anything else.
TEST(BoxTreeQuery, TakesAnyOperation) {
  class Furthest final : public CandidateSink {
   public:
    void open(std::size_t) override {}
    Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
      for (const Candidate& c : batch) most = std::max(most, c.primitive_a + c.primitive_b);
      batches += 1;
      return Flow::go_on;
    }
    Flow close(std::size_t, unsigned) override { return Flow::go_on; }
    bool wants(std::size_t) const override { return true; }
    std::uint32_t most = 0;
    int batches = 0;
  };
  const scenes::Scene scene = scenes::cage_scene(CageBody::torus, 1000);
  const Shape shape(scene.bodies[0].mesh);
  BoxTreeQuery query(shape, shape);
  Furthest operation;
  const BoxTreeCounts counts = query.visit(Transform(), Transform(), operation);
  EXPECT_EQ(operation.most, 2 * (shape.triangle_count() - 1));
  EXPECT_GT(operation.batches, 1);
  EXPECT_GT(counts.leaf_pairs, 10U);
}

// One edge will do: most of the pairs are never looked at.
TEST(BoxTreeQuery, AWitnessEndsTheSearch) {
  const scenes::Scene scene = scenes::cage_scene(CageBody::torus, 1000);
  const Shape shape(scene.bodies[0].mesh);
  BoxTreeQuery query(shape, shape);
  ASSERT_TRUE(query.witness(Transform(), Transform()).has_value());
  const BoxTreeCounts one = query.counts();
  query.count(Transform(), Transform());
  EXPECT_LT(4 * one.leaf_pairs, query.counts().leaf_pairs);
}

// Every body of the cage at random poses: against brute force where there are few triangles, else
// against another shape, and brute force now and then.
TEST(BoxTreePosesLong, AgreeOver100000RandomPosesOfEachBody) {
  for (const CageBody which : {CageBody::sphere, CageBody::torus, CageBody::tetraflake,
                               CageBody::cylinder, CageBody::alternator}) {
    const Mesh mesh = scenes::cage_body(which, 100);
    const Shape shape(mesh);
    // As built these trees are one bundle of blocks each: here they are cut down to their leaves.
    BoxTreeOptions options;
    options.wide_blocks = 1;
    BoxTreeQuery query(shape, shape, options);
    PairTracker tracker(shape, shape, {false});
    const int every = mesh.triangles.size() < 300 ? 1 : 1000;
    testing::Random random(77);
    std::uint64_t splits = 0;
    for (int i = 0; i < 100000; ++i) {
      const Transform at_a = Transform::from_quaternion(random.quaternion(), {});
      const Transform at_b = Transform::from_quaternion(
          random.quaternion(), random.direction() * random.uniform(0.5, 2));
      std::vector<Pair> truth;
      if (i % every == 0) {
        truth = brute(mesh, mesh, at_a, at_b);
      } else {
        for (const Candidate& c :
             tracker.collide(at_a, at_b, CollideOptions::pairs()).pairs_by_slot()) {
          truth.push_back({c.primitive_a, c.primitive_b});
        }
      }
      ASSERT_EQ(pairs_of(query, at_a, at_b), truth) << i;
      splits += query.counts().splits;
      ASSERT_EQ(query.touching(at_a, at_b), !truth.empty()) << i;
      ASSERT_EQ(query.witness(at_a, at_b).has_value(), !truth.empty()) << i;
    }
    EXPECT_GT(splits, 100000U);
  }
}

}  // namespace
}  // namespace tact
