#include "bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>
#include <string_view>

#include "bench/ccd.h"
#include "bench/machine.h"
#include "bench/output.h"
#include "bench/peers/peers.h"
#include "bench/runner.h"
#include "bench/spillmann.h"
#include "bench/spillmann_tables.h"
#include "bench/suites.h"
#include "bench/zhang.h"
#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/method/method.h"

namespace tact::bench {
namespace {

bool begins_with_any(const std::string& name, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& b) { return name.rfind(b, 0) == 0; });
}

bool method_exists(const std::string& name) {
  const std::vector<MethodInfo> all = methods();
  return std::any_of(all.begin(), all.end(), [&](const MethodInfo& m) { return m.name == name; });
}

struct Field {
  std::vector<Entrant> entrants;
  std::vector<std::string> absent;
};

bool suits(const PeerInfo& peer, const Stage& stage, Question question, unsigned threads) {
  const auto can = [&](unsigned what) { return (peer.serves & what) != 0; };
  if (!can(question == Question::any ? serves::any : serves::all)) return false;
  if (stage.has_self() && !can(serves::self)) return false;
  if (threads > 1 && !can(serves::parallel)) return false;
  return (stage.all_rigid() && can(serves::rigid)) || (stage.none_rigid() && can(serves::moving));
}

void add_methods(Field& field, const Scenario& scenario, const BenchOptions& options,
                 unsigned threads) {
  const std::vector<std::string>& names =
      options.methods.empty() ? scenario.methods : options.methods;
  for (const std::string& name : names) {
    if (method_exists(name)) {
      field.entrants.push_back(method_entrant(name, threads));
    } else if (threads == 1) {
      field.absent.push_back(name);
    }
  }
}

void add_peers(Field& field, const Scenario& scenario, const BenchOptions& options,
               const Stage& stage, unsigned threads) {
  for (const PeerInfo& peer : peers()) {
    const bool wanted = options.peers.empty() ? begins_with_any(peer.name, scenario.peers)
                                              : begins_with_any(peer.name, options.peers);
    if (!wanted || !suits(peer, stage, scenario.question, threads)) continue;
    field.entrants.push_back({Kind::peer, peer.name, peer.mode, peer.answer, threads, peer.make});
  }
}

Field field_of(const Scenario& scenario, const BenchOptions& options) {
  Field field;
  scenes::Scene scene = scenario.build();
  const Stage stage(scene);
  for (const unsigned threads : scenario.threads) {
    if (!options.threads.empty() && std::find(options.threads.begin(), options.threads.end(),
                                              threads) == options.threads.end()) {
      continue;
    }
    if (threads > hardware_threads()) continue;
    add_methods(field, scenario, options, threads);
    add_peers(field, scenario, options, stage, threads);
    if (stage.none_rigid()) {
      const std::vector<Entrant> limits = limit_entrants(threads);
      field.entrants.insert(field.entrants.end(), limits.begin(), limits.end());
    }
  }
  return field;
}

bool has_contest(const Field& field) {
  return std::any_of(field.entrants.begin(), field.entrants.end(),
                     [](const Entrant& e) { return e.kind != Kind::limit; });
}

RunnerOptions runner_options(const BenchOptions& options) {
  RunnerOptions runner = options.quick ? quick_options() : RunnerOptions{};
  if (options.row_seconds > 0) {
    runner.row_seconds = options.row_seconds;
    runner.frame_seconds = std::max(runner.frame_seconds, options.row_seconds);
    runner.group_seconds = std::max(runner.group_seconds, 5 * options.row_seconds);
  }
  runner.processor_time = options.processor_time;
  runner.disagreements = options.disagreements;
  return runner;
}

std::vector<const Suite*> chosen_suites(const BenchOptions& options) {
  std::vector<const Suite*> chosen;
  for (const std::string& name : options.suites) {
    const auto all = suites();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Suite& suite) { return suite.name == name; });
    if (found == all.end()) {
      std::string message = "no suite is called '" + name + "'; there are";
      for (const Suite& suite : all) message.append(" ").append(suite.name);
      throw Error(ErrorCode::unknown_name, message);
    }
    chosen.push_back(&*found);
  }
  if (!options.suites.empty()) return chosen;
  for (const Suite& suite : suites()) {
    if (suite.by_default) chosen.push_back(&suite);
  }
  return chosen;
}

