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

// Least significant digit first. A digit that all have in common costs no pass.
void radix_sort(std::span<Endpoint> list, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  std::span<Endpoint> from = list;
  std::span<Endpoint> to = arena.allocate<Endpoint>(list.size());
  std::array<std::array<std::uint32_t, digits>, passes> counts{};
  for (const Endpoint e : list) {
    for (std::size_t pass = 0; pass < passes; ++pass) ++counts[pass][digit(e, pass)];
  }
  for (std::size_t pass = 0; pass < passes; ++pass) {
    std::array<std::uint32_t, digits>& place = counts[pass];
    if (place[digit(list[0], pass)] == list.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& count : place) {
      const std::uint32_t first = sum;
      sum += count;
      count = first;
    }
    for (const Endpoint e : from) to[place[digit(e, pass)]++] = e;
    std::swap(from, to);
  }
  if (from.data() != list.data()) std::copy(from.begin(), from.end(), list.begin());
  arena.rewind(mark);
}

bool by_key(Endpoint a, Endpoint b) { return key_of(a) < key_of(b); }

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
      radix_sort(list, arena);
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
