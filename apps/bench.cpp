// tact bench: our methods beside other libraries, measured in turns.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command.h"
#include "apps/output_files.h"
#include "bench/command_line.h"

namespace tact::app {

namespace {

void check_files(const bench::BenchOptions& options) {
  OutputFiles files;
  if (options.json != "-") files.add("--json", options.json, FileForm::json);
  files.add("--report", options.report, FileForm::html);
  files.add("--docs", options.docs, FileForm::markdown);
  files.read(options.compare);
  files.read(options.from);
  files.check();
}

}  // namespace

void add_bench(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<bench::BenchOptions>();
  CLI::App* const command =
      app.add_subcommand("bench", "tables of the papers and other libraries, in one run");
  bench::add_options(*command, *options);
  command->callback([options, &chosen] {
    // A method of ours that was wrong is trouble, whatever the tables say.
    chosen = [options] {
      check_files(*options);
      return bench::run_bench(*options) == 0 ? exit_clear : exit_trouble;
    };
  });
}

}  // namespace tact::app
