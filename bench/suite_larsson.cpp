// Suite `larsson`: the scenes of Larsson 2006 at the three levels of detail.
#include "bench/suites.h"
#include "scenes/registry.h"

namespace tact::bench {
namespace {

Scenario table(const char* scene, int lod, const char* what, std::vector<std::string> methods,
               std::vector<std::string> peers, Sampling sampling) {
  const scenes::SceneInfo& info = scenes::find(scene);
  Scenario s{"larsson",
             std::string(scene) + "-lod" + std::to_string(lod),
             what,
             {},
             info.frames,
             Question::all,
             std::move(methods),
             std::move(peers),
             {1},
             sampling,
             0};
  s.build = [&info, lod] { return scenes::build(info, lod); };
  s.tests_apart = true;
  return s;
}

// The paper tunes the depth of the octree by hand, for each scene and level of detail: the table
// shows the best of these.
const std::vector<std::string> between{"dbvh-of-paper", "dbvh-of-paper-reserved",
                                       "dbvh",          "rebuild",
                                       "octree",        "octree-3",
                                       "octree-4",      "octree-5",
                                       "octree-6",      "octree-7",
                                       "octree-8"};
const std::vector<std::string> inside{"dbvh-of-paper", "swiper-of-paper", "sap-of-paper", "dbvh",
                                      "rebuild",       "swiper",          "sap"};

}  // namespace

std::vector<Scenario> larsson_scenarios(const SuiteOptions&) {
  std::vector<Scenario> list;
  for (int lod = 1; lod <= 3; ++lod) {
    list.push_back(table("spheres", lod, "table 2, between bodies", between, {}, {10, 6, 2}));
    list.push_back(table("bunnies", lod, "table 2, between bodies", between, {}, {10, 6, 2}));
    list.push_back(
        table("teapot", lod, "table 3, within a body", inside, {"cgal-box"}, {10, 6, 2}));
    list.push_back(table("bunnies-self", lod, "table 3, within and between bodies", inside,
                         {"cgal-box"}, {10, 6, 2}));
    // The pot before it breaks: nothing changes its order.
    Scenario coherent = table("teapot", lod, "the first 125 frames of teapot, a translation",
                              inside, {"cgal-box"}, {8, 8, 2});
    coherent.name = "teapot-coherent-lod" + std::to_string(lod);
    coherent.frames = 125;
    list.push_back(std::move(coherent));
  }
  return list;
}

}  // namespace tact::bench
