#include "apps/mesh_query.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "apps/conclusion.h"
#include "apps/contact_files.h"
#include "apps/output.h"
#include "apps/output_files.h"
#include "apps/report_file.h"
#include "apps/seams.h"
#include "apps/solids.h"
#include "apps/terminal.h"
#include "tact/base/parallel.h"
#include "tact/io/load.h"
#include "tact/io/number.h"

namespace tact::app {
namespace {

class Stopwatch {
 public:
  /// Milliseconds since the last lap.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - begin_).count();
    begin_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::string to_text(const Answer& answer, const QueryOptions& options) {
  const Result& result = *answer.result;
  const Style style = result.verdict() == Verdict::touching ? Style::red
                      : result.verdict() == Verdict::clear  ? Style::green
                                                            : Style::bold;
  const std::string inside = containment_text(answer);
  std::string text =
      styled(stdout, style, inside.empty() ? verdict(result, options) : inside) + "\n";
  if (answer.relation && inside.empty()) {
    text +=
        "  " +
        relation_text(*answer.relation, answer.bodies->front().name, answer.bodies->back().name) +
        "\n";
  }
  if (tells_separation(answer)) text += separation_text(answer);
  for (const BodyLine& body : *answer.bodies) text += body_text(body);
  if (!answer.inside_note.empty()) text += "  note: " + answer.inside_note + "\n";
  if (answer.seam_pairs > 0) text += "  note: " + seam_text(answer.seam_pairs) + "\n";
  const unsigned threads = resolve_threads(options.threads);
  text += styled(stdout, Style::dim,
                 fmt::format(
                     "  method {}, {} {}; load {:.1f} ms, build {:.1f} ms, update {:.1f} ms, "
                     "query {:.1f} ms",
                     result.method, threads, threads == 1 ? "thread" : "threads", answer.load_ms,
                     answer.build_ms, 1000 * result.times.update, 1000 * result.times.query)) +
          "\n";
  if (options.lists_pairs()) text += pair_lines(answer, options);
  return text;
}

void check_files(const std::vector<std::filesystem::path>& files, const FilesToWrite& output) {
  OutputFiles outputs;
  outputs.add("--write-contacts", output.contacts, FileForm::ply);
  outputs.add("--write-colliding", output.colliding, FileForm::obj);
  add_report(outputs, output.report);
  for (const std::filesystem::path& file : files) outputs.read(file);
  outputs.check();
}

void write_files(const Result& result, const std::vector<MeshFile>& files,
                 const std::vector<Mesh>& meshes, const FilesToWrite& output) {
  if (!output.contacts.empty()) write_file(output.contacts, contacts_as_ply(result));
  if (output.colliding.empty()) return;
  std::vector<PlacedBody> placed;
  for (std::size_t i = 0; i < files.size(); ++i) {
    placed.push_back({files[i].path, meshes[i].view(), files[i].pose});
  }
  write_file(output.colliding, colliding_as_obj(result, placed));
}

// The page: the bodies as they were asked about, and what the text says of the answer.
void report_answer(const Answer& answer, const std::vector<MeshFile>& files,
                   const std::vector<Mesh>& meshes, const QueryOptions& options,
                   const std::string& path) {
  std::vector<report::Body> bodies;
  std::vector<report::Placement> places;
  report::Words words;
  for (std::size_t i = 0; i < files.size(); ++i) {
    bodies.push_back({(*answer.bodies)[i].name, meshes[i].view(), {}, false, false});
    places.push_back({files[i].pose, {}});
    words.title += (i > 0 ? " and " : "") + files[i].path;
    words.notes.insert(words.notes.end(), (*answer.bodies)[i].notes.begin(),
                       (*answer.bodies)[i].notes.end());
  }
  const Result& result = *answer.result;
  report::Recording recording(std::move(bodies), places, 1);
  recording.add(recording.moment(0, result, places));
  words.command = "tact " + answer.command;
  const std::string inside = containment_text(answer);
  words.verdict = inside.empty() ? verdict(result, options) : inside;
  words.tone = result.verdict();
  words.facts = facts_of_method(result.method, options);
  add_facts_of_work(words.facts, answer);
  if (answer.relation && inside.empty()) {
    const std::vector<BodyLine>& lines = *answer.bodies;
    const std::string relation =
        relation_text(*answer.relation, lines.front().name, lines.back().name);
    words.facts.emplace(words.facts.begin(), "as solids", relation);
    words.notes.push_back("As solids: " + relation + ".");
  }
  if (tells_separation(answer)) words.notes.push_back(separation_text(answer).substr(2));
  if (!answer.inside_note.empty()) words.notes.push_back(answer.inside_note + ".");
  if (answer.seam_pairs > 0) words.notes.push_back(seam_text(answer.seam_pairs));
  write_report(path, &recording, std::move(words));
}

void show(const Answer& answer, const QueryOptions& options) {
  say_notes(*answer.bodies);
  switch (options.format) {
    case Format::text:
      return print(to_text(answer, options));
    case Format::json:
      return print(to_json(answer, options));
    case Format::csv:
      break;
  }
  // A table of pairs has no cell for what is true of all of them.
  if (tells_separation(answer) && options.lists_pairs()) {
    say("tact: note:" + separation_text(answer).substr(1));
  }
  if (answer.relation && options.lists_pairs()) {
    const std::vector<BodyLine>& bodies = *answer.bodies;
    say("tact: note: " + relation_text(*answer.relation, bodies.front().name, bodies.back().name) +
        "\n");
  }
  if (!answer.inside_note.empty()) say("tact: note: " + answer.inside_note + "\n");
  say_welded(*answer.bodies);
  if (answer.seam_pairs > 0) say(fmt::format("tact: note: {}\n", seam_text(answer.seam_pairs)));
  print(csv_header(answer, options) + to_csv(answer, options));
}

}  // namespace

Transform parse_pose(const std::string& option, const std::string& text) {
  std::string_view remaining = text;
  double value[7] = {};
  std::size_t count = 0;
  for (std::string_view word = take_word(remaining); !word.empty();
       word = take_word(remaining), ++count) {
    double number = 0;
    if (!parse_double(word, number)) {
      throw Error(ErrorCode::bad_pose, option + ": '" + std::string(word) + "' is not a number");
    }
    if (count < 7) value[count] = number;
  }
  if (count != 7) {
    throw Error(ErrorCode::bad_pose,
                fmt::format("{}: {} numbers, not 7 (\"tx ty tz qx qy qz qw\")", option, count));
  }
  try {
    return Transform::from_quaternion({value[3], value[4], value[5], value[6]},
                                      {value[0], value[1], value[2]});
  } catch (const Error& error) {
    throw Error(error.code(), option + ": " + error.what());
  }
}

int ask_files(const std::string& command, const std::vector<MeshFile>& files,
              const QueryOptions& options, const FilesToWrite& output) {
  apply_simd(options);
  std::vector<std::filesystem::path> inputs;
  for (const MeshFile& file : files) inputs.emplace_back(file.path);
  check_files(inputs, output);
  Stopwatch watch;
  Answer answer;
  answer.command = command;
  std::vector<Mesh> meshes;
  std::vector<BodyLine> bodies;
  // Only within a body does it matter who is whose neighbour.
  Weld weld = files.size() == 1 ? options.weld : Weld::never;
  if (options.solid) weld = Weld::where_needed;  // and by whom an edge is shared
  for (const MeshFile& file : files) {
    std::vector<std::string> notes;
    meshes.push_back(load(file.path, {weld, &inputs}, notes));
    bodies.push_back(line_of(file.path, meshes.back()));
    bodies.back().notes = std::move(notes);
  }
  check_files(inputs, output);  // a file may have named others
  answer.bodies = &bodies;
  answer.load_ms = watch.lap();

  World world(options.world());
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < files.size(); ++i) {
    BodyDef def = rigid(meshes[i].view());
    ids.push_back(world.add(def.name(files[i].path).pose(files[i].pose).solid(options.solid)));
  }
  answer.build_ms = watch.lap();
  CollideOptions question = options.question();
  if (!output.contacts.empty() || !output.report.empty()) question.detail = Detail::contacts;
  if (options.distance) answer.separation = world.separation(ids.front(), ids.back());
  if (options.solid) answer.relation = world.relate(ids.front(), ids.back());
  const Result& result = world.collide(ids.front(), ids.back(), question);
  answer.result = &result;
  // Where it was said whether to weld, nobody needs to be told.
  if (weld == Weld::where_needed && files.size() == 1) {
    answer.seam_pairs = count_seam_pairs(result, {&meshes.front()});
  }
  if (result.verdict() == Verdict::clear) answer.inside_note = inside_note(files, meshes);
  // Files without anything in them would say that nothing touches.
  if (result.verdict() != Verdict::undecided) write_files(result, files, meshes, output);
  if (!output.report.empty()) report_answer(answer, files, meshes, options, output.report);

  show(answer, options);
  Conclusion conclusion;
  conclusion.add(result.verdict());
  return conclusion.finish();
}

}  // namespace tact::app
