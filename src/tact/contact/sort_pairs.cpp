#include "tact/contact/sort_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace tact {
namespace {

constexpr std::size_t std_sort_below = 128;         // std::sort is quicker
constexpr std::size_t many = std::size_t{1} << 24;  // as much memory again would be a burden
constexpr int most_bits = 11;    // of a digit: its counts stay in the first cache
constexpr int most_digits = 12;  // of four numbers

using Word = std::uint32_t Candidate::*;

// Some bits of one of a pair's numbers.
struct Digit {
  Word word = nullptr;
  int shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t of(const Candidate& pair) const { return pair.*word >> shift & mask; }
};

// The digits in which pairs differ, the least significant first.
struct Digits {
  std::array<Digit, most_digits> list;
  std::size_t count = 0;

  void add(Word word, std::uint32_t differing) {
    const auto width = static_cast<int>(std::bit_width(differing));
    if (width == 0) return;
    const int parts = (width + most_bits - 1) / most_bits;
    const int bits = (width + parts - 1) / parts;
    for (int shift = 0; shift < width; shift += bits) {
      list[count++] = {word, shift, (1U << bits) - 1};
    }
  }
};

template <class Item>
Digits digits_of(std::span<const Item> pairs) {
  Candidate differing{};
  const Candidate first = pairs.front();
  for (const Candidate& pair : pairs) {
    differing.body_a |= pair.body_a ^ first.body_a;
    differing.body_b |= pair.body_b ^ first.body_b;
    differing.primitive_a |= pair.primitive_a ^ first.primitive_a;
    differing.primitive_b |= pair.primitive_b ^ first.primitive_b;
  }
  Digits digits;
  digits.add(&Candidate::primitive_b, differing.primitive_b);
  digits.add(&Candidate::primitive_a, differing.primitive_a);
  digits.add(&Candidate::body_b, differing.body_b);
  digits.add(&Candidate::body_a, differing.body_a);
  return digits;
}

// Stable: what earlier digits put in order stays so.
template <class Item>
void move_by(const Digit& digit, std::span<const Item> from, std::span<Item> to) {
  std::array<std::uint32_t, std::size_t{1} << most_bits> at;
  std::fill_n(at.begin(), digit.mask + 1, 0U);
  for (const Item& pair : from) ++at[digit.of(pair)];
  std::uint32_t sum = 0;
  for (std::uint32_t value = 0; value <= digit.mask; ++value) {
    const std::uint32_t count = at[value];
    at[value] = sum;
    sum += count;
  }
  for (const Item& pair : from) to[at[digit.of(pair)]++] = pair;
}

template <class Item>
void sort_items(std::span<Item> pairs, Arena& arena) {
  if (pairs.size() < std_sort_below || pairs.size() > many) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  const Digits digits = digits_of<Item>(pairs);
  std::span<Item> from = pairs;
  std::span<Item> to = arena.allocate<Item>(pairs.size());
  for (std::size_t i = 0; i < digits.count; ++i) {
    move_by<Item>(digits.list[i], from, to);
    std::swap(from, to);
  }
  if (digits.count % 2 != 0) std::copy(from.begin(), from.end(), pairs.begin());
}

}  // namespace

void sort_pairs(std::span<Candidate> pairs, Arena& arena) { sort_items(pairs, arena); }
void sort_pairs(std::span<Hit> hits, Arena& arena) { sort_items(hits, arena); }

}  // namespace tact
