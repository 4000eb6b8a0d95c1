// The program: parses the command line and runs one command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "apps/arguments.h"
#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/complete.h"
#include "apps/suggest.h"
#include "apps/terminal.h"
#include "tact/tact.h"

namespace tact::app {
namespace {

constexpr const char* overview =
    R"(tact finds which triangles touch: exactly, between bodies and within one.

  tact play spheres            watch a built-in scene: bodies that move and break
  tact collide A.obj B.obj     pairs of triangles that touch between two files
  tact self A.obj              self-intersections of one file
  tact inside A.obj --points B.ply   which points lie inside a closed mesh
  tact ray A.obj …             what rays and segments meet
  tact sequence FOLDER B.obj   which frames of animated bodies touch
  tact simulate pile           soft bodies that fall, touch and answer
  tact scenes                  the built-in scenes
  tact methods                 the methods there are
  tact bench                   our methods beside other libraries

tact help COMMAND, or COMMAND --help, has examples. Exit code: 0 clear, 1 touching, 2 trouble or undecided.
)";

constexpr const char* program_examples =
    R"(Exit code: 0 if nothing touches, 1 if something does, 2 on trouble, or where a
deadline left it undecided. 'tact help COMMAND' says more of each.

Examples:
  tact play spheres
  tact scenes cloth --frame 100 --write .
  tact collide ball.obj cloth.obj
  tact self cloth.obj --pairs)";

// What depends on the machine it was built on, and on the one it runs on.
std::string version_line() {
  const BuildFeatures features = build_features();
  return fmt::format("tact {} ({}, threads by {}, {} Assimp, {} OpenCL)", version(), simd_target(),
                     features.threads, features.assimp ? "with" : "without",
                     features.opencl ? "with" : "without");
}

// CLI11 would only say that a subcommand is required.
std::string wrong_first_word(const CLI::App& app, const std::string& first) {
  const bool option = first.rfind('-', 0) == 0;
  const std::vector<std::string> names = option ? option_names(app) : command_names(app);
  const bool known = option ? app.get_option_no_throw(first) != nullptr
                            : std::find(names.begin(), names.end(), first) != names.end();
  if (known) return {};
  return fmt::format("no {} is called '{}'{} (see 'tact --help')", option ? "option" : "command",
                     first, did_you_mean(first, names));
}

int run_program(int argc, char** argv) {
  if (argc <= 1) {  // a script whose variable is empty must not read "clear"
    say(overview);
    return exit_trouble;
  }
  CLI::App app("tact finds which triangles touch: exactly, between bodies and within one.", "tact");
  prepare(app);
  app.set_version_flag("-v,--version", version_line(), "the version, and what it runs on");
  app.require_subcommand(1);
  app.footer(program_examples);
  Chosen chosen;
  add_collide(app, chosen);
  add_self(app, chosen);
  add_inside(app, chosen);
  add_ray(app, chosen);
  add_sequence(app, chosen);
  add_play(app, chosen);
  add_simulate(app, chosen);
  add_bench(app, chosen);
  add_methods(app, chosen);
  add_scenes(app, chosen);
  if (std::string_view(argv[1]) == "complete") return complete(app, {argv + 2, argv + argc});
  std::vector<std::string> arguments = tidy_arguments(argc, argv);
  const std::string wrong = wrong_first_word(app, arguments.front());
  if (!wrong.empty()) return trouble("tact", wrong);
  const int ended = parse(app, std::move(arguments));
  return ended >= 0 ? ended : chosen();
}

}  // namespace
}  // namespace tact::app

int main(int argc, char** argv) {
  return tact::app::run_guarded("tact", [&] { return tact::app::run_program(argc, argv); });
}
