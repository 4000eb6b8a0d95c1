// tact self A: the pairs of triangles of one mesh file that touch, beyond what neighbours share.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command.h"
#include "apps/mesh_query.h"
#include "apps/report_file.h"

namespace tact::app {
namespace {

struct SelfArguments {
  std::string file;
  QueryOptions query;
  FilesToWrite output;
};

constexpr const char* self_examples =
    R"(Exit code: 0 if nothing touches, 1 if something does, 2 on trouble, or if --deadline-ms left it undecided.
Triangles that share a vertex are neighbours. They count if they have more in common than the corner or edge that they
share: where one goes through the other, where the surface is folded onto itself, and where a triangle is there twice
(the last two are of kind coincident). --no-neighbours leaves them all out.
A file that shares hardly any vertices, as STL never does, is welded first: those in exactly the same place are one.
--weld does so for any file: where it repeats vertices only at the seams of its texture, say.

Examples:
  tact self cloth.obj
  tact self part.stl
  tact self cloth.obj --pairs --format csv
  tact self cloth.obj --first --contacts
  tact self cloth.obj --write-contacts where.ply --write-colliding which.obj
  tact self cloth.obj --no-neighbours --format json
  tact self cloth.obj --report look.html)";

}  // namespace

void add_self(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SelfArguments>();
  CLI::App* const command = app.add_subcommand("self", "self-intersections of one mesh file");
  command->add_option("A", options->file, mesh_file_text())->required()->option_text("FILE");
  add_query_options(*command, options->query);
  add_no_neighbours_option(*command, options->query);
  add_file_options(*command, options->output.contacts, options->output.colliding);
  add_report_option(*command, options->output.report);
  add_weld_option(*command, options->query);
  command->footer(self_examples);
  command->callback([options, &chosen] {
    chosen = [options] {
      return ask_files("self", {{options->file, {}}}, options->query, options->output);
    };
  });
}

}  // namespace tact::app
