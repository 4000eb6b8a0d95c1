#pragma once
// `tact bench`: runs suites of benchmarks and shows what came out.
#include <string>
#include <vector>

#include "bench/record.h"

namespace tact::bench {

struct BenchOptions {
  std::vector<std::string> suites;   ///< empty: the default ones
  std::string scenario;              ///< only scenarios whose name contains it
  std::vector<std::string> methods;  ///< these instead of the scenarios' own
  std::vector<std::string> peers;    ///< only peers whose name begins so; "none": no peers
  std::vector<unsigned> threads;     ///< only rows of these
  bool quick = false;                ///< fewer frames and rounds, coarser figures
  bool every_frame = false;          ///< all frames of each scene, not segments of it
  bool processor_time = false;       ///< see RunnerOptions
  double row_seconds = 0;            ///< time limit of a row; 0: the default
  std::string json;                  ///< write the record there; "-": stdout, and no tables
  std::string report;                ///< write a page to look at
  std::string compare;               ///< a record to compare with
  std::string docs;                  ///< write docs/benchmarks.md there
  std::string from;                  ///< show this record instead of measuring
  std::string meshes;                ///< folder with scanned bodies
  std::vector<std::string> queries;  ///< files for the suite ccd
  std::string disagreements = "build/bench/disagreements";  ///< folder for pairs that were wrong
  bool list = false;                                        ///< only say which scenarios there are
};

/// 0 if all went well, 1 if a method of ours gave a wrong answer (peers that do are only marked).
/// Queries of the suite ccd that were not answered as their file says are a wrong answer, too.
/// Throws Error for unknown names and files that cannot be read or written.
int run_bench(const BenchOptions& options);

/// The measuring alone.
Run measure(const BenchOptions& options);

/// Hook of the suite `primitives`; prints its own table. 0 if all is well.
int run_primitives(std::FILE* out, bool json);

}  // namespace tact::bench