// A mistyped name should not look like a run in which all was well.
void expect_scenario(const BenchOptions& options) {
  if (options.scenario.empty() || !options.from.empty()) return;
  std::string looked;
  for (const Suite* suite : chosen_suites(options)) {
    const bool asked = !options.suites.empty();
    if (asked && std::string_view(suite->name) == "broad") return;  // names its rows itself
    looked.append(" ").append(suite->name);
    if (suite->scenarios == nullptr) continue;
    for (const Scenario& scenario : suite->scenarios({options.quick, options.meshes})) {
      if (scenario.name.find(options.scenario) != std::string::npos) return;
    }
  }
  throw Error(ErrorCode::unknown_name, "no scenario of" + looked + " has '" + options.scenario +
                                           "' in its name; --list says which there are");
}

void run_scenarios(Run& run, const Suite& suite, const BenchOptions& options, std::FILE* out) {
  for (Scenario& scenario : suite.scenarios({options.quick, options.meshes})) {
    if (scenario.name.find(options.scenario) == std::string::npos) continue;
    if (options.every_frame) scenario.sampling.segments = scenario.frames;
    if (options.list) {
      fmt::print("{} {}: {}\n", suite.name, scenario.name, scenario.description);
      continue;
    }
    const Field field = field_of(scenario, options);
    if (!has_contest(field)) {
      run.notes.push_back(fmt::format("{} {}: none of its methods and peers is there yet",
                                      suite.name, scenario.name));
      if (out != nullptr) fmt::print(out, "{}\n\n", run.notes.back());
      continue;
    }
    Group group = run_scenario(scenario, field.entrants, runner_options(options));
    group.absent = field.absent;
    if (out != nullptr) print_group(out, group);
    run.groups.push_back(std::move(group));
  }
}

// --queries and the suite ccd need each other.
void expect_queries(const BenchOptions& options) {
  const bool asked =
      std::find(options.suites.begin(), options.suites.end(), "ccd") != options.suites.end();
  if (asked && options.queries.empty() && !options.list) {
    throw Error(ErrorCode::bad_argument, "the suite ccd asks what files hold: --queries FILE...");
  }
  if (!asked && !options.queries.empty()) {
    throw Error(ErrorCode::bad_argument, "--queries goes with the suite ccd");
  }
}

void run_queries(Run& run, const BenchOptions& options, std::FILE* out) {
  const std::vector<QueryResult> results = measure_queries(options.queries, options.quick);
  const std::vector<Measure> queries = measures_of(results);
  run.measures.insert(run.measures.end(), queries.begin(), queries.end());
  for (const QueryResult& result : results) {
    if (!result.right()) run.notes.push_back("ccd " + result.file + ": ANSWERS ARE WRONG");
  }
  if (out != nullptr) print_queries(out, results);
}

bool queries_right(const Run& run) {
  return std::none_of(run.measures.begin(), run.measures.end(), [](const Measure& m) {
    const auto ends_with = [&](std::string_view what) {
      return std::string_view(m.name).ends_with(what);
    };
    return m.suite == "ccd" && m.value.median != 0 &&
           (ends_with("false negatives") || ends_with("false positives") || ends_with("undecided"));
  });
}

