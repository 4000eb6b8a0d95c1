// Leaves of a stream, their boxes, and the candidates that colliding leaves make.
#include <gtest/gtest.h>

#include "tact/base/simd.h"
#include "tact/flat/stream_primitives.h"
#include "tests/flat/stream_scenes.h"

namespace tact {
namespace {

TEST(StreamLeaves, HoldEveryPrimitiveOnce) {
  for (const std::uint32_t size : {1U, 2U, 5U, 8U, 64U}) {
    for (const std::uint32_t count : {0U, 1U, 2U, 3U, 15U, 16U, 17U, 2047U, 2048U, 2049U}) {
      StreamLeaves leaves;
      leaves.build(testing::cube_boxes(count, 0.1F, count), size);
      ASSERT_EQ(leaves.count(), (count + size - 1) / size);
      std::vector<std::uint32_t> ids(leaves.ids().begin(), leaves.ids().end());
      std::sort(ids.begin(), ids.end());
      ASSERT_EQ(ids.size(), count);
      for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(ids[i], i);
      for (std::uint32_t leaf = 0; leaf < leaves.count(); ++leaf) {
        ASSERT_EQ(leaves.ids(leaf).size(), std::min(size, count - leaf * size));
        ASSERT_TRUE(std::is_sorted(leaves.ids(leaf).begin(), leaves.ids(leaf).end()));
      }
    }
  }
}

TEST(StreamLeaves, AreSmallAndTilesAreNodes) {
  const std::vector<Aabb> boxes = testing::cube_boxes(16384, 0.001F, 3);
  StreamLeaves leaves;
  leaves.build(boxes, 8);
  double leaf_volume = 0;
  Aabb tile[8];
  std::fill(tile, tile + 8, Aabb::nothing());
  for (std::uint32_t leaf = 0; leaf < leaves.count(); ++leaf) {
    Aabb box = Aabb::nothing();
    for (const std::uint32_t id : leaves.ids(leaf)) box = merge(box, boxes[id]);
    leaf_volume += static_cast<double>(box.hi[0] - box.lo[0]) *
                   static_cast<double>(box.hi[1] - box.lo[1]) *
                   static_cast<double>(box.hi[2] - box.lo[2]);
    tile[leaf / tile_side] = merge(tile[leaf / tile_side], box);
  }
  EXPECT_LT(leaf_volume, 1.0) << "a cube, cut without gaps";
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_LT(tile[i].hi[k] - tile[i].lo[k], 0.55F) << "an eighth";
  }
}

TEST(StreamLeaves, CoincidentPrimitivesAndAnySizeEnd) {
  StreamLeaves leaves;
  leaves.build(std::vector<Aabb>(5000, Aabb{{1, 1, 1}, {2, 2, 2}}), 4);
  EXPECT_EQ(leaves.count(), 1250U);
  constexpr float inf = std::numeric_limits<float>::infinity();
  leaves.build(std::vector<Aabb>(100, Aabb{{-inf, 0, 0}, {inf, 1, 1}}), 4);
  EXPECT_EQ(leaves.count(), 25U);
}

// Triangles with corners anywhere in a cube.
struct Soup {
  std::vector<float> xyz;
  std::vector<Corners> corners;
  PackedPositions positions;
  StreamLeaves leaves;
  std::vector<Aabb8> boxes;
  Aabb all = Aabb::nothing();

  Soup(std::uint32_t triangles, std::uint64_t seed, float size) {
    testing::Random random(seed);
    const std::uint32_t vertices = triangles / 2 + 3;
    for (std::uint32_t v = 0; v < vertices; ++v) {
      // Vertices that follow each other lie near each other.
      for (int k = 0; k < 3; ++k) {
        xyz.push_back(static_cast<float>(v) / static_cast<float>(vertices) +
                      size * static_cast<float>(random.uniform(-1, 1)));
      }
    }
    std::vector<Aabb> first;
    for (std::uint32_t t = 0; t < triangles; ++t) {
      corners.push_back({t / 2, t / 2 + 1, t / 2 + 2});
      first.push_back(exact(t));
    }
    positions.xyz = xyz.data();
    positions.last_vertex = vertices - 1;
    std::copy_n(xyz.end() - 3, 3, positions.tail);
    positions.scale = 0.5F;
    positions.offset[0] = 0.3F;
    leaves.build(first, 8);
    leaves.set_corners(corners);
    boxes.resize((leaves.count() + 7) / 8);
    update_tile(leaves, positions, 0, boxes);
    all = sum_up(boxes).box;
  }
  // Without rounding, in the user's coordinates.
  Aabb exact(std::uint32_t t) const {
    Aabb box = Aabb::nothing();
    for (const std::uint32_t v : corners[t]) {
      const float* p = &xyz[std::size_t{3} * v];
      box = merge(box, {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}});
    }
    return box;
  }
  // As an update maps and rounds them.
  Aabb mapped(std::uint32_t t) const {
    Aabb box = exact(t);
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = round_down(box.lo[k] * positions.scale - positions.offset[k]);
      box.hi[k] = round_up(box.hi[k] * positions.scale - positions.offset[k]);
    }
    return box;
  }
};

