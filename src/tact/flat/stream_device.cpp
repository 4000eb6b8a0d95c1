#include "tact/flat/stream_device.h"

#ifdef TACT_OPENCL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop

#include <algorithm>
#include <atomic>
#include <charconv>

#include "tact/base/error.h"
#include "tact/flat/stream_reduction.h"

namespace tact {

/// The text of stream.cl.
extern const char* const stream_kernels;

namespace {

constexpr std::size_t tile_floats = 6 * tile_side;
constexpr std::size_t p0_words = 8 * tile_side;
constexpr std::size_t cells = 16;  // of P_3 in a tile

std::atomic<int> launches_left{-1};  // negative: none is to fail

std::vector<cl::Device> all_devices() {
  std::vector<cl::Device> all;
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return all;  // no driver at all
  }
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error&) {
      continue;  // a platform without devices
    }
    all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

std::string name_of(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  const bool processor = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  return device.getInfo<CL_DEVICE_NAME>() + " (" + platform.getInfo<CL_PLATFORM_NAME>() +
         (processor ? ", processor)" : ")");
}

cl::Device choose(std::string_view which) {
  const std::vector<cl::Device> all = all_devices();
  std::string there;
  for (const cl::Device& device : all) there += "; " + name_of(device);
  if (all.empty()) {
    throw Error(ErrorCode::unsupported,
                "stream-cl: there is no OpenCL device (a driver such as pocl-opencl-icd has one)");
  }
  if (which.empty()) {
    for (const cl::Device& device : all) {
      if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0) return device;
    }
    return all.front();
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), number);
  if (error == std::errc() && end == which.data() + which.size() && number < all.size()) {
    return all[number];
  }
  for (const cl::Device& device : all) {
    if (name_of(device).find(which) != std::string::npos) return device;
  }
  throw Error(ErrorCode::unsupported,
              "stream-cl: no OpenCL device '" + std::string(which) + "'; there are" + there);
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
  cl::Context context;
  cl::CommandQueue queue;
  cl::Program program;
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

  explicit Parts(std::string_view which) : device(choose(which)), name(name_of(device)) {
    if (device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() < most_tiles * p0_words * 4) {
      throw Error(ErrorCode::limit_exceeded,
                  "stream-cl: device " + name + " has too little memory");
    }
    guard([&] { start(); });
  }

  // What OpenCL throws, as an Error that says which device it was.
  template <class F>
  void guard(F&& f) {
    try {
      f();
    } catch (const cl::BuildError& error) {
      std::string log;
      for (const auto& [where, text] : error.getBuildLog()) log += text;
      throw Error(ErrorCode::unsupported, "stream-cl: device " + name + ": " + log);
    } catch (const cl::Error& error) {
      throw Error(ErrorCode::unsupported, "stream-cl: device " + name + " failed: " + error.what() +
                                              " (" + std::to_string(error.err()) + ")");
    }
  }

  void start() {
    context = cl::Context(device);
    queue = cl::CommandQueue(context, device);
    program = cl::Program(context, std::string(stream_kernels));
    program.build({device}, "-cl-std=CL1.2 -Werror");
    const auto kernel = [&](cl::Kernel& k, const char* which) { k = cl::Kernel(program, which); };
    kernel(update_leaves, "update_leaves");
    kernel(overlap, "overlap");
    kernel(encode_first, "encode_first");
    kernel(encode_next, "encode_next");
    kernel(encode_reduced, "encode_reduced");
    kernel(count_levels, "count_levels");
    kernel(scatter_levels, "scatter_levels");
    kernel(count_reduced, "count_reduced");
    kernel(scatter_reduced, "scatter_reduced");
    kernel(scan, "scan");
    tiles = buffer(most_tiles * sizeof(cl_uint4));
    p0 = buffer(most_tiles * p0_words * 4);
    p1 = buffer(std::size_t{most_tiles} * 4096 * 2);
    p2 = buffer(std::size_t{most_tiles} * 256 * 2);
    p3 = buffer(std::size_t{most_tiles} * cells * 2);
    reduced = buffer(std::size_t{most_tiles} * 1024 * 8);
    counts = buffer(most_tiles * cells * 4);
    offsets = buffer((most_tiles * cells + 1) * 4);
    make_room(1U << 14);
  }

  cl::Buffer buffer(std::size_t bytes) const {
    return cl::Buffer(context, CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 4));
  }
  void make_room(std::uint32_t pairs) {
    found = buffer(std::size_t{pairs} * 2);
    room = pairs;
  }
  template <class... Args>
  void run(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
           const Args&... args) {
    if (launches_left >= 0 && launches_left-- == 0) {
      throw cl::Error(CL_OUT_OF_RESOURCES, "clEnqueueNDRangeKernel");
    }
    cl_uint i = 0;
    (kernel.setArg(i++, args), ...);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
  }

  void test_and_count(std::size_t n, float grow, bool levels) {
    run(overlap, {8, tile_side, n}, {8, 32, 1}, boxes, tiles, grow, p0);
    if (levels) {
      run(encode_first, {64, 64, n}, {64, 1, 1}, p0, p1);
      run(encode_next, {16, 16, n}, {16, 4, 1}, p1, p2, cl_uint{16});
      run(encode_next, {4, 4, n}, {4, 4, 1}, p2, p3, cl_uint{4});
      run(count_levels, {n * cells}, {cells}, p1, p2, p3, counts);
    } else {
      run(encode_reduced, {32, 32, n}, {32, 2, 1}, p0, reduced);
      run(count_reduced, {n * cells}, {cells}, reduced, counts);
    }
    run(scan, {1}, {1}, counts, offsets, static_cast<cl_uint>(n * cells));
  }
  void scatter(std::size_t n, bool levels) {
    if (levels) {
      run(scatter_levels, {n * cells}, {cells}, p1, p2, p3, offsets, found, room);
    } else {
      run(scatter_reduced, {n * cells}, {cells}, reduced, offsets, found, room);
    }
  }

  void find(std::span<const DeviceTile> list, float grow, DevicePairs& out) {
    const std::size_t n = list.size();
    tile_list.clear();
    for (const DeviceTile& tile : list) {
      tile_list.push_back({{tile.a, tile.b, tile.within ? 1U : 0U, 0}});
    }
    queue.enqueueWriteBuffer(tiles, CL_FALSE, 0, n * sizeof(cl_uint4), tile_list.data());
    // How many collide is known only afterwards: as many as last time.
    const bool levels = share < one_level_from;
    test_and_count(n, grow, levels);
    scatter(n, levels);
    sums.resize(n * cells + 1);
    queue.enqueueReadBuffer(offsets, CL_TRUE, 0, sums.size() * 4, sums.data());
    const std::uint32_t total = sums.back();
    if (total > room) {
      ++retries;
      make_room(total + total / 4);
      scatter(n, levels);
    }
    share = static_cast<double>(total) / (static_cast<double>(n) * tile_side * tile_side);
    codes.resize(total);
    if (total > 0) queue.enqueueReadBuffer(found, CL_TRUE, 0, codes.size() * 2, codes.data());
    out.first.clear();
    for (std::size_t i = 0; i <= n; ++i) out.first.push_back(sums[i * cells]);
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
    body.rows = buffer(rows.size() * 4);
    if (!rows.empty()) {
      queue.enqueueWriteBuffer(body.rows, CL_TRUE, 0, rows.size() * 4, rows.data());
    }
  }

  void update(Body& body, const StreamPositions& from, std::span<Aabb8> out) {
    if (body.leaves == 0) return;
    const std::size_t vertices = std::size_t{from.last_vertex} + 1;
    if (body.vertices < vertices) {
      body.xyz = buffer(12 * vertices);
      body.vertices = vertices;
    }
    queue.enqueueWriteBuffer(body.xyz, CL_FALSE, 0, 12 * vertices, from.xyz);
    const cl_float4 map{{from.offset[0], from.offset[1], from.offset[2], from.scale}};
    run(update_leaves, {body.padded()}, {64}, body.xyz, body.rows, body.leaves, body.padded(),
        body.row_count, map, boxes, body.first_tile);
    box_floats.resize(body.tiles * tile_floats);
    queue.enqueueReadBuffer(boxes, CL_TRUE, body.first_tile * tile_floats * 4,
                            box_floats.size() * 4, box_floats.data());
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
    queue.enqueueWriteBuffer(boxes, CL_TRUE, body.first_tile * tile_floats * 4,
                             box_floats.size() * 4, box_floats.data());
  }
};

