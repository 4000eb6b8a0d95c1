#include "apps/solids.h"

#include <fmt/format.h>

#include "apps/terminal.h"

namespace tact::app {
namespace {

// What has no neighbours by index has them by place, as a file of solids would be read.
Mesh as_solid(Mesh mesh) {
  if (mesh.topology.empty() && hardly_shares_vertices(mesh)) weld(mesh);
  return mesh;
}

// Does something of `inner` lie in `outer`? False where that is not closed.
bool lies_in_closed(const Mesh& inner, const Transform& pose_inner, const Mesh& outer,
                    const Transform& pose_outer) {
  World world({"auto", 1});
  const BodyId first = world.add(rigid(inner.view()).pose(pose_inner));
  const BodyId second = world.add(rigid(outer.view()).pose(pose_outer));
  if (!world.extent(first).meets(world.extent(second))) return false;
  world.remove(second);
  try {
    world.add(rigid(as_solid(outer)).pose(pose_outer).solid());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_mesh) throw;
    return false;
  }
  return !world.collide(CollideOptions::any()).contained().empty();
}

}  // namespace

const char* name_of(Relation relation) {
  switch (relation) {
    case Relation::separate:
      return "separate";
    case Relation::touching:
      return "touching";
    case Relation::crossing:
      return "crossing";
    case Relation::a_inside_b:
      return "a_inside_b";
    case Relation::b_inside_a:
      return "b_inside_a";
    case Relation::coincident:
      return "coincident";
  }
  return "";
}

std::string relation_text(Relation relation, const std::string& a, const std::string& b) {
  switch (relation) {
    case Relation::separate:
      return "separate: they have no point in common";
    case Relation::touching:
      return "touching: they share points, but no room";
    case Relation::crossing:
      return "crossing: their insides meet, and neither contains the other";
    case Relation::a_inside_b:
      return fmt::format("inside: {} lies inside {}", shown(a), shown(b));
    case Relation::b_inside_a:
      return fmt::format("inside: {} lies inside {}", shown(b), shown(a));
    case Relation::coincident:
      return "coincident: they fill the same room";
  }
  return {};
}

std::string containment_text(const Answer& answer) {
  const Result& result = *answer.result;
  if (!result.empty() || result.contained().empty()) return {};
  const Containment& first = result.contained().front();
  return fmt::format("inside: {} lies inside {}", shown((*answer.bodies)[first.inner.slot].name),
                     shown((*answer.bodies)[first.outer.slot].name));
}

std::string inside_note(const std::vector<MeshFile>& files, const std::vector<Mesh>& meshes) {
  if (files.size() != 2) return {};
  for (const std::size_t inner : {1U, 0U}) {
    const std::size_t outer = 1 - inner;
    if (!lies_in_closed(meshes[inner], files[inner].pose, meshes[outer], files[outer].pose)) {
      continue;
    }
    return fmt::format("{} lies inside {}, which is closed; with --solid that counts",
                       shown(files[inner].path), shown(files[outer].path));
  }
  return {};
}

}  // namespace tact::app
