#include "apps/report/tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/report/escape.h"
#include "apps/terminal.h"

namespace tact::report {
namespace {

using app::plural;
using app::with_commas;

constexpr std::size_t most_frames = 5000;

std::string name_cell(const Recording& recording, std::uint32_t body) {
  return "<td>" + escaped(recording.bodies()[body].name) + "</td>";
}

// Of the way to a frame; two cells.
std::string way_cells(const std::optional<Way>& way) {
  if (!way) return "<td></td><td></td>";
  if (way->impacts > 0) {
    return fmt::format("<td>{}</td><td>{:.3f}</td>", with_commas(way->impacts), way->first);
  }
  return fmt::format("<td>{}</td><td></td>", way->verdict == Verdict::clear ? "0" : "undecided");
}

std::string point_text(const Vec3& p) { return fmt::format("{:.9g} {:.9g} {:.9g}", p.x, p.y, p.z); }

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::clear:
      return "clear";
    case Verdict::touching:
      return "touching";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

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
      break;
  }
  return "undescribed";
}

std::string table_of_bodies(const Recording& recording) {
  std::string out =
      "<table><caption>Bodies</caption><thead><tr><th>Body</th><th>Vertices</th>"
      "<th>Primitives</th><th>In contact</th></tr></thead>\n<tbody>";
  for (std::uint32_t i = 0; i < recording.bodies().size(); ++i) {
    const Body& body = recording.bodies()[i];
    const auto touched = std::count(recording.touched(i).begin(), recording.touched(i).end(), true);
    out += fmt::format("<tr>{}<td>{}</td><td>{}</td><td>{}</td></tr>\n", name_cell(recording, i),
                       with_commas(body.mesh.positions.size()),
                       body.points ? plural(body.mesh.positions.size(), "point")
                                   : plural(body.mesh.triangles.size(), "triangle"),
                       with_commas(static_cast<std::uint64_t>(touched)));
  }
  return out + "</tbody></table>\n";
}

bool asked_about_ways(const Recording& recording) {
  const std::vector<Moment>& moments = recording.moments();
  return std::any_of(moments.begin(), moments.end(),
                     [](const Moment& m) { return m.way.has_value(); });
}

std::string table_of_frames(const Recording& recording, const Words& words) {
  if (!words.animated) return {};
  const std::vector<Moment>& moments = recording.moments();
  const std::size_t shown = std::min(moments.size(), most_frames);
  const bool ways = asked_about_ways(recording);
  std::string out = fmt::format(
      "<table><caption>Frames{}</caption><thead><tr><th>Frame</th><th>File</th><th>Verdict</th>"
      "<th>{}</th>{}<th>ms</th></tr></thead>\n<tbody>",
      shown < moments.size() ? fmt::format(": the first {} of {}", shown, moments.size()) : "",
      escaped(words.counted),
      ways ? "<th>Impacts on the way there</th><th>The first at frame</th>" : "");
  for (std::size_t i = 0; i < shown; ++i) {
    const Moment& m = moments[i];
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{}<td>{:.2f}</td></tr>\n",
                       m.number, escaped(m.label), name_of(m.verdict), with_commas(m.count),
                       ways ? way_cells(m.way) : "", m.milliseconds);
  }
  return out + "</tbody></table>\n";
}

std::string table_of_contacts(const Recording& recording, const Moment& moment,
                              const Words& words) {
  if (moment.deepest.empty()) return "<p>No contact to list.</p>\n";
  const std::string where = words.animated ? fmt::format(" in frame {}", moment.number) : "";
  const bool all = moment.deepest.size() == moment.pairs;
  std::string out = fmt::format(
      "<table><caption>{} of {}{}</caption><thead><tr><th>No.</th><th>Body a</th><th>Primitive</th>"
      "<th>Body b</th><th>Primitive</th><th>Kind</th><th>Depth</th><th>From</th><th>To</th></tr>"
      "</thead>\n<tbody>",
      all ? "All" : fmt::format("The {} deepest", moment.deepest.size()),
      plural(moment.pairs, "contact"), where);
  for (const Row& row : moment.deepest) {
    const Contact& c = row.contact;
    out += fmt::format(
        "<tr><td>{}</td>{}<td>{}</td>{}<td>{}</td><td>{}</td><td>{:.6g}</td><td>{}</td><td>{}</td>"
        "</tr>\n",
        row.index, name_cell(recording, row.pair.body_a), row.pair.primitive_a,
        name_cell(recording, row.pair.body_b), row.pair.primitive_b, name_of(c.kind), c.depth,
        point_text(c.segment.from), point_text(c.segment.to));
  }
  return out + "</tbody></table>\n";
}

}  // namespace tact::report
