// The benchmarks as a program of their own.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bench/command_line.h"

int main(int argc, char** argv) {
  CLI::App app("Measures tact's methods beside other libraries.", "tact-bench");
  tact::bench::BenchOptions options;
  tact::bench::add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    return tact::bench::run_bench(options);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "tact-bench: %s\n", e.what());
    return 2;
  }
}
