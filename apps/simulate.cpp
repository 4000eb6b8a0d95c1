// tact simulate SCENE: bodies that hold their shape fall, touch and answer.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/csv.h"
#include "apps/interrupt.h"
#include "apps/progress.h"
#include "apps/query_options.h"
#include "apps/report_file.h"
#include "apps/simulate_files.h"
#include "apps/simulate_picture.h"
#include "apps/simulate_report.h"
#include "apps/suggest.h"
#include "apps/table.h"
#include "apps/terminal.h"
#include "scenes/simulate.h"
#include "tact/base/error.h"

namespace tact::app {
namespace {

struct SimulateArguments {
  std::string scene;
  bool list = false;
  int lod = 1;
  int level = -1;
  double budget_ms = -1;
  int frames = 0;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  int every = 0;
  std::string folder;
  std::string form = "pc2";
  bool replace = false;
  std::string report;
  Format format = Format::text;
};

constexpr const char* simulate_examples =
    R"(Exit code: 0 if nothing touches in any frame, 1 if something does, 2 on trouble, or if --budget-ms
left it undecided. Contacts are what is answered: of spheres at a level, or of triangles that are about to
touch, so that these frames may be clear to 'tact sequence', which asks whether triangles meet.
JSON has one line per frame: contacts, times of detection, response and deformation, the level of the
spheres that was reached, the largest penetration, energy. With --write, each body becomes a mesh and a
point cache, which 'tact sequence' and animation programs read.

Examples:
  tact simulate --list
  tact simulate flower --lod 0 --frames 30
  tact simulate pile --lod 0 --level 3 --frames 20 --format json
  tact simulate stack --frames 10 --write .
  tact simulate flower --lod 0 --frames 30 --report look.html
  tact simulate pressed --lod 0 --budget-ms 2 --frames 50 --seed 7)";

std::string list_of_simulations(Format format) {
  std::vector<std::vector<std::string>> rows{{"scene", "frames", "what happens", "after"}};
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::string csv = "name,frames,finest_lod,description,reference\n";
  for (const scenes::SimulationInfo& info : scenes::simulations()) {
    rows.push_back({info.name, std::to_string(info.frames), info.description, info.reference});
    csv += fmt::format("{},{},{},{},{}\n", info.name, info.frames, info.finest,
                       csv_cell(info.description), csv_cell(info.reference));
    json.push_back({{"name", info.name},
                    {"description", info.description},
                    {"reference", info.reference},
                    {"frames", info.frames},
                    {"finest_lod", info.finest}});
  }
  if (format == Format::json) return json.dump(2) + "\n";
  return format == Format::csv ? csv : table(rows, {false, true, false, false});
}

SimulationOptions simulation_options(const SimulateArguments& options,
                                     const scenes::SimulatedScene& scene) {
  SimulationOptions how = scenes::options_of(scene);
  how.threads = options.threads;
  if (options.level >= 0) how.level = options.level;
  if (options.budget_ms >= 0) {
    how.budget_seconds = options.budget_ms / 1000 / scene.steps_a_frame;
  }
  return how;
}

int run_scene(const SimulateArguments& options) {
  const scenes::SimulationInfo& info =
      find_or_suggest(options.scene, names_of(scenes::simulations()), scenes::find_simulation);
  const scenes::SimulatedScene scene = scenes::build(info, options.lod, options.seed);
  const std::unique_ptr<Simulation> simulation =
      scenes::enter(scene, simulation_options(options, scene));
  const int frames = options.frames > 0 ? options.frames : info.frames;
  SimulationFiles files(options.folder, options.form, options.replace, scene, frames);
  SimulationPicture picture(options.report, scene, *simulation, options.threads, frames);
  SimulateReport report(info, scene, simulation->options(), options.lod, frames, options.every,
                        options.format);
  const Interrupt interrupt;
  Progress progress("frames", static_cast<std::size_t>(frames));
  int frame = 0;
  for (; frame < frames && !Interrupt::wanted(); ++frame) {
    progress.show(static_cast<std::size_t>(frame));
    SimulatedFrame now;
    now.frame = frame;
    now.seconds = (frame + 1) * scene.step * scene.steps_a_frame;
    for (int step = 0; step < scene.steps_a_frame; ++step) now.add(simulation->step());
    now.energy = simulation->energy();
    files.add(*simulation);
    picture.add(*simulation, now);
    const std::string text = report.add(now);
    if (text.empty()) continue;
    progress.hide();
    print(text);
  }
  progress.hide();
  print(report.finish());
  const bool written = files.commit();
  picture.finish(info, simulation->options(), options.lod, frame < frames);
  if (frame < frames) {
    say(fmt::format("tact: interrupted after {} of {} frames{}\n", frame, frames,
                    options.folder.empty() ? ""
                    : written              ? ", which are written"
                                           : "; no file was written or replaced"));
    return exit_trouble;
  }
  return report.conclusion().finish();
}

int run_simulate(const SimulateArguments& options) {
  if (options.list) {
    print(list_of_simulations(options.format));
    return exit_clear;
  }
  if (options.scene.empty()) {
    throw Error(ErrorCode::bad_argument, "which one? 'tact simulate --list' names them");
  }
  return run_scene(options);
}

void add_simulate_options(CLI::App& command, SimulateArguments& options) {
  command.add_option("SCENE", options.scene, "its name (see --list)")->option_text(" ");
  command.add_flag("--list", options.list, "only list the scenes there are");
  command
      .add_option("--lod", options.lod,
                  "level of detail of its bodies, 0 the coarsest (default: 1)")
      ->option_text("L");
  command
      .add_option("--level", options.level,
                  "level of the spheres that answers, 2 to 6 are usual; 0: triangles (default: the "
                  "scene's own)")
      ->option_text("N")
      ->check(CLI::Range(0, 64));
  command
      .add_option("--budget-ms", options.budget_ms,
                  "time for finding and answering contacts in a frame; coarser where it is short")
      ->option_text("MS")
      ->check(within(0, 1e9));
  command.add_option("--frames", options.frames, "how many (default: the scene's own)")
      ->option_text("N")
      ->check(CLI::Range(1, 100000000));
  command.add_option("--seed", options.seed, "places and turns bodies differently (default: 1)")
      ->option_text("S");
  command
      .add_option("--every", options.every, "text: a row for each K-th frame (default: ~24 rows)")
      ->option_text("K")
      ->check(CLI::Range(1, 1000000));
  CLI::Option* const write =
      command
          .add_option("--write", options.folder,
                      "every body and its frames, as files in there; made if there is none")
          ->option_text("FOLDER");
  command.add_option("--as", options.form, "form of the frames: pc2, mdd or obj (default: pc2)")
      ->option_text("FORM")
      ->check(CLI::IsMember({"pc2", "mdd", "obj"}))
      ->needs(write);
  command.add_flag("--replace", options.replace, "write over files that are there already")
      ->option_text(" ")
      ->needs(write);
  add_report_option(command, options.report);
  add_format_option(command, options.format);
  command.add_option("--threads", options.threads, "threads (default: as many as the machine has)")
      ->option_text("N")
      ->check(CLI::Range(1, 1024));
}

}  // namespace

void add_simulate(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SimulateArguments>();
  CLI::App* const command =
      app.add_subcommand("simulate", "bodies that hold their shape fall, touch and answer");
  add_simulate_options(*command, *options);
  command->footer(simulate_examples);
  command->callback([options, &chosen] { chosen = [options] { return run_simulate(*options); }; });
}

}  // namespace tact::app
