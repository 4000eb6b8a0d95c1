// tact bench: our methods beside other libraries, measured in turns. They are a program of their
// own, tact-bench, which takes as long to build as all of this one and which few people need.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "apps/command.h"
#include "apps/complete.h"
#include "apps/terminal.h"
#include "tact/base/error.h"

namespace tact::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* how_to_build =
    "the benchmarks are a program of their own, tact-bench, which 'make build' puts beside tact "
    "(cmake: the target tact_bench_program)";

// In place of this process: what it prints, its exit code and its signals are those of the other.
// Returns if there is none, with errno; `beside` is where it was looked for.
void become_bench(const std::vector<std::string>& arguments, fs::path& beside) {
  std::string name = "tact bench";  // by which tact-bench knows how it was called
  std::vector<std::string> words = arguments;
  std::vector<char*> all{name.data()};
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  std::error_code ignored;
  beside = fs::read_symlink("/proc/self/exe", ignored).replace_filename("tact-bench");
  ::execv(beside.c_str(), all.data());
  if (errno == ENOENT) ::execvp("tact-bench", all.data());
}

int hand_over(const std::vector<std::string>& arguments) {
  fs::path beside;
  become_bench(arguments, beside);
  const int why = errno;
  const bool help = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return word == "--help" || word == "-h";
  });
  if (why == ENOENT && help) {
    print(std::string("tact bench: ") + how_to_build + "; it is not there.\n");
    return exit_clear;
  }
  throw Error(ErrorCode::bad_file,
              beside.string() + ": " + std::generic_category().message(why) + "; " + how_to_build);
}

}  // namespace

void complete_bench(const std::vector<std::string>& words) {
  std::vector<std::string> arguments{"complete"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  fs::path ignored;
  become_bench(arguments, ignored);
}

void add_bench(CLI::App& app, Chosen& chosen) {
  CLI::App* const command =
      app.add_subcommand("bench", "tables of the papers and other libraries, in one run");
  command->set_help_flag();  // that is an option of tact-bench, too
  command->prefix_command();
  command->callback(
      [command, &chosen] { chosen = [command] { return hand_over(command->remaining()); }; });
}

}  // namespace tact::app
