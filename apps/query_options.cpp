#include "apps/query_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "apps/command_line.h"
#include "apps/suggest.h"
#include "tact/method/method.h"

namespace tact::app {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

CollideOptions QueryOptions::question() const {
  CollideOptions question;
  if (deadline_ms >= 0) question.budget = Budget::until(deadline_ms / 1000);
  if (any || first) question.budget.at_most = 1;
  if (at_most > 0) question.budget.at_most = at_most;
  question.tolerance = tolerance;
  question.neighbours = neighbours;
  const bool kinds = tells_coincident() || (contacts && !any);
  question.detail = kinds ? Detail::contacts : Detail::pairs;
  return question;
}

WorldOptions QueryOptions::world() const {
  find_or_suggest(method, names_of(methods()), find_method);
  return {method, threads};
}

void add_format_option(CLI::App& command, Format& format) {
  const auto parse = [&format](const std::string& name) {
    if (name == "text") {
      format = Format::text;
    } else if (name == "json") {
      format = Format::json;
    } else if (name == "csv") {
      format = Format::csv;
    } else {
      throw CLI::ValidationError("--format", "'" + name + "' is not text, json or csv");
    }
  };
  command.add_option_function<std::string>("--format", parse, "text, json or csv (default: text)")
      ->option_text("FORMAT");
}

void add_weld_option(CLI::App& command, QueryOptions& options) {
  CLI::Option* const always = command.add_flag_callback(
      "--weld", [&options] { options.weld = Weld::always; },
      "take vertices in exactly one place for one (default: only where a file shares hardly any)");
  command
      .add_flag_callback(
          "--no-weld", [&options] { options.weld = Weld::never; }, "never do so")
      ->excludes(always)
      ->option_text(" ");
}

void add_no_neighbours_option(CLI::App& command, QueryOptions& options) {
  options.neighbours = true;
  CLI::Option* const asked = command.get_option("--neighbours");
  asked->description("within a body, also triangles that share a vertex: the default here")
      ->option_text(" ");
  command
      .add_flag_callback(
          "--no-neighbours", [&options] { options.neighbours = false; },
          "leave them out, and with them folds and doubled triangles")
      ->excludes(asked)
      ->option_text(" ");
}

void add_file_options(CLI::App& command, std::string& contacts, std::string& colliding) {
  command.add_option("--write-contacts", contacts, "where they touch, as segments to look at")
      ->option_text("FILE.ply");
  command.add_option("--write-colliding", colliding, "the triangles that touch, to look at")
      ->option_text("FILE.obj");
}

std::string mesh_file_text() {
  const std::vector<std::string> formats = mesh_formats();
  const bool more = std::find(formats.begin(), formats.end(), ".gltf") != formats.end();
  return std::string("a mesh file (.obj, .ply, .stl, .off") + (more ? ", .gltf, …)" : ")");
}

void add_query_options(CLI::App& command, QueryOptions& options) {
  command
      .add_option("--method", options.method,
                  "how to find the pairs (default: auto; see 'tact methods')")
      ->option_text("NAME");
  CLI::Option* const any = command.add_flag("--any", options.any,
                                            "only whether anything touches: the cheapest question");
  CLI::Option* const first =
      command.add_flag("--first", options.first, "stop at the first pair that is found");
  CLI::Option* const at_most =
      command.add_option("--at-most", options.at_most, "stop after N pairs")
          ->option_text("N")
          ->check(within(1, infinite));
  any->excludes(first)->excludes(at_most)->option_text(" ");  // not the list of what it excludes
  first->excludes(at_most)->option_text(" ");
  command
      .add_option("--deadline-ms", options.deadline_ms,
                  "answer after this time with what there is; nothing found: exit 2")
      ->option_text("MS")
      ->check(within(0, 1e9));
  command.add_option("--tolerance", options.tolerance, "at most D apart counts as touching")
      ->option_text("D")
      ->check(within(0, std::numeric_limits<double>::max()));
  command.add_flag("--neighbours", options.neighbours,
                   "within a body, also triangles that share a vertex, beyond what they share");
  command.add_flag("--pairs", options.pairs, "list the pairs")->excludes(any)->option_text(" ");
  command
      .add_flag("--contacts", options.contacts, "list the pairs with kind, segment, normal, depth")
      ->excludes(any)
      ->option_text(" ");
  add_format_option(command, options.format);
  command.add_option("--threads", options.threads, "threads (default: as many as the machine has)")
      ->option_text("N")
      ->check(within(1, 1024));
  command
      .add_option("--simd", options.simd, "instruction set, for comparisons (default: the best)")
      ->option_text("NAME");
}

void apply_simd(const QueryOptions& options) {
  if (options.simd.empty()) return;
  try {
    use_simd_target(options.simd);
  } catch (const Error& error) {
    std::string names;
    for (const std::string& name : simd_targets()) names += " " + name;
    throw Error(error.code(), std::string(error.what()) + "; this processor has" + names);
  }
}

}  // namespace tact::app
