#include "apps/ray_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "apps/command.h"
#include "apps/csv.h"
#include "apps/output.h"
#include "apps/terminal.h"
#include "tact/io/file_reader.h"
#include "tact/io/line_reader.h"
#include "tact/io/load.h"
#include "tact/io/number.h"

namespace tact::app {
namespace {

// The bodies, what was asked of them, and what came out.
struct RayAnswer {
  std::vector<BodyLine> bodies;
  std::vector<Ray> rays;
  const std::vector<Mesh>* meshes = nullptr;
  const RayHits* hits = nullptr;
  double load_ms = 0;
  double query_ms = 0;

  std::size_t body_of(const RayHit& hit) const { return hit.user; }
  // The face of the file, where polygons were cut.
  std::string face_of(const RayHit& hit) const {
    const std::vector<std::uint32_t>& face = bodies[body_of(hit)].face;
    return face.empty() ? std::string() : fmt::format("{}", face[hit.primitive]);
  }
  std::size_t met() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < hits->size(); ++i) count += (*hits)[i].empty() ? 0 : 1;
    return count;
  }
  // Along the ray; by the corners where t or a step along it is no number that is good for that.
  Vec3 point_of(std::size_t ray, const RayHit& hit) const {
    const Vec3 point = rays[ray].origin + rays[ray].direction * hit.t;
    const bool fits = std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
    if (fits && (hit.t == 0 || std::isnormal(hit.t))) return point;
    const Mesh& mesh = (*meshes)[body_of(hit)];
    const auto& [a, b, c] = mesh.triangles[hit.primitive];
    return mesh.positions[a] * std::max(0.0, 1 - hit.u - hit.v) + mesh.positions[b] * hit.u +
           mesh.positions[c] * hit.v;
  }
};

double ray_time_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

Vec3 parse_ray_point(const std::string& option, const std::string& text) {
  std::string_view remaining = text;
  Vec3 point;
  std::size_t count = 0;
  for (std::string_view word = take_word(remaining); !word.empty();
       word = take_word(remaining), ++count) {
    double number = 0;
    if (!parse_double(word, number)) {
      throw Error(ErrorCode::bad_argument,
                  option + ": '" + std::string(word) + "' is not a number");
    }
    if (count < 3) point[count] = number;
  }
  if (count != 3) {
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: {} numbers, not 3 (\"x y z\")", option, count));
  }
  return point;
}

std::vector<Ray> rays_of_file(const std::string& path) {
  FileReader file(path);
  LineReader lines(file);
  std::vector<Ray> rays;
  for (std::string_view line; lines.next_filled(line, '#');) {
    double value[7] = {0, 0, 0, 0, 0, 0, std::numeric_limits<double>::infinity()};
    std::size_t count = 0;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++count) {
      double number = 0;
      if (!parse_double(word, number)) lines.fail(in_quotes(word) + " is not a number");
      if (count < 7) value[count] = number;
    }
    if (count != 6 && count != 7) {
      lines.fail(fmt::format("{} numbers, not 6 (origin, direction) or 7 (and t-max)", count));
    }
    rays.push_back({{value[0], value[1], value[2]}, {value[3], value[4], value[5]}, value[6], {}});
  }
  if (rays.empty()) throw Error(ErrorCode::bad_argument, path + ": no rays");
  return rays;
}

std::vector<Ray> rays_of(const RayArguments& arguments) {
  if (!arguments.file.empty()) return rays_of_file(arguments.file);
  if (arguments.origin.empty() || (arguments.direction.empty() && arguments.to.empty())) {
    throw Error(ErrorCode::bad_argument,
                "which rays? --origin with --direction or --to, or --rays");
  }
  const Vec3 origin = parse_ray_point("--origin", arguments.origin);
  if (!arguments.to.empty()) return {Ray::segment(origin, parse_ray_point("--to", arguments.to))};
  Ray ray{origin, parse_ray_point("--direction", arguments.direction)};
  if (arguments.t_max >= 0) ray.t_max = arguments.t_max;
  return {ray};
}

