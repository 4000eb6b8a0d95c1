#include "bench/command_line.h"

#include <CLI/CLI.hpp>

#include "bench/suites.h"

namespace tact::bench {
namespace {

constexpr const char* examples = R"(Examples:
  tact bench --list                                      # what there is to measure
  tact bench limits --quick                              # what the machine can do
  tact bench peers --quick --scenario bunnies-4k --methods dbvh boxes --report bench.html
  tact bench ccd --queries contacts.bin                  # exit 1 if an answer is not the file's
Without arguments: the default suites, within 30 minutes.)";

std::string suite_names() {
  std::string names = "suites, by default all but those in brackets:";
  for (const Suite& suite : suites()) {
    names +=
        suite.by_default ? std::string(" ") + suite.name : std::string(" (") + suite.name + ")";
  }
  return names;
}

void add_outputs(CLI::App& command, BenchOptions& o) {
  command.add_option("--json", o.json, "write the record there; -: to standard output, no tables");
  command.add_option("--report", o.report, "write a self-contained page to look at (HTML)");
  command.add_option("--docs", o.docs, "write a page of tables (Markdown)");
  command.add_option("--compare", o.compare, "say what changed since this record (JSON)");
  command.add_option("--from", o.from, "show this record (JSON) instead of measuring");
  command.add_option("--disagreements", o.disagreements, "folder for pairs that were wrong");
}

}  // namespace

void add_options(CLI::App& command, BenchOptions& o) {
  command.add_option("suite", o.suites, suite_names());
  command.add_option("--scenario", o.scenario, "only scenarios whose name contains this");
  command.add_option("--methods", o.methods, "these methods instead of the scenarios' own")
      ->delimiter(',');
  command.add_option("--peers", o.peers, "only peers whose name begins so; none: no peers")
      ->delimiter(',');
  command.add_option("--threads", o.threads, "only rows of these numbers of threads")
      ->delimiter(',');
  command.add_flag("--quick", o.quick, "fewer frames and rounds, for a first look");
  command.add_flag("--every-frame", o.every_frame, "all frames of the scenes, as in the papers");
  command.add_flag("--processor-time", o.processor_time,
                   "rows of one thread by processor time, for a busy machine");
  command.add_option("--row-seconds", o.row_seconds, "time limit of a row; longer ones are cut");
  command.add_option("--meshes", o.meshes, "folder with bunny.obj and dragon.obj, for more paths");
  command.add_option("--queries", o.queries, "files of queries with their answers, for ccd");
  command.add_flag("--list", o.list, "say which scenarios there are");
  add_outputs(command, o);
  command.footer(examples);
}

}  // namespace tact::bench
