#include "tact/tree/morton_sort.h"

#include <algorithm>
#include <cstring>

#include "tact/base/parallel.h"

namespace tact {
namespace {

constexpr std::uint32_t digit_bits = 11;
constexpr std::uint32_t digits = 1U << digit_bits;
constexpr std::uint32_t high_shift = 64 - digit_bits;
constexpr std::uint32_t low_shift = high_shift - digit_bits;
constexpr std::size_t keys_per_chunk = std::size_t{1} << 15;
constexpr std::size_t few_keys = 512;  // less than it takes to clear the counters

using Counters = std::uint32_t[digits];

std::uint32_t digit_of(MortonKey key, std::uint32_t shift) {
  return static_cast<std::uint32_t>(key >> shift) & (digits - 1);
}

// Part of a pass: the keys of some runs, moved to where their digit belongs.
struct Chunk {
  std::span<const std::span<const MortonKey>> runs;
  Counters* place = nullptr;  // first the counts of its digits, then where they go
};

void count(const Chunk& chunk, std::uint32_t shift) {
  std::memset(*chunk.place, 0, sizeof(Counters));
  for (const std::span<const MortonKey>& run : chunk.runs) {
    for (const MortonKey key : run) ++(*chunk.place)[digit_of(key, shift)];
  }
}

void scatter(const Chunk& chunk, std::uint32_t shift, MortonKey* out) {
  for (const std::span<const MortonKey>& run : chunk.runs) {
    for (const MortonKey key : run) out[(*chunk.place)[digit_of(key, shift)]++] = key;
  }
}

void pass(std::span<Chunk> chunks, std::uint32_t shift, MortonKey* out, unsigned threads) {
  parallel_for(chunks.size(), threads, [&](std::size_t i, unsigned) { count(chunks[i], shift); });
  std::uint32_t next = 0;
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    for (const Chunk& chunk : chunks) {
      const std::uint32_t here = (*chunk.place)[digit];
      (*chunk.place)[digit] = next;
      next += here;
    }
  }
  parallel_for(chunks.size(), threads,
               [&](std::size_t i, unsigned) { scatter(chunks[i], shift, out); });
}

// Runs that belong together, about keys_per_chunk in each chunk.
std::span<Chunk> cut(std::span<const std::span<const MortonKey>> runs, Arena& arena) {
  ArenaVector<Chunk> chunks(arena);
  std::size_t first = 0;
  std::size_t size = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    size += runs[i].size();
    if (size < keys_per_chunk && i + 1 < runs.size()) continue;
    chunks.push_back({runs.subspan(first, i + 1 - first), arena.allocate<Counters>(1).data()});
    first = i + 1;
    size = 0;
  }
  return chunks.span();
}

bool same_digits(MortonKey a, MortonKey b) { return (a ^ b) >> low_shift == 0; }

// Sorts every group of equal digits.
void sort_ties(std::span<MortonKey> keys) {
  for (std::size_t first = 0; first < keys.size();) {
    std::size_t end = first + 1;
    bool ascending = true;
    for (; end < keys.size() && same_digits(keys[first], keys[end]); ++end) {
      ascending = ascending && keys[end - 1] < keys[end];
    }
    if (!ascending) std::sort(keys.data() + first, keys.data() + end);
    first = end;
  }
}

// Chunks that do not cut through a group of equal digits.
std::span<std::span<MortonKey>> cut_between_ties(std::span<MortonKey> keys, Arena& arena) {
  ArenaVector<std::span<MortonKey>> chunks(arena);
  for (std::size_t first = 0; first < keys.size();) {
    std::size_t end = std::min(first + keys_per_chunk, keys.size());
    while (end < keys.size() && same_digits(keys[end - 1], keys[end])) ++end;
    chunks.push_back(keys.subspan(first, end - first));
    first = end;
  }
  return chunks.span();
}

}  // namespace

std::span<MortonKey> sort_keys(std::span<const std::span<const MortonKey>> runs, Arena& arena,
                               unsigned threads) {
  std::size_t total = 0;
  for (const std::span<const MortonKey>& run : runs) total += run.size();
  const std::span<MortonKey> sorted = arena.allocate<MortonKey>(total);
  if (total <= few_keys) {
    MortonKey* out = sorted.data();
    for (const std::span<const MortonKey>& run : runs) out = std::copy(run.begin(), run.end(), out);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }
  const std::span<MortonKey> half = arena.allocate<MortonKey>(total);
  pass(cut(runs, arena), low_shift, half.data(), threads);
  const std::size_t count = chunk_count(total, keys_per_chunk);
  const auto pieces = arena.allocate<std::span<const MortonKey>>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto [first, last] = chunk_range(total, keys_per_chunk, i);
    pieces[i] = half.subspan(first, last - first);
  }
  pass(cut(pieces, arena), high_shift, sorted.data(), threads);
  const std::span<std::span<MortonKey>> ties = cut_between_ties(sorted, arena);
  parallel_for(ties.size(), threads, [&](std::size_t i, unsigned) { sort_ties(ties[i]); });
  return sorted;
}

}  // namespace tact