void run_suite(Run& run, const Suite& suite, const BenchOptions& options, std::FILE* out) {
  const std::string name = suite.name;
  if (suite.scenarios != nullptr) {
    run_scenarios(run, suite, options, out);
  } else if (options.list) {
    fmt::print("{}: {} (no scenarios to choose from)\n", name, suite.summary);
  } else if (name == "ccd") {
    run_queries(run, options, out);
  } else if (name == "limits") {
    const std::vector<Measure> limits = measure_limits(options.quick);
    run.measures.insert(run.measures.end(), limits.begin(), limits.end());
    if (out != nullptr) print_measures(out, limits);
  } else if (name == "broad") {
    const std::vector<Measure> broad =
        measure_broad(options.quick, options.processor_time, options.scenario);
    run.measures.insert(run.measures.end(), broad.begin(), broad.end());
    if (out != nullptr) print_measures(out, broad);
  } else if (name == "planner") {
    const std::vector<Measure> planner = measure_planner(options.quick, options.processor_time);
    run.measures.insert(run.measures.end(), planner.begin(), planner.end());
    if (out != nullptr) print_measures(out, planner);
  } else if (name == "rays") {
    const std::vector<Measure> rays = measure_rays(options.quick, options.processor_time);
    run.measures.insert(run.measures.end(), rays.begin(), rays.end());
    if (out != nullptr) print_measures(out, rays);
  } else if (name == "spillmann") {
    const std::vector<Measure> figures = measure_figure_7(options.quick);
    run.measures.insert(run.measures.end(), figures.begin(), figures.end());
    if (out != nullptr) print_measures(out, figures);
    const std::vector<Measure> tables = measure_spillmann_response(options.quick, out);
    run.measures.insert(run.measures.end(), tables.begin(), tables.end());
  } else if (name == "primitives") {
    if (out != nullptr && run_primitives(out, false) != 0) {
      run.notes.emplace_back("primitives: THE ANSWERS DIFFER");
    }
  } else {
    run.notes.push_back(name + ": its methods are not there yet, nothing was run");
    if (out != nullptr) fmt::print(out, "{}\n\n", run.notes.back());
  }
  if (options.list) return;
  if (name == "scaling") {
    const std::vector<Measure> growth = growth_of(run.groups, {options.quick, options.meshes});
    run.measures.insert(run.measures.end(), growth.begin(), growth.end());
    if (out != nullptr) print_measures(out, growth);
  }
  if (name == "larsson" && out != nullptr) print_larsson(out, run.groups);
  if (name == "zhang" && options.scenario.empty()) {
    const std::vector<Measure> zhang = measure_zhang(options.quick);
    run.measures.insert(run.measures.end(), zhang.begin(), zhang.end());
    if (out != nullptr) print_measures(out, zhang);
    if (out != nullptr) print_zhang_steps(out, options.quick);
  }
  if (name == "zhang" && out != nullptr) print_zhang_frames(out, run.groups);
  if (name == "tropp" && out != nullptr) print_tropp(out, run.groups);
  if (name == "zachmann" && options.scenario.empty()) {
    const std::vector<Measure> zachmann = measure_zachmann(options.quick);
    run.measures.insert(run.measures.end(), zachmann.begin(), zachmann.end());
    if (out != nullptr) print_measures(out, zachmann);
  }
  if (name == "zachmann" && out != nullptr) print_zachmann(out, run.groups);
}

}  // namespace

Run measure(const BenchOptions& options) {
  Run run;
  const auto start = std::chrono::steady_clock::now();
  run.machine = describe_machine();
  run.quick = options.quick;
  std::FILE* const out = options.json == "-" ? nullptr : stdout;
  for (const Suite* suite : chosen_suites(options)) run_suite(run, *suite, options, out);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return run;
}

int run_bench(const BenchOptions& options) {
  expect_scenario(options);
  expect_queries(options);
  // A record to compare with is read before another one can take its place.
  std::optional<Run> before;
  if (!options.compare.empty()) before = read_json(options.compare);
  const Run run = options.from.empty() ? measure(options) : read_json(options.from);
  if (options.list) return 0;
  if (options.json == "-") {
    fmt::print("{}\n", to_json(run));
  } else {
    if (!options.json.empty()) write_text(options.json, to_json(run) + "\n");
    print_summary(stdout, run);
  }
  if (!options.report.empty()) write_text(options.report, to_html(run));
  if (!options.docs.empty()) write_text(options.docs, to_markdown(run));
  if (before) print_changes(stdout, *before, run);
  for (const Group& group : run.groups) {
    for (const Row& row : group.rows) {
      if (row.kind == Kind::method && !row.verdict.right()) return 1;
    }
  }
  return queries_right(run) ? 0 : 1;
}

}  // namespace tact::bench
