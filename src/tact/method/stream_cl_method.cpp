// Method `stream-cl`: streaming AABBs (Zhang 2007) on an OpenCL device; the exact tests stay on the
// processor. The device is the one that TACT_OPENCL_DEVICE names, by number or part of a name.
#ifdef TACT_OPENCL
#include <cstdlib>
#include <mutex>

#include "tact/base/deliver.h"
#include "tact/body/stream_bodies.h"
#include "tact/bounds/fit.h"
#include "tact/flat/stream_device.h"
#include "tact/method/method.h"

namespace tact {
namespace {

// Streams whose boxes the device keeps, and computes where it can: balls are boxed here.
class DeviceBodies final : public StreamBodies {
 public:
  DeviceBodies(const StreamOptions& options, StreamDevice& device)
      : StreamBodies(options), device_(device) {}

  /// A device that failed is begun anew, with what is known here.
  void restore() {
    if (!device_.lost()) return;
    std::vector<std::uint32_t> tiles;
    for (const StreamBody& body : bodies_) tiles.push_back(body.stream().tile_count());
    device_.restart();
    try {
      send_all(tiles);
    } catch (...) {
      device_.forget();  // it holds half of it: the next one begins anew, too
      throw;
    }
  }

 private:
  void update_boxes(std::span<const std::uint32_t> slots, std::span<const std::uint32_t> fresh,
                    const Task& task, Arena& arena) override {
    try {
      update_on_device(slots, fresh, task, arena);
    } catch (...) {
      // Nobody knows what the device holds now: the next update begins anew.
      for (StreamBody& body : bodies_) body = StreamBody{};
      device_.forget();
      throw;
    }
  }

  void send_all(std::span<const std::uint32_t> tiles) {
    device_.lay_out(tiles);
    for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot) {
      if (bodies_[slot].leaves.count() == 0) continue;
      device_.set_up(slot, bodies_[slot].leaves);
      device_.write(slot, bodies_[slot].boxes);
    }
  }

  void update_on_device(std::span<const std::uint32_t> slots, std::span<const std::uint32_t> fresh,
                        const Task& task, Arena& arena) {
    const std::span<std::uint32_t> tiles = arena.allocate<std::uint32_t>(bodies_.size());
    const std::span<bool> due = arena.allocate<bool>(bodies_.size());
    for (std::size_t slot = 0; slot < bodies_.size(); ++slot) {
      tiles[slot] = bodies_[slot].stream().tile_count();
      due[slot] = false;
    }
    // What stayed where it was has to be written where it is now.
    if (device_.lay_out(tiles)) std::fill(due.begin(), due.end(), true);
    for (const std::uint32_t slot : fresh) device_.set_up(slot, bodies_[slot].leaves);
    for (const std::uint32_t slot : slots) {
      StreamBody& own = bodies_[slot];
      if (own.primitives.empty()) {
        device_.update(slot, own.positions, own.boxes);
        sum_up_tiles(own);
        due[slot] = false;
      } else {
        StreamBodies::update_boxes({&slot, 1}, {}, task, arena);
        due[slot] = true;
      }
    }
    for (std::uint32_t slot = 0; slot < bodies_.size(); ++slot) {
      if (due[slot]) device_.write(slot, bodies_[slot].boxes);
    }
  }

  StreamDevice& device_;
};

constexpr std::size_t first_tiles = 2;

struct BodyTile {
  std::uint32_t body_a;
  std::uint32_t body_b;
  std::uint32_t a;
  std::uint32_t b;
};

class StreamClMethod final : public Method {
 public:
  explicit StreamClMethod(std::string_view device)
      : device_(device), bodies_(StreamOptions{}, device_) {}
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "stream-cl"; }

