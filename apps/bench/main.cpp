// tact-bench: the benchmarks, which `tact bench` hands over to.
#include <CLI/CLI.hpp>

#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/output_files.h"
#include "apps/terminal.h"
#include "bench/command_line.h"
#include "bench/suites.h"
#include "bench/variants.h"

namespace tact::app {
namespace {

void check_bench_files(const bench::BenchOptions& options) {
  OutputFiles files;
  if (options.json != "-") files.add("--json", options.json, FileForm::json);
  files.add("--report", options.report, FileForm::html);
  files.add("--docs", options.docs, FileForm::markdown);
  files.read(options.compare);
  files.read(options.from);
  for (const std::string& queries : options.queries) files.read(queries);
  files.check();
}

int run_benchmarks(const std::string& name, std::vector<std::string> arguments) {
  bench::register_variants();
  CLI::App app("Measures tact's methods beside other libraries.", name);
  prepare(app);
  bench::BenchOptions options;
  bench::add_options(app, options);
  if (!arguments.empty() && arguments.front() == "complete") {  // see apps/complete.h
    std::vector<std::string> offers = option_names(app);
    for (const bench::Suite& suite : bench::suites()) offers.emplace_back(suite.name);
    print_offers(offers, arguments.back());
    return exit_clear;
  }
  const int ended = parse(app, std::move(arguments));
  if (ended >= 0) return ended;
  check_bench_files(options);
  const int wrong = bench::run_bench(options);
  print("");  // throws if something of the tables could not be written
  // Queries are a test: diff's convention. Elsewhere a method of ours that was wrong is trouble,
  // whatever the tables say.
  if (!options.queries.empty()) return wrong == 0 ? exit_clear : exit_touching;
  return wrong == 0 ? exit_clear : exit_trouble;
}

}  // namespace
}  // namespace tact::app

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const bool handed_over = !words.empty() && words.front() == "tact bench";
  return tact::app::run_guarded(handed_over ? "tact" : "tact-bench", [&] {
    return tact::app::run_benchmarks(handed_over ? "tact bench" : "tact-bench",
                                     {words.begin() + (words.empty() ? 0 : 1), words.end()});
  });
}
