// The program: parses the command line, runs one command, turns every trouble into one line and
// code 2.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <sstream>

#include "apps/arguments.h"
#include "apps/command.h"
#include "apps/suggest.h"
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
std::string version() {
  const std::vector<std::string> formats = mesh_formats();
  const bool assimp = std::find(formats.begin(), formats.end(), ".gltf") != formats.end();
  const auto all = methods();
  const bool opencl = std::any_of(all.begin(), all.end(),
                                  [](const MethodInfo& m) { return m.name == "stream-cl"; });
  return fmt::format("tact {} ({}, threads by {}, {} Assimp, {} OpenCL)", TACT_VERSION,
                     simd_target(), parallel_backend(), assimp ? "with" : "without",
                     opencl ? "with" : "without");
}

int trouble(const std::string& message) {
  fmt::print(stderr, "tact: {}\n", message);
  return exit_trouble;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names{"help"};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
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

// CLI11 lists them back to front, and does not guess.
std::string unexpected(const CLI::App& command) {
  const std::vector<std::string> extras = command.remaining(true);
  const auto option = std::find_if(extras.begin(), extras.end(), [](const std::string& extra) {
    return extra.rfind('-', 0) == 0;
  });
  if (option == extras.end()) return fmt::format("'{}' was not expected", extras.front());
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("{} has no option {}{}", command.get_name(), name,
                     did_you_mean(name, option_names(command)));
}

int parse(CLI::App& app, std::vector<std::string> arguments) {
  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    app.parse(std::move(arguments));
  } catch (const CLI::Success& success) {  // --help and --version
    std::ostringstream text;
    app.exit(success, text, text);
    print(text.str());
    return exit_clear;
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    const CLI::App& command = parsed.empty() ? app : *parsed.front();
    const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr &&
                        !command.remaining(true).empty();
    const std::string name = parsed.empty() ? "" : command.get_name() + " ";
    return trouble((extras ? unexpected(command) : error.what()) + " (see 'tact " + name +
                   "--help')");
  }
  return -1;
}

// A standard stream that is closed would lend its number to the next file that is opened, and what
// is printed would end up there. Opened for reading only, so that printing is trouble.
void hold_standard_streams() {
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY) >= 0);
  }
}

int run_program(int argc, char** argv) {
  if (argc == 1) {
    print(overview);
    return exit_clear;
  }
  CLI::App app("tact finds which triangles touch: exactly, between bodies and within one.", "tact");
  app.set_version_flag("-v,--version", version(), "the version, and what it runs on");
  app.set_help_flag("-h,--help", "this text");
  app.get_formatter()->column_width(34);
  app.require_subcommand(1);
  app.footer(program_examples);
  Chosen chosen;
  add_collide(app, chosen);
  add_self(app, chosen);
  add_sequence(app, chosen);
  add_play(app, chosen);
  add_simulate(app, chosen);
  add_bench(app, chosen);
  add_methods(app, chosen);
  add_scenes(app, chosen);
  std::vector<std::string> arguments = tidy_arguments(argc, argv);
  const std::string wrong = wrong_first_word(app, arguments.front());
  if (!wrong.empty()) return trouble(wrong);
  const int ended = parse(app, std::move(arguments));
  return ended >= 0 ? ended : chosen();
}

}  // namespace
}  // namespace tact::app

int main(int argc, char** argv) {
  try {
    tact::app::hold_standard_streams();
    return tact::app::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    return tact::app::trouble("out of memory");
  } catch (const std::exception& error) {
    return tact::app::trouble(error.what());
  }
}
