// tact ray MESH…: what rays and segments meet.
#include <CLI/CLI.hpp>
#include <limits>
#include <memory>

#include "apps/command.h"
#include "apps/ray_query.h"

namespace tact::app {
namespace {

constexpr const char* ray_examples =
    R"(Exit code: 0 if no ray meets anything, 1 if one does, 2 on trouble.
A ray is all points ORIGIN + t DIRECTION with t from 0 to --t-max, a segment those with t from 0 to 1. What is met is exact,
through corners and along edges too; t is rounded once. Triangles are counted from 0 in the order of the file.
A file of rays has one a line: six numbers (origin and direction), or seven (and t-max); # begins a comment.

Examples:
  tact ray ball.obj --origin "0 0 5" --direction "0 0 -1"
  tact ray ball.obj cloth.obj --origin "0 0 5" --to "0 0 -5" --all
  tact ray ball.obj --origin "0 0 5" --direction "0 0 -1" --any --format json)";

}  // namespace

void add_ray(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<RayArguments>();
  CLI::App* const command = app.add_subcommand("ray", "what rays and segments meet");
  command->add_option("MESH", options->meshes, mesh_file_text())
      ->required()
      ->option_text("FILE...");
  const char* const point = "\"X Y Z\"";
  CLI::Option* const origin =
      command->add_option("--origin", options->origin, "where the ray begins")->option_text(point);
  CLI::Option* const direction =
      command->add_option("--direction", options->direction, "where it goes: of any length")
          ->option_text(point);
  CLI::Option* const to =
      command->add_option("--to", options->to, "or where it ends: a segment")->option_text(point);
  CLI::Option* const file =
      command->add_option("--rays", options->file, "or many of them, one a line")
          ->option_text("FILE");
  CLI::Option* const t_max =
      command->add_option("--t-max", options->t_max, "how far it goes, in lengths of the direction")
          ->check(within(0, std::numeric_limits<double>::max()))
          ->option_text("T");
  direction->needs(origin)->excludes(to);
  to->needs(origin)->excludes(t_max);
  file->excludes(origin)->excludes(t_max);
  CLI::Option* const all =
      command->add_flag("--all", options->all, "all that each meets, not only the first")
          ->option_text(" ");
  command->add_flag("--any", options->any, "one hit of each, whichever is found soonest")
      ->excludes(all)
      ->option_text(" ");
  command
      ->add_option("--threads", options->threads, "threads (default: as many as the machine has)")
      ->option_text("N")
      ->check(within(1, 1024));
  add_format_option(*command, options->format);
  command->footer(ray_examples);
  command->callback([options, &chosen] { chosen = [options] { return ask_rays(*options); }; });
}

}  // namespace tact::app
