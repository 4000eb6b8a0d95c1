// The OpenCL device gives the boxes and the pairs of the processor, bit for bit.
#include <gtest/gtest.h>

#include "tact/base/error.h"
#include "tact/flat/stream_device.h"
#include "tact/flat/stream_trial_impl.h"
#include "tests/flat/stream_scenes.h"
#include "tests/support/answers.h"

#ifdef TACT_OPENCL

namespace tact {
namespace {

using testing::StreamOfBoxes;

struct DeviceStreams {
  StreamDevice device{""};
  std::vector<const StreamOfBoxes*> bodies;

  void write(std::vector<const StreamOfBoxes*> all) {
    bodies = std::move(all);
    std::vector<std::uint32_t> tiles;
    for (const StreamOfBoxes* body : bodies) tiles.push_back(body->stream().tile_count());
    device.lay_out(tiles);
    EXPECT_FALSE(device.lay_out(tiles)) << "the same again";
    for (std::uint32_t i = 0; i < bodies.size(); ++i) device.write(i, bodies[i]->boxes);
  }
  // All tiles of two bodies, in launches of what a launch takes.
  std::vector<Pair> pairs(std::uint32_t a, std::uint32_t b, float grow) {
    std::vector<Pair> found;
    std::vector<DeviceTile> tiles;
    std::vector<Pair> names;
    const auto flush = [&] {
      DevicePairs out;
      device.find(tiles, grow, out);
      std::vector<LeafPair> ordered(out.pairs.size());
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        const std::size_t count = out.first[i + 1] - out.first[i];
        for (const LeafPair& p :
             order_rows(std::span(out.pairs).subspan(out.first[i], count), ordered.data())) {
          found.push_back({names[i].a * tile_side + p.a, names[i].b * tile_side + p.b});
        }
      }
      tiles.clear();
      names.clear();
    };
    for (std::uint32_t i = 0; i < bodies[a]->stream().tile_count(); ++i) {
      for (std::uint32_t j = a == b ? i : 0; j < bodies[b]->stream().tile_count(); ++j) {
        tiles.push_back({device.first_tile(a) + i, device.first_tile(b) + j, a == b && i == j});
        names.push_back({i, j});
        if (tiles.size() == StreamDevice::most_tiles) flush();
      }
    }
    flush();
    return found;
  }
};

TEST(StreamDevice, FindsTheProcessorsPairsInItsOrder) {
  DeviceStreams on_device;
  for (const std::uint32_t count : {0U, 1U, 2U, 3U, 255U, 256U, 257U, 511U, 1025U, 3100U}) {
    const StreamOfBoxes a(testing::grid_boxes(count, count));
    const StreamOfBoxes b(testing::grid_boxes(count / 2 + 1, 99 + count));
    on_device.write({&a, &b});
    for (const float grow : {0.0F, 0.06F, 3.0F}) {
      if (grow > 1 && count > 600) continue;
      Stats stats;
      EXPECT_EQ(on_device.pairs(0, 1, grow),
                testing::stream_pairs(a, b, {grow, false, false}, stats))
          << count << ", grow " << grow;
      EXPECT_EQ(on_device.pairs(0, 0, grow),
                testing::stream_pairs(a, a, {grow, true, false}, stats))
          << count << ", grow " << grow;
    }
  }
}

TEST(StreamDevice, OutgrownOutputIsNoticedAndScatteredAgain) {
  DeviceStreams on_device;
  const StreamOfBoxes a(testing::grid_boxes(700, 1));
  on_device.write({&a});
  Stats stats;
  const std::vector<Pair> expected = testing::stream_pairs(a, a, {0, true, false}, stats);
  ASSERT_GT(expected.size(), 500U);
  for (const std::uint32_t room : {1U, 100U, static_cast<std::uint32_t>(expected.size() - 1),
                                   static_cast<std::uint32_t>(expected.size())}) {
    const std::uint64_t before = on_device.device.retries();
    on_device.device.shrink_output(room);
    EXPECT_EQ(on_device.pairs(0, 0, 0), expected);
    EXPECT_EQ(on_device.device.retries() - before, room < expected.size() ? 1U : 0U) << room;
    // Many and few in turns, so that both encodings have to grow.
    EXPECT_GT(on_device.pairs(0, 0, 2).size(), expected.size());
    EXPECT_EQ(on_device.pairs(0, 0, 0), expected);
  }
}

TEST(StreamDevice, SeveralBodiesInOneLaunch) {
  DeviceStreams on_device;
  const StreamOfBoxes a(testing::grid_boxes(300, 1));
  const StreamOfBoxes nobody(std::vector<Aabb>{});
  const StreamOfBoxes b(testing::grid_boxes(100, 2));
  on_device.write({&a, &nobody, &b});
  DevicePairs out;
  const std::vector<DeviceTile> tiles{{0, 2, false}, {1, 2, false}, {2, 2, true}};
  on_device.device.find(tiles, 0, out);
  ASSERT_EQ(out.first.size(), 4U);
  Stats stats;
  EXPECT_EQ(out.first[2], testing::stream_pairs(a, b, {0, false, false}, stats).size());
  EXPECT_EQ(out.first[3] - out.first[2],
            testing::stream_pairs(b, b, {0, true, false}, stats).size());
}

// Launch after launch, as many tiles as one takes; what the device holds for a launch stays the
// same.
TEST(StreamDevice, OfAMillionLeavesInTiles) {
  const StreamOfBoxes a(testing::million(0));
  const StreamOfBoxes b(testing::million(0.25F));
  DeviceStreams on_device;
  on_device.write({&a, &b});
  Arena arena;
  ArenaVector<TileRun> runs(arena);
  Stats stats;
  plan_tiles(a.stream(), b.stream(), {}, arena, runs, stats);
  std::vector<DeviceTile> tiles;
  DevicePairs out;
  std::size_t pairs = 0;
  std::size_t launches = 0;
  bool all_right = true;
  const auto flush = [&] {
    on_device.device.find(tiles, 0, out);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      const std::uint32_t tile_b = tiles[i].b - on_device.device.first_tile(1);
      for (std::uint32_t k = out.first[i]; k < out.first[i + 1]; ++k) {
        const LeafPair p = out.pairs[k];
        all_right = all_right && tiles[i].a * tile_side + p.a == tile_b * tile_side + p.b;
      }
    }
    pairs += out.pairs.size();
    ++launches;
    tiles.clear();
  };
  for (const TileRun& run : runs.span()) {
    for (std::uint32_t j = run.b.first; j < run.b.end(); ++j) {
      if (!overlaps(a.stream().tile(run.a), b.stream().tile(j))) continue;
      tiles.push_back({run.a, on_device.device.first_tile(1) + j, false});
      if (tiles.size() == StreamDevice::most_tiles) flush();
    }
  }
  flush();
  EXPECT_EQ(pairs, 1000000U);
  EXPECT_TRUE(all_right);
  EXPECT_GT(launches, 100U);
}

