// World::move() in its forms, and what else changes a body. Everything that may throw comes before
// the first change, so that a body stays as it was.
#include <algorithm>
#include <optional>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/in_use.h"
#include "tact/body/body_spheres.h"
#include "tact/world/world_impl.h"

namespace tact {
namespace {

Extent grown(const Extent& extent, double amount) {
  if (extent.empty()) return extent;
  const Vec3 by{amount, amount, amount};
  return {extent.lo - by, extent.hi + by};
}

Mesh copy_of(const MeshView& view) {
  Mesh mesh;
  copy_into(mesh.positions, view.positions);
  mesh.triangles.resize(view.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::array<std::uint64_t, 3> t = view.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) mesh.triangles[i][k] = static_cast<std::uint32_t>(t[k]);
  }
  mesh.topology.assign(view.topology.begin(), view.topology.end());
  return mesh;
}

std::vector<double> copy_of(const RadiiView& radii, std::size_t points) {
  std::vector<double> copy(points);
  for (std::size_t i = 0; i < points; ++i) copy[i] = radii[i];
  return copy;
}

void check_count(const PositionsView& positions, const Primitives& old, const std::string& name) {
  const std::size_t vertices = old.mesh().positions.size();
  if (positions.size() == vertices) return;
  throw Error(ErrorCode::bad_mesh, name + ": " + std::to_string(positions.size()) +
                                       " positions for " + std::to_string(vertices) + " vertices");
}

// What a body's own array is to hold after a move. The array may be in force: it is written to
// last, in place; where it has another length it is not.
class Copied {
 public:
  Copied(std::vector<Vec3>& own, const PositionsView& source) : own_(own), source_(source) {
    if (!in_place()) copy_into(fresh_, source);
  }
  PositionsView view() const { return std::span<const Vec3>(in_place() ? own_ : fresh_); }
  // Does not throw.
  void take_effect() {
    if (in_place()) {
      copy_into(own_, source_);
    } else {
      own_ = std::move(fresh_);
    }
  }

 private:
  bool in_place() const { return own_.size() == source_.size(); }

  std::vector<Vec3>& own_;
  const PositionsView& source_;
  std::vector<Vec3> fresh_;
};

}  // namespace

Extent check_points(const PositionsView& positions, const RadiiView& radii,
                    const std::string& name) {
  const Extent centres = check_positions(positions, name);
  const Extent extent = grown(centres, check_radii(radii, positions.size(), name));
  if (!centres.empty() && !(is_finite(extent.lo) && is_finite(extent.hi))) {
    throw Error(ErrorCode::bad_mesh, name + ": a radius reaches out of the range of double");
  }
  return extent;
}

void World::require(const Body& body, bool allowed, const char* what) {
  if (!allowed) {
    throw Error(ErrorCode::unsupported,
                body.name + ": a " + name_of(body.state.kind) + " body cannot " + what);
  }
}

// Throws only before the first change.
void World::moved(Body& body, Primitives primitives, const Extent& extent, bool same_triangles,
                  const Motion* motion) {
  body.lend_corners(primitives, body.state.self, same_triangles);
  const bool reshaped = !same_triangles || primitives.size() != body.state.primitives.size();
  body.state.primitives = primitives;
  body.state.extent = extent;
  body.state.motion.reset();
  if (motion != nullptr) body.state.motion = *motion;
  if (body.mapped) body.mapped->maps.clear();
  body.state.motion_version = ++version_;
  if (reshaped) body.state.shape_version = version_;
  changed(body.state.id.slot);
}

void World::move(BodyId id, const Transform& pose) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::rigid, "be moved by a pose");
  const Extent extent = check_pose(body.shape->extent(), pose, body.name);
  moved(body, Primitives::triangles(body.state.primitives.mesh(), &pose), extent, true);
}

void World::move(BodyId id, const PositionsView& positions, Storage storage) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.state.kind != BodyKind::rigid, "be given new positions");
  const Primitives& old = body.state.primitives;
  check_count(positions, old, body.name);
  const bool is_points = body.state.kind == BodyKind::points;
  const Extent extent = is_points ? check_points(positions, old.radii(), body.name)
                                  : check_positions(positions, body.name);
  if (body.state.solid != nullptr) check_places({positions, {}, old.mesh().topology}, body.name);
  std::optional<Copied> copied;
  if (storage == Storage::copy) copied.emplace(body.mesh.positions, positions);
  MeshView view = old.mesh();
  view.positions = copied ? copied->view() : positions;
  moved(body,
        is_points ? Primitives::points(view.positions, old.radii(), nullptr)
                  : Primitives::triangles(view, nullptr),
        extent, true);
  if (copied) copied->take_effect();
}

