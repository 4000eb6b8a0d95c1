// tact play SCENE: a built-in scene, frame by frame.
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "apps/command.h"
#include "apps/conclusion.h"
#include "apps/frame_range.h"
#include "apps/frame_table.h"
#include "apps/output.h"
#include "apps/output_files.h"
#include "apps/progress.h"
#include "apps/report_file.h"
#include "apps/stage.h"
#include "apps/suggest.h"
#include "apps/terminal.h"
#include "scenes/registry.h"

namespace tact::app {
namespace {

struct PlayArguments {
  std::string scene;
  int lod = 1;
  std::string frames;
  int every = 0;
  bool verify = false;
  std::string report;
  QueryOptions query;
};

constexpr const char* play_examples =
    R"(Exit code: 0 if nothing touches in any frame, 1 if something does, 2 on trouble, or if
--deadline-ms left it undecided.
Lists of pairs give bodies and primitives (BODY:PRIMITIVE, or four columns) where a scene has more than two
bodies or a body that touches itself. JSON has one line per frame.

Examples:
  tact play spheres
  tact play teapot --frames 120..140 --every 1
  tact play tori --lod 0 --verify
  tact play tori --lod 0 --frames 118..120 --report look.html
  tact play tori --method boxes --threads 1 --format csv
  tact play mixed --lod 0 --frames 3 --contacts --format json)";

// The oracle beside the method that is played.
class Verifier {
 public:
  Verifier(const Stage& stage, const QueryOptions& options)
      : world_({"brute", options.threads}), ids_(stage.enter(world_)), options_(options) {}

  void check(const Stage& stage, int frame, const Result& result) {
    stage.move(world_, ids_);
    CollideOptions question = options_.question();
    question.detail = Detail::pairs;
    const Result& expected = world_.collide(question);
    if (result.pairs_by_slot() == expected.pairs_by_slot()) return;
    throw std::runtime_error("frame " + std::to_string(frame) + ": method " + result.method +
                             " found " + std::to_string(result.size()) + " pairs, brute force " +
                             std::to_string(expected.size()) +
                             (result.size() == expected.size() ? ", not the same ones" : ""));
  }

