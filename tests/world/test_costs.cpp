// What dbvh costs, in counts: on every frame of every scene it tests not many more bounds than a
// tree that was built for that frame alone, by medians, and hands on no more candidates than there
// are overlapping boxes of primitives.
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tact/traverse/wide_simd.h"
#include "tact/tree/lazy_tree.h"
#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

// The yardstick: eight lanes of equal size, by medians along the longest side of the midpoints,
// again and again.
class MedianBvh final : public LazyTree {
 public:
  explicit MedianBvh(const Primitives& primitives, const BoundsFrame& frame, const Extent& extent,
                     std::uint32_t body)
      : part_{body, &primitives} {
    reset({&part_, 1});
    rebind({&part_, 1}, frame, extent);
    boxes_.resize(primitives.size());
    fit_boxes(primitives, frame, {0, primitives.size()}, boxes_);
  }
  Stats update(std::span<const TreePart>, const BoundsFrame&, const Extent&, unsigned) override {
    return {};
  }

 private:
  Block* make(Block*, const Place& place, Arena&, Stats&) override {
    Block* const block = pool_.take();
    empty_block(*block);
    const std::uint32_t count = place.last - place.first;
    const std::uint32_t lanes = std::min(count, Block::width);
    halve(place.first, place.last, lanes);
    block->leaf = count <= Block::width;
    block->lanes = lanes & 0x3FU;
    block->box = Aabb::nothing();
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      block->first[lane] = begin(place.first, count, lanes, lane);
      Aabb box = Aabb::nothing();
      for (std::uint32_t i = block->first[lane]; i < begin(place.first, count, lanes, lane + 1);
           ++i) {
        box = merge(box, boxes_[entries()[i].id]);
      }
      block->boxes.set(lane, box);
      block->box = merge(block->box, box);
    }
    block->first[lanes] = place.last;
    if (block->leaf) name_lanes(*block, geometry(), entries());
    return block;
  }
  static std::uint32_t begin(std::uint32_t first, std::uint32_t count, std::uint32_t lanes,
                             std::uint32_t lane) {
    return first + static_cast<std::uint32_t>(std::uint64_t{count} * lane / lanes);
  }
  void halve(std::uint32_t first, std::uint32_t last, std::uint32_t lanes) {
    if (lanes < 2) return;
    const std::uint32_t middle = begin(first, last - first, lanes, lanes / 2);
    Aabb mids = Aabb::nothing();
    for (std::uint32_t i = first; i < last; ++i) {
      Aabb mid{};
      for (int k = 0; k < 3; ++k) mid.lo[k] = mid.hi[k] = boxes_[entries()[i].id].centre(k);
      mids = merge(mids, mid);
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
      if (mids.hi[k] - mids.lo[k] > mids.hi[axis] - mids.lo[axis]) axis = k;
    }
    std::nth_element(entries() + first, entries() + middle, entries() + last,
                     [&](const TreeEntry& a, const TreeEntry& b) {
                       return boxes_[a.id].centre(axis) < boxes_[b.id].centre(axis);
                     });
    halve(first, middle, lanes / 2);
    halve(middle, last, lanes - lanes / 2);
  }

  TreePart part_;
  std::vector<Aabb> boxes_;
};

struct Counter {
  std::uint64_t pairs = 0;
  bool chooses() const { return false; }
  bool wants(std::uint32_t, std::uint32_t) const { return true; }
  Flow operator()(const PrimitiveName&, const PrimitiveName&) {
    ++pairs;
    return Flow::go_on;
  }
};

// A scene's bodies of one frame as a method would see them.
struct Snapshot {
  struct Body {
    Mesh mesh;
    Primitives primitives;
    Extent extent;
    bool self = false;
    std::unique_ptr<MedianBvh> tree;
  };
  std::vector<Body> bodies;

