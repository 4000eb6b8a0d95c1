#pragma once
// Endpoints: both ends of every box on one axis, as numbers whose order is that of the sweep. The
// list is kept from frame to frame, so that sorting it again costs little if little has changed.
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// From the top: 32 bits of the coordinate, a bit that is set for an end, 31 bits of the box. The
/// upper 33 bits are the key: starts come before ends at equal coordinates, so that boxes that just
/// touch overlap, and yet a radix sort needs no comparison.
using Endpoint = std::uint64_t;

/// More boxes than this do not fit into an endpoint.
inline constexpr std::uint32_t most_boxes = 0x7FFFFFFFU;

/// Order-preserving bits of a float; −0 and +0 are one value, else touching boxes would be missed.
constexpr std::uint32_t ordered_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0F);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}
constexpr Endpoint make_endpoint(float x, bool is_end, std::uint32_t box) {
  return std::uint64_t{ordered_bits(x)} << 32 | std::uint64_t{is_end} << 31 | box;
}
constexpr bool is_end(Endpoint e) { return (e >> 31 & 1U) != 0; }
constexpr std::uint32_t box_of(Endpoint e) { return static_cast<std::uint32_t>(e) & most_boxes; }
constexpr std::uint64_t key_of(Endpoint e) { return e >> 31; }

/// The list of boxes 0 … n−1, not sorted yet; `list` has two places for each. An empty box is a
/// point where it starts.
void list_endpoints(std::span<const Aabb> boxes, int axis, std::span<Endpoint> list);

/// Where boxes start and end on one axis now, as ordered bits: start 0, end 0, start 1, … Apart
/// from the boxes, since a sorted list reads them in an order that is not that of memory.
using Coordinates = std::span<const std::uint32_t>;
/// `out` has two places for each box.
void list_coordinates(std::span<const Aabb> boxes, int axis, std::span<std::uint32_t> out);
/// The same for all three axes, which takes hardly longer.
void list_coordinates(std::span<const Aabb> boxes, const std::array<std::uint32_t*, 3>& out);
/// The same endpoint where its box is now.
inline Endpoint refreshed(Endpoint e, Coordinates now) {
  const auto box_and_end = static_cast<std::uint32_t>(e);
  return std::uint64_t{now[std::rotl(box_and_end, 1)]} << 32 | box_and_end;
}

/// Stands in for a visitor where nobody wants to know which endpoints changed places.
struct NoVisitor {
  constexpr void operator()(Endpoint, Endpoint) const {}
};

struct SortOutcome {
  std::uint64_t steps = 0;    ///< places that endpoints were moved by
  std::int64_t overlaps = 0;  ///< how many more pairs overlap on this axis than before
  bool sorted = true;         ///< false: gave up beyond the limit, and the list is in disorder
};

/// When insertion sort gives up.
struct Patience {
  std::uint64_t limit;  ///< beyond so many steps
  /// Also where it is clear that it will: a sixteenth of them are used, and at this rate it would
  /// take four times as many.
  bool foresees = false;
};

/// Insertion sort of endpoints whose boxes have moved; where it gives up it leaves the rest where
/// it was. Calls visit(moving, passed) whenever an endpoint moves to the left of
/// another of the other kind: a start that passes an end makes two boxes overlap, an end that
/// passes a start parts them; each pair of endpoints at most once.
template <class Visit>
SortOutcome insertion_sort(Coordinates now, std::span<Endpoint> list, const Patience& patience,
                           Visit&& visit) {
  SortOutcome out;
  const std::uint64_t enough = patience.foresees ? patience.limit / 16 : patience.limit;
  const std::uint64_t rate = 4 * (patience.limit / (list.size() + 1));
  Endpoint before = 0;  // no list begins below it
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Endpoint moving = refreshed(list[i], now);
    const Endpoint last_equal = moving | most_boxes;  // equal keys keep their order
    if (before <= last_equal) {
      list[i] = before = moving;
      continue;
    }
    const std::uint64_t end = is_end(moving) ? 1 : 0;
    std::uint64_t ends_passed = 0;
    std::size_t j = i;
    do {
      const Endpoint passed = list[j - 1];
      ends_passed += passed >> 31 & 1U;
      if ((passed >> 31 & 1U) != end) visit(moving, passed);
      list[j] = passed;
    } while (--j > 0 && list[j - 1] > last_equal);
    list[j] = moving;
    before = list[i];
    const std::uint64_t moved = i - j;
    out.steps += moved;
    out.overlaps += static_cast<std::int64_t>(ends_passed) - static_cast<std::int64_t>(end * moved);
    if (out.steps > enough && (out.steps > patience.limit || out.steps > rate * i)) {
      out.sorted = false;
      break;
    }
  }
  return out;
}

/// The sorts that finish where insertion sort gives up.
enum class FullSort : std::uint8_t {
  radix,  ///< three passes of eleven bits, whatever the order
  quick,  ///< std::sort
  heap    ///< std::sort_heap
};
const char* name_of(FullSort sort);

/// Sorts by key. Memory: radix needs as much again as the list, from the arena.
void full_sort(FullSort sort, std::span<Endpoint> list, Arena& arena);

/// list_endpoints() and full_sort() in one.
void list_sorted(FullSort sort, std::span<const Aabb> boxes, int axis, std::span<Endpoint> list,
                 Arena& arena);

/// Pairs of boxes that overlap on the axis of a sorted list. O(n).
std::uint64_t count_overlaps(std::span<const Endpoint> sorted);

}  // namespace tact