// Small enough for a simulator of devices: every kernel once.
TEST(StreamDevice, EveryKernelOnOneTile) {
  const StreamOfBoxes a(testing::grid_boxes(40, 1));
  DeviceStreams on_device;
  on_device.write({&a});
  on_device.device.shrink_output(10);
  Stats stats;
  for (const float grow : {0.0F, 1.06F, 0.0F}) {  // few, many, few: both encodings
    EXPECT_EQ(on_device.pairs(0, 0, grow), testing::stream_pairs(a, a, {grow, true, false}, stats));
  }
  StreamLeaves leaves;
  leaves.build(a.leaves, 4);
  std::vector<Corners> corners;
  for (std::uint32_t i = 0; i < 40; ++i) corners.push_back({i, i + 1, i / 2});
  leaves.set_corners(corners);
  std::vector<float> xyz(3 * 41);
  for (std::size_t i = 0; i < xyz.size(); ++i) xyz[i] = static_cast<float>(i * i % 31);
  PackedPositions positions;
  positions.xyz = xyz.data();
  positions.last_vertex = 40;
  std::copy_n(xyz.end() - 3, 3, positions.tail);
  on_device.device.set_up(0, leaves);
  std::vector<Aabb8> found(2);
  std::vector<Aabb8> expected(2);
  on_device.device.update(0, positions, found);
  update_tile(leaves, positions, 0, expected);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(found[i / 8].get(i % 8), expected[i / 8].get(i % 8)) << i;
  }
}

