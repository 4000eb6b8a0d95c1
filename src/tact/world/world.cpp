#include "tact/world/world.h"

#include <algorithm>
#include <cmath>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/geometry/validate.h"
#include "tact/world/stream_bodies.h"

namespace tact {

// A body owns its arrays or borrows them; `state.primitives` refers to whichever is in force.
struct World::Body {
  std::string name;
  Mesh mesh;
  std::vector<double> radii;
  Extent rest;  // of a rigid body in its own frame
  std::unique_ptr<MappedShape> mapped;
  std::vector<std::array<std::uint32_t, 3>> corners;  // see Primitives::lend_corners
  bool corners_fit = false;                           // to the triangles of now
  BodyState state;

  // Of a body that is asked for contacts within: makes neighbours quick to tell.
  void lend_corners(Primitives& to) {
    if (!state.self || to.kind() == PrimitiveKind::points || to.knows_corners()) return;
    if (!corners_fit) {
      corners.resize(to.size());
      to.write_corners(corners);
      corners_fit = true;
    }
    to.lend_corners(corners);
  }
};

namespace {

Extent grown(const Extent& extent, double amount) {
  if (extent.empty()) return extent;
  const Vec3 by{amount, amount, amount};
  return {extent.lo - by, extent.hi + by};
}

// Room for one more, doubling: reserve() alone would copy the whole array for every body.
template <class T>
void make_room(std::vector<T>& items, std::size_t count) {
  if (items.capacity() <= count) items.reserve(std::max<std::size_t>(16, 2 * count));
}

// A ball whose reach leaves the range of double has no box and no meaning.
Extent check_points(const PositionsView& positions, const RadiiView& radii,
                    const std::string& name) {
  const Extent centres = check_positions(positions, name);
  const Extent extent = grown(centres, check_radii(radii, positions.size(), name));
  if (!centres.empty() && !(is_finite(extent.lo) && is_finite(extent.hi))) {
    throw Error(ErrorCode::bad_mesh, name + ": a radius reaches out of the range of double");
  }
  return extent;
}

// In place, so that a body that is copied every frame allocates only once.
void copy_into(std::vector<Vec3>& copy, const PositionsView& positions) {
  copy.resize(positions.size());
  for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = positions[i];
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

}  // namespace

World::World(const WorldOptions& options) : query_(std::make_unique<Query>(*this)) {
  set_method(options.method);
  set_threads(options.threads);
}
World::~World() = default;

World::World(World&& other) noexcept = default;
World& World::operator=(World&& other) noexcept = default;

BodyId World::add(BodyDef def) {
  if (!method_->serves(def.kind_)) {
    throw Error(ErrorCode::unsupported,
                "method '" + method_name_ + "' does not serve " + name_of(def.kind_) + " bodies");
  }
  if (slots_.size() - free_slots_.size() >= 0xFFFFFFFFU) {
    throw Error(ErrorCode::limit_exceeded, "more than 2^32 - 1 bodies");
  }
  if (def.kind_ != BodyKind::rigid && !(def.pose_ == Transform())) {
    throw Error(ErrorCode::unsupported,
                std::string("a ") + name_of(def.kind_) + " body cannot be given a pose");
  }
  auto body = std::make_unique<Body>();
  const bool reuse = !free_slots_.empty();
  const std::uint32_t slot = reuse ? free_slots_.back() : static_cast<std::uint32_t>(slots_.size());
  body->name = def.name_.empty() ? "body " + std::to_string(slot) : std::move(def.name_);
  body->mesh = std::move(def.owned_);
  body->radii = std::move(def.owned_radii_);
  const MeshView view = def.owns_ ? body->mesh.view() : def.borrowed_;
  BodyState& state = body->state;
  state.kind = def.kind_;
  state.user = def.user_;
  state.self = def.self_;
  state.group = def.group_;
  state.mask = def.mask_;
  if (def.kind_ == BodyKind::points) {
    const RadiiView radii =
        def.owns_ ? (body->radii.empty() ? RadiiView(0.0)
                                         : RadiiView(std::span<const double>(body->radii)))
                  : def.radii_;
    state.extent = check_points(view.positions, radii, body->name);
    state.primitives = Primitives::points(view.positions, radii, nullptr);
  } else {
    body->rest = check_mesh(view, body->name);
    const bool rigid = def.kind_ == BodyKind::rigid;
    state.extent = rigid ? check_pose(body->rest, def.pose_, body->name) : body->rest;
    state.primitives = Primitives::triangles(view, rigid ? &def.pose_ : nullptr);
    body->lend_corners(state.primitives);
  }
  if (!def.clusters_.empty()) set_clusters(*body, std::move(def.clusters_));
  state.shape_version = state.motion_version = ++version_;

  // All that may throw comes before the first change.
  if (reuse) {
    free_slots_.pop_back();
  } else {
    make_room(slots_, slot);
    make_room(generations_, slot);
    make_room(task_.bodies, slot);
    make_room(task_.primitives, slot);
    make_room(free_slots_, slot);
    slots_.emplace_back();
    generations_.push_back(0);
    task_.bodies.push_back(nullptr);
    task_.primitives.push_back(nullptr);
  }
  const BodyId id{slot, generations_[slot]};
  state.id = id;
  task_.bodies[slot] = &body->state;
  task_.primitives[slot] = &body->state.primitives;
  slots_[slot] = std::move(body);
  updated_ = false;
  return id;
}

void World::set_clusters(Body& body, Clusters clusters) {
  const BodyKind kind = body.state.kind;
  if (kind != BodyKind::deforming && kind != BodyKind::points) {
    throw Error(ErrorCode::unsupported,
                body.name + ": a " + name_of(kind) + " body cannot be given clusters");
  }
  const MeshView& mesh = body.state.primitives.mesh();
  clusters.check(static_cast<std::uint32_t>(mesh.positions.size()), mesh.triangles);
  auto mapped = std::make_unique<MappedShape>();
  copy_into(mapped->rest, mesh.positions);
  mapped->maps.resize(clusters.size());
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    ClusterMap& map = mapped->maps[c];
    if (!clusters[c].empty()) map.rest_centre = map.centre = mapped->rest[clusters[c][0]];
  }
  mapped->clusters = std::move(clusters);
  body.mapped = std::move(mapped);
  body.state.mapped = body.mapped.get();
}

void World::remove(BodyId id) {
  find(id);
  slots_[id.slot].reset();
  ++generations_[id.slot];
  task_.bodies[id.slot] = nullptr;
  task_.primitives[id.slot] = nullptr;
  free_slots_.push_back(id.slot);  // reserved by add(): does not throw
  updated_ = false;
}

bool World::contains(BodyId id) const {
  return id.slot < slots_.size() && slots_[id.slot] && generations_[id.slot] == id.generation;
}

std::size_t World::size() const { return slots_.size() - free_slots_.size(); }

World::Body& World::find(BodyId id) const {
  if (!contains(id)) {
    throw Error(ErrorCode::unknown_body, "no body with this handle (slot " +
                                             std::to_string(id.slot) +
                                             "): it was removed or is another world's");
  }
  return *slots_[id.slot];
}

void World::require(const Body& body, bool allowed, const char* what) const {
  if (!allowed) {
    throw Error(ErrorCode::unsupported,
                body.name + ": a " + name_of(body.state.kind) + " body cannot " + what);
  }
}

void World::moved(Body& body, const Primitives& primitives, const Extent& extent) {
  Primitives placed = primitives;
  body.lend_corners(placed);  // may throw: before the first change
  const bool reshaped = primitives.size() != body.state.primitives.size();
  body.state.primitives = placed;
  body.state.extent = extent;
  if (body.mapped) body.mapped->maps.clear();
  body.state.motion_version = ++version_;
  if (reshaped) body.state.shape_version = version_;
  updated_ = false;
}

void World::move(BodyId id, const Transform& pose) {
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::rigid, "be moved by a pose");
  const Extent extent = check_pose(body.rest, pose, body.name);
  moved(body, Primitives::triangles(body.state.primitives.mesh(), &pose), extent);
}

