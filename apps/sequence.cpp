// tact sequence BODY…: which frames of animated bodies touch.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/contact_files.h"
#include "apps/frame_files.h"
#include "apps/frame_range.h"
#include "apps/interrupt.h"
#include "apps/output_files.h"
#include "apps/progress.h"
#include "apps/report_file.h"
#include "apps/seams.h"
#include "apps/sequence_page.h"
#include "apps/sequence_summary.h"
#include "apps/terminal.h"
#include "tact/base/parallel.h"
#include "tact/io/frame_names.h"

namespace tact::app {
namespace {

struct SequenceArguments {
  std::vector<std::string> bodies;
  std::string frames;
  int step = 1;
  unsigned jobs = 0;  // 0: as many as suit
  bool self = false;
  bool continuous = false;
  std::string csv;
  std::string contacts;
  std::string colliding;
  std::string report;
  bool replace = false;
  QueryOptions query;
};

constexpr const char* sequence_examples =
    R"(A body is one of: a folder of mesh files; a quoted pattern for them ('walk/*.obj'); MESH:CACHE with a point
cache (body.obj:walk.pc2, also .mdd); one mesh file, which stands still. All frames of a body have the triangles of
the first one. One body is tested against itself, several against each other. Within a body, triangles that share a vertex
count if they have more in common than that, as folds and doubled triangles have. JSON has one line per frame and
one for the summary. A # in the name of a file to write means one file per frame that touches (where an earlier run
left some, --replace takes them away first); without it, the frame with the most pairs is written. With --continuous every
vertex goes in a straight line from each frame to the next one that is asked about; what meets on the way, a vertex and a
triangle or two edges, counts as touching, and is told with its frame (4.250: a quarter of the way from 4 to 5).
Exit code: 0 if nothing touches in any frame, 1 if something does, 2 on trouble, or if --deadline-ms left it undecided.

Examples:
  tact sequence walk
  tact sequence 'walk/*.obj' floor.obj --self
  tact sequence cloth.obj:cloth.pc2 ball.obj:ball.mdd --frames 10..90 --step 2 --format json
  tact sequence walk floor.obj --continuous
  tact sequence walk floor.obj --csv walk.csv --write-contacts contacts.ply
  tact sequence walk floor.obj --report look.html
  tact sequence walk floor.obj --jobs 2 --write-colliding colliding.####.obj)";

// Before anything is read, and again when it is known which frames may get files of their own.
// Returns those of them that are there, which may be replaced.
std::vector<std::filesystem::path> check_files(const SequenceArguments& options,
                                               const std::vector<std::uint64_t>& frames) {
  OutputFiles files;
  files.add("--csv", options.csv, FileForm::csv);
  files.add_frames("--write-contacts", options.contacts, FileForm::ply, frames);
  files.add_frames("--write-colliding", options.colliding, FileForm::obj, frames);
  add_report(files, options.report);
  for (const std::string& source : options.bodies) files.read_body(source);
  files.check();
  std::vector<std::filesystem::path> there = files.numbered_there();
  if (!options.replace) refuse_to_replace(there);
  return there;
}

// Files of frames that nobody asks about now may be of a run that did, or of another motion.
void say_other_frames(const SequenceArguments& options, const std::vector<std::uint64_t>& frames) {
  for (const std::string& pattern : {options.contacts, options.colliding}) {
    if (!is_frame_pattern(pattern)) continue;
    const std::vector<std::filesystem::path> others = OutputFiles::other_frames(pattern, frames);
    if (others.empty()) continue;
    say(fmt::format(
        "tact: warning: {}{} not of this run, which does not ask about that frame\n",
        shown(others.front().string()),
        others.size() == 1 ? " is" : fmt::format(" and {} more are", others.size() - 1)));
  }
}

std::vector<Sequence> open_bodies(const SequenceArguments& options) {
  // Only within a body does it matter who is whose neighbour.
  const bool within = options.self || options.bodies.size() == 1;
  const LoadOptions how{within ? options.query.weld : Weld::never};
  std::vector<Sequence> bodies;
  bodies.reserve(options.bodies.size());
  for (const std::string& source : options.bodies) bodies.emplace_back(source, how);
  return bodies;
}

// Two threads do more for two frames than for one; but each job has structures of its own, and
// those that follow the motion want some frames in a row.
unsigned suitable_jobs(unsigned threads, std::uint64_t frames) {
  const unsigned free = hardware_threads() / std::max(1U, threads);
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(std::min<std::uint64_t>(free, frames / 16), 1, 8));
}

