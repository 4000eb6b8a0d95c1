#include "tact/flat/stream_device.h"

#ifdef TACT_OPENCL
#include <algorithm>

#include "tact/base/error.h"
#include "tact/flat/device_queue_impl.h"
#include "tact/flat/stream_reduction.h"
#include "tact/flat/stream_trial_impl.h"

namespace tact {

/// The text of stream.cl.
extern const char* const stream_kernels;

namespace {

constexpr std::size_t tile_floats = 6 * tile_side;
constexpr std::size_t p0_words = 8 * tile_side;
constexpr std::size_t cells_per_tile = 16;  // of P_3 in a tile

// What OpenCL throws, as an Error that says which device it was.
template <class F>
auto typed(const std::string& name, F&& f) {
  try {
    return f();
  } catch (const cl::BuildError& error) {
    std::string log;
    for (const auto& [where, text] : error.getBuildLog()) log += text;
    throw Error(ErrorCode::unsupported, "stream-cl: " + name + ": " + log);
  } catch (const cl::Error& error) {
    throw Error(ErrorCode::unsupported, "stream-cl: " + name + " failed: " + error.what() + " (" +
                                            std::to_string(error.err()) + ")");
  }
}

}  // namespace

struct StreamDevice::Parts {
  struct Body {
    cl::Buffer rows;
    cl::Buffer xyz;
    std::size_t vertices = 0;  // room
    std::uint32_t row_count = 0;
    std::uint32_t leaves = 0;
    std::uint32_t first_tile = 0;
    std::uint32_t tiles = 0;
    std::uint32_t padded() const { return tiles * tile_side; }
  };

  cl::Device device;
  std::string name;
  std::unique_ptr<DeviceQueue> queue;
  cl::Kernel update_leaves, overlap, encode_first, encode_next, encode_reduced;
  cl::Kernel count_levels, scatter_levels, count_reduced, scatter_reduced, scan;
  cl::Buffer boxes, tiles, p0, p1, p2, p3, reduced, counts, offsets, found;
  std::vector<Body> bodies;
  std::vector<std::uint32_t> rows;   // being packed
  std::vector<float> box_floats;     // in the device's order
  std::vector<cl_uint4> tile_list;   // in the device's form
  std::vector<std::uint32_t> sums;   // offsets, read back
  std::vector<std::uint16_t> codes;  // pairs, read back
  std::uint32_t room = 0;            // pairs
  std::uint64_t retries = 0;
  double share = 0;  // colliding fraction of the last launch

  explicit Parts(std::string_view which) {
    typed("OpenCL", [&] {
      device = choose_device(which);
      name = "device " + name_of(device);
    });
    typed(name, [&] { start(); });
  }

  void start() {
    if (device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() < most_tiles * p0_words * 4) {
      throw Error(ErrorCode::limit_exceeded, "stream-cl: " + name + " has too little memory");
    }
    queue = std::make_unique<DeviceQueue>(device, stream_kernels);
    update_leaves = queue->kernel("update_leaves");
    overlap = queue->kernel("overlap");
    encode_first = queue->kernel("encode_first");
    encode_next = queue->kernel("encode_next");
    encode_reduced = queue->kernel("encode_reduced");
    count_levels = queue->kernel("count_levels");
    scatter_levels = queue->kernel("scatter_levels");
    count_reduced = queue->kernel("count_reduced");
    scatter_reduced = queue->kernel("scatter_reduced");
    scan = queue->kernel("scan");
    tiles = queue->buffer(most_tiles * sizeof(cl_uint4));
    p0 = queue->buffer(most_tiles * p0_words * 4);
    p1 = queue->buffer(std::size_t{most_tiles} * 4096 * 2);
    p2 = queue->buffer(std::size_t{most_tiles} * 256 * 2);
    p3 = queue->buffer(std::size_t{most_tiles} * cells_per_tile * 2);
    reduced = queue->buffer(std::size_t{most_tiles} * 1024 * 8);
    counts = queue->buffer(most_tiles * cells_per_tile * 4);
    offsets = queue->buffer((most_tiles * cells_per_tile + 1) * 4);
    make_room(1U << 14);
  }

  void make_room(std::uint32_t pairs) {
    found = queue->buffer(std::size_t{pairs} * 2);
    room = pairs;
  }
  template <class... Args>
  void run(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
           const Args&... args) {
    queue->run(kernel, global, local, args...);
  }

