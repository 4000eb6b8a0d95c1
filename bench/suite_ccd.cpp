#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>

#include "bench/ccd.h"

namespace tact::bench {
namespace {

constexpr double bracket_width = 0x1p-20;

std::optional<ImpactTime> first_impact(const MovingQuery& q) {
  const auto& p = q.point;
  return q.edges ? first_impact_edge_edge({p[0], p[1]}, {p[2], p[3]}, bracket_width)
                 : first_impact_vertex_triangle(p[0], {p[1], p[2], p[3]}, bracket_width);
}

bool meet(const MovingQuery& q) {
  const auto& p = q.point;
  return q.edges ? meet_edge_edge({p[0], p[1]}, {p[2], p[3]})
                 : meet_vertex_triangle(p[0], {p[1], p[2], p[3]});
}

bool is_bracket(const ImpactTime& time) {
  return 0 <= time.lo && time.lo <= time.hi && time.hi <= 1 && time.hi - time.lo <= bracket_width;
}

void judge(const MovingQuery& q, QueryResult& result) {
  const bool answer = meet(q);
  const std::optional<ImpactTime> time = first_impact(q);
  result.meeting += q.meets ? 1 : 0;
  if (time.has_value() != answer || (time && !is_bracket(*time))) {
    ++result.undecided;
  } else {
    result.missed += q.meets && !answer ? 1 : 0;
    result.invented += !q.meets && answer ? 1 : 0;
  }
}

QueryTimes times_of(std::vector<double> ns) {
  if (ns.empty()) return {};
  std::sort(ns.begin(), ns.end());
  const double sum = std::accumulate(ns.begin(), ns.end(), 0.0);
  return {sum / static_cast<double>(ns.size()), ns[(ns.size() - 1) * 99 / 100], ns.back()};
}

Measure measure(const std::string& name, double value, const char* unit) {
  return {"ccd", name, 1, {value, value, value}, unit};
}

std::string times_text(const QueryTimes& t) {
  return fmt::format("{:>8.0f} {:>8.0f} {:>8.0f}", t.mean, t.p99, t.worst);
}

}  // namespace

QueryResult ask_queries(const std::string& name, std::span<const MovingQuery> queries, int rounds) {
  using Clock = std::chrono::steady_clock;
  QueryResult result;
  result.file = name;
  result.queries = queries.size();
  for (const MovingQuery& q : queries) judge(q, result);
  std::vector<double> least(queries.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Clock::time_point start = Clock::now();
      const std::optional<ImpactTime> time = first_impact(queries[i]);
      const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
      if (!time || is_bracket(*time)) least[i] = std::min(least[i], ns);
    }
  }
  std::vector<double> meeting;
  std::vector<double> others;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    (queries[i].meets ? meeting : others).push_back(least[i]);
  }
  result.when_meeting = times_of(std::move(meeting));
  result.when_not = times_of(std::move(others));
  return result;
}

std::vector<QueryResult> measure_queries(std::span<const std::string> files, bool quick) {
  std::vector<QueryResult> results;
  for (const std::string& file : files) {
    const std::string name = std::filesystem::path(file).stem().string();
    results.push_back(ask_queries(name, read_queries(file), quick ? 2 : 5));
  }
  return results;
}

void print_queries(std::FILE* out, std::span<const QueryResult> results) {
  fmt::print(out, "Nanoseconds a query for the first time of contact, least of its rounds\n");
  fmt::print(out, "  {:<16} {:>8} {:>8} {:>7} {:>9} {:>10} {:>26} {:>26}\n", "file", "queries",
             "meeting", "missed", "invented", "undecided", "meeting: mean, p99, worst",
             "not: mean, p99, worst");
  for (const QueryResult& r : results) {
    fmt::print(out, "  {:<16} {:>8} {:>8} {:>7} {:>9} {:>10} {} {}{}\n", r.file, r.queries,
               r.meeting, r.missed, r.invented, r.undecided, times_text(r.when_meeting),
               times_text(r.when_not), r.right() ? "" : "  WRONG");
  }
  fmt::print(out, "\n");
  std::fflush(out);
}

std::vector<Measure> measures_of(std::span<const QueryResult> results) {
  std::vector<Measure> measures;
  for (const QueryResult& r : results) {
    const auto count = [&](const char* what, std::uint64_t n) {
      measures.push_back(measure(r.file + ": " + what, static_cast<double>(n), "queries"));
    };
    count("queries", r.queries);
    count("meeting", r.meeting);
    count("false negatives", r.missed);
    count("false positives", r.invented);
    count("undecided", r.undecided);
    const auto times = [&](const char* which, const QueryTimes& t) {
      const std::string name = r.file + ", " + which + ": ";
      measures.push_back(measure(name + "mean", t.mean, "ns"));
      measures.push_back(measure(name + "p99", t.p99, "ns"));
      measures.push_back(measure(name + "worst", t.worst, "ns"));
    };
    times("meeting", r.when_meeting);
    times("not", r.when_not);
  }
  return measures;
}

}  // namespace tact::bench