  Snapshot(const TestScene& scene, int frame) : bodies(scene.bodies.size()) {
    Extent all;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const testing::TestBody& from = scene.bodies[i];
      bodies[i].mesh = from.mesh;
      bodies[i].self = from.self;
      if (from.positions) from.positions(frame, bodies[i].mesh.positions);
      if (from.pose) {
        for (Vec3& p : bodies[i].mesh.positions) p = from.pose(frame).apply(p);
      }
      bodies[i].primitives = Primitives::triangles(bodies[i].mesh.view(), nullptr);
      for (const Vec3& p : bodies[i].mesh.positions) bodies[i].extent.add(p);
      all.add(bodies[i].extent);
    }
    const BoundsFrame bounds_frame = BoundsFrame::around(all);
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      bodies[i].tree =
          std::make_unique<MedianBvh>(bodies[i].primitives, bounds_frame, bodies[i].extent, i);
    }
  }

  std::uint64_t bounds_tests() {
    std::vector<TreePair<LazyTree>> pairs;
    for (std::size_t a = 0; a < bodies.size(); ++a) {
      for (std::size_t b = a; b < bodies.size(); ++b) {
        const bool tested =
            a == b ? bodies[a].self : overlaps(bodies[a].tree->box(), bodies[b].tree->box());
        if (tested) pairs.push_back({bodies[a].tree.get(), bodies[b].tree.get()});
      }
    }
    Arena arena;
    Stats stats;
    Counter counter;
    HWY_NAMESPACE::WideWalk<Counter, HWY_NAMESPACE::NoFilter> walk(pairs, 0, arena, counter, stats);
    ArenaVector<OpenPair> stack(arena);
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      Block* const a = pairs[i].a->root(arena, stats);
      Block* const b = pairs[i].b->root(arena, stats);
      stack.push_back({a, b, a == b ? a->box : intersection(a->box, b->box), i});
    }
    walk.drain(stack);
    walk.finish();
    return stats.bounds_tests;
  }
};

bool only_triangles(const TestScene& scene) {
  return std::none_of(scene.bodies.begin(), scene.bodies.end(),
                      [](const testing::TestBody& body) { return body.kind == BodyKind::points; });
}

bool only_rigid(const TestScene& scene) {
  return std::all_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const testing::TestBody& body) { return body.kind == BodyKind::rigid; });
}

// Trees of rigid bodies are at rest: looser, but never refitted. Counts of theirs are in
// test_rigid.cpp.
bool is_rigid(const scenes::SceneInfo& info) {
  const std::string_view reference = info.reference;
  return reference == "Tropp 2006" || reference == "Zachmann 1995";
}
bool has_points(const scenes::SceneInfo& info) { return info.name == std::string_view("mixed"); }

std::vector<const char*> scenes_that(bool with_points) {
  std::vector<const char*> names;
  for (const scenes::SceneInfo& info : scenes::all()) {
    if (!is_rigid(info) && (with_points || !has_points(info))) names.push_back(info.name);
  }
  return names;
}

TEST(CostsOfScenes, LeavesOutRigidBodiesAndPointsOnly) {
  for (const scenes::SceneInfo& info : scenes::all()) {
    const TestScene scene = testing::built_in(info, 0);
    EXPECT_EQ(only_rigid(scene), is_rigid(info)) << info.name;
    EXPECT_EQ(only_triangles(scene), !has_points(info)) << info.name;
  }
}

std::string name_of(const ::testing::TestParamInfo<const char*>& scene) {
  std::string name(scene.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Costs : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, Costs, ::testing::ValuesIn(scenes_that(true)), name_of);

// The yardstick has no points.
class CostsOfTriangles : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Scenes, CostsOfTriangles, ::testing::ValuesIn(scenes_that(false)),
                         name_of);

TEST_P(CostsOfTriangles, NotManyMoreBoundsTestsThanAFreshTreeByMedians) {
  if (testing::slow_build()) GTEST_SKIP() << "counts are the same in every build";
  const TestScene scene = testing::built_in(scenes::find(GetParam()), 1);
  Player player(scene, {"dbvh", 1});
  std::uint64_t tests = 0;
  int above = 0;
  for (int frame = 0; frame < scene.frames; ++frame) {
    player.seek(frame);
    const std::uint64_t dbvh = player.world().collide(CollideOptions::pairs()).stats.bounds_tests;
    const std::uint64_t fresh = Snapshot(scene, frame).bounds_tests();
    // Some boxes of bodies and roots on top, where there is next to nothing to test.
    above += 2 * dbvh > 3 * fresh + 1000 ? 1 : 0;
    EXPECT_LE(20 * dbvh, 33 * fresh + 10000) << "frame " << frame;
    tests += dbvh;
  }
  // Right before a large node is given up its boxes overlap most: 2 of the teapot's 272 frames.
  EXPECT_LE(100 * above, scene.frames) << "frames with more than 1.5 times as many";
  EXPECT_GT(tests, 0U);
}

TEST_P(Costs, NoMoreCandidatesThanOverlappingBoxes) {
  if (testing::slow_build()) GTEST_SKIP() << "counts are the same in every build";
  const TestScene scene = testing::built_in(scenes::find(GetParam()), 1);
  Player dbvh(scene, {"dbvh", 1});
  Player boxes(scene, {"boxes", 1});
  for (int frame = 3; frame < scene.frames; frame += 8) {
    dbvh.seek(frame);
    boxes.seek(frame);
    EXPECT_LE(10 * dbvh.world().collide(CollideOptions::pairs()).stats.candidates,
              11 * boxes.world().collide(CollideOptions::pairs()).stats.candidates)
        << "frame " << frame;
  }
}

}  // namespace
}  // namespace tact
