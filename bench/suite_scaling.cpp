// Suite `scaling`: how cost grows with triangles, bodies and contacts, on one thread and two.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "bench/suites.h"
#include "bench/workloads.h"

namespace tact::bench {
namespace {

const std::vector<std::string> scaling_methods{"dbvh", "rebuild", "octree", "stream"};

Scenario family(std::string name, std::string what, double size, Sampling sampling,
                std::function<scenes::Scene()> build) {
  return {"scaling",       std::move(name),  std::move(what), std::move(build), 12,  Question::all,
          scaling_methods, {"embree-build"}, {1, 2},          sampling,         size};
}

// What a scenario is called before the last dash names its family.
std::string family_of(const std::string& scenario) {
  return scenario.substr(0, scenario.rfind('-'));
}

}  // namespace

std::vector<Scenario> scaling_scenarios(const SuiteOptions& options) {
  std::vector<Scenario> list;
  for (int levels = 4; levels <= (options.quick ? 6 : 9); ++levels) {
    const double triangles = 32.0 * static_cast<double>(1U << (2 * levels));
    list.push_back(family(fmt::format("triangles-{:.0f}", triangles),
                          "2 broken rabbits, triangles in all", triangles,
                          levels < 8 ? Sampling{1, 6, 2} : Sampling{1, 3, 1},
                          [levels] { return broken_rabbits(levels); }));
  }
  for (const std::uint32_t bodies : {2U, 10U, 100U, 1000U, 10000U}) {
    if (options.quick && bodies > 1000) continue;
    Scenario s = family(fmt::format("bodies-{}", bodies), "a swarm of balls of 80 triangles",
                        bodies, {1, 6, 2}, [bodies] { return swarm_of_balls(bodies); });
    if (bodies > 100) s.peers.clear();  // a tree per body and a call per pair: not made for it
    list.push_back(std::move(s));
  }
  for (const double apart : {1.3, 1.0, 0.7, 0.4, 0.1}) {
    list.push_back(family(fmt::format("contacts-{:.1f}", apart),
                          "2 waving rabbits of 16,384 triangles, so far apart", 0, {1, 8, 2},
                          [apart] { return rabbits_apart(5, apart); }));
  }
  return list;
}

std::vector<Measure> growth_of(std::span<const Group> groups, const SuiteOptions& options) {
  struct Curve {
    std::vector<double> x;
    std::vector<double> y;
  };
  std::map<std::string, double> sizes;
  for (const Scenario& s : scaling_scenarios(options)) sizes[s.name] = s.size;
  std::map<std::tuple<std::string, std::string, unsigned>, Curve> curves;
  for (const Group& group : groups) {
    if (group.suite != "scaling" || sizes.count(group.scenario) == 0) continue;
    const double per_frame = static_cast<double>(group.pairs) / static_cast<double>(group.frames);
    const double size = sizes[group.scenario] > 0 ? sizes[group.scenario] : per_frame;
    if (!(size > 0)) continue;
    for (const Row& row : group.rows) {
      if (row.frames == 0 || row.cut) continue;
      Curve& curve = curves[{family_of(group.scenario), row.name, row.threads}];
      curve.x.push_back(size);
      curve.y.push_back(row.total.median);
    }
  }
  std::vector<Measure> out;
  for (const auto& [key, curve] : curves) {
    const auto& [name, participant, threads] = key;
    if (curve.x.size() < 3) continue;
    const double k = growth_exponent(curve.x, curve.y);
    const double least = *std::min_element(curve.x.begin(), curve.x.end());
    const double most = *std::max_element(curve.x.begin(), curve.x.end());
    out.push_back({"scaling",
                   fmt::format("{} grows with {} from {:.3g} to {:.3g} as its power", participant,
                               name, least, most),
                   threads,
                   {k, k, k},
                   ""});
  }
  return out;
}

}  // namespace tact::bench
