#include "tact/flat/endpoints.h"

#include <algorithm>
#include <array>

namespace tact {
namespace {

constexpr unsigned key_shift = 31;
constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t passes = 3;  // of 11 bits: the 33 of a key

constexpr std::size_t digit(Endpoint e, std::size_t pass) {
  return static_cast<std::size_t>(e >> (key_shift + pass * digit_bits)) & (digits - 1);
}

// Least significant digit first, from one array to the other and back. A digit that all have in
// common costs no pass. Returns which of the two is sorted.
std::span<Endpoint> radix_sort(std::span<Endpoint> from, std::span<Endpoint> to) {
  std::array<std::array<std::uint32_t, digits>, passes> counts{};
  for (const Endpoint e : from) {
    for (std::size_t pass = 0; pass < passes; ++pass) ++counts[pass][digit(e, pass)];
  }
  for (std::size_t pass = 0; pass < passes; ++pass) {
    std::array<std::uint32_t, digits>& place = counts[pass];
    if (place[digit(from[0], pass)] == from.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& count : place) {
      const std::uint32_t first = sum;
      sum += count;
      count = first;
    }
    for (const Endpoint e : from) to[place[digit(e, pass)]++] = e;
    std::swap(from, to);
  }
  return from;
}

bool by_key(Endpoint a, Endpoint b) { return key_of(a) < key_of(b); }

void sort_by_radix(std::span<Endpoint> list, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const std::span<Endpoint> sorted = radix_sort(list, arena.allocate<Endpoint>(list.size()));
  if (sorted.data() != list.data()) std::copy(sorted.begin(), sorted.end(), list.begin());
  arena.rewind(mark);
}

}  // namespace

void list_endpoints(std::span<const Aabb> boxes, int axis, std::span<Endpoint> list) {
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const float lo = boxes[i].lo[axis];
    const float hi = boxes[i].hi[axis];
    list[2 * std::size_t{i}] = make_endpoint(lo, false, i);
    list[2 * std::size_t{i} + 1] = make_endpoint(hi > lo ? hi : lo, true, i);
  }
}

void list_coordinates(std::span<const Aabb> boxes, int axis, std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const float lo = boxes[i].lo[axis];
    const float hi = boxes[i].hi[axis];
    out[2 * i] = ordered_bits(lo);
    out[2 * i + 1] = ordered_bits(hi > lo ? hi : lo);
  }
}

void list_coordinates(std::span<const Aabb> boxes, const std::array<std::uint32_t*, 3>& out) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float lo = boxes[i].lo[k];
      const float hi = boxes[i].hi[k];
      out[k][2 * i] = ordered_bits(lo);
      out[k][2 * i + 1] = ordered_bits(hi > lo ? hi : lo);
    }
  }
}

const char* name_of(FullSort sort) {
  switch (sort) {
    case FullSort::radix:
      return "radix";
    case FullSort::quick:
      return "quick";
    case FullSort::heap:
      return "heap";
  }
  return "";
}

void full_sort(FullSort sort, std::span<Endpoint> list, Arena& arena) {
  if (list.size() < 2) return;
  switch (sort) {
    case FullSort::radix:
      sort_by_radix(list, arena);
      break;
    case FullSort::quick:
      std::sort(list.begin(), list.end(), by_key);
      break;
    case FullSort::heap:
      std::make_heap(list.begin(), list.end(), by_key);
      std::sort_heap(list.begin(), list.end(), by_key);
      break;
  }
}

void list_sorted(FullSort sort, std::span<const Aabb> boxes, int axis, std::span<Endpoint> list,
                 Arena& arena) {
  if (sort != FullSort::radix || list.size() < 2) {
    list_endpoints(boxes, axis, list);
    return full_sort(sort, list, arena);
  }
  const Arena::Mark mark = arena.mark();
  const std::span<Endpoint> from = arena.allocate<Endpoint>(list.size());
  list_endpoints(boxes, axis, from);
  // Three passes end in the other array, so that nothing has to be copied.
  const std::span<Endpoint> sorted = radix_sort(from, list);
  if (sorted.data() != list.data()) std::copy(sorted.begin(), sorted.end(), list.begin());
  arena.rewind(mark);
}

std::uint64_t count_overlaps(std::span<const Endpoint> sorted) {
  std::uint64_t open = 0;
  std::uint64_t overlaps = 0;
  for (const Endpoint e : sorted) {
    if (is_end(e)) {
      --open;
    } else {
      overlaps += open++;
    }
  }
  return overlaps;
}

}  // namespace tact
