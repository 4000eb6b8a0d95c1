#include "bench/rank.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tact::bench {
namespace {

constexpr std::size_t nobody = static_cast<std::size_t>(-1);

bool eligible(const Row& row, unsigned threads) {
  return row.kind != Kind::limit && row.threads == threads && row.frames > 0 &&
         row.failure.empty() && row.verdict.right();
}

// Cut rows cover other frames, so they can only be compared, never be the measure themselves.
std::size_t fastest(const Group& group, unsigned threads, auto&& accept) {
  std::size_t best = nobody;
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    const Row& row = group.rows[i];
    if (!eligible(row, threads) || row.cut || !accept(row)) continue;
    if (best == nobody || row.total.median < group.rows[best].total.median) best = i;
  }
  return best;
}

void rank_threads(Group& group, std::span<const Samples> samples, unsigned threads) {
  const std::size_t first = fastest(group, threads, [](const Row&) { return true; });
  if (first == nobody) return;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    Row& row = group.rows[i];
    if (row.kind == Kind::limit || row.threads != threads || row.frames == 0) continue;
    row.slower = i == first ? Figure{1, 1, 1} : ratio_of(samples[i], samples[first]);
    if (eligible(row, threads) && !row.cut) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return group.rows[a].slower.median < group.rows[b].slower.median;
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    group.rows[order[k]].rank = static_cast<unsigned>(k + 1);
  }
}

// The quickest peer over the frames that ours measured too. A peer that was cut counts only where
// none went all the way: its frames may be the easy ones.
void add_duel(Group& group, std::span<const Samples> samples, unsigned threads) {
  const std::size_t ours =
      fastest(group, threads, [](const Row& row) { return row.kind == Kind::method; });
  if (ours == nobody) return;
  std::size_t peer = fastest(group, threads, [](const Row& row) { return row.kind == Kind::peer; });
  for (std::size_t i = 0; peer == nobody && i < group.rows.size(); ++i) {
    if (group.rows[i].kind == Kind::peer && eligible(group.rows[i], threads)) peer = i;
  }
  if (peer == nobody) return;
  group.duels.push_back({threads, group.rows[ours].name, group.rows[peer].name,
                         ratio_of(samples[peer], samples[ours])});
}

}  // namespace

void rank(Group& group, std::span<const Samples> samples) {
  std::set<unsigned> threads;
  for (const Row& row : group.rows) threads.insert(row.threads);
  for (const unsigned t : threads) {
    rank_threads(group, samples, t);
    add_duel(group, samples, t);
  }
  for (std::size_t l = 0; l < group.rows.size(); ++l) {
    if (group.rows[l].name != "limit-boxes") continue;
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      Row& row = group.rows[i];
      if (row.threads != group.rows[l].threads || row.kind == Kind::limit) continue;
      row.of_limit = ratio_of(samples[i], samples[l]);
    }
  }
}

const Row* winner(const Group& group, unsigned threads) {
  for (const Row& row : group.rows) {
    if (row.rank == 1 && row.threads == threads) return &row;
  }
  return nullptr;
}

}  // namespace tact::bench
