// Suite `zhang`: the six scenes of Zhang 2007 at the paper's sizes. Streaming, with and without
// tiles being culled, beside trees that are refitted, kept lazily, and built anew.
#include "bench/suites.h"
#include "bench/zhang.h"
#include "scenes/registry.h"

namespace tact::bench {
namespace {

const std::vector<std::string> all_methods{
    "stream",          "stream-cl", "stream-16", "stream-plain-16", "stream-plain-32",
    "stream-plain-64", "refit",     "dbvh",      "rebuild"};

Scenario scene(const char* name, int lod, std::vector<std::string> methods) {
  const scenes::SceneInfo& info = scenes::find(name);
  Scenario s{"zhang",
             lod == 2 ? std::string(name) : std::string(name) + "-lod" + std::to_string(lod),
             info.description,
             {},
             info.frames,
             Question::all,
             std::move(methods),
             {"embree-refit"},
             {1, 2},
             {10, 6, 2},
             0};
  s.build = [&info, lod] { return scenes::build(info, lod); };
  s.tests_apart = true;  // figures 10 and 11 leave tests of triangles out
  return s;
}

}  // namespace

std::span<const ZhangScene> zhang_scenes() {
  static constexpr ZhangScene all[] = {
      {"tori", 475, 129884, 429, {0.10, 0.23, 1.38, 15.19, 2.43, 0.70, 20.03}, 63},
      {"tori-touch", 167, 30108, 214, {0.11, 0.22, 0.59, 3.77, 2.46, 0.71, 7.86}, 44},
      {"tori-merge", 781, 204848, 748, {0.12, 0.21, 1.94, 23.94, 2.45, 0.69, 29.35}, 74},
      {"bunnies-pulse", 743, 41921, 473, {0.11, 0.24, 2.52, 5.70, 3.62, 1.00, 13.19}, 32},
      {"buddhas", 1372, 166600, 865, {0.10, 0.24, 3.24, 22.27, 5.45, 1.18, 32.49}, 26},
      {"animals", 306, 233104, 416, {0.11, 0.24, 0.75, 26.28, 10.34, 1.48, 39.20}, 68},
  };
  return all;
}

std::vector<Scenario> zhang_scenarios(const SuiteOptions&) {
  std::vector<Scenario> list;
  for (const ZhangScene& s : zhang_scenes()) list.push_back(scene(s.name, 2, all_methods));
  // Where all pairs of leaves are far more than those that meet.
  for (const char* name : {"tori", "bunnies-pulse"}) {
    list.push_back(scene(name, 3, all_methods));
  }
  return list;
}

}  // namespace tact::bench