std::vector<std::string> stream_devices() {
  std::vector<std::string> names;
  for (const cl::Device& device : all_devices()) names.push_back(name_of(device));
  return names;
}

StreamDevice::StreamDevice(std::string_view which) : parts_(std::make_unique<Parts>(which)) {}
StreamDevice::~StreamDevice() = default;
const std::string& StreamDevice::name() const { return parts_->name; }
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
  parts_->guard([&] { parts_->boxes = parts_->buffer(all * tile_floats * 4); });
  bodies.resize(tiles.size());
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    bodies[i].first_tile = first;
    bodies[i].tiles = tiles[i];
    first += tiles[i];
  }
  return true;
}

void StreamDevice::forget() { parts_->bodies.clear(); }

void StreamDevice::set_up(std::uint32_t body, const StreamLeaves& leaves) {
  parts_->guard([&] { parts_->set_up(parts_->bodies[body], leaves); });
}
void StreamDevice::update(std::uint32_t body, const StreamPositions& positions,
                          std::span<Aabb8> boxes) {
  parts_->guard([&] { parts_->update(parts_->bodies[body], positions, boxes); });
}
void StreamDevice::write(std::uint32_t body, std::span<const Aabb8> boxes) {
  parts_->guard([&] { parts_->write(parts_->bodies[body], boxes); });
}
void StreamDevice::find(std::span<const DeviceTile> tiles, float grow, DevicePairs& out) {
  TACT_ASSERT(tiles.size() <= most_tiles);
  if (tiles.empty()) {
    out.first.assign(1, 0);
    out.pairs.clear();
    return;
  }
  parts_->guard([&] { parts_->find(tiles, grow, out); });
}
void StreamDevice::fail_after(int launches) { launches_left = launches; }
void StreamDevice::shrink_output(std::uint32_t pairs) {
  parts_->guard([&] { parts_->make_room(pairs); });
}

}  // namespace tact
#else

namespace tact {

std::vector<std::string> stream_devices() { return {}; }

}  // namespace tact
#endif
