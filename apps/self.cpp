// tact self A: the pairs of triangles of one mesh file that touch without being neighbours.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command.h"
#include "apps/mesh_query.h"

namespace tact::app {
namespace {

struct Options {
  std::string file;
  QueryOptions query;
};

constexpr const char* examples =
    R"(Exit code: 0 if nothing touches, 1 if something does, 2 on trouble.
Triangles that share a vertex are neighbours and are left out; --neighbours tests what they do beyond that.

Examples:
  tact self cloth.obj
  tact self cloth.obj --pairs --format csv
  tact self cloth.obj --first --contacts
  tact self cloth.obj --neighbours --format json)";

}  // namespace

void add_self(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("self", "self-intersections of one mesh file");
  command->add_option("A", options->file, "a mesh file (.obj)")->required()->option_text("FILE");
  add_query_options(*command, options->query);
  command->footer(examples);
  command->callback([options, &chosen] {
    chosen = [options] { return ask_files("self", {{options->file, {}}}, options->query); };
  });
}

}  // namespace tact::app
