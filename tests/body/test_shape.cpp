// Shape: one mesh for many, and what is built over it once.
#include "tact/body/body.h"

#include <gtest/gtest.h>

#include <barrier>
#include <set>
#include <thread>
#include <utility>

#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/body/shape_parts.h"
#include "tact/world/world.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

TEST(Shape, KnowsItsMesh) {
  const Mesh ring = scenes::torus(12, 8);
  const Shape taken(ring);
  const Shape in_place(ring.view());
  for (const Shape& shape : {taken, in_place}) {
    EXPECT_EQ(shape.triangle_count(), ring.triangles.size());
    EXPECT_EQ(shape.mesh().positions.size(), ring.positions.size());
    EXPECT_EQ(shape.mesh().positions[5], ring.positions[5]);
    EXPECT_EQ(shape.face_of(7), 7U);
    Extent extent;
    for (const Vec3& p : ring.positions) extent.add(p);
    EXPECT_EQ(shape.extent().lo, extent.lo);
    EXPECT_EQ(shape.extent().hi, extent.hi);
    EXPECT_EQ(shape.builds(), 0U) << "nobody has asked for anything";
    // Two triangles share each edge, and three edges are each one's.
    EXPECT_EQ(2 * shape.edges().size(), 3 * ring.triangles.size());
    EXPECT_EQ(shape.builds(), 1U);
  }
  EXPECT_EQ(in_place.mesh().positions.data(),
            reinterpret_cast<const std::byte*>(ring.positions.data()));
  EXPECT_GT(taken.bytes(), in_place.bytes()) << "arrays that are lent take nothing";
}

TEST(Shape, CopiesAreOneAndEqualOnesAreNot) {
  const Mesh ring = scenes::torus(12, 8);
  Shape one(ring.view());
  const Shape copy = one;
  const Shape other(ring.view());
  EXPECT_TRUE(one == copy);
  EXPECT_FALSE(one == other);
  Stats stats;
  one.parts().tree<Obb8>(stats);
  EXPECT_EQ(copy.builds(), 1U);
  EXPECT_EQ(other.builds(), 0U);
  EXPECT_NE(copy.parts().find_tree<Obb8>(), nullptr);
  const Shape moved = std::move(one);
  EXPECT_EQ(one.triangle_count(), moved.triangle_count())  // NOLINT(bugprone-use-after-move)
      << "a shape that was moved from is still one";
}

TEST(Shape, OfPolygonsNamesThem) {
  const std::vector<Vec3> corners{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0.5}};
  const std::vector<std::uint32_t> faces[] = {{0, 1, 2, 3}, {0, 1, 4}};
  const Shape shape = Shape::of_polygons(corners, faces);
  EXPECT_EQ(shape.triangle_count(), 3U);
  EXPECT_EQ(shape.face_of(0), 0U);
  EXPECT_EQ(shape.face_of(1), 0U);
  EXPECT_EQ(shape.face_of(2), 1U);
}

TEST(Shape, RefusesWhatIsNoMesh) {
  Mesh bad = testing::triangle_at(0);
  bad.triangles[0][1] = 7;
  const auto message = [](auto&& make) -> std::string {
    try {
      make();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_mesh);
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
  };
  EXPECT_NE(message([&] { Shape shape(bad, "bolt"); }).find("bolt"), std::string::npos);
  EXPECT_NE(message([&] { Shape shape(bad.view(), "nut"); }).find("nut"), std::string::npos);
  // A body's own name is told, as ever, where the world makes the shape.
  World world;
  EXPECT_NE(message([&] { world.add(rigid(bad).name("screw")); }).find("screw"), std::string::npos);
  const std::vector<std::uint32_t> polygon[] = {{0, 1, 2}, {0, 1}};
  const std::string why =
      message([&] { Shape::of_polygons(testing::triangle_at(0).positions, polygon, "plate"); });
  EXPECT_NE(why.find("plate: polygon 1"), std::string::npos);
}

TEST(Shape, BuildsEachTreeOnceForEachSetOfOptions) {
  const Shape shape(scenes::torus(20, 10));
  Stats stats;
  BoxTreeOptions full;
  full.empty_share = 1;
  const ShapeParts& parts = shape.parts();
  for (int again = 0; again < 3; ++again) {
    parts.tree<Obb8>(stats);
    parts.tree<CentredBox8>(stats);
    parts.tree<KDop8<4>>(stats);
    parts.tree<KDop8<6>>(stats);
    parts.edge_tree(parts.box_trees({}, stats));
    parts.edge_tree(parts.box_trees(full, stats));
    parts.corners();
    EXPECT_EQ(shape.builds(), 4U + 2 + 2 + 1 + 1) << "trees, box trees twice, edges, corners";
    EXPECT_EQ(stats.primitives_read, 6 * shape.triangle_count()) << "each is counted once";
  }
  EXPECT_NE(parts.find_box_trees({}), parts.find_box_trees(full));
  EXPECT_LT(parts.find_box_trees(full)->triangles.shape().empty_volume,
            parts.find_box_trees({})->triangles.shape().empty_volume);
  std::size_t least = 0;
  for (const std::size_t bytes :
       {parts.find_tree<Obb8>()->bytes(), parts.find_box_trees({})->triangles.bytes(),
        parts.find_box_trees(full)->edges.find()->bytes(), shape.edges().size_bytes()}) {
    least += bytes;
  }
  EXPECT_GT(shape.bytes(), least);
}

// Everybody asks at the same moment, each in another order.
TEST(Shape, ManyThreadsAskForTheFirstBuildAtOnce) {
  constexpr int threads = 4;
  for (int round = 0; round < 20; ++round) {
    const Shape shape(scenes::torus(24, 12));
    std::barrier start(threads);
    std::vector<std::vector<const void*>> seen(threads);
    std::vector<Stats> stats(threads);
    std::vector<std::thread> crew;
    for (std::size_t t = 0; t < threads; ++t) {
      crew.emplace_back([&, t, own = shape] {
        const ShapeParts& parts = own.parts();
        start.arrive_and_wait();
        seen[t].resize(5);
        for (std::size_t i = 0; i < 5; ++i) {
          const std::size_t what = (i + t) % 5;
          const void* const found =
              what == 0   ? static_cast<const void*>(&parts.tree<Obb8>(stats[t]))
              : what == 1 ? static_cast<const void*>(&parts.tree<CentredBox8>(stats[t]))
              : what == 2 ? static_cast<const void*>(&parts.box_trees({}, stats[t]))
              : what == 3 ? static_cast<const void*>(parts.edges().data())
                          : static_cast<const void*>(parts.corners().data());
          seen[t][what] = found;
        }
      });
    }
    for (std::thread& one : crew) one.join();
    EXPECT_EQ(shape.builds(), 5U);
    std::uint64_t read = 0;
    for (std::size_t t = 0; t < threads; ++t) {
      EXPECT_EQ(seen[t], seen[0]);
      read += stats[t].primitives_read;
    }
    EXPECT_EQ(read, 3 * shape.triangle_count()) << "whoever built it counts it";
  }
}

}  // namespace
}  // namespace tact
