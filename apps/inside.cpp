// tact inside SOLID: which points lie inside a closed mesh.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/command.h"
#include "apps/command_line.h"
#include "apps/csv.h"
#include "apps/mesh_query.h"
#include "apps/output.h"
#include "apps/terminal.h"
#include "tact/io/load.h"
#include "tact/io/number.h"

namespace tact::app {
namespace {

struct InsideArguments {
  std::string solid;
  std::string pose;
  std::string file;
  std::vector<std::string> points;
  bool list = false;
  unsigned threads = 0;
  Format format = Format::text;
};

constexpr const char* inside_examples =
    R"(Exit code: 0 if all points are outside, 1 if one is inside or on the surface, 2 on trouble: where the mesh is not
closed, too, which names an edge. A file that shares hardly any vertices, as STL never does, is closed by position.
Points are exact: what lies on the surface is said to, and everything else is inside or outside. Shells in shells are
inside; in a cavity, a shell that is turned over, is outside.
--points takes the vertices of a mesh file, or of any other file three numbers a line (# begins a remark).

Examples:
  tact inside part.stl --point "0 0 0.5"
  tact inside part.obj --point "0 0 0" --point "0.1 0.1 0.1" --format json
  tact inside part.obj --points scan.ply
  tact inside part.obj --points scan.ply --list --format csv)";

// Three numbers, between spaces or commas.
Vec3 parse_point(std::string text, const std::string& where) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::string_view remaining = text;
  Vec3 point;
  std::size_t count = 0;
  for (std::string_view word = take_word(remaining); !word.empty(); word = take_word(remaining)) {
    double value = 0;
    if (!parse_double(word, value)) {
      throw Error(ErrorCode::bad_argument, where + ": '" + std::string(word) + "' is not a number");
    }
    if (count < 3) point[count] = value;
    ++count;
  }
  if (count != 3 || !is_finite(point)) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: not three finite numbers: '{}'", where, text));
  }
  return point;
}

bool is_mesh_file(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::vector<std::string> known = mesh_formats();
  return std::find(known.begin(), known.end(), extension) != known.end();
}

std::vector<Vec3> read_points(const std::string& path) {
  if (is_mesh_file(path)) return load(path, {Weld::never, nullptr}).positions;
  std::ifstream in(path);
  if (!in) throw Error(ErrorCode::bad_file, path + ": cannot be opened");
  std::vector<Vec3> points;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    line.resize(std::min(line.size(), line.find('#')));
    if (line.find_first_not_of(" \t\r,") == std::string::npos) continue;
    if (line.back() == '\r') line.pop_back();
    points.push_back(parse_point(line, fmt::format("{}:{}", path, number)));
  }
  if (in.bad()) throw Error(ErrorCode::bad_file, path + ": cannot be read");
  return points;
}

const char* name_of_side(PointSide side) {
  return side == PointSide::inside    ? "inside"
         : side == PointSide::outside ? "outside"
                                      : "on_surface";
}

struct InsideAnswer {
  BodyLine solid;
  std::vector<Vec3> points;
  std::vector<PointSide> sides;
  double load_ms = 0;
  double query_ms = 0;

  std::size_t count(PointSide side) const {
    return static_cast<std::size_t>(std::count(sides.begin(), sides.end(), side));
  }
};

std::string point_lines(const InsideAnswer& answer, const char* separator) {
  std::string out;
  for (std::size_t i = 0; i < answer.points.size(); ++i) {
    const Vec3& p = answer.points[i];
    out += fmt::format("{}{}{}{}{}{}{}{}{}\n", i, separator, p.x, separator, p.y, separator, p.z,
                       separator, name_of_side(answer.sides[i]));
  }
  return out;
}

std::string inside_as_text(const InsideAnswer& answer, bool lists) {
  const std::size_t inside = answer.count(PointSide::inside);
  const std::size_t on = answer.count(PointSide::on_surface);
  const bool clear = inside + on == 0;
  std::string what = clear ? "outside" : inside > 0 ? "inside" : "on the surface";
  if (answer.points.size() != 1) {
    what = fmt::format("{}: {} inside, {} on the surface, {} outside", what, with_commas(inside),
                       with_commas(on), with_commas(answer.count(PointSide::outside)));
  }
  std::string text = styled(stdout, clear ? Style::green : Style::red, what) + "\n";
  text += body_text(answer.solid);
  text +=
      styled(stdout, Style::dim,
             fmt::format("  {}; load {:.1f} ms, query {:.1f} ms",
                         plural(answer.points.size(), "point"), answer.load_ms, answer.query_ms)) +
      "\n";
  return lists ? text + point_lines(answer, " ") : text;
}

