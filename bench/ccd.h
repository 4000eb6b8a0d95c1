#pragma once
// The suite `ccd`: questions about moving features with known answers, from files.
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bench/query_file.h"
#include "bench/record.h"

namespace tact::bench {

/// Nanoseconds a query, the clock's own included; of each query the least of several rounds.
struct QueryTimes {
  double mean = 0;
  double p99 = 0;
  double worst = 0;
};

struct QueryResult {
  std::string file;
  std::uint64_t queries = 0;
  std::uint64_t meeting = 0;
  std::uint64_t missed = 0;     ///< they meet, and the answer was no
  std::uint64_t invented = 0;   ///< the other way round
  std::uint64_t undecided = 0;  ///< the two forms of the question disagree, or the time is none
  QueryTimes when_meeting;
  QueryTimes when_not;

  bool right() const { return missed + invented + undecided == 0; }
};

/// Asks whether and when, on one thread.
QueryResult ask_queries(const std::string& name, std::span<const MovingQuery> queries, int rounds);

/// All of it for these files. Throws as read_queries() does.
std::vector<QueryResult> measure_queries(std::span<const std::string> files, bool quick);
void print_queries(std::FILE* out, std::span<const QueryResult> results);
std::vector<Measure> measures_of(std::span<const QueryResult> results);

}  // namespace tact::bench