void World::move(BodyId id, const PositionsView& positions, Storage storage) {
  Body& body = find(id);
  require(body, body.state.kind != BodyKind::rigid, "be given new positions");
  const Primitives& old = body.state.primitives;
  if (positions.size() != old.mesh().positions.size()) {
    throw Error(ErrorCode::bad_mesh, body.name + ": " + std::to_string(positions.size()) +
                                         " positions for " +
                                         std::to_string(old.mesh().positions.size()) + " vertices");
  }
  const bool is_points = body.state.kind == BodyKind::points;
  const Extent extent = is_points ? check_points(positions, old.radii(), body.name)
                                  : check_positions(positions, body.name);
  MeshView view = old.mesh();
  view.positions = positions;
  if (storage == Storage::copy) {
    copy_into(body.mesh.positions, positions);
    view.positions = std::span<const Vec3>(body.mesh.positions);
  }
  moved(body,
        is_points ? Primitives::points(view.positions, old.radii(), nullptr)
                  : Primitives::triangles(view, nullptr),
        extent);
}

void World::move(BodyId id, const PositionsView& positions, std::span<const ClusterMap> maps,
                 Storage storage) {
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
  body.mapped->maps.assign(maps.begin(), maps.end());
  for (ClusterMap& map : body.mapped->maps) map.measure_norms();
}

