// Many bodies of one shape: one build, the memory of one, and the answers of as many meshes.
#include <gtest/gtest.h>

#include <thread>

#include "scenes/bodies/torus.h"
#include "tact/body/shape_parts.h"
#include "tact/world/world.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

// Rings in a row, each of which hangs in the next.
Transform link(int i) {
  return Transform::from_axis_angle({1, 0, 0}, i % 2 == 0 ? 0 : 1.5, {1.3 * i, 0, 0});
}

void add_chain(World& world, const Shape& shape, int bodies) {
  for (int i = 0; i < bodies; ++i) world.add(rigid(shape).pose(link(i)));
}

class SharedShapes : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, SharedShapes, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST_P(SharedShapes, GiveTheAnswersOfAsManyMeshes) {
  const Mesh ring = scenes::torus(10, 6);
  const Shape shape(ring.view());
  World shared({GetParam(), 1});
  World apart({GetParam(), 2});
  std::vector<BodyId> bodies[2];
  for (int i = 0; i < 8; ++i) {
    bodies[0].push_back(shared.add(rigid(shape).pose(link(i)).self(i == 3)));
    bodies[1].push_back(apart.add(rigid(ring).pose(link(i)).self(i == 3)));
  }
  std::size_t contacts = 0;
  for (int frame = 0; frame < 8; ++frame) {
    const auto at = static_cast<std::size_t>(frame);
    const Transform to = link(frame) * Transform::from_axis_angle({0, 1, 1}, 0.3, {0.1, 0, 0.1});
    shared.move(bodies[0][at], to);
    apart.move(bodies[1][at], to);
    if (frame == 4) shared.remove(bodies[0][0]);
    if (frame == 4) apart.remove(bodies[1][0]);
    const Result& truth = apart.collide();
    const Result& result = shared.collide();
    ASSERT_EQ(testing::difference(truth.pairs_by_slot(), result.pairs_by_slot()), "") << frame;
    EXPECT_EQ(testing::seen(result), testing::seen(truth));
    contacts += truth.size();
    shared.validate();
  }
  EXPECT_GT(contacts, 20U);
}

TEST(SharedShapesCount, AThousandBodiesAreOneBuild) {
  for (const char* method : {"obb-coherent", "obb", "aabb", "boxtree", "auto"}) {
    const Shape shape(scenes::torus(16, 8));
    World world({method, 2});
    add_chain(world, shape, 1000);
    const Result& first = world.collide(CollideOptions::pairs());
    EXPECT_GT(first.size(), 1000U);
    EXPECT_EQ(shape.builds(), 1U) << method;
    EXPECT_EQ(first.stats.primitives_read, shape.triangle_count()) << method;
    EXPECT_EQ(first.method, method == std::string("auto") ? "obb-coherent" : method);
    EXPECT_EQ(world.collide(CollideOptions::pairs()).stats.nodes_split, 0U);
    // Others find it built.
    World second({method, 1});
    add_chain(second, shape, 2);
    EXPECT_EQ(second.collide(CollideOptions::pairs()).stats.primitives_read, 0U) << method;
    EXPECT_EQ(shape.builds(), 1U) << method;
  }
}

// Blocks of its own a body has where a query got; the tree at rest is the shape's.
TEST(SharedShapesCount, AThousandBodiesOfDbvhAreOneBuild) {
  const Mesh ring = scenes::torus(16, 8);
  std::uint64_t built[2] = {};
  for (const int bodies : {2, 1000}) {
    const Shape shape(ring);
    World world({"dbvh", 2});
    add_chain(world, shape, bodies);
    EXPECT_EQ(shape.builds(), 0U) << "nothing before it is needed";
    const Result& first = world.collide(CollideOptions::pairs());
    EXPECT_GE(first.size(), static_cast<std::size_t>(bodies));
    EXPECT_EQ(shape.builds(), 1U);
    built[bodies == 2 ? 0 : 1] = first.stats.nodes_split;
    world.validate();
  }
  EXPECT_GT(built[0], 0U);
  EXPECT_EQ(built[1], built[0]);
}