 private:
  World world_;
  std::vector<BodyId> ids_;
  QueryOptions options_;
};

double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

// Text: a table that grows. JSON and CSV: every frame, as it comes.
void show(const Answer& answer, const PlayArguments& options, bool first, FrameTable& rows,
          Progress& progress) {
  if (options.query.format == Format::text) return rows.add(answer, progress);
  progress.hide();
  if (options.query.format == Format::json) return print(to_json(answer, options.query));
  print((first ? csv_header(answer, options.query) : "") + to_csv(answer, options.query));
}

std::vector<report::Placement> places_of(const Stage& stage) {
  std::vector<report::Placement> places;
  for (std::size_t i = 0; i < stage.scene().bodies.size(); ++i) {
    const bool moves = !stage.scene().bodies[i].pose;
    places.push_back({stage.pose(i), {}});
    if (moves) places.back().positions = std::span<const float>(stage.positions(i));
  }
  return places;
}

// What a report is made of; none if none is wanted.
std::unique_ptr<report::Recording> start_recording(const std::string& path, Stage& stage,
                                                   const FrameRange& range) {
  if (path.empty()) return nullptr;
  std::vector<report::Body> bodies;
  for (const scenes::Body& body : stage.scene().bodies) {
    bodies.push_back({body.name, body.mesh.view(), {}, body.kind == BodyKind::points, !body.pose});
    if (!body.radii.empty()) bodies.back().radii = std::span<const float>(body.radii);
  }
  stage.set_frame(range.first);
  return std::make_unique<report::Recording>(std::move(bodies), places_of(stage),
                                             static_cast<std::size_t>(range.count()));
}

void report_scene(const PlayArguments& options, const scenes::SceneInfo& info,
                  const std::string& method, report::Recording& recording) {
  report::Words words;
  words.command = "tact play";
  words.title = std::string(info.name) + ": " + info.description;
  words.facts = facts_of_method(method, options.query);
  words.facts.emplace_back("level of detail", std::to_string(options.lod));
  sum_up(recording, words);
  if (options.verify) words.notes.emplace_back("Verified: every frame equals brute force.");
  write_report(options.report, &recording, std::move(words));
}

void check_report(const std::string& path) {
  OutputFiles files;
  add_report(files, path);
  files.check();
}

int run_play(const PlayArguments& options) {
  apply_simd(options.query);
  check_report(options.report);
  const bool bounded = options.query.question().budget.bounded();
  if (options.verify && bounded) {
    throw Error(
        ErrorCode::bad_argument,
        "--verify compares whole answers; leave out --any, --first, --at-most, --deadline-ms");
  }
  const scenes::SceneInfo& info =
      find_or_suggest(options.scene, names_of(scenes::all()), scenes::find);
  const FrameRange range = parse_frames(options.frames, info.frames);
  Answer answer;
  answer.command = "play";
  auto begin = std::chrono::steady_clock::now();
  Stage stage(scenes::build(info, options.lod));
  answer.load_ms = milliseconds_since(begin);
  begin = std::chrono::steady_clock::now();
  World world(options.query.world());
  const std::vector<BodyId> ids = stage.enter(world);
  answer.build_ms = milliseconds_since(begin);
  std::unique_ptr<Verifier> verifier;
  if (options.verify) verifier = std::make_unique<Verifier>(stage, options.query);
  const std::vector<BodyLine> bodies = stage.body_lines();
  answer.bodies = &bodies;
  answer.body_ids = stage.needs_body_ids();

  const std::unique_ptr<report::Recording> recording =
      start_recording(options.report, stage, range);
  FrameTable rows(info, options.lod, stage, range, options.every, options.query);
  Progress progress(options.verify ? "playing and verifying" : "playing",
                    static_cast<std::size_t>(range.count()));
  Conclusion conclusion;
  for (int frame = range.first; frame <= range.last; ++frame) {
    progress.show(static_cast<std::size_t>(frame - range.first));
    stage.set_frame(frame);
    stage.move(world, ids);
    CollideOptions question = options.query.question();
    if (recording) question.detail = Detail::contacts;
    const Result& result = world.collide(question);
    answer.frame = frame;
    answer.result = &result;
    if (verifier) verifier->check(stage, frame, result);
    show(answer, options, frame == range.first, rows, progress);
    conclusion.add(result.verdict(), static_cast<std::uint64_t>(frame));
    if (!recording) continue;
    recording->add(recording->moment(static_cast<std::uint64_t>(frame), result, places_of(stage)));
  }
  progress.hide();
  if (recording) report_scene(options, info, answer.result->method, *recording);
  if (options.query.format == Format::text) rows.finish(options.verify);
  return conclusion.finish();
}

}  // namespace

void add_play(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<PlayArguments>();
  CLI::App* const command =
      app.add_subcommand("play", "a built-in scene: bodies that move, deform and break");
  command->add_option("SCENE", options->scene, "its name (see 'tact scenes')")
      ->required()
      ->option_text(" ");
  command->add_option("--lod", options->lod, "level of detail, 0 the coarsest (default: 1)")
      ->option_text("L");
  command->add_option("--frames", options->frames, "the first N frames, or A to B (default: all)")
      ->option_text("N|A..B");
  command
      ->add_option("--every", options->every, "text: a row for each K-th frame (default: ~24 rows)")
      ->option_text("K")
      ->check(CLI::Range(1, 1000000));
  command->add_flag("--verify", options->verify, "compare every frame with brute force");
  add_report_option(*command, options->report);
  add_query_options(*command, options->query);
  command->footer(play_examples);
  command->callback([options, &chosen] { chosen = [options] { return run_play(*options); }; });
}

}  // namespace tact::app