std::string as_text(const RayAnswer& answer) {
  const std::size_t met = answer.met();
  const std::string of = fmt::format("{} of {}", met, plural(answer.rays.size(), "ray"));
  std::string out = styled(stdout, met > 0 ? Style::red : Style::green,
                           met > 0 ? fmt::format("touching: {}, {}", of,
                                                 plural(answer.hits->hits().size(), "hit"))
                                   : "clear: " + of) +
                    "\n";
  for (const BodyLine& body : answer.bodies) out += body_text(body);
  out += styled(stdout, Style::dim,
                fmt::format("  load {:.1f} ms, build and query {:.1f} ms", answer.load_ms,
                            answer.query_ms)) +
         "\n";
  for (std::size_t i = 0; i < answer.hits->size(); ++i) {
    for (const RayHit& hit : (*answer.hits)[i]) {
      const Vec3 at = answer.point_of(i, hit);
      const std::string face = answer.face_of(hit);
      out += fmt::format("  ray {}: t {}, triangle {}{} of {}, at ({}, {}, {})\n", i, hit.t,
                         hit.primitive, face.empty() ? "" : " (face " + face + ")",
                         shown(answer.bodies[answer.body_of(hit)].name), at.x, at.y, at.z);
    }
  }
  return out;
}

std::string as_json(const RayAnswer& answer) {
  nlohmann::ordered_json json;
  json["command"] = "ray";
  json["touching"] = answer.met() > 0;
  json["rays"] = answer.rays.size();
  json["met"] = answer.met();
  json["count"] = answer.hits->hits().size();
  json["hits"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < answer.hits->size(); ++i) {
    for (const RayHit& hit : (*answer.hits)[i]) {
      const Vec3 at = answer.point_of(i, hit);
      nlohmann::ordered_json line{
          {"ray", i}, {"t", hit.t}, {"body", answer.body_of(hit)}, {"primitive", hit.primitive}};
      const std::vector<std::uint32_t>& face = answer.bodies[answer.body_of(hit)].face;
      if (!face.empty()) line["face"] = face[hit.primitive];
      line["u"] = hit.u;
      line["v"] = hit.v;
      line["point"] = {at.x, at.y, at.z};
      json["hits"].push_back(std::move(line));
    }
  }
  json["bodies"] = nlohmann::ordered_json::array();
  for (const BodyLine& body : answer.bodies) {
    json["bodies"].push_back(
        {{"name", body.name}, {"vertices", body.vertices}, {"triangles", body.triangles}});
  }
  json["time_ms"] = {{"load", answer.load_ms}, {"query", answer.query_ms}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string as_csv(const RayAnswer& answer) {
  std::string out = "ray,t,body,name,primitive,face,u,v,x,y,z\n";
  for (std::size_t i = 0; i < answer.hits->size(); ++i) {
    for (const RayHit& hit : (*answer.hits)[i]) {
      const Vec3 at = answer.point_of(i, hit);
      const std::size_t body = answer.body_of(hit);
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", i, hit.t, body,
                         csv_cell(answer.bodies[body].name), hit.primitive, answer.face_of(hit),
                         hit.u, hit.v, at.x, at.y, at.z);
    }
  }
  return out;
}

}  // namespace

int ask_rays(const RayArguments& arguments) {
  RayAnswer answer;
  auto begin = std::chrono::steady_clock::now();
  answer.rays = rays_of(arguments);
  std::vector<Mesh> meshes;
  for (const std::string& path : arguments.meshes) {
    std::vector<std::string> notes;
    meshes.push_back(load(path, {Weld::never, nullptr}, notes));
    answer.bodies.push_back(line_of(path, meshes.back()));
    answer.bodies.back().notes = std::move(notes);
  }
  answer.meshes = &meshes;
  answer.load_ms = ray_time_since(begin);
  begin = std::chrono::steady_clock::now();
  World world({"auto", arguments.threads});
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    world.add(rigid(meshes[i].view()).name(arguments.meshes[i]).user(i));
  }
  const RayMode mode = arguments.all ? RayMode::all : arguments.any ? RayMode::any : RayMode::first;
  answer.hits = &world.cast(answer.rays, {.mode = mode});
  answer.query_ms = ray_time_since(begin);
  say_notes(answer.bodies);
  print(arguments.format == Format::json  ? as_json(answer)
        : arguments.format == Format::csv ? as_csv(answer)
                                          : as_text(answer));
  return answer.met() > 0 ? exit_touching : exit_clear;
}

}  // namespace tact::app
