// tact scenes: what there is to play, and its bodies as files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/body_folder.h"
#include "apps/command.h"
#include "apps/csv.h"
#include "apps/interrupt.h"
#include "apps/query_options.h"
#include "apps/suggest.h"
#include "apps/table.h"
#include "apps/terminal.h"
#include "scenes/registry.h"
#include "tact/io/load.h"
#include "tact/io/sequence.h"

namespace tact::app {
namespace {

struct ScenesArguments {
  std::string scene;
  std::string folder;
  int lod = 1;
  int frame = 0;
  std::string cache;
  bool replace = false;
  Format format = Format::text;
};

constexpr const char* scenes_examples = R"(Examples:
  tact scenes
  tact scenes --format json
  tact scenes cloth --frame 100 --write .
  tact scenes teapot --lod 2 --write .
  tact scenes tori --lod 0 --write . --cache pc2)";

struct Line {
  const scenes::SceneInfo* info;
  std::size_t bodies;
  std::size_t triangles;  // at level of detail 1
};

std::vector<Line> lines() {
  std::vector<Line> list;
  for (const scenes::SceneInfo& info : scenes::all()) {
    const scenes::Scene scene = scenes::build(info, 1);
    list.push_back({&info, scene.bodies.size(), scene.triangle_count()});
  }
  return list;
}

std::string scenes_as_text() {
  std::vector<std::vector<std::string>> rows{
      {"scene", "bodies", "triangles", "frames", "what happens", "after"}};
  for (const Line& line : lines()) {
    rows.push_back({line.info->name, std::to_string(line.bodies), with_commas(line.triangles),
                    std::to_string(line.info->frames), line.info->description,
                    line.info->reference});
  }
  return table(rows, {false, true, true, true, false, false}) +
         "\nTriangles at --lod 1; 0 is coarser, 2 and 3 are finer. Play one: tact play spheres\n";
}

std::string scenes_as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Line& line : lines()) {
    list.push_back({{"name", line.info->name},
                    {"description", line.info->description},
                    {"reference", line.info->reference},
                    {"frames", line.info->frames},
                    {"finest_lod", line.info->finest},
                    {"bodies", line.bodies},
                    {"triangles", line.triangles}});
  }
  return list.dump(2) + "\n";
}

std::string scenes_as_csv() {
  std::string out = "name,bodies,triangles,frames,finest_lod,description,reference\n";
  for (const Line& line : lines()) {
    const scenes::SceneInfo& info = *line.info;
    out +=
        fmt::format("{},{},{},{},{},{},{}\n", info.name, line.bodies, line.triangles, info.frames,
                    info.finest, csv_cell(info.description), csv_cell(info.reference));
  }
  return out;
}

// A rigid body is written where its pose puts it, so that files and frames agree.
Mesh mesh_at(const scenes::Body& body, int frame) {
  Mesh mesh = body.mesh;
  if (body.pose) {
    const Transform pose = body.pose(frame);
    for (Vec3& p : mesh.positions) p = pose.apply(p);
    return mesh;
  }
  std::vector<float> xyz;
  body.positions(frame, xyz);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    mesh.positions[i] = {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
  }
  return mesh;
}

// All frames, beside the mesh: MESH:CACHE is then a body for `tact sequence`.
std::string write_cache(const scenes::Body& body, int frames, const std::filesystem::path& path) {
  PointCacheWriter writer(path, static_cast<std::uint32_t>(body.mesh.positions.size()),
                          static_cast<std::uint32_t>(frames));
  const Interrupt interrupt;
  for (int frame = 0; frame < frames; ++frame) {
    if (Interrupt::wanted()) throw Error(ErrorCode::bad_file, path.string() + ": interrupted");
    const Mesh mesh = mesh_at(body, frame);
    writer.add(mesh.view().positions);
  }
  writer.commit();
  return path.string() + ": " + std::to_string(frames) + " frames\n";
}

bool has_triangles(const scenes::Body& body) { return !body.mesh.triangles.empty(); }

void check_files(const ScenesArguments& options, const scenes::Scene& scene,
                 const BodyFolder& folder) {
  std::vector<std::filesystem::path> files;
  for (const scenes::Body& body : scene.bodies) {
    if (!has_triangles(body)) continue;
    files.push_back(folder.file(body.name, ".obj"));
    if (!options.cache.empty()) files.push_back(folder.file(body.name, "." + options.cache));
  }
  BodyFolder::check(files, options.replace);
}

int write_bodies(const ScenesArguments& options) {
  const scenes::SceneInfo& info =
      find_or_suggest(options.scene, names_of(scenes::all()), scenes::find);
  if (options.frame < 0 || options.frame >= info.frames) {
    throw Error(ErrorCode::bad_argument,
                std::string("scene ") + info.name + " has the frames 0 to " +
                    std::to_string(info.frames - 1) + ", not " + std::to_string(options.frame));
  }
  const scenes::Scene scene = scenes::build(info, options.lod);
  const BodyFolder folder(options.folder);
  check_files(options, scene, folder);
  std::string said;
  for (const scenes::Body& body : scene.bodies) {
    if (!has_triangles(body)) {
      said += body.name + ": points, not written\n";
      continue;
    }
    const std::filesystem::path path = folder.file(body.name, ".obj");
    const Mesh mesh = mesh_at(body, options.frame);
    save_obj(path, mesh.view());
    said += path.string() + ": " + with_commas(mesh.triangles.size()) + " triangles\n";
    if (options.cache.empty()) continue;
    said += write_cache(body, info.frames, folder.file(body.name, "." + options.cache));
  }
  print(said);
  return exit_clear;
}

int run_scenes(const ScenesArguments& options) {
  if (!options.folder.empty() && !options.scene.empty()) return write_bodies(options);
  if (!options.folder.empty() || !options.scene.empty()) {
    if (!options.scene.empty()) {
      find_or_suggest(options.scene, names_of(scenes::all()), scenes::find);
    }
    throw Error(ErrorCode::bad_argument,
                "a scene and --write FOLDER go together (to watch it: tact play SCENE)");
  }
  print(options.format == Format::json  ? scenes_as_json()
        : options.format == Format::csv ? scenes_as_csv()
                                        : scenes_as_text());
  return exit_clear;
}

}  // namespace

void add_scenes(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ScenesArguments>();
  CLI::App* const command = app.add_subcommand("scenes", "the built-in scenes, one line each");
  command->add_option("SCENE", options->scene, "write this one's bodies to files")
      ->option_text(" ");
  CLI::Option* const write =
      command->add_option("--write", options->folder, "the folder for them; made if there is none")
          ->option_text("FOLDER");
  command->add_option("--frame", options->frame, "as they are in frame F (default: 0)")
      ->option_text("F")
      ->needs(write);
  command->add_option("--lod", options->lod, "level of detail (default: 1)")
      ->option_text("L")
      ->needs(write);
  command->add_option("--cache", options->cache, "all frames as well, as a point cache: pc2 or mdd")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"pc2", "mdd"}))
      ->needs(write);
  command->add_flag("--replace", options->replace, "write over files that are there already")
      ->option_text(" ")
      ->needs(write);
  add_format_option(*command, options->format);
  command->footer(scenes_examples);
  command->callback([options, &chosen] { chosen = [options] { return run_scenes(*options); }; });
}

}  // namespace tact::app