// Coordinates of every size, also denormal ones, and some that round either way.
TEST(StreamDevice, BoxesAreRoundedOutwardLikeTheProcessors) {
  testing::Random random(8);
  const std::uint32_t vertices = 6000;
  std::vector<float> xyz(3 * vertices);
  for (float& x : xyz) {
    x = static_cast<float>(random.uniform(-4, 4) *
                           std::ldexp(1.0, -static_cast<int>(random.below(150))));
  }
  std::vector<Corners> corners;
  std::vector<Aabb> boxes;
  for (std::uint32_t t = 0; t < 5001; ++t) {
    corners.push_back({random.below(vertices), random.below(vertices), t});
    boxes.push_back({{xyz[3 * t], 0, 0}, {xyz[3 * t], 0, 0}});
  }
  StreamLeaves leaves;
  leaves.build(boxes, 8);
  leaves.set_corners(corners);
  PackedPositions positions;
  positions.xyz = xyz.data();
  positions.last_vertex = vertices - 1;
  std::copy_n(xyz.end() - 3, 3, positions.tail);
  StreamDevice device("");
  const std::uint32_t tiles = (leaves.count() + tile_side - 1) / tile_side;
  device.lay_out(std::vector<std::uint32_t>{tiles});
  device.set_up(0, leaves);
  for (const float scale : {1.0F, 0.25F, 2.0F}) {
    positions.scale = scale;
    positions.offset[0] = scale - 1;
    positions.offset[1] = 0.1F;
    std::vector<Aabb8> found((leaves.count() + 7) / 8);
    device.update(0, positions, found);
    for (std::uint32_t tile = 0; tile < tiles; ++tile) {
      const std::size_t first = std::size_t{tile} * tile_blocks;
      std::vector<Aabb8> expected(std::min<std::size_t>(tile_blocks, found.size() - first));
      update_tile(leaves, positions, tile, expected);
      for (std::size_t i = 0; i < 8 * expected.size(); ++i) {
        ASSERT_EQ(found[first + i / 8].get(i % 8), expected[i / 8].get(i % 8)) << tile << " " << i;
      }
    }
    for (std::uint32_t leaf = 0; leaf < leaves.count(); ++leaf) {
      const Aabb box = found[leaf / 8].get(leaf % 8);
      for (const std::uint32_t vertex : leaves.vertices(leaf)) {
        for (std::size_t k = 0; k < 3; ++k) {
          const double x =
              double{xyz[3 * vertex + k]} * double{scale} - double{positions.offset[k]};
          ASSERT_LT(double{box.lo[k]}, x);
          ASSERT_GT(double{box.hi[k]}, x);
        }
      }
    }
  }
}

TEST(StreamDevice, IsChosenByNumberOrNameAndMissedClearly) {
  const std::vector<std::string> names = stream_devices();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(StreamDevice("0").name(), names[0]);
  EXPECT_EQ(StreamDevice(names[0].substr(0, 5)).name(), names[0]);
  for (const char* wrong : {"no such device", "99"}) {
    try {
      const StreamDevice device(wrong);
      FAIL() << wrong;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_NE(std::string(error.what()).find(wrong), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("there are: " + names[0]), std::string::npos)
          << error.what();
    }
  }
}

// Our kernels have no warnings; a driver that warns all the same is as good as another.
TEST(StreamDevice, AWarningOfTheDriverIsNoError) {
  stream_trial().build_options = "-Werror";
  EXPECT_NO_THROW(StreamDevice("")) << "a warning in our own kernels";
  stream_trial().source = "#warning a driver that is picky\n";
  EXPECT_THROW(StreamDevice(""), Error) << "this is no warning: the test shows nothing";
  stream_trial().build_options = "";
  EXPECT_NO_THROW(StreamDevice(""));
  stream_trial().source = "";
}

// Launches throw while the positions before them are under way.
TEST(StreamDevice, LeavesNothingUnderWayWhereItThrows) {
  const StreamOfBoxes a(testing::grid_boxes(40, 1));
  StreamLeaves leaves;
  leaves.build(a.leaves, 4);
  leaves.set_corners(std::vector<Corners>(40, {0, 1, 2}));
  const std::vector<float> xyz(9);
  PackedPositions positions;
  positions.xyz = xyz.data();
  positions.last_vertex = 2;
  std::vector<Aabb8> boxes(2);
  DevicePairs pairs;
  StreamDevice device("");
  stream_trial().abandoned = 0;
  int failures = 0;
  for (const bool lose : {false, true}) {
    for (int calls = 0; calls < 26; calls += lose ? 5 : 1) {
      if (device.lost()) device.restart();
      stream_trial().lose = lose;
      stream_trial().calls_left = calls;
      try {
        device.lay_out(std::vector<std::uint32_t>{1});
        device.set_up(0, leaves);
        device.update(0, positions, boxes);
        device.find(std::vector<DeviceTile>{{0, 0, true}}, 0, pairs);
        EXPECT_FALSE(device.lost());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
        EXPECT_TRUE(device.lost());
        ++failures;
        stream_trial().calls_left = -1;
        EXPECT_THROW(device.update(0, positions, boxes), Error) << "it has to be begun anew";
      }
      stream_trial().calls_left = -1;
    }
  }
  EXPECT_GT(failures, 20);
  EXPECT_EQ(stream_trial().abandoned, 0);
}

}  // namespace
}  // namespace tact
#endif
