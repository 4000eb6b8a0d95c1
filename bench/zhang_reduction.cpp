// Figure 7 of Zhang 2007: encoding and decoding a tile over the colliding fraction; and a tile's
// tests against the machine's limit, in turns.
#include <fmt/format.h>

#include <ctime>
#include <functional>
#include <memory>

#include "bench/limit_loops.h"
#include "bench/thread_limit.h"
#include "bench/zhang.h"
#include "scenes/motion/random.h"
#include "tact/base/parallel.h"
#include "tact/flat/stream_pairs.h"

namespace tact::bench {
namespace {

double reduction_seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Figure microseconds(int repeats, int times, const std::function<void()>& work) {
  std::vector<double> values;
  for (int i = 0; i < repeats; ++i) {
    const double start = reduction_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int k = 0; k < times; ++k) work();
    values.push_back(1e6 * (reduction_seconds(CLOCK_THREAD_CPUTIME_ID) - start) / times);
  }
  return figure_of(values);
}

// Pairs of leaves that collide lie in patches, where two surfaces meet.
std::unique_ptr<TileBits> tile_with(double share) {
  scenes::Random random(static_cast<std::uint64_t>(1e7 * share));
  auto tile = std::make_unique<TileBits>();
  tile->rows = tile->columns = tile_side;
  for (auto& row : tile->bits) std::fill(row, row + 4, std::uint64_t{0});
  for (std::uint32_t i = 0; i < tile_side; ++i) {
    tile->row_leaf[i] = tile->column_leaf[i] = static_cast<std::uint8_t>(i);
  }
  const auto wanted = static_cast<std::uint32_t>(share * tile_side * tile_side);
  while (tile->pairs < wanted) {
    const auto r = static_cast<std::uint32_t>(random.uniform(0, tile_side - 8));
    const auto c = static_cast<std::uint32_t>(random.uniform(0, tile_side - 8));
    for (int hit = 0; hit < 12 && tile->pairs < wanted; ++hit) {
      const std::uint32_t y = r + static_cast<std::uint32_t>(random.uniform(0, 8));
      const std::uint32_t x = c + static_cast<std::uint32_t>(random.uniform(0, 8));
      const std::uint64_t bit = std::uint64_t{1} << x % 64;
      tile->pairs += (tile->bits[y][x / 64] & bit) == 0 ? 1U : 0U;
      tile->bits[y][x / 64] |= bit;
    }
  }
  return tile;
}

void measure_reduction(std::vector<Measure>& out, bool quick) {
  const auto encoded = std::make_unique<EncodedTile>();
  const auto room = std::make_unique<DecodedTile>();
  for (const double share :
       {0.0001, 0.0005, 0.00095, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12}) {
    const auto tile = tile_with(share);
    for (const Encoding encoding : {Encoding::three_levels, Encoding::one_level}) {
      const char* name = encoding == Encoding::three_levels ? "three levels" : "one level";
      const int repeats = quick ? 3 : 15;
      const Figure into = microseconds(repeats, 200, [&] { encode(*tile, encoding, *encoded); });
      const Figure from =
          microseconds(repeats, 200, [&] { decode(*encoded, encoding, *tile, *room); });
      const auto add = [&](const char* step, const Figure& f) {
        out.push_back({"zhang",
                       fmt::format("figure 7, eta {:>6.3f} %: {}, {}", 100 * share, name, step), 1,
                       f, "us a tile"});
      };
      add("encoding", into);
      add("decoding", from);
      add("both", {into.median + from.median, into.low + from.low, into.high + from.high});
    }
  }
}

// The boxes of the limits' loop as a stream.
struct LimitStream {
  std::vector<Aabb8> boxes;
  std::vector<Aabb8> tiles;
  BoxSet set;