SequencePlan make_plan(const SequenceArguments& options, const std::vector<Sequence>& bodies) {
  std::uint64_t frames = 1;
  std::size_t longest = 0;
  std::size_t shortest = 0;
  bool moves = false;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].moves()) continue;
    if (!moves || bodies[i].frames() < bodies[shortest].frames()) shortest = i;
    if (!moves || bodies[i].frames() > bodies[longest].frames()) longest = i;
    moves = true;
  }
  if (moves) frames = bodies[shortest].frames();
  if (options.frames.empty() && moves && bodies[longest].frames() != frames) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{} has {} frames, {} has {}; say which with --frames, such as 0..{}",
                            options.bodies[longest], bodies[longest].frames(),
                            options.bodies[shortest], frames, frames - 1));
  }
  const auto known = static_cast<int>(std::min<std::uint64_t>(frames, 2000000000));
  const FrameRange range = parse_frames(options.frames, known);
  SequencePlan plan;
  plan.first = static_cast<std::uint64_t>(range.first);
  plan.step = static_cast<std::uint64_t>(options.step);
  plan.count = static_cast<std::uint64_t>((range.count() + options.step - 1) / options.step);
  plan.jobs = static_cast<unsigned>(std::min<std::uint64_t>(
      options.jobs > 0 ? options.jobs : suitable_jobs(options.query.threads, plan.count),
      plan.count));
  plan.self = options.self || bodies.size() == 1;
  plan.continuous = options.continuous;
  plan.contacts = options.contacts;
  plan.colliding = options.colliding;
  plan.query = options.query;
  plan.query.neighbours = plan.query.neighbours && plan.self;
  return plan;
}

std::vector<std::uint64_t> frames_of(const SequencePlan& plan) {
  std::vector<std::uint64_t> frames(static_cast<std::size_t>(plan.count));
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i] = plan.frame(i);
  return frames;
}

std::string heading(const std::vector<Sequence>& bodies, const std::vector<BodyLine>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = body_text(lines[i]);
    line.insert(line.size() - 1,
                bodies[i].moves() ? fmt::format(", {} frames", with_commas(bodies[i].frames()))
                : lines[i].notes.empty() ? ", stands still"
                                         : ", stands still (its animation is not read)");
    text += line;
  }
  return text + "\n";
}

void show(const FrameReport& report, SequenceSummary& summary, Format format, Progress& progress) {
  std::string text = summary.add(report);
  if (format != Format::text) text.clear();
  if (format == Format::text && !report.text.empty()) {
    text += fmt::format("{}: {}\n", summary.frame_text(report.frame), report.pairs) + report.text;
  } else {
    text += report.text;
  }
  if (text.empty()) return;
  progress.hide();
  print(text);
}

// Unquoted, a pattern reaches us as many bodies that stand still: another question.
void say_if_expanded(const std::vector<std::string>& names, const std::vector<Sequence>& bodies) {
  for (const Sequence& body : bodies) {
    if (body.moves()) return;
  }
  if (names.size() < 3 || !is_one_motion({names.begin(), names.end()})) return;
  say(fmt::format(
      "tact: warning: these are {} bodies that stand still, tested against each other; for one "
      "that moves, put the pattern into quotes\n",
      names.size()));
}

// The next report; false at the end, and where a frame failed, in which case it says why.
bool next_report(SequenceRun& frames, FrameReport& report, std::string& failure) {
  try {
    return frames.next(report);
  } catch (const std::bad_alloc&) {
    failure = "out of memory";
  } catch (const std::exception& error) {
    failure = error.what();
  }
  return false;
}

// Asks about the frames, and shows and writes each as it comes. Returns why one failed, if one did.
std::string ask_frames(const std::vector<Sequence>& bodies, const std::vector<BodyLine>& lines,
                       const SequencePlan& plan, SequenceSummary& summary, FrameFiles& files,
                       SequenceCsv* csv, report::Recording* recording) {
  const Format format = plan.query.format;
  SequenceRun frames(bodies, lines, plan);
  Progress progress("frames", static_cast<std::size_t>(plan.count));
  FrameReport report;
  std::string failure;
  while (next_report(frames, report, failure)) {
    if (format == Format::text && summary.frames() == 0) print(heading(bodies, lines));
    show(report, summary, format, progress);
    files.add(report);
    if (recording != nullptr) recording->add(std::move(report.moment));
    if (csv != nullptr) csv->add(report);
    progress.show(static_cast<std::size_t>(summary.frames()));
  }
  progress.hide();
  return failure;
}

