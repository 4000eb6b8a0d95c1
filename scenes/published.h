#pragma once
// The build functions of all scenes; each is defined in the file of its name.
#include "scenes/scene.h"

namespace tact::scenes {

Scene spheres(int lod);
Scene bunnies(int lod);
Scene bunnies_self(int lod);
Scene teapot_breaks(int lod);
Scene tori(int lod);
Scene cloth(int lod);
Scene mixed(int lod);

}  // namespace tact::scenes
