// A page to look at: one file, no network, tables that sort by a click on their heads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/output.h"
#include "bench/plot.h"

namespace tact::bench {
namespace {

constexpr const char* head = R"(<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>tact bench</title><style>
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1150px;padding:1.5em;color:#1d2530;background:#fff}
h1{margin:0 0 .2em}h2{margin:2em 0 .4em}h3{margin:1.8em 0 .2em}p{margin:.2em 0 .6em}small,.dim{color:#66707d}
.wrap{overflow-x:auto}table{border-collapse:collapse;margin:.4em 0;font-variant-numeric:tabular-nums}
th,td{padding:.22em .65em;text-align:right;border-bottom:1px solid #e3e7ec;white-space:nowrap}
th{cursor:pointer;color:#44505e;font-weight:600}th:hover{text-decoration:underline}
td.t,th.t{text-align:left}tr.ours td{font-weight:600}tr.first{background:#e9f6ec}tr.limit td{color:#8a929c}
.bad{color:#b3261e}.good{color:#1b7a3d}.bar{display:inline-block;height:.75em;border-radius:2px;vertical-align:middle}
svg text{font:12px system-ui,sans-serif;fill:currentColor}nav a{margin-right:.8em}
@media(prefers-color-scheme:dark){body{background:#14181d;color:#dde3ea}th{color:#aab4c0}
th,td{border-color:#2a313a}tr.first{background:#16301e}.bad{color:#ff8a80}.good{color:#7fd79a}}
</style></head><body>
)";

constexpr const char* script = R"(<script>
document.querySelectorAll('th').forEach(th=>th.onclick=()=>{const t=th.closest('table'),b=t.tBodies[0],
i=[...th.parentNode.children].indexOf(th),d=th.dataset.d=-(th.dataset.d||-1);
const v=r=>{const c=r.children[i];return c.dataset.v!==undefined?+c.dataset.v:c.textContent};
[...b.rows].sort((p,q)=>{const x=v(p),y=v(q);return d*(x<y?-1:x>y?1:0)}).forEach(r=>b.append(r))});
</script></body></html>
)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string time_cell(double ms) {
  return fmt::format("<td data-v=\"{}\">{}</td>", ms, time_text(ms));
}
std::string factor_cell(const Figure& f) {
  if (!(f.median > 0)) return "<td data-v=\"1e99\">–</td>";
  return fmt::format("<td data-v=\"{}\">{:.3g}</td>", f.median, f.median);
}

void add_duels(std::string& page, const Run& run) {
  const std::vector<GroupDuel> all = duels_losses_first(run);
  if (all.empty()) return;
  const auto lost = std::count_if(all.begin(), all.end(),
                                  [](const GroupDuel& d) { return d.duel.faster.median < 1; });
  page += fmt::format(
      "<h2>Our best against the best peer</h2><p><b class=\"bad\">{} lost</b>, <b "
      "class=\"good\">{} won</b>; losses first. The bars are on a logarithmic scale.</p>"
      "<div class=\"wrap\"><table><thead><tr><th class=\"t\">scenario</th><th>threads</th><th "
      "class=\"t\">ours</th><th class=\"t\">peer</th><th>× faster</th><th>±</th><th "
      "class=\"t\"></th></tr></thead><tbody>",
      lost, static_cast<std::ptrdiff_t>(all.size()) - lost);
  for (const GroupDuel& d : all) {
    const double f = d.duel.faster.median;
    const bool bad = f < 1;
    const double width = std::min(300.0, 90 * std::abs(std::log10(f)) + 2);
    page += fmt::format(
        "<tr><td class=\"t\"><a href=\"#{}-{}\">{}</a></td><td>{}</td><td class=\"t\">{}</td><td "
        "class=\"t\">{}</td><td data-v=\"{}\" class=\"{}\">{:.3g}</td><td data-v=\"{}\">{:.0f} "
        "%</td><td class=\"t\"><span class=\"bar\" style=\"width:{:.0f}px;background:{}\"></span>"
        "</td></tr>",
        d.group->suite, escaped(d.group->scenario), escaped(d.group->scenario), d.duel.threads,
        escaped(d.duel.ours), escaped(d.duel.peer), f, bad ? "bad" : "good", f,
        d.duel.faster.spread(), 100 * d.duel.faster.spread(), width, bad ? "#d9534f" : "#4caf6d");
  }
  page += "</tbody></table></div>";
}

void add_row(std::string& page, const Group& group, const Row& row) {
  std::string remark;
  if (!row.verdict.right()) {
    remark = fmt::format("<b class=\"bad\">wrong: {} missed, {} invented</b> ", row.verdict.missed,
                         row.verdict.invented);
  }
  if (!row.failure.empty()) remark += "failed: " + escaped(row.failure) + " ";
  if (row.cut) remark += fmt::format("cut after {} of {} frames ", row.frames, group.frames);
  if (row.kind == Kind::peer && row.answer == Answer::contacts) remark += "contacts, not pairs";
  const std::string css =
      fmt::format("{}{}{}", row.kind == Kind::method ? "ours " : "", row.rank == 1 ? "first " : "",
                  row.kind == Kind::limit ? "limit" : "");
  page += fmt::format(
      "<tr class=\"{}\"><td data-v=\"{}\">{}</td><td class=\"t\" "
      "title=\"{}\">{}</td><td>{}</td>{}{}"
      "{}<td data-v=\"{}\">{:.0f} %</td>{}{}{}<td class=\"t\">{}</td></tr>",
      css, row.rank > 0 ? row.rank : 9999, row.rank > 0 ? std::to_string(row.rank) : "–",
      escaped(row.mode), escaped(row.name), row.threads, time_cell(row.update.median),
      time_cell(row.query.median), time_cell(row.total.median), row.total.spread(),
      100 * row.total.spread(), time_cell(row.worst), factor_cell(row.slower),
      factor_cell(row.of_limit), remark);
}

void add_group(std::string& page, const Group& group) {
  page += fmt::format(
      "<h3 id=\"{}-{}\">{}</h3><p>{}. <span class=\"dim\">{} bodies, {} triangles, {} frames, "
      "{}.</span></p><div class=\"wrap\"><table><thead><tr><th>rank</th><th "
      "class=\"t\">participant</th><th>threads</th><th>update</th><th>query</th><th>total</th>"
      "<th>±</th><th>worst</th><th>× first</th><th>× limit</th><th class=\"t\"></th></tr></thead>"
      "<tbody>",
      group.suite, escaped(group.scenario), escaped(group.scenario), escaped(group.description),
      group.bodies, group.triangles, group.frames,
      group.question == Question::all ? fmt::format("{} pairs", group.pairs)
                                      : fmt::format("touching in {}", group.hit_frames));
  std::vector<const Row*> rows;
  for (const Row& row : group.rows) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](const Row* a, const Row* b) {
    return std::tuple(a->threads, a->rank == 0, a->rank) <
           std::tuple(b->threads, b->rank == 0, b->rank);
  });
  for (const Row* row : rows) add_row(page, group, *row);
  page += "</tbody></table></div>";
  if (!group.absent.empty()) {
    page += fmt::format("<p class=\"dim\">Not there yet: {}.</p>",
                        escaped(fmt::format("{}", fmt::join(group.absent, ", "))));
  }
}

void add_measures(std::string& page, const Run& run) {
  if (run.measures.empty()) return;
  page +=
      "<h2 id=\"limits\">Limits of the machine, and growth</h2><div class=\"wrap\"><table><thead>"
      "<tr><th class=\"t\">what</th><th>threads</th><th>value</th><th class=\"t\"></th><th>±</th>"
      "</tr></thead><tbody>";
  for (const Measure& m : run.measures) {
    page += fmt::format(
        "<tr><td class=\"t\">{}</td><td>{}</td><td data-v=\"{}\">{:.4g}</td><td "
        "class=\"t\">{}</td><td>{:.0f} %</td></tr>",
        escaped(m.name), m.threads, m.value.median, m.value.median, m.unit, 100 * m.value.spread());
  }
  page += "</tbody></table></div>";
}

}  // namespace

std::string to_html(const Run& run) {
  const Machine& m = run.machine;
  std::string page = head;
  page += fmt::format(
      "<h1>tact bench</h1><p>{}, {} threads, {}; {}; {}; {} kernels; commit {}; {}; {:.0f} "
      "s{}.</p>",
      escaped(m.processor), m.threads, escaped(m.memory), escaped(m.system), escaped(m.compiler),
      escaped(m.simd), escaped(m.commit), escaped(m.date), run.seconds, run.quick ? ", quick" : "");
  add_duels(page, run);
  for (const std::string& note : run.notes) page += "<p class=\"dim\">" + escaped(note) + "</p>";
  page += plots(run) + animation_plots(run) + coherence_plots(run);
  add_measures(page, run);
  std::string suite;
  for (const Group& group : run.groups) {
    if (group.suite != suite) {
      suite = group.suite;
      page += "<h2>" + escaped(suite) + "</h2>";
    }
    add_group(page, group);
  }
  return page + script;
}

}  // namespace tact::bench
