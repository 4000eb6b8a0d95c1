#include "apps/report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/report/bytes.h"
#include "apps/report/escape.h"
#include "apps/report/page_files.h"
#include "apps/report/picture.h"
#include "apps/report/scene_code.h"
#include "apps/report/tables.h"
#include "apps/terminal.h"

namespace tact::report {
namespace {

using app::plural;
using app::with_commas;
using Json = nlohmann::ordered_json;

// Blocks of bytes as one text; the page knows the length of each.
class Blocks {
 public:
  std::size_t add(std::string_view bytes) {
    const std::string coded = base64(bytes);
    lengths_.push_back(coded.size());
    text_ += coded;
    return lengths_.size() - 1;
  }
  const std::vector<std::size_t>& lengths() const { return lengths_; }
  const std::string& text() const { return text_; }

 private:
  std::vector<std::size_t> lengths_;
  std::string text_;
};

Json to_json(const Vec3& v) { return {v.x, v.y, v.z}; }

std::size_t bytes_of_answers(const Recording& recording) {
  std::size_t sum = 0;
  for (const Moment& moment : recording.moments()) sum += moment.answer.size() / 3 * 4 + 100;
  return sum;
}

// Bits first: nobody sees 14 of them; then frames.
SceneCode fit(Recording& recording) {
  SceneCode scene;
  scene.bodies = code_bodies(recording);
  for (bool more = true; more;) {
    for (const unsigned bits : {16U, 14U, 12U}) {
      code_positions(recording, bits, scene);
      if (scene.bytes() + bytes_of_answers(recording) <= recording.limits().bytes) return scene;
    }
    more = recording.thin_out();
  }
  return scene;
}

double largest_error(const Recording& recording, const SceneCode& scene) {
  double error = 0;
  for (const BodyCode& body : scene.bodies) error = std::max(error, body.error);
  return error / recording.coordinates().scale;
}

// What was left out, and how exact the rest is.
void add_notes(const Recording& recording, const SceneCode& scene, Words& words) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const BodyCode& code = scene.bodies[i];
    if (code.kept.empty()) continue;
    words.notes.push_back(
        fmt::format("{}: {} of {} triangles are shown, those that touch and what is around them "
                    "first; the rest "
                    "is left out to keep the page small.",
                    recording.bodies()[i].name, with_commas(code.kept.size()),
                    with_commas(recording.bodies()[i].mesh.triangles.size())));
  }
  const std::size_t kept = recording.kept().size();
  if (kept < recording.moments().size()) {
    words.notes.push_back(fmt::format(
        "{} of {} frames have a picture, the worst and the first that touches among them; "
        "the others are in the curve and the table only, to keep the page small.",
        with_commas(kept), with_commas(recording.moments().size())));
  }
  std::size_t short_lists = 0;
  for (const Moment& m : recording.moments()) short_lists += m.kept() && m.listed < m.pairs ? 1 : 0;
  if (short_lists > 0) {
    words.notes.push_back(
        fmt::format("Of {} only the deepest contacts are listed, to keep the page small; every "
                    "triangle that touches is highlighted.",
                    words.animated ? plural(short_lists, "frame") : std::string("very many")));
  }
  words.notes.push_back(fmt::format(
      "Positions are rounded for this page, to {} bits of each body's box: a coordinate is off by "
      "at most {:.2g}. The answer was found on the exact ones.",
      scene.bits, largest_error(recording, scene)));
}

Json json_of_bodies(const Recording& recording, const SceneCode& scene, Blocks& blocks) {
  Json list = Json::array();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = recording.bodies()[i];
    const BodyCode& code = scene.bodies[i];
    list.push_back({{"name", body.name},
                    {"points", body.points},
                    {"moves", body.moves},
                    {"vertices", body.mesh.positions.size()},
                    {"triangles", body.mesh.triangles.size()},
                    {"shown_vertices", code.mesh.vertices.size()},
                    {"shown_triangles", code.mesh.triangles},
                    {"chosen", code.kept.size()},
                    {"low", to_json(code.grid.low)},
                    {"step", to_json(code.grid.step)},
                    {"mesh", body.points ? Json() : Json(blocks.add(code.triangles))},
                    {"rest", code.rest.empty() ? Json() : Json(blocks.add(code.rest))}});
  }
  return list;
}

