// Method `stream-cl`: streaming AABBs (Zhang 2007) on an OpenCL device; the exact tests stay on the
// processor. The device is the one that TACT_OPENCL_DEVICE names, by number or part of a name.
#ifdef TACT_OPENCL
#include <cstdlib>
#include <mutex>

#include "tact/base/deliver.h"
#include "tact/body/body_pairs.h"
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
      : StreamBodies(options, true), device_(device) {}

  /// A device that failed is begun anew, with what is known here.
  void restore(const Task& task) {
    if (!device_.lost()) return;
    std::vector<std::uint32_t> tiles(task.bodies.size());
    for (std::size_t slot = 0; slot < tiles.size(); ++slot) tiles[slot] = tile_count(task, slot);
    device_.restart();
    try {
      send_all(task, tiles);
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
      drop_all(task);
      device_.forget();
      throw;
    }
  }

  std::uint32_t tile_count(const Task& task, std::size_t slot) const {
    const StreamBody* own = find(task, slot);
    return own == nullptr ? 0 : own->stream().tile_count();
  }

  void send_all(const Task& task, std::span<const std::uint32_t> tiles) {
    device_.lay_out(tiles);
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      const StreamBody* own = find(task, slot);
      if (own == nullptr || own->leaves.count() == 0) continue;
      device_.set_up(slot, own->leaves);
      device_.write(slot, own->boxes);
    }
  }

  void update_on_device(std::span<const std::uint32_t> slots, std::span<const std::uint32_t> fresh,
                        const Task& task, Arena& arena) {
    const std::size_t count = task.bodies.size();
    const std::span<std::uint32_t> tiles = arena.allocate<std::uint32_t>(count);
    const std::span<bool> due = arena.allocate<bool>(count);
    for (std::size_t slot = 0; slot < count; ++slot) {
      tiles[slot] = tile_count(task, slot);
      due[slot] = false;
    }
    // What stayed where it was has to be written where it is now.
    if (device_.lay_out(tiles)) std::fill(due.begin(), due.end(), true);
    for (const std::uint32_t slot : fresh) device_.set_up(slot, at(task, slot).leaves);
    for (const std::uint32_t slot : slots) {
      StreamBody& own = at(task, slot);
      if (own.primitives.empty()) {
        device_.update(slot, own.positions, own.boxes);
        sum_up_tiles(own);
        due[slot] = false;
      } else {
        StreamBodies::update_boxes({&slot, 1}, {}, task, arena);
        due[slot] = true;
      }
    }
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      if (due[slot] && find(task, slot) != nullptr) device_.write(slot, at(task, slot).boxes);
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
    // Another device, of a method that is gone, may have been told of the bodies' streams.
    if (!begun_) bodies_.drop_all(task);
    begun_ = true;
    bodies_.restore(task);
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
      stats += search(task, batch, first, grow, request.threads, sink, scratch);
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
    for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
      const LeafStream of_a = bodies_.at(task, a).stream();
      const LeafStream of_b = bodies_.at(task, b).stream();
      runs.clear();
      plan_tiles(of_a, of_b, {grow, a == b, true}, arena, runs, stats);
      for (const TileRun& run : runs.span()) {
        Aabb reach = of_a.tile(run.a);
        reach.grow(grow);
        for (std::uint32_t i = run.b.first; i < run.b.end(); ++i) {
          if (overlaps(reach, of_b.tile(i))) tiles.push_back({a, b, run.a, i});
        }
      }
    }
    return tiles.span();
  }

  // One launch for tiles of any bodies. Queries on other threads wait: there is one device.
  Stats search(const Task& all, std::span<const BodyTile> batch, std::size_t first, float grow,
               unsigned threads, CandidateSink& sink, Scratch& scratch) {
    Arena& arena = scratch.arena(0);
    const std::span<std::uint32_t> begin = arena.allocate<std::uint32_t>(batch.size() + 1);
    std::span<LeafPair> pairs;
    {
      const std::lock_guard lock(mutex_);
      bodies_.restore(all);  // another query may have seen it fail
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
      const LeafPairsTask task{bodies_.at(all, tile.body_a).side(tile.body_a, tile.a),
                               bodies_.at(all, tile.body_b).side(tile.body_b, tile.b), grow,
                               tile.body_a == tile.body_b && tile.a == tile.b};
      LeafPair* const ordered = out.arena.allocate<LeafPair>(unordered.size()).data();
      push_candidates(task, order_rows(unordered, ordered), out.arena, out.writer, out.stats);
    });
  }

  StreamDevice device_;
  DeviceBodies bodies_;
  bool begun_ = false;
  std::mutex mutex_;
  std::vector<DeviceTile> device_tiles_;
  DevicePairs found_;
};

}  // namespace

MethodInfo stream_cl_method() {
  return {"stream-cl", "the same on an OpenCL device", "Zhang 2007", false, [] {
            const char* const device = std::getenv("TACT_OPENCL_DEVICE");
            return std::make_unique<StreamClMethod>(device == nullptr ? "" : device);
          }};
}

}  // namespace tact
#endif
