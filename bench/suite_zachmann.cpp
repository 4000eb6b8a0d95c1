// Suite `zachmann`: two bodies in a tight cage, after section 5 of Zachmann 1995.
#include <fmt/format.h>

#include "bench/suites.h"
#include "bench/variants.h"
#include "scenes/cage.h"

namespace tact::bench {
namespace {

using scenes::CageBody;

constexpr int zachmann_frames = 200;

struct ZachmannPlace {
  const char* name;
  CageBody body;
};
constexpr ZachmannPlace zachmann_places[] = {{"spheres", CageBody::sphere},
                                             {"tetraflakes", CageBody::tetraflake},
                                             {"cylinders", CageBody::cylinder},
                                             {"alternators", CageBody::alternator}};

Scenario in_cage(const ZachmannPlace& place, std::uint32_t polygons, const char* what,
                 std::vector<std::string> methods, std::vector<std::string> peers) {
  // By how many there are, which is not always what was asked for.
  const std::size_t count = scenes::cage_body(place.body, polygons).triangles.size();
  Scenario s{"zachmann",
             fmt::format("{}-{}", place.name, count),
             what,
             {},
             zachmann_frames,
             Question::any,
             std::move(methods),
             std::move(peers),
             {1},
             {10, 14, 4},
             double(count)};
  s.build = [place, polygons] {
    scenes::CageOptions options;
    options.frames = zachmann_frames;
    return scenes::cage_scene(place.body, polygons, options);
  };
  return s;
}

}  // namespace

std::vector<Scenario> zachmann_scenarios(const SuiteOptions& suite) {
  const std::vector<std::string> peers{"fcl-obb", "bullet-gimpact", "ode"};
  const std::vector<std::string> rows{
      "boxtree-of-paper", "boxtree-of-paper-full", "simple-of-paper", "boxtree", "boxtree-full",
      "boxtree-aligned",  "boxtree-true",          "simple",          "boxes",   "obb",
      "spheres"};
  const std::vector<std::string> trees{
      "boxtree-of-paper", "boxtree-of-paper-full", "boxtree", "boxtree-full",
      "boxtree-aligned",  "boxtree-true",          "obb",     "spheres"};
  std::vector<Scenario> list;
  const ZachmannPlace tori{"tori", CageBody::torus};
  for (const std::uint32_t polygons : {50U, 100U, 200U, 500U, 1000U, 3000U, 10000U, 100000U}) {
    if (suite.quick && polygons != 100 && polygons != 1000) continue;
    const bool table = polygons == 1000 || polygons >= 10000;
    list.push_back(in_cage(tori, polygons, "figure 10: two tori, yes or no",
                           polygons <= 10000 ? rows : trees,
                           table ? peers : std::vector<std::string>{}));
  }
  // Its other two parameters.
  Scenario sweeps = in_cage(tori, 1000, "the minimum of a box and the threshold of empty ones",
                            {"boxtree-of-paper"}, {});
  for (const MethodInfo& info : method_variants()) {
    if (info.name.rfind("boxtree-of-paper-", 0) == 0) sweeps.methods.push_back(info.name);
  }
  sweeps.name += "-parameters";
  if (!suite.quick) list.push_back(std::move(sweeps));
  for (const ZachmannPlace& place : zachmann_places) {
    for (const std::uint32_t polygons : {100U, 1000U, 10000U}) {
      if (suite.quick && polygons != 1000) continue;
      // The smallest alternator has 1,284.
      if (place.body == CageBody::alternator && polygons == 100) continue;
      list.push_back(in_cage(place, polygons, "figure 10 with other bodies, yes or no", rows,
                             polygons == 1000 ? peers : std::vector<std::string>{}));
    }
  }
  return list;
}

}  // namespace tact::bench
