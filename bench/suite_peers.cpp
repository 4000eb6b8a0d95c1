// Suite `peers`: the workloads on which other libraries are at home.
#include <filesystem>

#include "bench/suites.h"
#include "bench/workloads.h"
#include "scenes/registry.h"
#include "tact/io/load.h"

namespace tact::bench {
namespace {

using Names = std::vector<std::string>;

// `auto` is one of these (docs/methods/auto.md) and would only be measured twice.
const Names moving_methods{"dbvh", "rebuild", "coherent", "hybrid", "refit", "octree", "stream"};
const Names breaking_methods{"dbvh", "rebuild", "octree", "stream"};
const Names self_methods{"dbvh", "rebuild", "octree", "swiper", "sap", "stream"};
const Names rigid_methods{"obb-coherent", "obb", "aabb-coherent", "aabb", "boxtree", "dbvh"};

constexpr std::pair<const char*, double> motions[] = {{"0.01", 0.01}, {"0.03", 0.03}, {"0.1", 0.1}};

Scenario played(const char* name, const std::string& scene, int lod, const char* what,
                Names methods, Names peers, Sampling sampling) {
  Scenario s{"peers",
             name,
             what,
             {},
             scenes::find(scene).frames,
             Question::all,
             std::move(methods),
             std::move(peers),
             {1, 2},
             sampling,
             0};
  s.build = [scene, lod] { return scenes::build(scenes::find(scene), lod); };
  return s;
}

// A refitted tree is of no use once bodies break (single frames of many seconds), which the coarse
// levels show; the finer ones leave it out.
void add_breaking(std::vector<Scenario>& list) {
  const Names coarse{"embree", "fcl-aabb", "fcl-obb", "bullet-dbvt", "cgal-box"};
  const Names fine{"embree-build", "fcl-aabb-rebuild", "fcl-obb-rebuild", "bullet-dbvt-update",
                   "cgal-box"};
  list.push_back(played("spheres-1k", "spheres", 1, "12 breaking spheres of 1,280 triangles",
                        breaking_methods, coarse, {12, 6, 2}));
  list.push_back(played("spheres-5k", "spheres", 2, "12 breaking spheres of 5,120 triangles",
                        breaking_methods, fine, {12, 6, 2}));
  list.push_back(played("spheres-20k", "spheres", 3, "12 breaking spheres of 20,480 triangles",
                        breaking_methods, fine, {8, 6, 2}));
  list.push_back(played("bunnies-4k", "bunnies", 1, "2 breaking rabbits of 4,096 triangles",
                        breaking_methods, coarse, {15, 6, 2}));
  list.push_back(played("bunnies-16k", "bunnies", 2, "2 breaking rabbits of 16,384 triangles",
                        breaking_methods, fine, {12, 6, 2}));
  list.push_back(played("bunnies-65k", "bunnies", 3, "2 breaking rabbits of 65,536 triangles",
                        breaking_methods, fine, {10, 6, 2}));
  const Names coarse_self{"embree", "fcl-aabb", "bullet-dbvt", "cgal-box", "cgal-pmp"};
  const Names fine_self{"embree-build", "fcl-aabb-rebuild", "bullet-dbvt-update", "cgal-box",
                        "cgal-pmp"};
  list.push_back(played("teapot-4k", "teapot", 1, "a breaking teapot of 4,032 triangles, self",
                        self_methods, coarse_self, {15, 6, 2}));
  list.push_back(played("teapot-16k", "teapot", 2, "a breaking teapot of 16,256 triangles, self",
                        self_methods, fine_self, {12, 6, 2}));
  list.push_back(played("teapot-65k", "teapot", 3, "a breaking teapot of 65,280 triangles, self",
                        self_methods, fine_self, {10, 6, 2}));
}

Scenario deforming(const char* name, const char* what, std::function<scenes::Scene()> build) {
  return {"peers",
          name,
          what,
          std::move(build),
          200,
          Question::all,
          moving_methods,
          {"embree", "fcl", "bullet-dbvt", "cgal-box"},
          {1, 2},
          {12, 8, 2},
          0};
}

void add_deforming(std::vector<Scenario>& list) {
  list.push_back(deforming("tori-interlock", "2 waving rings of 15,000 triangles, one in the other",
                           [] { return waving_tori(Meeting::interlock, 125, 60); }));
  list.push_back(deforming("tori-touch", "2 waving rings of 15,000 triangles, side by side",
                           [] { return waving_tori(Meeting::touch, 125, 60); }));
  list.push_back(deforming("tori-merge", "2 waving rings of 15,000 triangles, merging",
                           [] { return waving_tori(Meeting::merge, 125, 60); }));
  list.push_back(deforming("bunnies-pulse", "2 pulsating rabbits of 16,384 triangles",
                           [] { return pulsating_rabbits(5); }));
  list.push_back(deforming("smooth-65k", "2 smooth rabbits of 65,536 triangles under waves",
                           [] { return pulsating_rabbits(6); }));
}

void add_rigid(std::vector<Scenario>& list, const std::string& name, const std::string& what,
               int frames, const std::function<scenes::Scene()>& build) {
  for (const Question question : {Question::any, Question::all}) {
    const bool any = question == Question::any;
    list.push_back({"peers",
                    name + (any ? "-any" : "-all"),
                    what + (any ? ", yes or no" : ", all pairs"),
                    build,
                    frames,
                    question,
                    rigid_methods,
                    {"fcl", "bullet", "cgal-tree", "cgal-rigid", "ode"},
                    {1},
                    // Random poses have no footing to find; a path has.
                    frames <= 200 ? Sampling{frames / 10, 10, 0} : Sampling{12, 12, 2},
                    0});
  }
}

// The scanned rabbit and dragon that many others measure with, where somebody put them.
void add_scanned_paths(std::vector<Scenario>& list, const std::filesystem::path& folder) {
  const std::filesystem::path dragon = folder / "dragon.obj";
  const std::filesystem::path bunny = folder / "bunny.obj";
  if (folder.empty() || !std::filesystem::exists(dragon) || !std::filesystem::exists(bunny)) return;
  for (const auto& [name, motion] : motions) {
    const double by = motion;
    add_rigid(list, std::string("dragon-") + name,
              std::string("the scanned bunny through the dragon, motion ") + name, 500,
              [dragon, bunny, by] { return path_through(load(dragon), load(bunny), by); });
  }
}

}  // namespace

std::vector<Scenario> peers_scenarios(const SuiteOptions& options) {
  std::vector<Scenario> list;
  add_breaking(list);
  add_deforming(list);
  add_rigid(list, "rigid-tori-1k", "2 rings of 1,024 triangles in close poses", 200,
            [] { return close_tori(32, 16, 200); });
  add_rigid(list, "rigid-tori-10k", "2 rings of 10,000 triangles in close poses", 200,
            [] { return close_tori(100, 50, 200); });
  add_rigid(list, "rigid-tori-100k", "2 rings of 99,840 triangles in close poses", 100,
            [] { return close_tori(320, 156, 100); });
  for (const auto& [name, motion] : motions) {
    const double by = motion;
    add_rigid(list, std::string("path-") + name,
              std::string("a rigid rabbit through a teapot, motion ") + name, 500,
              [by] { return rabbit_through_teapot(by); });
  }
  add_scanned_paths(list, options.meshes);
  return list;
}

}  // namespace tact::bench