void World::move(BodyId id, const MeshView& mesh, Storage storage) {
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::breaking, "be given new triangles");
  const Extent extent = check_mesh(mesh, body.name);
  MeshView view = mesh;
  if (storage == Storage::copy) {
    body.mesh = copy_of(mesh);
    view = body.mesh.view();
  }
  body.corners_fit = false;
  moved(body, Primitives::triangles(view, nullptr), extent);
  body.state.shape_version = version_;
}

void World::move(BodyId id, const PositionsView& positions, const RadiiView& radii,
                 Storage storage) {
  Body& body = find(id);
  require(body, body.state.kind == BodyKind::points, "be given radii");
  const Extent extent = check_points(positions, radii, body.name);
  PositionsView place = positions;
  RadiiView reach = radii;
  if (storage == Storage::copy) {
    std::vector<Vec3> copied;
    copy_into(copied, positions);
    body.radii = copy_of(radii, positions.size());
    body.mesh.positions = std::move(copied);
    place = std::span<const Vec3>(body.mesh.positions);
    reach = std::span<const double>(body.radii);
  }
  moved(body, Primitives::points(place, reach, nullptr), extent);
  body.mapped = nullptr;
  body.state.mapped = nullptr;
}

void World::set_self(BodyId id, bool on) {
  Body& body = find(id);
  body.state.self = on;
  body.lend_corners(body.state.primitives);
}

void World::set_group(BodyId id, std::uint32_t group, std::uint32_t mask) {
  Body& body = find(id);
  body.state.group = group;
  body.state.mask = mask;
}

void World::set_method(std::string_view name) {
  std::unique_ptr<Method> method = find_method(name).make();
  for (const BodyState* body : task_.bodies) {
    if (body != nullptr && !method->serves(body->kind)) {
      throw Error(ErrorCode::unsupported, "method '" + std::string(name) + "' does not serve " +
                                              name_of(body->kind) + " bodies");
    }
  }
  method_name_ = std::string(name);
  method_ = std::move(method);
  updated_ = false;
}

std::string_view World::method() const { return method_name_; }
void World::set_threads(unsigned threads) { task_.threads = resolve_threads(threads); }
bool World::updated() const { return updated_; }

void World::update() {
  if (updated_) return;
  const Budget::Clock::time_point start = Budget::Clock::now();
  Extent scene;
  for (const BodyState* body : task_.bodies) {
    if (body != nullptr) scene.add(body->extent);
  }
  if (task_.frame.version == 0 || !task_.frame.suits(scene)) {
    task_.frame = BoundsFrame::around(scene);
    task_.frame.version = ++version_;
  }
  update_scratch_.begin(task_.threads);
  update_stats_ += method_->update(task_, update_scratch_);
  update_scratch_.end();
  updated_ = true;
  update_seconds_ += std::chrono::duration<double>(Budget::Clock::now() - start).count();
}

const Result& World::collide(const CollideOptions& options) {
  update();
  query_->world_ = this;
  query_->collide(options);
  return report_update();
}

const Result& World::collide(BodyId a, BodyId b, const CollideOptions& options) {
  find(a);
  find(b);
  update();
  query_->world_ = this;
  query_->collide(a, b, options);
  return report_update();
}

// The work of an update is reported once, by the first answer that rests on it.
const Result& World::report_update() {
  query_->result_.stats += update_stats_;
  query_->result_.times.update = update_seconds_;
  update_stats_ = {};
  update_seconds_ = 0;
  return query_->result_;
}

void World::validate() const {
  const auto require_that = [](bool holds) {
    if (!holds) throw std::logic_error("world: the tables of bodies contradict each other");
  };
  require_that(task_.bodies.size() == slots_.size() && task_.primitives.size() == slots_.size() &&
               generations_.size() == slots_.size());
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    const Body* body = slots_[slot].get();
    require_that(task_.bodies[slot] == (body ? &body->state : nullptr));
    require_that(task_.primitives[slot] == (body ? &body->state.primitives : nullptr));
    require_that(!body || body->state.id == BodyId{slot, generations_[slot]});
    const bool is_free =
        std::find(free_slots_.begin(), free_slots_.end(), slot) != free_slots_.end();
    require_that(is_free == (body == nullptr));
  }
  if (updated_) method_->validate(task_);
}

}  // namespace tact
