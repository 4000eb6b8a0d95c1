#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/output.h"
#include "tact/base/error.h"
#include "tact/io/atomic_file.h"

namespace tact::bench {
namespace {

using nlohmann::json;

// Five digits are more than a clock is good for, and half the size of a record.
double short_number(double value) {
  double out = value;
  const std::string text = fmt::format("{:.5g}", value);
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

json of(const Figure& f) {
  return {{"median", short_number(f.median)},
          {"low", short_number(f.low)},
          {"high", short_number(f.high)}};
}
Figure figure(const json& j) { return {j.at("median"), j.at("low"), j.at("high")}; }

json of(const Stats& s) {
  return {{"bounds_tests", s.bounds_tests},       {"candidates", s.candidates},
          {"primitive_tests", s.primitive_tests}, {"exact_fallbacks", s.exact_fallbacks},
          {"neighbours", s.neighbours},           {"primitives_read", s.primitives_read},
          {"nodes_updated", s.nodes_updated},     {"nodes_split", s.nodes_split},
          {"nodes_collapsed", s.nodes_collapsed}, {"sort_steps", s.sort_steps},
          {"sort_fallbacks", s.sort_fallbacks},   {"axis_tests", s.axis_tests},
          {"front_pairs", s.front_pairs},         {"overlaps_x", s.overlaps_x},
          {"overlaps_y", s.overlaps_y},           {"overlaps_z", s.overlaps_z}};
}
Stats stats(const json& j) {
  return {j.at("bounds_tests"),
          j.at("candidates"),
          j.at("primitive_tests"),
          j.at("exact_fallbacks"),
          j.at("neighbours"),
          j.at("primitives_read"),
          j.at("nodes_updated"),
          j.at("nodes_split"),
          j.at("nodes_collapsed"),
          j.value("sort_steps", std::uint64_t{0}),
          j.value("sort_fallbacks", std::uint64_t{0}),
          j.value("axis_tests", std::uint64_t{0}),
          j.value("front_pairs", std::uint64_t{0}),
          j.value("overlaps_x", std::uint64_t{0}),
          j.value("overlaps_y", std::uint64_t{0}),
          j.value("overlaps_z", std::uint64_t{0})};
}

// As text, "frame ms frame ms …", because there are many of them; where exact tests are measured
// apart "frame update tests …" likewise.
std::string of(const std::vector<FrameTime>& animation) {
  std::string list;
  for (const FrameTime& at : animation) {
    list += fmt::format("{}{} {:.4g}", list.empty() ? "" : " ", at.frame, at.ms);
  }
  return list;
}
std::string parts_of(const std::vector<FrameTime>& animation) {
  std::string list;
  for (const FrameTime& at : animation) {
    list +=
        fmt::format("{}{} {:.4g} {:.4g}", list.empty() ? "" : " ", at.frame, at.update, at.tests);
  }
  return list;
}
std::vector<FrameTime> frame_times(const std::string& list, const std::string& parts) {
  std::vector<FrameTime> out;
  std::istringstream in(list);
  in.imbue(std::locale::classic());
  for (FrameTime at; in >> at.frame >> at.ms;) out.push_back(at);
  std::istringstream in_parts(parts);
  in_parts.imbue(std::locale::classic());
  for (FrameTime& at : out) in_parts >> at.frame >> at.update >> at.tests;
  return out;
}

json of(const Row& r) {
  json out{{"kind", name_of(r.kind)},
           {"name", r.name},
           {"mode", r.mode},
           {"answer", r.answer == Answer::pairs ? "pairs" : "contacts"},
           {"threads", r.threads},
           {"update_ms", of(r.update)},
           {"query_ms", of(r.query)},
           {"total_ms", of(r.total)},
           {"best_ms", short_number(r.best)},
           {"worst_ms", short_number(r.worst)},
           {"build_ms", short_number(r.build)},
           {"frames", r.frames},
           {"rounds", r.rounds},
           {"cut", r.cut},
           {"failure", r.failure},
           {"missed", r.verdict.missed},
           {"invented", r.verdict.invented},
           {"examples", r.verdict.examples},
           {"rank", r.rank},
           {"times_first", of(r.slower)},
           {"times_limit", of(r.of_limit)},
           {"stats", of(r.stats)},
           {"fallbacks", r.fallbacks},
           {"frame_ms", of(r.animation)}};
  if (r.tests.median > 0) {
    out["tests_ms"] = of(r.tests);
    out["frame_parts_ms"] = parts_of(r.animation);
  }
  return out;
}
Row row(const json& j) {
  Row r;
  const std::string kind = j.at("kind");
  r.kind = kind == "method" ? Kind::method : kind == "peer" ? Kind::peer : Kind::limit;
  r.name = j.at("name");
  r.mode = j.at("mode");
  r.answer = j.at("answer") == "pairs" ? Answer::pairs : Answer::contacts;
  r.threads = j.at("threads");
  r.update = figure(j.at("update_ms"));
  r.query = figure(j.at("query_ms"));
  r.total = figure(j.at("total_ms"));
  r.best = j.at("best_ms");
  r.worst = j.at("worst_ms");
  r.build = j.at("build_ms");
  r.frames = j.at("frames");
  r.rounds = j.at("rounds");
  r.cut = j.at("cut");
  r.failure = j.at("failure");
  r.verdict = {j.at("missed"), j.at("invented"), j.at("examples")};
  r.rank = j.at("rank");
  r.slower = figure(j.at("times_first"));
  r.of_limit = figure(j.at("times_limit"));
  r.stats = stats(j.at("stats"));
  r.fallbacks = j.value("fallbacks", 0.0);
  if (j.contains("tests_ms")) r.tests = figure(j.at("tests_ms"));
  if (j.contains("frame_ms")) {
    r.animation = frame_times(j.at("frame_ms"), j.value("frame_parts_ms", std::string()));
  }
  return r;
}

json of(const Group& g) {
  json rows = json::array();
  for (const Row& r : g.rows) {
    rows.push_back(of(r));
    // Only the papers' figures show single frames.
    if (g.suite == "peers" || g.suite == "scaling") rows.back().erase("frame_ms");
  }
  json duels = json::array();
  for (const Duel& d : g.duels) {
    duels.push_back(
        {{"threads", d.threads}, {"ours", d.ours}, {"peer", d.peer}, {"faster", of(d.faster)}});
  }
  return {{"suite", g.suite},
          {"scenario", g.scenario},
          {"description", g.description},
          {"question", g.question == Question::any ? "any" : "all"},
          {"bodies", g.bodies},
          {"triangles", g.triangles},
          {"frames", g.frames},
          {"pairs", g.pairs},
          {"most_pairs", g.most_pairs},
          {"hit_frames", g.hit_frames},
          {"pairs_hash", g.pairs_hash},
          {"absent", g.absent},
          {"rows", rows},
          {"duels", duels}};
}
Group group(const json& j) {
  Group g;
  g.suite = j.at("suite");
  g.scenario = j.at("scenario");
  g.description = j.at("description");
  g.question = j.at("question") == "any" ? Question::any : Question::all;
  g.bodies = j.at("bodies");
  g.triangles = j.at("triangles");
  g.frames = j.at("frames");
  g.pairs = j.at("pairs");
  g.most_pairs = j.at("most_pairs");
  g.hit_frames = j.at("hit_frames");
  g.pairs_hash = j.at("pairs_hash");
  g.absent = j.at("absent").get<std::vector<std::string>>();
  for (const json& r : j.at("rows")) g.rows.push_back(row(r));
  for (const json& d : j.at("duels")) {
    g.duels.push_back({d.at("threads"), d.at("ours"), d.at("peer"), figure(d.at("faster"))});
  }
  return g;
}

json of(const Machine& m) {
  return {{"processor", m.processor}, {"threads", m.threads},   {"memory", m.memory},
          {"system", m.system},       {"compiler", m.compiler}, {"simd", m.simd},
          {"commit", m.commit},       {"date", m.date}};
}
Machine machine(const json& j) {
  return {j.at("processor"), j.at("threads"), j.at("memory"), j.at("system"),
          j.at("compiler"),  j.at("simd"),    j.at("commit"), j.at("date")};
}

Run run_of(const json& j) {
  if (j.at("schema") != "tact-bench") throw Error(ErrorCode::bad_file, "no benchmark record");
  if (j.at("version") != schema_version) {
    throw Error(ErrorCode::bad_file, fmt::format("a benchmark record of version {}, not {}",
                                                 j.at("version").get<int>(), schema_version));
  }
  Run run;
  run.machine = machine(j.at("machine"));
  run.quick = j.at("quick");
  run.seconds = j.at("seconds");
  run.notes = j.at("notes").get<std::vector<std::string>>();
  for (const json& m : j.at("measures")) {
    run.measures.push_back(
        {m.at("suite"), m.at("name"), m.at("threads"), figure(m.at("value")), m.at("unit")});
  }
  for (const json& g : j.at("groups")) run.groups.push_back(group(g));
  return run;
}

}  // namespace

std::string to_json(const Run& run) {
  json measures = json::array();
  for (const Measure& m : run.measures) {
    measures.push_back({{"suite", m.suite},
                        {"name", m.name},
                        {"threads", m.threads},
                        {"value", of(m.value)},
                        {"unit", m.unit}});
  }
  json groups = json::array();
  for (const Group& g : run.groups) groups.push_back(of(g));
  const json all = {{"schema", "tact-bench"},     {"version", schema_version},
                    {"machine", of(run.machine)}, {"quick", run.quick},
                    {"seconds", run.seconds},     {"notes", run.notes},
                    {"measures", measures},       {"groups", groups}};
  return all.dump(1);
}

Run from_json(const std::string& text) {
  try {
    return run_of(json::parse(text));
  } catch (const json::exception& e) {
    throw Error(ErrorCode::bad_file, std::string("no benchmark record: ") + e.what());
  }
}

Run read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw Error(ErrorCode::bad_file, "cannot read " + path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return from_json(text.str());
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace tact::bench
