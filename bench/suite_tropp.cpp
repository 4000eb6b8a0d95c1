// Suite `tropp`: the scenes of Tropp 2006 at the motions of its figures, and with the thresholds
// that its section 5 tunes.
#include <fmt/format.h>

#include "bench/suites.h"
#include "bench/variants.h"
#include "scenes/rigid_paths.h"

namespace tact::bench {
namespace {

using scenes::RigidScene;

struct TroppPlace {
  const char* name;
  RigidScene scene;
};
constexpr TroppPlace tropp_places[] = {{"torus", RigidScene::torus},
                                       {"pipes", RigidScene::pipes},
                                       {"hand", RigidScene::hand},
                                       {"flange", RigidScene::flange}};

constexpr int tropp_frames = 300;

Scenario on_path(const TroppPlace& place, const scenes::RigidPathOptions& options, std::string name,
                 std::string what, std::vector<std::string> methods, std::vector<std::string> peers,
                 Question question) {
  Scenario s{"tropp",  std::move(name),    std::move(what),  {},  tropp_frames,
             question, std::move(methods), std::move(peers), {1}, {6, 40, 4},
             0};
  s.build = [place, options] { return scenes::rigid_path_scene(place.scene, 2, options); };
  return s;
}

const std::vector<std::string> tropp_methods{
    "obb-of-paper-plain",  "obb-of-paper",  "aabb-of-paper-all-axes",
    "aabb-of-paper-plain", "aabb-of-paper", "obb",
    "obb-coherent",        "aabb-all-axes", "aabb",
    "aabb-coherent",       "kdop-14",       "kdop-18",
    "kdop-18-coherent"};

// Figures 4 to 6: the plain algorithm as published, and the coherent one with one of its thresholds
// moved.
std::vector<std::string> tuned(const std::string& kind) {
  std::vector<std::string> names{kind + "-plain"};
  for (const MethodInfo& info : method_variants()) {
    for (const char* threshold : {"-coherence-", "-sprout-", "-prune-"}) {
      if (info.name.rfind(kind + threshold, 0) == 0) names.emplace_back(info.name);
    }
  }
  return names;
}

}  // namespace

std::vector<Scenario> tropp_scenarios(const SuiteOptions& suite) {
  std::vector<Scenario> list;
  for (const TroppPlace& place : tropp_places) {
    for (const double motion : {0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.15}) {
      if (suite.quick && motion != 0.03) continue;
      const bool table = motion == 0.03;
      list.push_back(on_path(
          place, {motion, false, tropp_frames}, fmt::format("{}-{:g}", place.name, motion),
          fmt::format("{}figures 8 and 9: moves by {:g} of its longest edge",
                      table ? "table 2, interpolated; " : "", motion),
          tropp_methods, table ? std::vector<std::string>{"fcl-obb"} : std::vector<std::string>{},
          Question::all));
    }
    list.push_back(on_path(place, {0.03, true, tropp_frames},
                           fmt::format("{}-original", place.name),
                           "table 2, original: motions of all sizes, as in table 1", tropp_methods,
                           {}, Question::all));
    for (const char* kind : {"obb", "aabb"}) {
      if (suite.quick) break;
      list.push_back(on_path(place, {0.03, true, tropp_frames},
                             fmt::format("{}-thresholds-{}", place.name, kind),
                             "figures 4 to 6: original paths, one threshold moved",
                             tuned(std::string(kind) + "-of-paper"), {}, Question::all));
    }
    list.push_back(on_path(place, {0.03, false, tropp_frames}, fmt::format("{}-any", place.name),
                           "moves by 0.03 of its longest edge, yes or no", tropp_methods,
                           {"fcl-obb"}, Question::any));
  }
  return list;
}

}  // namespace tact::bench
