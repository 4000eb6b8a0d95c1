#include "apps/command_line.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <new>
#include <sstream>

#include "apps/command.h"
#include "apps/suggest.h"
#include "apps/terminal.h"
#include "tact/io/number.h"

namespace tact::app {
namespace {

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

// A standard stream that is closed would lend its number to the next file that is opened, and what
// is printed would end up there. Opened for reading only, so that printing is trouble.
void hold_standard_streams() {
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY) >= 0);
  }
}

}  // namespace

// CLI11's own range checks print the bounds of the type, and let NaN pass.
CLI::Validator within(double low, double high) {
  const auto check = [low, high](const std::string& text) -> std::string {
    double value = 0;
    if (!parse_double(text, value)) return "'" + text + "' is not a number";
    if (value >= low && value <= high) return {};
    std::string message = "must be at least ";
    append_number(message, low);
    if (std::isfinite(high)) append_number(message += " and at most ", high);
    return message + ", not " + text;
  };
  return {check, ""};
}

void prepare(CLI::App& app) {
  app.set_help_flag("-h,--help", "this text");
  app.get_formatter()->column_width(34);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names{"help"};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

void print_offers(const std::vector<std::string>& offers, const std::string& begun) {
  std::string text;
  for (const std::string& offer : offers) {
    if (offer.rfind(begun, 0) == 0) text += offer + "\n";
  }
  print(text);
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
    // What is required may have been mistyped.
    const bool extras = (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                         dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) &&
                        !command.remaining(true).empty();
    const std::string name =
        parsed.empty() ? app.get_name() : app.get_name() + " " + command.get_name();
    return trouble(
        app.get_name().substr(0, app.get_name().find(' ')),
        fmt::format("{} (see '{} --help')", extras ? unexpected(command) : error.what(), name));
  }
  // As from a variable that a script forgot to set: not the same as leaving the option out.
  std::vector<const CLI::App*> commands{&app};
  for (const CLI::App* command : app.get_subcommands()) commands.push_back(command);
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      const std::vector<std::string>& words = option->results();
      const bool filled = std::find(words.begin(), words.end(), "") == words.end();
      if (filled || option->get_positional()) continue;  // a file has its own words for it
      return trouble(app.get_name().substr(0, app.get_name().find(' ')),
                     fmt::format("{}: its value is empty", option->get_name()));
    }
  }
  return -1;
}

int trouble(const std::string& program, const std::string& message) {
  say(fmt::format("{}: {}\n", program, shown(message)));
  return exit_trouble;
}

int run_guarded(const std::string& program, const std::function<int()>& run) {
  try {
    hold_standard_streams();
    return run();
  } catch (const std::bad_alloc&) {
    return trouble(program, "out of memory");
  } catch (const std::exception& error) {
    return trouble(program, error.what());
  }
}

}  // namespace tact::app
