#include <fmt/format.h>

#include <algorithm>

#include "bench/output.h"

namespace tact::bench {
namespace {

std::string factor_text(const Figure& f) {
  if (!(f.median > 0)) return "-";
  return f.median < 9.995 ? fmt::format("{:.2f}", f.median) : fmt::format("{:.3g}", f.median);
}

std::string remarks(const Group& group, const Row& row) {
  std::string text;
  const auto add = [&text](const std::string& more) {
    text.append(text.empty() ? "" : ", ").append(more);
  };
  if (!row.verdict.right()) {
    add(fmt::format("WRONG: {} missed, {} invented", row.verdict.missed, row.verdict.invented));
  }
  if (!row.failure.empty()) add("FAILED: " + row.failure);
  if (row.cut) add(fmt::format("cut after {} of {} frames", row.frames, group.frames));
  if (row.answer == Answer::contacts && row.kind == Kind::peer) add("contacts, not pairs");
  if (row.kind == Kind::limit) add("limit");
  return text;
}

std::vector<const Row*> sorted_rows(const Group& group) {
  std::vector<const Row*> rows;
  for (const Row& row : group.rows) rows.push_back(&row);
  const auto key = [](const Row* r) {
    return std::tuple(r->threads, r->kind == Kind::limit, r->rank == 0, r->rank, r->total.median);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row* a, const Row* b) { return key(a) < key(b); });
  return rows;
}

std::string duel_text(const Duel& duel) {
  const double f = duel.faster.median;
  return fmt::format(
      "{} thread{}: {} is {} than {} (± {:.0f} %)", duel.threads, duel.threads == 1 ? "" : "s",
      duel.ours, f >= 1 ? fmt::format("{:.2f} x faster", f) : fmt::format("{:.2f} x SLOWER", 1 / f),
      duel.peer, 100 * duel.faster.spread());
}

}  // namespace

std::string time_text(double ms) {
  if (ms >= 1000) return fmt::format("{:.3g} s", ms / 1000);
  if (ms >= 1) return fmt::format("{:.3g} ms", ms);
  return fmt::format("{:.3g} us", ms * 1000);
}

void print_group(std::FILE* out, const Group& group) {
  fmt::print(out, "{} {}: {}\n", group.suite, group.scenario, group.description);
  fmt::print(out, "  {} bodies, {} triangles, {} frames measured, {}\n", group.bodies,
             group.triangles, group.frames,
             group.question == Question::all
                 ? fmt::format("{} pairs (at most {} in a frame)", group.pairs, group.most_pairs)
                 : fmt::format("touching in {} of them", group.hit_frames));
  fmt::print(out, "   rank {:<28} thr {:>9} {:>9} {:>9} {:>5} {:>9} {:>8} {:>8}\n", "participant",
             "update", "query", "total", "+-%", "worst", "x first", "x limit");
  for (const Row* row : sorted_rows(group)) {
    const char* mark = row->rank == 1 ? "*" : row->kind == Kind::method ? ">" : " ";
    fmt::print(out, " {} {:>4} {:<28} {:>3} {:>9} {:>9} {:>9} {:>5.0f} {:>9} {:>8} {:>8}  {}\n",
               mark, row->rank > 0 ? std::to_string(row->rank) : "-", row->name, row->threads,
               time_text(row->update.median), time_text(row->query.median),
               time_text(row->total.median), 100 * row->total.spread(), time_text(row->worst),
               factor_text(row->slower), factor_text(row->of_limit), remarks(group, *row));
  }
  for (const Duel& duel : group.duels) fmt::print(out, "  {}\n", duel_text(duel));
  if (!group.absent.empty()) {
    fmt::print(out, "  not there yet: {}\n", fmt::join(group.absent, ", "));
  }
  fmt::print(out, "\n");
  std::fflush(out);
}

void print_measures(std::FILE* out, std::span<const Measure> measures) {
  for (const Measure& m : measures) {
    fmt::print(out, "  {:<78} {} thr {:>9.4g} {:<9} +-{:.0f} %\n", m.name, m.threads,
               m.value.median, m.unit, 100 * m.value.spread());
  }
  fmt::print(out, "\n");
  std::fflush(out);
}

std::vector<GroupDuel> duels_losses_first(const Run& run) {
  std::vector<GroupDuel> all;
  for (const Group& group : run.groups) {
    for (const Duel& duel : group.duels) all.push_back({&group, duel});
  }
  std::stable_sort(all.begin(), all.end(), [](const GroupDuel& a, const GroupDuel& b) {
    return a.duel.faster.median < b.duel.faster.median;
  });
  return all;
}

void print_summary(std::FILE* out, const Run& run) {
  const std::vector<GroupDuel> all = duels_losses_first(run);
  const auto lost = std::count_if(all.begin(), all.end(),
                                  [](const GroupDuel& d) { return d.duel.faster.median < 1; });
  if (!all.empty()) {
    fmt::print(out, "Our best against the best peer: {} lost, {} won; losses first\n", lost,
               static_cast<std::ptrdiff_t>(all.size()) - lost);
  }
  for (const GroupDuel& d : all) {
    fmt::print(out, "  {} {:<22} {}\n", d.duel.faster.median < 1 ? "LOST" : "won ",
               d.group->scenario, duel_text(d.duel));
  }
  for (const Group& group : run.groups) {
    for (const Row& row : group.rows) {
      if (row.verdict.right()) continue;
      fmt::print(out, "  WRONG {} {}, {} threads: {} missed, {} invented; {}\n", group.scenario,
                 row.name, row.threads, row.verdict.missed, row.verdict.invented,
                 fmt::join(row.verdict.examples, "; "));
    }
  }
  for (const std::string& note : run.notes) fmt::print(out, "  {}\n", note);
  fmt::print(out, "{:.0f} s in all\n", run.seconds);
}

}  // namespace tact::bench
