// What changed between two runs, beyond the noise.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/output.h"

namespace tact::bench {
namespace {

constexpr double least_noise = 0.10;  // two runs of one tree differ by that much

const Group* same_group(const Run& run, const Group& group) {
  for (const Group& g : run.groups) {
    if (g.suite == group.suite && g.scenario == group.scenario) return &g;
  }
  return nullptr;
}

const Row* same_row(const Group& group, const Row& row) {
  for (const Row& r : group.rows) {
    if (r.name == row.name && r.threads == row.threads) return &r;
  }
  return nullptr;
}

// How much slower or faster the machine itself was: the median over rows of peers and limits,
// which no change of ours can touch.
double machine_factor(const Group& before, const Group& after) {
  std::vector<double> factors;
  for (const Row& row : after.rows) {
    if (row.kind == Kind::method) continue;
    const Row* old = same_row(before, row);
    if (old == nullptr || old->frames != row.frames || !(old->total.median > 0)) continue;
    factors.push_back(row.total.median / old->total.median);
  }
  return factors.empty() ? 1 : median_of(factors);
}

}  // namespace

std::vector<Change> changes(const Run& before, const Run& after) {
  std::vector<Change> out;
  for (const Group& group : after.groups) {
    const Group* old_group = same_group(before, group);
    if (old_group == nullptr) continue;
    const double machine = machine_factor(*old_group, group);
    for (const Row& row : group.rows) {
      const Row* old = same_row(*old_group, row);
      // Rows over other frames cannot be compared.
      if (old == nullptr || old->frames != row.frames || !(old->total.median > 0)) continue;
      Change c{group.suite, group.scenario, row.name, row.threads, 0, 0, 1, 0};
      c.before = old->total.median * machine;
      c.after = row.total.median;
      c.factor = c.after / c.before;
      c.noise = std::max(least_noise, 2 * (row.total.spread() + old->total.spread()));
      if (c.factor > 1 + c.noise || c.factor < 1 / (1 + c.noise)) out.push_back(c);
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Change& a, const Change& b) { return a.factor > b.factor; });
  return out;
}

void print_changes(std::FILE* out, const Run& before, const Run& after) {
  fmt::print(out, "Compared with {} ({}):\n", before.machine.commit, before.machine.date);
  if (before.machine.processor != after.machine.processor) {
    fmt::print(out, "  the processors differ: {} then, {} now\n", before.machine.processor,
               after.machine.processor);
  }
  for (const Group& group : after.groups) {
    const Group* old = same_group(before, group);
    if (old != nullptr && old->frames == group.frames && old->pairs_hash != group.pairs_hash) {
      fmt::print(out, "  {} {}: the pairs differ ({} then, {} now)\n", group.suite, group.scenario,
                 old->pairs, group.pairs);
    }
  }
  const std::vector<Change> all = changes(before, after);
  for (const Change& c : all) {
    fmt::print(out, "  {} {} {}, {} threads: {:.2f} x {} ({} then, {} now; noise {:.0f} %)\n",
               c.suite, c.scenario, c.participant, c.threads,
               c.factor > 1 ? c.factor : 1 / c.factor, c.factor > 1 ? "slower" : "faster",
               time_text(c.before), time_text(c.after), 100 * c.noise);
  }
  if (all.empty()) fmt::print(out, "  nothing changed beyond the noise\n");
}

}  // namespace tact::bench
