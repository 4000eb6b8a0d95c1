// tact bench: our methods beside other libraries, measured in turns.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command.h"
#include "bench/command_line.h"

namespace tact::app {

void add_bench(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<bench::BenchOptions>();
  CLI::App* const command =
      app.add_subcommand("bench", "tables of the papers and other libraries, in one run");
  bench::add_options(*command, *options);
  command->callback([options, &chosen] {
    // A method of ours that was wrong is trouble, whatever the tables say.
    chosen = [options] { return bench::run_bench(*options) == 0 ? exit_clear : exit_trouble; };
  });
}

}  // namespace tact::app