// What it came to, on all ways out. Returns the exit code.
int conclude(const SequencePlan& plan, SequenceSummary& summary, const FrameFiles& files) {
  const Format format = plan.query.format;
  // Where nothing is known, files without anything in them would say that nothing touches.
  if (summary.verdict() != Verdict::undecided) files.finish();
  if (format == Format::text) print(summary.end_stretch() + summary.as_text());
  if (format == Format::json) print(summary.as_json());
  if (format == Format::csv && summary.seam_pairs() > 0) {
    say(fmt::format("tact: note: {}\n", seam_text(summary.seam_pairs())));
  }
  if (summary.interrupted()) {
    say(fmt::format("tact: interrupted after {} of {} frames\n", summary.frames(), plan.count));
  }
  return summary.cut_short() ? exit_trouble : summary.conclusion().finish();
}

// What the way between frames has no answer to.
void check_continuous(const SequenceArguments& options) {
  if (!options.continuous) return;
  const QueryOptions& query = options.query;
  if (query.tolerance > 0) {
    throw Error(ErrorCode::bad_argument, "--continuous: between frames there is no --tolerance");
  }
  if (query.format == Format::csv && query.lists_pairs()) {
    throw Error(ErrorCode::bad_argument,
                "--continuous: a table of pairs has no place for what meets between frames; leave "
                "out --pairs and --contacts, or take --format json");
  }
}

int run_sequence(const SequenceArguments& options) {
  check_continuous(options);
  apply_simd(options.query);
  check_files(options, {});
  const std::vector<Sequence> bodies = open_bodies(options);
  std::vector<BodyLine> lines;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    lines.push_back(line_of(options.bodies[i], bodies[i].mesh()));
    lines.back().notes = bodies[i].notes();
  }
  SequencePlan plan = make_plan(options, bodies);
  std::vector<std::filesystem::path> old = check_files(options, frames_of(plan));
  say_other_frames(options, frames_of(plan));
  std::optional<SequenceCsv> csv;
  if (!options.csv.empty()) csv.emplace(options.csv, bodies, lines, plan.self, plan.continuous);
  say_notes(lines);
  say_if_expanded(options.bodies, bodies);
  if (options.query.format == Format::csv) say_welded(lines);
  if (plan.continuous && plan.count < 2) {
    say("tact: note: --continuous: there is no way from frame to frame to look at\n");
  }

  const std::unique_ptr<report::Recording> recording =
      start_recording(options.report, options.bodies, bodies, plan);
  plan.recording = recording.get();

  const Interrupt interrupt;
  SequenceSummary summary(bodies, lines, plan);
  FrameFiles files(plan, std::move(old));
  const std::string failure =
      ask_frames(bodies, lines, plan, summary, files, csv ? &*csv : nullptr, recording.get());
  if (!failure.empty() && summary.frames() == 0) return trouble("tact", failure);
  if (!failure.empty()) summary.fail(failure);
  if (csv) csv->commit();
  if (recording) report_frames(options.report, plan, lines, summary, failure, *recording);
  const int code = conclude(plan, summary, files);
  if (failure.empty()) return code;
  return trouble("tact", fmt::format("{}; answered: {} of {} frames, those before it", failure,
                                     summary.frames(), plan.count));
}

}  // namespace

void add_sequence(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SequenceArguments>();
  CLI::App* const command = app.add_subcommand("sequence", "which frames of animated bodies touch");
  command->add_option("BODY", options->bodies, "a folder, a pattern, MESH:CACHE or a mesh file")
      ->required()
      ->option_text("BODY...");
  command->add_option("--frames", options->frames, "the first N frames, or A to B (default: all)")
      ->option_text("N|A..B");
  command->add_option("--step", options->step, "only each K-th of them")
      ->option_text("K")
      ->check(CLI::Range(1, 1000000000));
  command->add_flag("--self", options->self, "of several bodies, each also against itself");
  command->add_flag("--continuous", options->continuous,
                    "also what meets between frames, on straight ways from each to the next");
  command
      ->add_option("--jobs", options->jobs,
                   "frames at a time (default: as many as suit the machine, up to 8)")
      ->option_text("N")
      ->check(CLI::Range(1, 256));
  command->add_option("--csv", options->csv, "a row per frame, for a spreadsheet")
      ->option_text("FILE");
  add_file_options(*command, options->contacts, options->colliding);
  add_report_option(*command, options->report);
  command->add_flag("--replace", options->replace,
                    "of files with a # in their names, take those of an earlier run away first");
  add_query_options(*command, options->query);
  add_no_neighbours_option(*command, options->query);
  add_weld_option(*command, options->query);
  command->footer(sequence_examples);
  command->callback([options, &chosen] { chosen = [options] { return run_sequence(*options); }; });
}

}  // namespace tact::app