TEST(StreamUpdate, BoxesAreThoseOfTheirPrimitivesOnEveryInstructionSet) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    for (const std::uint32_t triangles : {1U, 2U, 3U, 8U, 9U, 500U, 2048U}) {
      const Soup soup(triangles, triangles, 0.2F);
      Aabb all = Aabb::nothing();
      for (std::uint32_t leaf = 0; leaf < 8 * soup.boxes.size(); ++leaf) {
        Aabb expected = Aabb::nothing();
        if (leaf < soup.leaves.count()) {
          for (const std::uint32_t id : soup.leaves.ids(leaf)) {
            expected = merge(expected, soup.mapped(id));
          }
        }
        all = merge(all, expected);
        ASSERT_EQ(soup.boxes[leaf / 8].get(leaf % 8), expected) << target << ", leaf " << leaf;
      }
      EXPECT_EQ(soup.all, all);
    }
  }
  use_simd_target("");
}

TEST(StreamUpdate, EachVertexOfALeafIsReadOnce) {
  const Soup soup(500, 1, 0.1F);
  EXPECT_LE(soup.leaves.most_vertices(), 24U);
  std::size_t vertices = 0;
  for (std::uint32_t leaf = 0; leaf < soup.leaves.count(); ++leaf) {
    vertices += soup.leaves.vertices(leaf).size();
    EXPECT_LE(soup.leaves.vertices(leaf).size(), soup.leaves.most_vertices());
  }
  EXPECT_LT(vertices, 3U * 500U);
}

class LeafCollector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    all.insert(all.end(), batch.begin(), batch.end());
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;
};

std::vector<Candidate> candidates(const Soup& a, const Soup& b, float grow, bool within) {
  const auto side = [](const Soup& soup, std::uint32_t body) {
    return StreamSide{&soup.leaves, &soup.positions, {}, soup.boxes, 0, body};
  };
  TileTask tile{a.boxes, 0, b.boxes, a.all, b.all, grow, within, true};
  const auto memory = std::make_unique<TileMemory>();
  Stats stats;
  Arena arena;
  LeafCollector collector;
  CandidateWriter writer(collector, 0, 0);
  push_candidates({side(a, 4), side(b, within ? 4 : 9), grow, within},
                  find_tile_pairs(tile, *memory, stats), arena, writer, stats);
  writer.finish();
  std::sort(collector.all.begin(), collector.all.end());
  return collector.all;
}

TEST(StreamPrimitives, AreCandidatesWhereTheirBoxesOverlap) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    const Soup a(700, 11, 0.03F);
    const Soup b(333, 12, 0.05F);
    for (const float grow : {0.0F, 0.02F}) {
      std::vector<Candidate> between;
      std::vector<Candidate> within;
      for (std::uint32_t i = 0; i < 700; ++i) {
        Aabb box = a.mapped(i);
        if (grow > 0) box.grow(grow);
        for (std::uint32_t j = 0; j < 333; ++j) {
          if (overlaps(box, b.mapped(j))) between.push_back({4, 9, i, j});
        }
        for (std::uint32_t j = i + 1; j < 700; ++j) {
          if (overlaps(box, a.mapped(j))) within.push_back({4, 4, i, j});
        }
      }
      EXPECT_GT(between.size(), 100U);
      EXPECT_EQ(candidates(a, b, grow, false), between) << target;
      // Within, either of the two may be the one that is grown.
      if (grow == 0) {
        EXPECT_EQ(candidates(a, a, grow, true), within) << target;
      }
    }
  }
  use_simd_target("");
}

}  // namespace
}  // namespace tact