  explicit LimitStream(std::size_t count) : boxes(count / 8), tiles((count / tile_side + 7) / 8) {
    scenes::Random random(2);
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < count; ++i) {
        set.lo[k].push_back(static_cast<float>(random.uniform(0, 1)));
        set.hi[k].push_back(set.lo[k].back() + 0.02F);
        boxes[i / 8].lo[k][i % 8] = set.lo[k].back();
        boxes[i / 8].hi[k][i % 8] = set.hi[k].back();
      }
    }
    for (std::size_t i = 0; i < 8 * tiles.size(); ++i) {
      Aabb box = Aabb::nothing();
      for (std::size_t j = i * tile_side; j < std::min((i + 1) * tile_side, count); ++j) {
        box = merge(box, boxes[j / 8].get(j % 8));
      }
      tiles[i / 8].set(i % 8, box);
    }
  }
  LeafStream stream() const {
    const Aabb all{{0, 0, 0}, {2, 2, 2}};
    return {boxes, tiles, static_cast<std::uint32_t>(8 * boxes.size()), all};
  }
};

std::uint64_t all_tiles(const LeafStream& stream, unsigned threads, Scratch& scratch) {
  scratch.begin(threads);
  Stats stats;
  ArenaVector<TileRun> runs(scratch.arena(0));
  plan_tiles(stream, stream, {0, false, false}, scratch.arena(0), runs, stats);
  const std::span<std::uint64_t> found = scratch.arena(0).allocate<std::uint64_t>(runs.size());
  parallel_for(runs.size(), threads, [&](std::size_t i, unsigned worker) {
    scratch.chunk_arena(worker).reset();
    Stats own;
    found[i] = 0;
    for_each_tile(stream, stream, {0, false, false}, runs[i], scratch.chunk_arena(worker), own,
                  [&](std::uint32_t, std::uint32_t, std::span<const LeafPair> pairs) {
                    found[i] += pairs.size();
                    return Flow::go_on;
                  });
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t count : found) sum += count;
  scratch.end();
  return sum;
}

// In turns, so that what disturbs the one disturbs the other; by processor time on one thread.
void measure_limit(std::vector<Measure>& out, unsigned threads, bool quick) {
  constexpr std::size_t count = 4096;
  const ThreadLimit limit(threads);
  const LimitStream boxes(count);
  const clockid_t clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  std::vector<double> bare;
  std::vector<double> ours;
  std::vector<double> share;
  Scratch scratch;
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
  for (int i = 0; i < (quick ? 6 : 60); ++i) {
    std::vector<std::uint64_t> parts(count / 64);
    const double start = reduction_seconds(clock);
    parallel_for(parts.size(), threads, [&](std::size_t chunk, unsigned) {
      parts[chunk] = count_overlaps(boxes.set, 64 * chunk, 64 * chunk + 64);
    });
    const double middle = reduction_seconds(clock);
    found = all_tiles(boxes.stream(), threads, scratch);
    const double end = reduction_seconds(clock);
    if (i == 0) continue;  // warm-up
    expected = 0;
    for (const std::uint64_t part : parts) expected += part;
    constexpr double pairs = 1e-9 * count * count;
    bare.push_back(pairs / (middle - start));
    ours.push_back(pairs / (end - middle));
    share.push_back(100 * (middle - start) / (end - middle));
  }
  if (found != expected) throw std::runtime_error("zhang: the stream's pairs differ");
  out.push_back(
      {"zhang", "all pairs of 4096 boxes, bare loop", threads, figure_of(bare), "billion/s"});
  out.push_back({"zhang", "all pairs of 4096 boxes, stream without culling", threads,
                 figure_of(ours), "billion/s"});
  out.push_back(
      {"zhang", "stream without culling, of the bare loop", threads, figure_of(share), "%"});
}

}  // namespace

std::vector<Measure> measure_zhang(bool quick) {
  std::vector<Measure> out;
  for (const unsigned threads : {1U, 2U}) measure_limit(out, threads, quick);
  measure_reduction(out, quick);
  return out;
}

}  // namespace tact::bench
