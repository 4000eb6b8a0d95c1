#include "apps/output.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "apps/csv.h"
#include "apps/solids.h"
#include "apps/terminal.h"

namespace tact::app {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& v) { return {v.x, v.y, v.z}; }

Json to_json(const Stats& s) {
  return {{"bounds_tests", s.bounds_tests},       {"candidates", s.candidates},
          {"primitive_tests", s.primitive_tests}, {"exact_fallbacks", s.exact_fallbacks},
          {"neighbours", s.neighbours},           {"primitives_read", s.primitives_read},
          {"nodes_updated", s.nodes_updated},     {"nodes_split", s.nodes_split},
          {"nodes_collapsed", s.nodes_collapsed}, {"sort_steps", s.sort_steps},
          {"sort_fallbacks", s.sort_fallbacks},   {"axis_tests", s.axis_tests},
          {"front_pairs", s.front_pairs},         {"overlaps_x", s.overlaps_x},
          {"overlaps_y", s.overlaps_y},           {"overlaps_z", s.overlaps_z}};
}

Json to_json(const Separation& s) {
  return {{"distance", s.distance},
          {"primitives", {s.primitive_a, s.primitive_b}},
          {"points", {to_json(s.point_a), to_json(s.point_b)}},
          {"depth", s.depth},
          {"direction", to_json(s.direction)}};
}

std::uint32_t face_of(const Answer& answer, std::uint32_t body, std::uint32_t triangle) {
  const std::vector<std::uint32_t>& face = (*answer.bodies)[body].face;
  return face.empty() ? triangle : face[triangle];
}

bool has_polygons(const Answer& answer) {
  for (const BodyLine& body : *answer.bodies) {
    if (!body.face.empty()) return true;
  }
  return false;
}

// As text: there may be many, in every frame, and a tree of values takes longer than finding them.
std::string pair_list(const Answer& answer) {
  std::string list = "[";
  const auto append = std::back_inserter(list);
  for (const Candidate& p : answer.result->pairs_by_slot()) {
    if (list.size() > 1) list += ',';
    if (answer.body_ids) {
      fmt::format_to(append, FMT_COMPILE("[{},{},{},{}]"), p.body_a, p.body_b, p.primitive_a,
                     p.primitive_b);
    } else {
      fmt::format_to(append, FMT_COMPILE("[{},{}]"), p.primitive_a, p.primitive_b);
    }
  }
  return list + "]";
}

Json face_list(const Answer& answer) {
  Json list = Json::array();
  for (const Candidate& p : answer.result->pairs_by_slot()) {
    list.push_back(
        {face_of(answer, p.body_a, p.primitive_a), face_of(answer, p.body_b, p.primitive_b)});
  }
  return list;
}

Json contact_list(const Result& result) {
  Json list = Json::array();
  for (const Contact& c : result) {
    list.push_back({{"kind", name_of(c.kind)},
                    {"segment", {to_json(c.segment.from), to_json(c.segment.to)}},
                    {"normal", to_json(c.normal)},
                    {"depth", c.depth}});
  }
  return list;
}

std::string triple(const Vec3& v, const char* separator) {
  return fmt::format("{}{}{}{}{}", v.x, separator, v.y, separator, v.z);
}

void append_contact_columns(std::string& out, const Contact& c) {
  fmt::format_to(std::back_inserter(out), ",{},{},{},{},{}", name_of(c.kind), c.depth,
                 triple(c.normal, ","), triple(c.segment.from, ","), triple(c.segment.to, ","));
}

}  // namespace

const char* name_of(ContactKind kind) {
  switch (kind) {
    case ContactKind::crossing:
      return "crossing";
    case ContactKind::touching:
      return "touching";
    case ContactKind::coplanar:
      return "coplanar";
    case ContactKind::coincident:
      return "coincident";
    case ContactKind::near:
      return "near";
    case ContactKind::undescribed:
      return "undescribed";
  }
  return "";
}

BodyLine line_of(const std::string& name, const Mesh& mesh) {
  BodyLine line{name, mesh.positions.size(), mesh.triangles.size(), mesh.face, 0, {}};
  for (std::size_t i = 0; i < mesh.topology.size(); ++i) {
    line.places += mesh.topology[i] == i ? 1 : 0;
  }
  return line;
}

std::string body_text(const BodyLine& body) {
  std::string notes;
  if (!body.face.empty()) {
    notes += fmt::format(" (cut from {} faces)", with_commas(std::uint64_t{body.face.back()} + 1));
  }
  if (body.places > 0) {
    notes += fmt::format(" (welded by position to {}; --no-weld turns it off)",
                         with_commas(body.places));
  }
  return fmt::format("  {}: {}, {}{}\n", shown(body.name),
                     body.vertices == 1 ? "1 vertex" : with_commas(body.vertices) + " vertices",
                     plural(body.triangles, "triangle"), notes);
}

