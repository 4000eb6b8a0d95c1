// tact collide A B: the pairs of triangles that touch between two mesh files.
#include <CLI/CLI.hpp>
#include <memory>

#include "apps/command.h"
#include "apps/mesh_query.h"
#include "apps/report_file.h"

namespace tact::app {
namespace {

struct CollideArguments {
  std::string a;
  std::string b;
  std::string pose_a;
  std::string pose_b;
  QueryOptions query;
  FilesToWrite output;
};

constexpr const char* collide_examples =
    R"(Exit code: 0 if nothing touches, 1 if something does, 2 on trouble, or if --deadline-ms left it undecided.
With --solid also 1 if one lies inside the other; then both files have to be closed, else exit 2 and the edge that is not.
Triangles are counted from 0 in the order of the file; a polygon is cut into several.

Examples:
  tact collide ball.obj cloth.obj
  tact collide part.stl scan.ply --pairs
  tact collide ball.obj cloth.obj --any --pose-b "0 0 2 0 0 0 1"
  tact collide ball.obj cloth.obj --contacts --at-most 5 --format json
  tact collide ball.obj cloth.obj --tolerance 0.01 --format csv
  tact collide ball.obj cloth.obj --distance --pose-b "0 0 2 0 0 0 1"
  tact collide part.stl housing.stl --solid
  tact collide ball.obj cloth.obj --write-contacts where.ply
  tact collide ball.obj cloth.obj --report look.html)";

}  // namespace

void add_collide(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CollideArguments>();
  CLI::App* const command = app.add_subcommand("collide", "pairs between two mesh files");
  command->add_option("A", options->a, mesh_file_text())->required()->option_text("FILE");
  command->add_option("B", options->b, "another one")->required()->option_text("FILE");
  const char* const form = "\"TX TY TZ QX QY QZ QW\"";
  command->add_option("--pose-a", options->pose_a, "move A: a translation and a quaternion")
      ->option_text(form);
  command->add_option("--pose-b", options->pose_b, "move B")->option_text(form);
  add_query_options(*command, options->query);
  command
      ->add_flag(
          "--solid", options->query.solid,
          "both are closed and have an inside: what lies in there counts; says how they stand")
      ->excludes("--deadline-ms")
      ->option_text(" ");
  // A distance takes as long as it takes.
  command
      ->add_flag("--distance", options->query.distance,
                 "also how far they are apart and where, or how deep in each other")
      ->excludes("--deadline-ms")
      ->option_text(" ");
  add_file_options(*command, options->output.contacts, options->output.colliding);
  add_report_option(*command, options->output.report);
  command->footer(collide_examples);
  command->callback([options, &chosen] {
    chosen = [options] {
      const auto pose = [](const char* option, const std::string& text) {
        return text.empty() ? Transform() : parse_pose(option, text);
      };
      return ask_files("collide",
                       {{options->a, pose("--pose-a", options->pose_a)},
                        {options->b, pose("--pose-b", options->pose_b)}},
                       options->query, options->output);
    };
  });
}

}  // namespace tact::app