  Stats update(const Task& task, Scratch& scratch) override {
    bodies_.restore();
    return bodies_.update(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const float grow = frame_amount(task.frame, request.tolerance);
    const std::span<const BodyTile> tiles = plan(task, request, grow, arena, stats);
    sink.open(tiles.size());
    // A bounded query may end soon: it begins with few tiles.
    const bool careful = request.bounded || request.timed;
    std::size_t most = careful ? first_tiles : StreamDevice::most_tiles;
    for (std::size_t first = 0; first < tiles.size() && sink.wants(first);) {
      const std::span<const BodyTile> batch =
          tiles.subspan(first, std::min(most, tiles.size() - first));
      stats.bounds_tests += batch.size() * tile_side * tile_side;
      stats += search(batch, first, grow, request.threads, sink, scratch);
      first += batch.size();
      most = std::min<std::size_t>(2 * most, StreamDevice::most_tiles);
    }
    return stats;
  }

  void validate(const Task& task) const override { bodies_.validate(task); }

 private:
  std::span<const BodyTile> plan(const Task& task, const Request& request, float grow, Arena& arena,
                                 Stats& stats) const {
    ArenaVector<BodyTile> tiles(arena);
    ArenaVector<TileRun> runs(arena);
    for_each_body_pair(task, request, [&](std::uint32_t a, std::uint32_t b) {
      const LeafStream of_a = bodies_[a].stream();
      const LeafStream of_b = bodies_[b].stream();
      runs.clear();
      plan_tiles(of_a, of_b, {grow, a == b, true}, arena, runs, stats);
      for (const TileRun& run : runs.span()) {
        Aabb reach = of_a.tile(run.a);
        reach.grow(grow);
        for (std::uint32_t i = run.b.first; i < run.b.end(); ++i) {
          if (overlaps(reach, of_b.tile(i))) tiles.push_back({a, b, run.a, i});
        }
      }
    });
    return tiles.span();
  }

  // One launch for tiles of any bodies. Queries on other threads wait: there is one device.
  Stats search(std::span<const BodyTile> batch, std::size_t first, float grow, unsigned threads,
               CandidateSink& sink, Scratch& scratch) {
    Arena& arena = scratch.arena(0);
    const std::span<std::uint32_t> begin = arena.allocate<std::uint32_t>(batch.size() + 1);
    std::span<LeafPair> pairs;
    {
      const std::lock_guard lock(mutex_);
      bodies_.restore();  // another query may have seen it fail
      device_tiles_.clear();
      for (const BodyTile& tile : batch) {
        device_tiles_.push_back({device_.first_tile(tile.body_a) + tile.a,
                                 device_.first_tile(tile.body_b) + tile.b,
                                 tile.body_a == tile.body_b && tile.a == tile.b});
      }
      device_.find(device_tiles_, grow, found_);
      std::copy(found_.first.begin(), found_.first.end(), begin.begin());
      pairs = arena.allocate<LeafPair>(found_.pairs.size());
      std::copy(found_.pairs.begin(), found_.pairs.end(), pairs.begin());
    }
    const ChunkRange chunks{first, first + batch.size()};
    return deliver_opened(chunks, threads, sink, scratch, [&](const ChunkOut& out) {
      const std::size_t i = out.chunk - first;
      const std::span<const LeafPair> unordered = pairs.subspan(begin[i], begin[i + 1] - begin[i]);
      const BodyTile& tile = batch[i];
      const LeafPairsTask task{bodies_[tile.body_a].side(tile.body_a, tile.a),
                               bodies_[tile.body_b].side(tile.body_b, tile.b), grow,
                               tile.body_a == tile.body_b && tile.a == tile.b};
      LeafPair* const ordered = out.arena.allocate<LeafPair>(unordered.size()).data();
      push_candidates(task, order_rows(unordered, ordered), out.arena, out.writer, out.stats);
    });
  }

  StreamDevice device_;
  DeviceBodies bodies_;
  std::mutex mutex_;
  std::vector<DeviceTile> device_tiles_;
  DevicePairs found_;
};

}  // namespace

std::unique_ptr<Method> make_stream_cl_method() {
  const char* const device = std::getenv("TACT_OPENCL_DEVICE");
  return std::make_unique<StreamClMethod>(device == nullptr ? "" : device);
}

}  // namespace tact
#endif
