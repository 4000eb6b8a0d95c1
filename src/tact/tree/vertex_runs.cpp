#include "tact/tree/vertex_runs.h"

#include <algorithm>

namespace tact {
namespace {

constexpr std::uint32_t least_entries = 24;     // smaller lanes gain too little
constexpr std::uint32_t waiting = 0x80000000U;  // more than any number of vertices that fits
constexpr std::uint32_t hopeless = 0xFFFFFFFFU;
// Learning a lane takes about as long as reading it three times, and lanes at the rim of a contact
// come and go.
constexpr std::uint32_t patience = 3;

constexpr std::uint32_t entries_per_round = 256;
constexpr std::uint32_t table_bits = 10;  // a third more than the corners of a round

// A set of vertices, for one round.
class Seen {
 public:
  Seen() { std::fill_n(table_, std::size_t{1} << table_bits, nobody); }

  /// Was it not there before?
  bool add(std::uint32_t vertex) {
    std::uint32_t at = vertex * 0x9E3779B1U >> (32 - table_bits);
    while (table_[at] != nobody && table_[at] != vertex) at = (at + 1) & ((1U << table_bits) - 1);
    const bool fresh = table_[at] == nobody;
    table_[at] = vertex;
    return fresh;
  }

 private:
  static constexpr std::uint32_t nobody = 0xFFFFFFFFU;
  std::uint32_t table_[std::size_t{1} << table_bits];
};

// How many vertices were written to `out`, or `hopeless`: three quarters of a vertex for each
// primitive are too many.
std::uint32_t learn(const TreeEntry* entries, std::uint32_t count, std::uint32_t* out) {
  std::uint32_t number = 0;
  for (std::uint32_t first = 0; first < count; first += entries_per_round) {
    const std::uint32_t end = std::min(first + entries_per_round, count);
    const std::uint32_t most = end / 4 * 3;
    Seen seen;
    for (std::uint32_t i = first; i < end; ++i) {
      for (const std::uint32_t vertex : entries[i].vertex) {
        if (!seen.add(vertex)) continue;
        if (number == most) return hopeless;
        out[number++] = vertex;
      }
    }
  }
  return number;
}

}  // namespace

std::span<const std::uint32_t> VertexRuns::of(const TreeEntry* entries, std::uint32_t first,
                                              std::uint32_t count) {
  if (words_.empty() || count < least_entries) return {};
  std::uint32_t* const run = words_.data() + first;
  if (run[0] != count) {
    run[0] = count;
    run[1] = waiting;
  }
  if (run[1] == hopeless) return {};
  if (run[1] >= waiting) {
    if (++run[1] < waiting + patience) return {};
    run[1] = learn(entries + first, count, run + 2);
    if (run[1] == hopeless) return {};
  }
  return {run + 2, run[1]};
}

}  // namespace tact