void say_welded(const std::vector<BodyLine>& bodies) {
  for (const BodyLine& body : bodies) {
    if (body.places == 0) continue;
    say(fmt::format("tact: note: {}: welded by position to {} vertices; --no-weld turns it off\n",
                    body.name, with_commas(body.places)));
  }
}

void say_notes(const std::vector<BodyLine>& bodies) {
  for (const BodyLine& body : bodies) {
    for (const std::string& note : body.notes) {
      say(fmt::format("tact: warning: {}\n", shown(note)));
    }
  }
}

bool tells_separation(const Answer& answer) {
  if (!answer.separation) return false;
  const bool deep = answer.separation->depth > 0 || answer.separation->distance == 0;
  return !deep || !answer.relation || *answer.relation == Relation::crossing ||
         *answer.relation == Relation::separate;
}

std::string separation_text(const Answer& answer) {
  const Separation& s = *answer.separation;
  const auto at = [](const Vec3& p) { return fmt::format("({:g} {:g} {:g})", p.x, p.y, p.z); };
  if (s.depth > 0 || s.distance == 0) {
    return fmt::format("  {:g} deep: moving {} by that along {} takes these pairs apart\n", s.depth,
                       answer.bodies->back().name, at(s.direction));
  }
  return fmt::format("  {:g} apart: triangle {} at {}, triangle {} at {}\n", s.distance,
                     s.primitive_a, at(s.point_a), s.primitive_b, at(s.point_b));
}

std::string to_json(const Answer& answer, const QueryOptions& options) {
  const Result& result = *answer.result;
  Json json;
  json["command"] = answer.command;
  json["method"] = result.method;
  if (answer.frame) json["frame"] = *answer.frame;
  for (const FrameFile& file : answer.files) json["files"].push_back(file.name);
  json["touching"] = nullptr;  // undecided
  if (result.verdict() != Verdict::undecided) json["touching"] = result.touching();
  json["count"] = result.size();
  if (options.tells_coincident()) json["coincident"] = count_coincident(result);
  json["complete"] = result.complete();
  if (answer.seam_pairs > 0) json["seam_pairs"] = answer.seam_pairs;
  if (options.lists_pairs()) {
    json["pairs"] = nullptr;  // its place
    if (has_polygons(answer)) json["faces"] = face_list(answer);
    if (options.contacts) json["contacts"] = contact_list(result);
  }
  for (const BodyLine& body : *answer.bodies) {
    Json line = {{"name", body.name}, {"vertices", body.vertices}, {"triangles", body.triangles}};
    if (body.places > 0) line["welded_to"] = body.places;
    if (!body.notes.empty()) line["notes"] = body.notes;
    json["bodies"].push_back(line);
  }
  if (answer.separation) json["separation"] = to_json(*answer.separation);
  if (answer.motion) {
    json["motion"] = motion_json(*answer.impacts, *answer.motion, options.lists_pairs());
  }
  if (answer.relation) json["relation"] = name_of(*answer.relation);
  if (!answer.inside_note.empty()) json["note"] = answer.inside_note;
  json["time_ms"] = {{"load", answer.load_ms},
                     {"build", answer.build_ms},
                     {"update", 1000 * result.times.update},
                     {"query", 1000 * result.times.query}};
  json["stats"] = to_json(result.stats);
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (options.lists_pairs()) {
    constexpr std::string_view place = "\"pairs\":null";  // no text before it has quotes in it
    text.replace(text.find(place) + place.size() - 4, 4, pair_list(answer));
  }
  return text;
}

std::string csv_file_columns(const std::vector<FrameFile>& files) {
  if (files.size() == 1) return "file,";
  std::string out;
  for (const FrameFile& file : files) out += fmt::format("file_{},", file.body);
  return out;
}

std::string csv_file_cells(const std::vector<FrameFile>& files) {
  std::string out;
  for (const FrameFile& file : files) out += csv_cell(file.name) + ",";
  return out;
}

