// What every method owes beyond the right pairs: it counts its work, and stops when told.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tact/flat/stream.h"
#include "tact/world/world.h"
#include "tests/body/task_fixture.h"
#include "tests/support/print.h"

namespace tact {
namespace {

using testing::TaskFixture;

class Methods : public ::testing::TestWithParam<MethodInfo> {};
INSTANTIATE_TEST_SUITE_P(Methods, Methods, ::testing::ValuesIn(methods()),
                         [](const ::testing::TestParamInfo<MethodInfo>& method) {
                           std::string name(method.param.name);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// Whatever hands on a candidate has tested its bounds. Brute force has none, `auto` takes it for
// small scenes, and `sap` keeps pairs from frame to frame.
bool tests_bounds(std::string_view name) {
  return name != "brute" && name != "auto" && name != "sap";
}

TEST_P(Methods, CountTheirTestsAndNoMore) {
  testing::Random random(8);
  const Mesh a = testing::soup(200, 0.4, random);
  const Mesh b = testing::soup(200, 0.4, random);
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::deforming}) {
    World world({std::string(GetParam().name), 1});
    const bool is_rigid = kind == BodyKind::rigid;
    world.add(is_rigid ? rigid(a) : deforming(a));
    world.add(is_rigid ? rigid(b) : deforming(b));
    const Stats stats = world.collide(CollideOptions::pairs()).stats;
    EXPECT_GT(stats.candidates, 100U);
    // Some test a primitive against a block of eight, and count that as one.
    if (tests_bounds(GetParam().name)) {
      EXPECT_GE(8 * stats.bounds_tests, stats.candidates);
    }
    if (GetParam().name == "stream-cl" && !is_rigid) {
      EXPECT_GE(stats.bounds_tests, tile_side * tile_side) << "a tile with a tile";
    }
    EXPECT_LT(stats.bounds_tests, 10'000'000U);
    EXPECT_LT(stats.primitives_read, 10'000U);
    if (is_rigid && GetParam().name == "spheres") {
      EXPECT_GT(stats.primitives_read, 0U) << "for boxes of leaves, where spheres meet";
    }
    EXPECT_LT(stats.nodes_split, 10'000U);
  }
}

TEST_P(Methods, CountNextToNothingWhereBodiesAreFarApart) {
  testing::Random random(9);
  World world({std::string(GetParam().name), 1});
  for (int i = 0; i < 3; ++i) {
    Mesh mesh = testing::soup(100, 0.2, random);
    for (Vec3& p : mesh.positions) p.x += 10 * i;
    world.add(deforming(mesh));
  }
  const Stats stats = world.collide(CollideOptions::pairs()).stats;
  if (GetParam().name != "brute" && GetParam().name != "auto") {
    EXPECT_EQ(stats.candidates, 0U);
  }
  EXPECT_LT(stats.bounds_tests, 2000U);
}

// Takes one batch of each chunk.
class OneBatch final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t chunk, unsigned, std::span<const Candidate>) override {
    EXPECT_TRUE(chunks.insert(chunk).second) << "a chunk that was told to stop goes on";
    return Flow::stop;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t chunk) const override { return !chunks.contains(chunk); }
  std::set<std::size_t> chunks;
};

TEST_P(Methods, StopAChunkWhenTold) {
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::deforming}) {
    for (const double tolerance : {0.0, 0.5}) {
      TaskFixture fixture(kind, 400, 1.0);
      const auto method = GetParam().make();
      fixture.update(*method);
      Request request;
      request.tolerance = tolerance;
      OneBatch sink;
      Scratch scratch;
      scratch.begin(1);
      method->find_pairs(fixture.task, request, sink, scratch);
      EXPECT_GE(sink.chunks.size(), 1U);
    }
  }
}

// Triangles one behind the other along x, in one place along y, and two by two along z.
TEST(SwiperMethod, CountsOverlapsOnEachAxis) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < 10; ++i) {
    const std::uint32_t pair = i / 2;
    const Vec3 at{3.0 * i, 0, 3.0 * pair};
    for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{1, 0, 1}, Vec3{0, 1, 1}}) {
      mesh.positions.push_back(at + p);
    }
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  World world({"swiper", 1});
  world.add(deforming(mesh).self());
  const Stats stats = world.collide(CollideOptions::pairs()).stats;
  EXPECT_EQ(stats.overlaps_x, 0U);
  EXPECT_EQ(stats.overlaps_y, 45U);
  EXPECT_EQ(stats.overlaps_z, 5U);
  const BodyId near = world.add(deforming(mesh));
  for (Vec3& p : mesh.positions) p.y += 100;
  const BodyId far = world.add(deforming(mesh));
  world.any();  // which of them are near has been found out
  EXPECT_EQ(world.collide(near, far, CollideOptions::pairs()).stats.bounds_tests, 1U)
      << "the boxes of the two bodies";
  for (Vec3& p : mesh.positions) p = {p.y, p.z, p.x};
  World turned({"swiper", 1});
  turned.add(deforming(mesh).self());
  EXPECT_EQ(turned.collide(CollideOptions::pairs()).stats.overlaps_x, 45U);
}

// Deforming bodies that lie in each other are streamed once they were asked about often.
TEST(AutoMethod, StreamsAFewBodiesThatMeet) {
  testing::Random random(3);
  const Mesh a = testing::soup(3000, 0.1, random);
  const Mesh b = testing::soup(3000, 0.1, random);
  for (const int bodies : {1, 2}) {
    World world({"auto", 1});
    const BodyId first = world.add(deforming(a));
    if (bodies > 1) world.add(deforming(b));
    for (int frame = 0; frame < 5; ++frame) {
      world.move(first, std::span<const Vec3>(a.positions));
      const std::string& used = world.collide(CollideOptions::pairs()).method;
      EXPECT_EQ(used, bodies > 1 && frame > 2 ? "stream" : "dbvh") << frame;
    }
  }
}

}  // namespace
}  // namespace tact
