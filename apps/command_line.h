#pragma once
// What every program here does with its command line: parses it, and turns trouble into one line
// and code 2.
#include <functional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
class Validator;
}  // namespace CLI

namespace tact::app {

/// Help and its layout; for a program's own App, before its commands are added.
void prepare(CLI::App& app);

/// Refuses what is no number from low to high, NaN among it, in words that a person reads.
CLI::Validator within(double low, double high);

/// Names of all options, with their dashes.
std::vector<std::string> option_names(const CLI::App& app);

/// Names of all commands, and "help".
std::vector<std::string> command_names(const CLI::App& app);

/// Prints those that begin like `begun`, a line each: for shells that complete a word.
void print_offers(const std::vector<std::string>& offers, const std::string& begun);

/// Parses; -1, or the exit code if that was all: help was asked for, or something was wrong, which
/// it says in one line that begins with the first word of the App's name.
int parse(CLI::App& app, std::vector<std::string> arguments);

/// Says it in one line on standard error, after the program's name. Returns exit_trouble.
int trouble(const std::string& program, const std::string& message);

/// What `run` returns; where it throws, what trouble() does. Before that, a standard stream that is
/// closed is held, so that no file gets its number.
int run_guarded(const std::string& program, const std::function<int()>& run);

}  // namespace tact::app