void World::move_along(BodyId id, const PositionsView& from, const PositionsView& to,
                       Storage storage) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::deforming || body.state.kind == BodyKind::breaking,
          "be moved from positions to others");
  const Primitives& old = body.state.primitives;
  check_count(from, old, body.name);
  check_count(to, old, body.name);
  Motion motion;
  motion.extent = check_positions(from, body.name);
  const Extent extent = check_positions(to, body.name);
  motion.extent.add(extent);
  if (body.state.solid != nullptr) check_places({to, {}, old.mesh().topology}, body.name);
  std::optional<Copied> begin;
  std::optional<Copied> end;
  if (storage == Storage::copy) {
    begin.emplace(body.from, from);
    end.emplace(body.mesh.positions, to);
  }
  MeshView view = old.mesh();
  view.positions = begin ? begin->view() : from;
  motion.from = Primitives::triangles(view, nullptr);
  view.positions = end ? end->view() : to;
  moved(body, Primitives::triangles(view, nullptr), extent, true, &motion);
  if (begin) begin->take_effect();
  if (end) end->take_effect();
}

void World::move(BodyId id, const PositionsView& positions, std::span<const ClusterMap> maps,
                 Storage storage) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.mapped != nullptr, "be moved by maps unless it was given clusters");
  if (maps.size() != body.mapped->clusters.size()) {
    throw Error(ErrorCode::bad_argument,
                body.name + ": " + std::to_string(maps.size()) + " maps for " +
                    std::to_string(body.mapped->clusters.size()) + " clusters");
  }
  for (std::size_t c = 0; c < maps.size(); ++c) {
    if (maps[c].is_finite()) continue;
    throw Error(ErrorCode::bad_argument,
                body.name + ": map " + std::to_string(c) + " is not finite, or its drift negative");
  }
  move(id, positions, storage);
  // There was room for as many since the body was added: this does not throw.
  body.mapped->maps.assign(maps.begin(), maps.end());
  for (ClusterMap& map : body.mapped->maps) map.measure_norms();
}

void World::move(BodyId id, const MeshView& mesh, Storage storage) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::breaking, "be given new triangles");
  const Extent extent = check_mesh(mesh, body.name);
  std::unique_ptr<const SolidPieces> pieces;
  if (body.pieces) pieces = std::make_unique<const SolidPieces>(mesh, body.name);
  if (storage == Storage::borrow) {
    moved(body, Primitives::triangles(mesh, nullptr), extent, false);
  } else {
    Mesh fresh = copy_of(mesh);
    moved(body, Primitives::triangles(fresh.view(), nullptr), extent, false);
    body.mesh = std::move(fresh);  // its arrays stay where they are
  }
  body.pieces = std::move(pieces);
  body.state.solid = body.pieces.get();
}

void World::move(BodyId id, const PositionsView& positions, const RadiiView& radii,
                 Storage storage) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::points,
          "be given radii (an end of a motion that is plain numbers: PositionsView(to))");
  const Extent extent = check_points(positions, radii, body.name);
  PositionsView place = positions;
  RadiiView reach = radii;
  std::vector<Vec3> fresh;
  std::vector<double> fresh_radii;
  if (storage == Storage::copy) {
    copy_into(fresh, positions);
    fresh_radii = copy_of(radii, positions.size());
    place = std::span<const Vec3>(fresh);
    reach = std::span<const double>(fresh_radii);
  }
  moved(body, Primitives::points(place, reach, nullptr), extent, true);
  if (storage == Storage::copy) {
    body.mesh.positions = std::move(fresh);
    body.radii = std::move(fresh_radii);
  }
  // They read the clusters and where the points were.
  body.state.structures.drop<BodySpheres>(0);
  body.mapped = nullptr;
  body.state.mapped = nullptr;
}

void World::set_self(BodyId id, bool on) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  body.lend_corners(body.state.primitives, on, true);
  body.state.self = on;
  changed(id.slot);
}

void World::set_group(BodyId id, std::uint32_t group, std::uint32_t mask) {
  const InUse::Alone alone(in_use_);
  Body& body = find(id);
  body.state.group = group;
  body.state.mask = mask;
  changed(id.slot);
}

}  // namespace tact
