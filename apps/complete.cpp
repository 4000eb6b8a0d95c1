#include "apps/complete.h"

#include <CLI/CLI.hpp>

#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/suggest.h"
#include "scenes/registry.h"
#include "scenes/simulations.h"
#include "tact/tact.h"

namespace tact::app {
namespace {

using Words = std::vector<std::string>;

Words values_of(const std::string& option) {
  if (option == "--method") return names_of(methods());
  if (option == "--format") return {"text", "json", "csv"};
  if (option == "--simd") return simd_targets();
  if (option == "--cache") return {"pc2", "mdd"};
  if (option == "--as") return {"pc2", "mdd", "obj"};
  return {};
}

Words first_words(const CLI::App& app) {
  Words words = command_names(app);
  for (const std::string& option : option_names(app)) words.push_back(option);
  return words;
}

Words offers(const CLI::App& app, const Words& words) {
  const std::string& command = words.front();
  if (words.size() == 1) return first_words(app);
  if (command == "help") return words.size() == 2 ? command_names(app) : Words();
  Words values = values_of(words[words.size() - 2]);
  if (!values.empty()) return values;
  if (words.back().rfind('-', 0) == 0) {
    const auto is_it = [&](const CLI::App* one) { return one->get_name() == command; };
    const auto found = app.get_subcommands(is_it);
    return found.empty() ? Words() : option_names(*found.front());
  }
  if (words.size() > 2) return {};
  if (command == "play" || command == "scenes") return names_of(scenes::all());
  return command == "simulate" ? names_of(scenes::simulations()) : Words();
}

}  // namespace

int complete(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty()) words.emplace_back();
  if (words.size() > 1 && words.front() == "bench") {
    complete_bench({words.begin() + 1, words.end()});
    return exit_clear;
  }
  print_offers(offers(app, words), words.back());
  return exit_clear;
}

}  // namespace tact::app