std::string inside_as_json(const InsideAnswer& answer) {
  nlohmann::ordered_json json;
  json["command"] = "inside";
  json["touching"] = answer.count(PointSide::outside) < answer.sides.size();
  json["inside"] = answer.count(PointSide::inside);
  json["on_surface"] = answer.count(PointSide::on_surface);
  json["outside"] = answer.count(PointSide::outside);
  json["sides"] = nlohmann::ordered_json::array();
  for (const PointSide side : answer.sides) json["sides"].push_back(name_of_side(side));
  nlohmann::ordered_json line = {{"name", answer.solid.name},
                                 {"vertices", answer.solid.vertices},
                                 {"triangles", answer.solid.triangles}};
  if (answer.solid.places > 0) line["welded_to"] = answer.solid.places;
  json["bodies"].push_back(line);
  json["time_ms"] = {{"load", answer.load_ms}, {"query", answer.query_ms}};
  using Handler = nlohmann::ordered_json::error_handler_t;
  return json.dump(-1, ' ', false, Handler::replace) + "\n";
}

int ask_inside(const InsideArguments& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto since = [](auto from) {
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - from;
    return spent.count();
  };
  InsideAnswer answer;
  std::vector<std::string> notes;
  const Mesh mesh = load(options.solid, {Weld::where_needed, nullptr}, notes);
  answer.solid = line_of(options.solid, mesh);
  answer.solid.notes = notes;
  for (const std::string& text : options.points)
    answer.points.push_back(parse_point(text, "--point"));
  if (!options.file.empty()) {
    const std::vector<Vec3> more = read_points(options.file);
    answer.points.insert(answer.points.end(), more.begin(), more.end());
  }
  if (answer.points.empty()) {
    throw Error(ErrorCode::bad_argument, "no points: --point or --points has to name some");
  }
  answer.load_ms = since(start);
  const auto asked = std::chrono::steady_clock::now();
  World world({"auto", options.threads});
  const Transform pose = options.pose.empty() ? Transform() : parse_pose("--pose", options.pose);
  const BodyId solid = world.add(rigid(mesh.view()).name(options.solid).pose(pose).solid());
  answer.sides = world.sides_of(solid, answer.points);
  answer.query_ms = since(asked);

  say_notes({answer.solid});
  if (options.format == Format::text) {
    print(inside_as_text(answer, options.list));
  } else if (options.format == Format::json) {
    print(inside_as_json(answer));
  } else {
    say_welded({answer.solid});
    print("point,x,y,z,side\n" + point_lines(answer, ","));
  }
  const bool clear = answer.count(PointSide::outside) == answer.sides.size();
  return clear ? exit_clear : exit_touching;
}

}  // namespace

void add_inside(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<InsideArguments>();
  CLI::App* const command = app.add_subcommand("inside", "which points lie inside a closed mesh");
  command->add_option("SOLID", options->solid, mesh_file_text())->required()->option_text("FILE");
  command->add_option("--point", options->points, "a point; may be repeated")
      ->option_text("\"X Y Z\"")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--points", options->file, "the vertices of a mesh file, or numbers in lines")
      ->option_text("FILE");
  command->add_option("--pose", options->pose, "move the solid: a translation and a quaternion")
      ->option_text("\"TX TY TZ QX QY QZ QW\"");
  command->add_flag("--list", options->list, "list the points, each with its side");
  add_format_option(*command, options->format);
  command
      ->add_option("--threads", options->threads, "threads (default: as many as the machine has)")
      ->option_text("N")
      ->check(within(1, 1024));
  command->footer(inside_examples);
  command->callback([options, &chosen] { chosen = [options] { return ask_inside(*options); }; });
}

}  // namespace tact::app