  void test_and_count(std::size_t n, float grow, bool levels) {
    run(overlap, {8, tile_side, n}, {8, 32, 1}, boxes, tiles, grow, p0);
    if (levels) {
      run(encode_first, {64, 64, n}, {64, 1, 1}, p0, p1);
      run(encode_next, {16, 16, n}, {16, 4, 1}, p1, p2, cl_uint{16});
      run(encode_next, {4, 4, n}, {4, 4, 1}, p2, p3, cl_uint{4});
      run(count_levels, {n * cells_per_tile}, {cells_per_tile}, p1, p2, p3, counts);
    } else {
      run(encode_reduced, {32, 32, n}, {32, 2, 1}, p0, reduced);
      run(count_reduced, {n * cells_per_tile}, {cells_per_tile}, reduced, counts);
    }
    run(scan, {1}, {1}, counts, offsets, static_cast<cl_uint>(n * cells_per_tile));
  }
  void scatter(std::size_t n, bool levels) {
    if (levels) {
      run(scatter_levels, {n * cells_per_tile}, {cells_per_tile}, p1, p2, p3, offsets, found, room);
    } else {
      run(scatter_reduced, {n * cells_per_tile}, {cells_per_tile}, reduced, offsets, found, room);
    }
  }

  void find(std::span<const DeviceTile> list, float grow, DevicePairs& out) {
    const std::size_t n = list.size();
    tile_list.clear();
    for (const DeviceTile& tile : list) {
      tile_list.push_back({{tile.a, tile.b, tile.within ? 1U : 0U, 0}});
    }
    queue->upload(tiles, n * sizeof(cl_uint4), tile_list.data());
    // How many collide is known only afterwards: as many as last time.
    const bool levels = share < one_level_from;
    test_and_count(n, grow, levels);
    scatter(n, levels);
    sums.resize(n * cells_per_tile + 1);
    queue->read(offsets, 0, sums.size() * 4, sums.data());
    const std::uint32_t total = sums.back();
    if (total > room) {
      ++retries;
      make_room(total + total / 4);
      scatter(n, levels);
    }
    share = static_cast<double>(total) / (static_cast<double>(n) * tile_side * tile_side);
    codes.resize(total);
    if (total > 0) queue->read(found, 0, codes.size() * 2, codes.data());
    out.first.clear();
    for (std::size_t i = 0; i <= n; ++i) out.first.push_back(sums[i * cells_per_tile]);
    out.pairs.clear();
    for (const std::uint16_t code : codes) {
      out.pairs.push_back(
          {static_cast<std::uint8_t>(code & 0xFFU), static_cast<std::uint8_t>(code >> 8)});
    }
  }

  void set_up(Body& body, const StreamLeaves& leaves) {
    body.leaves = leaves.count();
    body.row_count = leaves.most_vertices();
    rows.assign(std::size_t{body.row_count} * body.padded(), 0);
    for (std::uint32_t leaf = 0; leaf < body.leaves; ++leaf) {
      const std::span<const std::uint32_t> own = leaves.vertices(leaf);
      for (std::size_t r = 0; r < body.row_count; ++r) {
        rows[r * body.padded() + leaf] = own[std::min(r, own.size() - 1)];
      }
    }
    body.rows = queue->buffer(rows.size() * 4);
    if (!rows.empty()) queue->write(body.rows, 0, rows.size() * 4, rows.data());
  }

  void update(Body& body, const PackedPositions& from, std::span<Aabb8> out) {
    if (body.leaves == 0) return;
    const std::size_t vertices = std::size_t{from.last_vertex} + 1;
    if (body.vertices < vertices) {
      body.xyz = queue->buffer(12 * vertices);
      body.vertices = vertices;
    }
    queue->upload(body.xyz, 12 * vertices, from.xyz);
    const cl_float4 map{{from.offset[0], from.offset[1], from.offset[2], from.scale}};
    run(update_leaves, {body.padded()}, {64}, body.xyz, body.rows, body.leaves, body.padded(),
        body.row_count, map, boxes, body.first_tile);
    box_floats.resize(body.tiles * tile_floats);
    queue->read(boxes, body.first_tile * tile_floats * 4, box_floats.size() * 4, box_floats.data());
    for (std::size_t leaf = 0; leaf < 8 * out.size(); ++leaf) {
      const float* const at = &box_floats[leaf / tile_side * tile_floats + leaf % tile_side];
      for (std::size_t k = 0; k < 3; ++k) {
        out[leaf / 8].lo[k][leaf % 8] = at[k * tile_side];
        out[leaf / 8].hi[k][leaf % 8] = at[(k + 3) * tile_side];
      }
    }
  }

