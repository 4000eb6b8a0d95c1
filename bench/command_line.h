#pragma once
// The options of `tact bench`, declared once for every program that offers it.
#include "bench/bench.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace tact::bench {

/// `options` must live until the command line is parsed.
void add_options(CLI::App& command, BenchOptions& options);

}  // namespace tact::bench
