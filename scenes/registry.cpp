#include "scenes/registry.h"

#include <string>

#include "scenes/published.h"
#include "tact/base/error.h"

namespace tact::scenes {
namespace {

constexpr SceneInfo scene_entries[] = {
    {"spheres", "12 spheres meet and break", "Larsson 2006", 3, 120, spheres},
    {"bunnies", "2 rabbits collide and break", "Larsson 2006", 3, 150, bunnies},
    {"bunnies-self", "the same, each rabbit also against itself", "Larsson 2006", 3, 150,
     bunnies_self},
    {"teapot", "a teapot flies, breaks and hits itself", "Larsson 2006", 3, 272, teapot_breaks},
    {"tori", "2 interlocking tori under travelling waves", "Zhang 2007", 3, 200, tori},
    {"tori-touch", "2 tori side by side, their waves touch", "Zhang 2007", 3, 100, tori_touch},
    {"tori-merge", "2 tori under waves, one moves into the other", "Zhang 2007", 3, 100,
     tori_merge},
    {"bunnies-pulse", "2 rabbits that pulsate and touch", "Zhang 2007", 3, 60, bunnies_pulse},
    {"buddhas", "2 sitting figures that pulsate and touch", "Zhang 2007", 3, 60, buddhas},
    {"animals", "2 four-legged bodies that pulsate and touch", "Zhang 2007", 3, 60, animals},
    {"cloth", "a cloth falls and folds over a ball", "", 3, 150, cloth},
    {"cloth-drop", "the same, fifteen times as fast: much happens between frames", "", 3, 10,
     cloth_drop},
    {"bullet", "a ball flies through a sheet between two frames, and into another", "", 3, 16,
     bullet},
    {"torus", "a rigid ring on a wire", "Tropp 2006", 2, 300, torus_path},
    {"pipes", "rigid pipes between pipes", "Tropp 2006", 2, 300, pipes_path},
    {"hand", "a rigid hand between pipes", "Tropp 2006", 2, 300, hand_path},
    {"flange", "a rigid pipe in a flange", "Tropp 2006", 2, 300, flange_path},
    {"cage", "2 tori bounce in a tight cage", "Zachmann 1995", 3, 100, cage_tori},
    {"cage-spheres", "2 spheres bounce in a tight cage", "Zachmann 1995", 3, 100, cage_spheres},
    {"cage-tetraflakes", "2 tetraflakes bounce in a tight cage", "Zachmann 1995", 3, 100,
     cage_tetraflakes},
    {"cage-cylinders", "2 cylinders bounce in a tight cage", "Zachmann 1995", 3, 100,
     cage_cylinders},
    {"cage-alternators", "2 alternators bounce in a tight cage", "Zachmann 1995", 3, 100,
     cage_alternators},
    {"mixed", "rigid, deforming, breaking bodies and points", "", 3, 120, mixed},
};

}  // namespace

std::span<const SceneInfo> all() { return scene_entries; }

const SceneInfo& find(std::string_view name) {
  std::string names;
  for (const SceneInfo& info : scene_entries) {
    if (name == info.name) return info;
    names.append(names.empty() ? "" : ", ").append(info.name);
  }
  throw Error(ErrorCode::unknown_name,
              "no scene is called '" + std::string(name) + "'; there are " + names);
}

Scene build(const SceneInfo& info, int lod) {
  if (lod < 0 || lod > info.finest) {
    throw Error(ErrorCode::bad_argument,
                std::string("scene ") + info.name + " has the levels of detail 0 to " +
                    std::to_string(info.finest) + ", not " + std::to_string(lod));
  }
  return info.build(lod);
}

}  // namespace tact::scenes
