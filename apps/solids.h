#pragma once
// What the program says of bodies as wholes: how two solids stand to each other, and of a closed
// mesh that lies inside another though nobody declared them solid.
#include <string>
#include <vector>

#include "apps/mesh_query.h"
#include "apps/output.h"
#include "tact/tact.h"

namespace tact::app {

/// As JSON and CSV have it: "separate", "touching", "crossing", "a_inside_b", "b_inside_a",
/// "coincident".
const char* name_of(Relation relation);

/// "b.obj lies inside a.obj", "their interiors cross", …
std::string relation_text(Relation relation, const std::string& a, const std::string& b);

/// Of an answer without pairs in which something of a solid lies in the other: their relation, in
/// words. Empty for others.
std::string containment_text(const Answer& answer);

/// Of two files of which nothing touches: "b.obj lies inside a.obj, …" or "a part of b.obj lies
/// inside a.obj, …" where one is closed and something of the other is in it; else empty.
std::string inside_note(const std::vector<MeshFile>& files, const std::vector<Mesh>& meshes);

}  // namespace tact::app