  void write(const Body& body, std::span<const Aabb8> from) {
    if (body.tiles == 0) return;
    box_floats.resize(body.tiles * tile_floats);
    for (std::size_t leaf = 0; leaf < body.padded(); ++leaf) {
      const Aabb box = leaf < 8 * from.size() ? from[leaf / 8].get(leaf % 8) : Aabb::nothing();
      float* const at = &box_floats[leaf / tile_side * tile_floats + leaf % tile_side];
      for (std::size_t k = 0; k < 3; ++k) {
        at[k * tile_side] = box.lo[k];
        at[(k + 3) * tile_side] = box.hi[k];
      }
    }
    queue->write(boxes, body.first_tile * tile_floats * 4, box_floats.size() * 4,
                 box_floats.data());
  }
};

std::vector<std::string> stream_devices() {
  return typed("OpenCL", [] {
    std::vector<std::string> names;
    for (const cl::Device& device : all_devices()) names.push_back(name_of(device));
    return names;
  });
}

StreamDevice::StreamDevice(std::string_view which)
    : which_(which), parts_(std::make_unique<Parts>(which)) {}
StreamDevice::~StreamDevice() = default;

// Whatever throws, an upload may be under way: what it reads is the caller's, who may give it up
// now. And nobody knows what the device holds.
template <class F>
void StreamDevice::guard(F&& f) {
  if (lost_) throw Error(ErrorCode::unsupported, "stream-cl: " + parts_->name + " was lost");
  try {
    typed(parts_->name, f);
  } catch (...) {
    lost_ = true;
    parts_->queue->settle();
    stream_trial().abandoned += parts_->queue->under_way();
    throw;
  }
}

void StreamDevice::restart() {
  auto anew = std::make_unique<Parts>(which_);
  anew->retries = parts_->retries;
  parts_ = std::move(anew);
  lost_ = false;
}

std::string StreamDevice::name() const { return parts_->name.substr(sizeof("device ") - 1); }
std::uint64_t StreamDevice::retries() const { return parts_->retries; }
std::uint32_t StreamDevice::first_tile(std::uint32_t body) const {
  return parts_->bodies[body].first_tile;
}

bool StreamDevice::lay_out(std::span<const std::uint32_t> tiles) {
  std::vector<Parts::Body>& bodies = parts_->bodies;
  bool moved = bodies.size() != tiles.size();
  std::size_t all = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    moved = moved || bodies[i].first_tile != all || bodies[i].tiles != tiles[i];
    all += tiles[i];
  }
  if (!moved) return false;
  guard([&] { parts_->boxes = parts_->queue->buffer(all * tile_floats * 4); });
  bodies.resize(tiles.size());
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    bodies[i].first_tile = first;
    bodies[i].tiles = tiles[i];
    first += tiles[i];
  }
  return true;
}

void StreamDevice::set_up(std::uint32_t body, const StreamLeaves& leaves) {
  guard([&] { parts_->set_up(parts_->bodies[body], leaves); });
}
void StreamDevice::update(std::uint32_t body, const PackedPositions& positions,
                          std::span<Aabb8> boxes) {
  guard([&] { parts_->update(parts_->bodies[body], positions, boxes); });
}
void StreamDevice::write(std::uint32_t body, std::span<const Aabb8> boxes) {
  guard([&] { parts_->write(parts_->bodies[body], boxes); });
}
void StreamDevice::find(std::span<const DeviceTile> tiles, float grow, DevicePairs& out) {
  TACT_ASSERT(tiles.size() <= most_tiles);
  if (tiles.empty()) {
    out.first.assign(1, 0);
    out.pairs.clear();
    return;
  }
  guard([&] { parts_->find(tiles, grow, out); });
}
void StreamDevice::shrink_output(std::uint32_t pairs) {
  guard([&] { parts_->make_room(pairs); });
}

}  // namespace tact
#else

namespace tact {

std::vector<std::string> stream_devices() { return {}; }

}  // namespace tact
#endif
