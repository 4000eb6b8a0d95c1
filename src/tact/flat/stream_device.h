#pragma once
// StreamDevice: streaming AABBs (Zhang 2007) on an OpenCL device. The same pairs as
// find_tile_pairs(), bit for bit.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tact/flat/stream.h"
#include "tact/flat/stream_leaves.h"
#include "tact/flat/stream_update.h"

namespace tact {

/// Devices of all platforms, as "NAME (PLATFORM)", in the order of their numbers; those that are
/// the processor itself as "NAME (PLATFORM, processor)". None without OpenCL.
std::vector<std::string> stream_devices();

/// A tile of all bodies' against another.
struct DeviceTile {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  bool within = false;  ///< both are one: only pairs with a <= b
};

/// Pairs of up to most_tiles tiles: those of tile i are pairs[first[i]] to pairs[first[i + 1] - 1],
/// columns ascending in each row; order_rows() puts the rows in order.
struct DevicePairs {
  std::vector<std::uint32_t> first;
  std::vector<LeafPair> pairs;
};

/// Only there if the library was built with OpenCL. Not thread-safe. A device that fails throws
/// Error{unsupported} that names it; what was found in that call is lost, never half of it
/// returned, and nothing of the caller's is read any more. From then on it is lost() until
/// restart(): every other call throws.
class StreamDevice {
 public:
  /// Tiles in one launch: bounds the device's memory, whatever the length of the streams.
  static constexpr std::uint32_t most_tiles = 128;

  /// `which` is a number in stream_devices(), or part of a name; empty: the first graphics
  /// processor, or else the first device. Throws Error{unsupported}, with the devices that there
  /// are, if there is no such one, or Error{limit_exceeded} if it is too small.
  explicit StreamDevice(std::string_view which);
  ~StreamDevice();
  StreamDevice(const StreamDevice&) = delete;
  StreamDevice& operator=(const StreamDevice&) = delete;

  std::string name() const;

  bool lost() const { return lost_; }
  /// What it holds is not to be trusted: as if it had failed.
  void forget() { lost_ = true; }
  /// Context, program and memory anew; nothing is laid out. Throws as the constructor does, and is
  /// lost() still.
  void restart();

  /// Gives body i room for tiles[i] tiles, from first_tile(i) on. True if anything moved: then all
  /// boxes have to be written again.
  bool lay_out(std::span<const std::uint32_t> tiles);
  std::uint32_t first_tile(std::uint32_t body) const;

  /// The packed vertices of a body's leaves, after lay_out().
  void set_up(std::uint32_t body, const StreamLeaves& leaves);
  /// Stream update on the device; `boxes` get what it computed.
  void update(std::uint32_t body, const PackedPositions& positions, std::span<Aabb8> boxes);
  /// Boxes that were computed elsewhere.
  void write(std::uint32_t body, std::span<const Aabb8> boxes);

  /// At most most_tiles of them.
  void find(std::span<const DeviceTile> tiles, float grow, DevicePairs& out);

  /// For tests: makes room for so many pairs only, to be outgrown.
  void shrink_output(std::uint32_t pairs);
  /// How often find() had to scatter again because there was not enough room.
  std::uint64_t retries() const;

 private:
  struct Parts;
  template <class F>
  void guard(F&& f);

  std::string which_;
  std::unique_ptr<Parts> parts_;
  bool lost_ = false;
};

}  // namespace tact
