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

// What of a mesh lies in another one.
enum class Part { none, some, all };

bool all_inside(World& world, BodyId solid, const Mesh& mesh, const Transform& pose) {
  std::vector<Vec3> corners;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle)
      corners.push_back(pose.apply(mesh.positions[corner]));
  }
  for (const PointSide side : world.sides_of(solid, corners)) {
    if (side != PointSide::inside) return false;
  }
  return true;
}

// Of two that do not touch. None where `outer` is not closed.
Part part_in_closed(const Mesh& inner, const Transform& pose_inner, const Mesh& outer,
                    const Transform& pose_outer) {
  World world({"auto", 1});
  const BodyId first = world.add(rigid(inner.view()).pose(pose_inner));
  const BodyId second = world.add(rigid(outer.view()).pose(pose_outer));
  if (!world.extent(first).meets(world.extent(second))) return Part::none;
  world.remove(second);
  BodyId solid;
  try {
    solid = world.add(rigid(as_solid(outer)).pose(pose_outer).solid());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_mesh) throw;
    return Part::none;
  }
  if (world.collide(CollideOptions::any()).contained().empty()) return Part::none;
  return all_inside(world, solid, inner, pose_inner) ? Part::all : Part::some;
}

// Of two closed ones of which each has something of the other in it.
Relation relation_of(const std::vector<MeshFile>& files, const std::vector<Mesh>& meshes) {
  World world({"auto", 1});
  const BodyId a = world.add(rigid(as_solid(meshes[0])).pose(files[0].pose).solid());
  const BodyId b = world.add(rigid(as_solid(meshes[1])).pose(files[1].pose).solid());
  return world.relate(a, b);
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

// A containment may be of a part only, so it is the relation that says what lies where.
std::string containment_text(const Answer& answer) {
  const Result& result = *answer.result;
  if (!answer.relation || !result.empty() || result.contained().empty()) return {};
  return relation_text(*answer.relation, answer.bodies->front().name, answer.bodies->back().name);
}

std::string inside_note(const std::vector<MeshFile>& files, const std::vector<Mesh>& meshes) {
  if (files.size() != 2) return {};
  const std::string a = shown(files[0].path);
  const std::string b = shown(files[1].path);
  const Part of_a = part_in_closed(meshes[0], files[0].pose, meshes[1], files[1].pose);
  const Part of_b = part_in_closed(meshes[1], files[1].pose, meshes[0], files[0].pose);
  bool all_a = of_a == Part::all;
  bool all_b = of_b == Part::all;
  if (of_a != Part::none && of_b != Part::none) {
    // A surface may lie in a solid and yet go around a hollow of it.
    const Relation relation = relation_of(files, meshes);
    all_a = relation == Relation::a_inside_b;
    all_b = relation == Relation::b_inside_a;
    if (!all_a && !all_b) {
      return fmt::format(
          "a part of {} lies inside {}, and a part of {} inside {}, which are closed; with --solid "
          "that counts",
          b, a, a, b);
    }
  }
  const auto note = [](bool all, const std::string& inner, const std::string& outer) {
    return fmt::format("{}{} lies inside {}, which is closed; with --solid that counts",
                       all ? "" : "a part of ", inner, outer);
  };
  if (all_a) return note(true, a, b);
  if (of_b != Part::none) return note(all_b, b, a);
  return of_a != Part::none ? note(false, a, b) : "";
}

}  // namespace tact::app
