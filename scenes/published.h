#pragma once
// The build functions of all scenes; each is defined in the file of its name, those of Zhang 2007
// that are alike in tori_meet and pulsating.
#include "scenes/scene.h"

namespace tact::scenes {

Scene spheres(int lod);
Scene bunnies(int lod);
Scene bunnies_self(int lod);
Scene teapot_breaks(int lod);
Scene tori(int lod);
Scene tori_touch(int lod);
Scene tori_merge(int lod);
Scene bunnies_pulse(int lod);
Scene buddhas(int lod);
Scene animals(int lod);
Scene cloth(int lod);
Scene cloth_drop(int lod);
Scene bullet(int lod);
Scene mixed(int lod);
Scene torus_path(int lod);
Scene pipes_path(int lod);
Scene hand_path(int lod);
Scene flange_path(int lod);
Scene cage_tori(int lod);
Scene cage_spheres(int lod);
Scene cage_tetraflakes(int lod);
Scene cage_cylinders(int lod);
Scene cage_alternators(int lod);

}  // namespace tact::scenes