std::string csv_header(const Answer& answer, const QueryOptions& options) {
  std::string out = (answer.frame ? "frame," : "") + csv_file_columns(answer.files);
  if (!options.lists_pairs()) {
    return out +
           "method,touching,count,complete,load_ms,build_ms,update_ms,query_ms,bounds_tests,"
           "candidates,primitive_tests" +
           (answer.separation ? ",distance,depth" : "") + (answer.relation ? ",relation" : "") +
           (options.tells_coincident() ? ",coincident" : "") +
           (answer.continuous ? ",impacts,first_impact\n" : "\n");
  }
  out += "body_a,body_b,primitive_a,primitive_b";
  if (has_polygons(answer)) out += ",face_a,face_b";
  if (options.contacts) {
    out += ",kind,depth,normal_x,normal_y,normal_z,from_x,from_y,from_z,to_x,to_y,to_z";
  }
  return out + "\n";
}

std::string to_csv(const Answer& answer, const QueryOptions& options) {
  const Result& result = *answer.result;
  const std::string frame =
      (answer.frame ? fmt::format("{},", *answer.frame) : "") + csv_file_cells(answer.files);
  if (!options.lists_pairs()) {
    std::string more;
    if (answer.separation) {
      more = fmt::format(",{},{}", answer.separation->distance, answer.separation->depth);
    }
    if (answer.relation) more += std::string(",") + name_of(*answer.relation);
    if (options.tells_coincident()) more += fmt::format(",{}", count_coincident(result));
    if (answer.continuous) more += "," + motion_cells(answer.motion);
    return fmt::format(
        "{}{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{},{},{}{}\n", frame, result.method,
        csv_touching(result.verdict()), result.size(), result.complete(), answer.load_ms,
        answer.build_ms, 1000 * result.times.update, 1000 * result.times.query,
        result.stats.bounds_tests, result.stats.candidates, result.stats.primitive_tests, more);
  }
  const bool faces = has_polygons(answer);
  std::string out;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Candidate& p = result.pairs_by_slot()[i];
    fmt::format_to(std::back_inserter(out), "{}{},{},{},{}", frame, p.body_a, p.body_b,
                   p.primitive_a, p.primitive_b);
    if (faces) {
      fmt::format_to(std::back_inserter(out), ",{},{}", face_of(answer, p.body_a, p.primitive_a),
                     face_of(answer, p.body_b, p.primitive_b));
    }
    if (options.contacts) append_contact_columns(out, result.contacts()[i]);
    out += '\n';
  }
  return out;
}

std::size_t count_coincident(const Result& result) {
  return static_cast<std::size_t>(std::count_if(result.begin(), result.end(), [](const Contact& c) {
    return c.kind == ContactKind::coincident;
  }));
}

std::string verdict(const Result& result, const QueryOptions& options) {
  const bool near = options.tolerance > 0;
  std::string what = near ? fmt::format("at most {} apart", options.tolerance) : "touching";
  switch (result.verdict()) {
    case Verdict::undecided:
      return "undecided: nothing was found before time ran out";
    case Verdict::clear:
      return near ? "clear: nothing is " + what : "clear";
    case Verdict::touching:
      break;
  }
  if (result.empty()) return "inside: a body lies inside a solid";
  if (options.any) return what;
  std::string count = fmt::format("{}: {} {}", what, with_commas(result.size()),
                                  result.size() == 1 ? "pair" : "pairs");
  const std::size_t coincident = count_coincident(result);
  if (options.tells_coincident() && coincident > 0) {
    count += fmt::format(", {} of them coincident", with_commas(coincident));
  }
  switch (result.stopped) {
    case Stopped::count:
      return count + " (there may be more: stopped at the number asked for)";
    case Stopped::deadline:
      return count + " (there may be more: stopped at the deadline)";
    case Stopped::no:
      break;
  }
  return count;
}

std::string pair_lines(const Answer& answer, const QueryOptions& options) {
  const Result& result = *answer.result;
  const bool faces = has_polygons(answer);
  std::string out;
  const auto append = std::back_inserter(out);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Candidate& p = result.pairs_by_slot()[i];
    if (answer.body_ids) {
      fmt::format_to(append, "{}:{} {}:{}", p.body_a, p.primitive_a, p.body_b, p.primitive_b);
    } else {
      fmt::format_to(append, "{} {}", p.primitive_a, p.primitive_b);
    }
    if (faces) {
      fmt::format_to(append, "  faces {} {}", face_of(answer, p.body_a, p.primitive_a),
                     face_of(answer, p.body_b, p.primitive_b));
    }
    if (options.contacts) {
      const Contact& c = result.contacts()[i];
      fmt::format_to(append, "  {}  depth {:.6g}  normal ({})  segment ({}) ({})", name_of(c.kind),
                     c.depth, triple(c.normal, " "), triple(c.segment.from, " "),
                     triple(c.segment.to, " "));
    }
    out += '\n';
  }
  return out;
}

}  // namespace tact::app