// Where its spheres and its leaves are now is a body's own; the tree is the shape's.
TEST(SharedShapesCount, AThousandBodiesOfSpheresAreOneBuild) {
  const Mesh ring = scenes::torus(16, 8);
  const Shape shape(ring);
  for (const int bodies : {2, 1000}) {
    World shared({"spheres", 2});
    add_chain(shared, shape, bodies);
    const Result& result = shared.collide(CollideOptions::pairs());
    EXPECT_EQ(shape.builds(), 1U);
    shared.validate();
    World apart({"spheres", 2});
    for (int i = 0; i < bodies; ++i) apart.add(rigid(ring).pose(link(i)));
    const Result& truth = apart.collide(CollideOptions::pairs());
    EXPECT_GE(result.size(), static_cast<std::size_t>(bodies));
    EXPECT_EQ(testing::difference(truth.pairs_by_slot(), result.pairs_by_slot()), "");
    EXPECT_EQ(result.stats.nodes_updated, truth.stats.nodes_updated);
    EXPECT_EQ(result.stats.bounds_tests, truth.stats.bounds_tests);
    EXPECT_EQ(result.stats.primitives_read, truth.stats.primitives_read);
  }
}

// What a world of so many bodies takes once it has been asked.
std::uint64_t bytes_of(const char* method, const Shape& shape, int bodies) {
  const std::uint64_t before = testing::bytes_in_use();
  World world({method, 1});
  add_chain(world, shape, bodies);
  world.any();
  return testing::bytes_in_use() - before;
}

TEST(SharedShapesCount, AThousandBodiesTakeTheMemoryOfOne) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  const Mesh fine = scenes::torus(64, 32);
  const Mesh coarse = scenes::torus(16, 8);
  for (const char* method : {"obb-coherent", "auto", "dbvh", "spheres"}) {
    const Shape many(fine);
    const std::uint64_t of_fine = bytes_of(method, many, 1000);
    const std::uint64_t of_coarse = bytes_of(method, Shape(coarse), 1000);
    // The trees of both, the fronts of those that were looked at, and no more: not a byte for each
    // triangle of each body.
    EXPECT_GT(many.bytes(), 100'000U);
    EXPECT_LT(of_fine, of_coarse + 2 * many.bytes()) << method;
  }
}

TEST(SharedShapesCount, AutoDoesNotWaitForTreesThatAreThere) {
  const Mesh ring = scenes::torus(16, 8);
  const auto used = [](World& world) { return world.collide(CollideOptions::pairs()).method; };
  World meshes({"auto", 1});
  meshes.add(rigid(ring));
  meshes.add(rigid(ring).pose(link(1)));
  EXPECT_EQ(used(meshes), "dbvh") << "two shapes for two bodies: their trees have yet to pay";
  const Shape shape(ring);
  World two({"auto", 1});
  add_chain(two, shape, 2);
  EXPECT_EQ(used(two), "dbvh") << "two bodies of one shape ask too seldom as well";
  EXPECT_EQ(shape.parts().find_tree<Obb8>(), nullptr);
  World three({"auto", 1});
  add_chain(three, shape, 3);
  EXPECT_EQ(used(three), "obb-coherent");
  EXPECT_NE(shape.parts().find_tree<Obb8>(), nullptr);
  two.add(rigid(shape).pose(link(5)));
  EXPECT_EQ(used(two), "obb-coherent") << "another world has built it";
}

// Worlds on threads of their own share nothing but the shape.
TEST(SharedShapesCount, WorldsOnManyThreadsMayShareOne) {
  const Shape shape(scenes::torus(16, 8));
  World judge({"boxes", 1});
  add_chain(judge, shape, 6);
  const std::vector<Candidate> truth = judge.collide(CollideOptions::pairs()).pairs_by_slot();
  const std::vector<std::string> methods{"obb-coherent", "obb", "aabb", "boxtree", "spheres"};
  std::vector<std::vector<Candidate>> found(methods.size());
  std::vector<std::thread> crew;
  for (std::size_t t = 0; t < methods.size(); ++t) {
    crew.emplace_back([&, t] {
      for (int again = 0; again < 5; ++again) {
        World world({methods[t], 1});
        add_chain(world, shape, 6);
        found[t] = world.collide(CollideOptions::pairs()).pairs_by_slot();
      }
    });
  }
  for (std::thread& one : crew) one.join();
  for (std::size_t t = 0; t < methods.size(); ++t) EXPECT_EQ(found[t], truth) << methods[t];
  EXPECT_EQ(shape.builds(), 4U) << "oriented boxes, boxes, a BoxTree, spheres";
}

}  // namespace
}  // namespace tact
