// tact methods: what there is to choose from with --method.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/command.h"
#include "apps/csv.h"
#include "apps/query_options.h"
#include "apps/table.h"
#include "apps/terminal.h"

namespace tact::app {
namespace {

constexpr const char* methods_examples = R"(Examples:
  tact methods
  tact methods --format json)";

std::string methods_as_text() {
  std::vector<std::vector<std::string>> rows{{"method", "what it does", "after"}};
  for (const MethodInfo& m : methods()) {
    rows.push_back({std::string(m.name), std::string(m.summary), std::string(m.citation)});
  }
  std::string targets;
  for (const std::string& name : simd_targets()) targets += " " + name;
  return table(rows, {false, false, false}) + "\nInstruction sets (--simd):" + targets + "\n";
}

std::string methods_as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const MethodInfo& m : methods()) {
    list.push_back({{"name", m.name},
                    {"summary", m.summary},
                    {"citation", m.citation},
                    {"exhaustive", m.exhaustive}});
  }
  return list.dump(2) + "\n";
}

std::string methods_as_csv() {
  std::string out = "name,summary,citation,exhaustive\n";
  for (const MethodInfo& m : methods()) {
    out += fmt::format("{},{},{},{}\n", m.name, csv_cell(m.summary), csv_cell(m.citation),
                       m.exhaustive);
  }
  return out;
}

}  // namespace

void add_methods(CLI::App& app, Chosen& chosen) {
  const auto format = std::make_shared<Format>(Format::text);
  CLI::App* const command = app.add_subcommand("methods", "the methods there are, one line each");
  add_format_option(*command, *format);
  command->footer(methods_examples);
  command->callback([format, &chosen] {
    chosen = [format] {
      print(*format == Format::json  ? methods_as_json()
            : *format == Format::csv ? methods_as_csv()
                                     : methods_as_text());
      return exit_clear;
    };
  });
}

}  // namespace tact::app