Json json_of_frames(const Recording& recording, Blocks& blocks) {
  Json frames = {{"number", Json::array()}, {"label", Json::array()},  {"count", Json::array()},
                 {"pairs", Json::array()},  {"listed", Json::array()}, {"verdict", Json::array()},
                 {"ms", Json::array()},     {"answer", Json::array()}};
  for (const Moment& m : recording.moments()) {
    frames["number"].push_back(m.number);
    frames["label"].push_back(m.label);
    frames["count"].push_back(m.count);
    frames["pairs"].push_back(m.pairs);
    frames["listed"].push_back(m.listed);
    frames["verdict"].push_back(name_of(m.verdict));
    frames["ms"].push_back(m.milliseconds);
    frames["answer"].push_back(m.kept() ? Json(blocks.add(m.answer)) : Json());
  }
  if (!asked_about_ways(recording)) return frames;
  frames["impacts"] = Json::array();
  for (const Moment& m : recording.moments()) {
    frames["impacts"].push_back(m.way ? Json(m.way->impacts) : Json());
  }
  return frames;
}

std::string json_of(const Recording& recording, const SceneCode& scene, const Words& words,
                    Blocks& blocks) {
  Json json;
  json["format"] = 1;
  json["command"] = words.command;
  json["title"] = words.title;
  json["animated"] = words.animated;
  json["counted"] = words.counted;
  json["origin"] = to_json(recording.coordinates().origin);
  json["scale"] = recording.coordinates().scale;
  json["error"] = largest_error(recording, scene);
  json["three"] = blocks.add(deflated(page_file("three.js")));
  json["bodies"] = json_of_bodies(recording, scene, blocks);
  json["frames"] = json_of_frames(recording, blocks);
  json["groups"] = Json::array();
  for (const GroupCode& group : scene.groups) {
    json["groups"].push_back(
        {{"first", group.first}, {"count", group.count}, {"block", blocks.add(group.bytes)}});
  }
  const auto place = [](std::size_t i) { return i == Recording::none ? Json() : Json(i); };
  json["worst"] = place(recording.worst());
  json["first"] = place(recording.first());
  json["blocks"] = blocks.lengths();
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  // Within a script nothing is undone but its end: a name must not be able to say it.
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string list_of_facts(const Words& words) {
  std::string out;
  for (const auto& [name, value] : words.facts) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value));
  }
  return out;
}

std::string list_of_notes(const Words& words) {
  std::string out;
  for (const std::string& note : words.notes) out += "<li>" + escaped(note) + "</li>\n";
  return out;
}

// The template with {{marks}} replaced. What is put in is not looked at again.
std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string, std::string>>& in) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("{{", at), text.size());
    out += text.substr(at, open - at);
    at = open;
    if (at == text.size()) break;
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    const auto found =
        std::find_if(in.begin(), in.end(), [&](const auto& entry) { return entry.first == name; });
    out += found->second;
    at = close + 2;
  }
  return out;
}

}  // namespace

std::string compose_page(Recording& recording, Words words) {
  const SceneCode scene = fit(recording);
  add_notes(recording, scene, words);
  const std::size_t shown = recording.worst() == Recording::none ? 0 : recording.worst();
  const Moment none;
  const bool any = !recording.moments().empty() && recording.moments()[shown].kept();
  const Moment& moment = any ? recording.moments()[shown] : none;
  const std::string describes =
      words.title + ": " + words.verdict +
      (words.animated && any ? fmt::format("; the picture is of frame {}", moment.number) : "");
  Blocks blocks;
  std::string json = json_of(recording, scene, words, blocks);
  return filled(page_file("page.html"),
                {{"title", escaped(words.title)},
                 {"command", escaped(words.command)},
                 {"verdict", escaped(words.verdict)},
                 {"tone", name_of(words.tone)},
                 {"facts", list_of_facts(words)},
                 {"notes", list_of_notes(words)},
                 {"version", version()},
                 {"picture", any ? picture_of(recording, moment, describes) : ""},
                 {"tables", table_of_contacts(recording, moment, words) +
                                table_of_frames(recording, words) + table_of_bodies(recording)},
                 {"style", std::string(page_file("page.css"))},
                 {"script", std::string(page_file("page.js"))},
                 {"json", std::move(json)},
                 {"blocks", blocks.text()}});
}

}  // namespace tact::report
