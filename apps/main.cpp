// The program: parses the command line, runs one command, turns every trouble into one line and
// code 2.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "apps/command.h"
#include "apps/terminal.h"
#include "tact/base/parallel.h"
#include "tact/tact.h"

namespace tact::app {
namespace {

constexpr const char* overview =
    R"(tact finds which triangles touch: exactly, between bodies and within one.

  tact play spheres            watch a built-in scene: bodies that move and break
  tact collide A.obj B.obj     pairs of triangles that touch between two files
  tact self A.obj              self-intersections of one file
  tact sequence FOLDER B.obj   which frames of animated bodies touch
  tact simulate pile           soft bodies that fall, touch and answer
  tact scenes                  the built-in scenes
  tact methods                 the methods there are
  tact bench                   our methods beside other libraries

Every command has --help with examples. Exit code: 0 clear, 1 touching, 2 trouble.
)";

constexpr const char* examples =
    R"(Exit code: 0 if nothing touches, 1 if something does, 2 on trouble.

Examples:
  tact play spheres
  tact scenes cloth --frame 100 --write .
  tact collide ball.obj cloth.obj
  tact self cloth.obj --pairs)";

std::string version() {
  return fmt::format("tact {} ({}, threads by {})", TACT_VERSION, simd_target(),
                     parallel_backend());
}

int trouble(const std::string& message) {
  fmt::print(stderr, "tact: {}\n", message);
  return exit_trouble;
}

int run(int argc, char** argv) {
  if (argc == 1) {
    print(overview);
    return exit_clear;
  }
  CLI::App app("tact finds which triangles touch: exactly, between bodies and within one.", "tact");
  app.set_version_flag("--version", version(), "the version, and what it runs on");
  app.set_help_flag("-h,--help", "this text");
  app.get_formatter()->column_width(34);
  app.require_subcommand(1);
  app.footer(examples);
  Chosen chosen;
  add_collide(app, chosen);
  add_self(app, chosen);
  add_sequence(app, chosen);
  add_play(app, chosen);
  add_simulate(app, chosen);
  add_bench(app, chosen);
  add_methods(app, chosen);
  add_scenes(app, chosen);
  const std::string first = argv[1];  // CLI11 would only say that a subcommand is required
  const auto named = [&](const CLI::App* command) { return command->get_name() == first; };
  const bool option = first.rfind('-', 0) == 0;
  if (option ? app.get_option_no_throw(first) == nullptr : app.get_subcommands(named).empty()) {
    return trouble(fmt::format("no {} is called '{}' (see 'tact --help')",
                               option ? "option" : "command", first));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help and --version
    return app.exit(success) == 0 ? exit_clear : exit_trouble;
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    const std::string command = parsed.empty() ? "" : parsed.front()->get_name() + " ";
    return trouble(std::string(error.what()) + " (see 'tact " + command + "--help')");
  }
  return chosen();
}

}  // namespace
}  // namespace tact::app

int main(int argc, char** argv) {
  try {
    return tact::app::run(argc, argv);
  } catch (const std::bad_alloc&) {
    return tact::app::trouble("out of memory");
  } catch (const std::exception& error) {
    return tact::app::trouble(error.what());
  }
}
