#include "apps/mesh_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "apps/command.h"
#include "apps/contact_files.h"
#include "apps/output.h"
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

bool meet_in_repeated_vertices(const Mesh& mesh, const Candidate& pair) {
  for (const std::uint32_t i : mesh.triangles[pair.primitive_a]) {
    for (const std::uint32_t j : mesh.triangles[pair.primitive_b]) {
      if (i != j && mesh.positions[i] == mesh.positions[j]) return true;
    }
  }
  return false;
}

// Where a file repeats some vertices, at the seams of a texture perhaps, neighbours touch: nobody
// who has not been told would guess.
std::string seam_note(const Result& result, const Mesh& mesh) {
  const auto count = std::count_if(result.pairs.begin(), result.pairs.end(), [&](const auto& pair) {
    return meet_in_repeated_vertices(mesh, pair);
  });
  if (count == 0 || !mesh.topology.empty()) return {};
  return fmt::format(
      "  note: {} of these pairs meet in vertices that the file repeats, as at seams; "
      "--weld takes those in one place for one\n",
      with_commas(static_cast<std::uint64_t>(count)));
}

std::string to_text(const Answer& answer, const QueryOptions& options, const std::string& note) {
  const Result& result = *answer.result;
  std::string text =
      styled(stdout, result.touching() ? Style::red : Style::green, verdict(result, options)) +
      "\n";
  if (answer.separation) text += separation_text(answer);
  for (const BodyLine& body : *answer.bodies) text += body_text(body);
  text += note;
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

}  // namespace

Transform parse_pose(const std::string& option, const std::string& text) {
  std::string_view rest = text;
  double value[7] = {};
  std::size_t count = 0;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest), ++count) {
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
  Stopwatch watch;
  Answer answer;
  answer.command = command;
  std::vector<Mesh> meshes;
  std::vector<BodyLine> bodies;
  // Only within a body does it matter who is whose neighbour.
  const Weld weld = files.size() == 1 ? options.weld : Weld::never;
  for (const MeshFile& file : files) {
    meshes.push_back(load(file.path, {weld}));
    bodies.push_back(line_of(file.path, meshes.back()));
  }
  answer.bodies = &bodies;
  answer.load_ms = watch.lap();

  World world(options.world());
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < files.size(); ++i) {
    ids.push_back(world.add(rigid(meshes[i].view()).name(files[i].path).pose(files[i].pose)));
  }
  answer.build_ms = watch.lap();
  CollideOptions question = options.question();
  if (!output.contacts.empty()) question.detail = Detail::contacts;
  if (options.distance) answer.separation = world.separation(ids.front(), ids.back());
  const Result& result = world.collide(ids.front(), ids.back(), question);
  answer.result = &result;
  write_files(result, files, meshes, output);

  switch (options.format) {
    case Format::text:
      print(to_text(answer, options,
                    weld == Weld::where_needed ? seam_note(result, meshes.front()) : ""));
      break;
    case Format::json:
      print(to_json(answer, options));
      break;
    case Format::csv:
      say_welded(bodies);
      print(csv_header(answer, options) + to_csv(answer, options));
      break;
  }
  return result.touching() ? exit_touching : exit_clear;
}

}  // namespace tact::app
