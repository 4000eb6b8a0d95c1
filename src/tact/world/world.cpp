#include "tact/world/world.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/in_use.h"
#include "tact/base/parallel.h"
#include "tact/body/upkeep.h"
#include "tact/world/world_impl.h"

namespace tact {
namespace {

// Never 0, and not again until four thousand million worlds later.
std::uint32_t next_number() {
  static std::atomic<std::uint32_t> last{0};
  const std::uint32_t number = ++last;
  return number == 0 ? ++last : number;
}

// Room for one more, doubling: reserve() alone would copy the whole array for every body.
template <class T>
void make_room(std::vector<T>& items, std::size_t count) {
  if (items.capacity() <= count) items.reserve(std::max<std::size_t>(16, 2 * count));
}

}  // namespace

World::World(const WorldOptions& options)
    : in_use_(std::make_unique<InUse>("world")),
      number_(next_number()),
      near_(std::make_unique<NearPairs>()),
      census_(std::make_unique<CensusTaker>()),
      scene_(std::make_unique<SceneExtent>()),
      query_(std::make_unique<Query>(*this)),
      impacts_(std::make_unique<Impacts>()) {
  set_method(options.method);
  set_threads(options.threads);
}
World::~World() = default;

World::World(World&& other) noexcept = default;
// Moved onto itself it stays what it is, as when the last of a list takes its own place.
World& World::operator=(World&& other) noexcept {
  if (this != &other) {
    std::destroy_at(this);
    std::construct_at(this, std::move(other));
  }
  return *this;
}

BodyId World::add(BodyDef def) {
  const InUse::Alone alone(in_use_);
  require_whole();
  if (!method_->serves(def.kind_)) {
    throw Error(ErrorCode::unsupported,
                "method '" + method_name_ + "' does not serve " + name_of(def.kind_) + " bodies");
  }
  if (slots_.size() - free_slots_.size() >= 0xFFFFFFFFU) {
    throw Error(ErrorCode::limit_exceeded, "more than 2^32 - 1 bodies");
  }
  auto body = std::make_unique<Body>();
  const bool reuse = !free_slots_.empty();
  const std::uint32_t slot = reuse ? free_slots_.back() : static_cast<std::uint32_t>(slots_.size());
  body->name = def.name_.empty() ? "body " + std::to_string(slot) : std::move(def.name_);
  fill(*body, def);
  BodyState& state = body->state;
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
    make_room(task_.moved, slot);
    make_room(noted_, slot);
    near_->make_room(slot + std::size_t{1});
    census_->make_room(slot + std::size_t{1});
    scene_->make_room(slot + std::size_t{1});
    slots_.emplace_back();
    generations_.push_back(0);
    noted_.push_back(0);
    task_.bodies.push_back(nullptr);
    task_.primitives.push_back(nullptr);
  }
  const BodyId id{slot, generations_[slot], number_};
  state.id = id;
  task_.bodies[slot] = &body->state;
  task_.solids += body->state.solid != nullptr ? 1 : 0;
  task_.primitives[slot] = &body->state.primitives;
  slots_[slot] = std::move(body);
  changed(slot);
  return id;
}

// What the definition says, checked.
void World::fill(Body& body, BodyDef& def) {
  BodyState& state = body.state;
  state.kind = def.kind_;
  state.user = def.user_;
  state.self = def.self_;
  state.group = def.group_;
  state.mask = def.mask_;
  if (def.kind_ == BodyKind::rigid) {
    fill_rigid(body, def);
  } else {
    fill_moving(body, def);
  }
  if (def.solid_) set_solid(body);
  if (!def.clusters_.empty()) set_clusters(body, std::move(def.clusters_));
}

void World::fill_rigid(Body& body, BodyDef& def) {
  BodyState& state = body.state;
  if (def.shape_) {
    body.shape = def.shape_;
  } else if (def.owns_) {
    body.shape.emplace(std::move(def.owned_), body.name);
  } else {
    body.shape.emplace(def.borrowed_, body.name);
  }
  state.shape = &*body.shape;
  state.extent = check_pose(body.shape->extent(), def.pose_, body.name);
  state.primitives = Primitives::triangles(body.shape->mesh(), &def.pose_);
  body.lend_corners(state.primitives, state.self, false);
}

void World::fill_moving(Body& body, BodyDef& def) {
  if (!(def.pose_ == Transform())) {
    throw Error(ErrorCode::unsupported,
                std::string("a ") + name_of(def.kind_) + " body cannot be given a pose");
  }
  body.mesh = std::move(def.owned_);
  body.radii = std::move(def.owned_radii_);
  const MeshView view = def.owns_ ? body.mesh.view() : def.borrowed_;
  BodyState& state = body.state;
  if (def.kind_ == BodyKind::points) {
    const RadiiView radii =
        def.owns_
            ? (body.radii.empty() ? RadiiView(0.0) : RadiiView(std::span<const double>(body.radii)))
            : def.radii_;
    state.extent = check_points(view.positions, radii, body.name);
    state.primitives = Primitives::points(view.positions, radii, nullptr);
  } else {
    state.extent = check_mesh(view, body.name);
    state.primitives = Primitives::triangles(view, nullptr);
    body.lend_corners(state.primitives, state.self, false);
  }
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
  const InUse::Alone alone(in_use_);
  task_.solids -= find(id).state.solid != nullptr ? 1 : 0;
  slots_[id.slot].reset();
  ++generations_[id.slot];
  task_.bodies[id.slot] = nullptr;
  task_.primitives[id.slot] = nullptr;
  free_slots_.push_back(id.slot);  // reserved by add(): does not throw
  near_->forget(id.slot);
  changed(id.slot);
}

bool World::holds(BodyId id) const {
  return id.world == number_ && id.slot < slots_.size() && slots_[id.slot] &&
         generations_[id.slot] == id.generation;
}

bool World::contains(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return holds(id);
}

std::size_t World::size() const {
  const InUse::Shared shared(in_use_);
  return slots_.size() - free_slots_.size();
}

World::Body& World::find(BodyId id) const {
  if (holds(id)) return *slots_[id.slot];
  if (id.world == 0) throw Error(ErrorCode::unknown_body, "a handle that no world gave out");
  throw Error(ErrorCode::unknown_body,
              "no body with this handle (slot " + std::to_string(id.slot) + "): it " +
                  (id.world == number_ ? "was removed" : "is another world's"));
}

void World::require_whole() const {
  if (!query_) throw Error(ErrorCode::bad_argument, "the world was moved from");
}

void World::set_method(std::string_view name) {
  const InUse::Alone alone(in_use_);
  require_whole();
  std::unique_ptr<Method> method = find_method(name).make();
  for (const BodyState* body : task_.bodies) {
    if (body != nullptr && !method->serves(body->kind)) {
      throw Error(ErrorCode::unsupported, "method '" + std::string(name) + "' does not serve " +
                                              name_of(body->kind) + " bodies");
    }
  }
  method_name_ = std::string(name);
  method_ = std::move(method);
  method_sound_ = true;
  updated_ = false;
}

std::string_view World::method() const {
  const InUse::Shared shared(in_use_);
  return method_name_;
}

void World::set_threads(unsigned threads) {
  const InUse::Alone alone(in_use_);
  task_.threads = resolve_threads(threads);
}

bool World::updated() const {
  const InUse::Shared shared(in_use_);
  return updated_;
}

void World::update() {
  const InUse::Alone alone(in_use_);
  require_whole();
  if (updated_) return;
  const Budget::Clock::time_point start = Budget::Clock::now();
  update_frame();
  update_scratch_.begin(task_.threads);
  update_pairs();
  update_method();
  update_scratch_.end();
  updated_ = true;
  for (const std::uint32_t slot : task_.moved) noted_[slot] = 0;
  task_.moved.clear();
  sweep();
  update_seconds_ += std::chrono::duration<double>(Budget::Clock::now() - start).count();
}

void World::sweep() { give_back(task_); }

// What an update leaves behind that ended half-way is of no use: the method begins anew.
void World::update_method() {
  if (!method_sound_) method_ = find_method(method_name_).make();
  method_sound_ = false;
  ++task_.number;
  task_.updated = ++task_.clock;
  update_stats_ += method_->update(task_, update_scratch_);
  method_sound_ = true;
}

// A question to a world that did not change is a tick of the clock, too.
void World::prepare_question() {
  if (updated_) {
    require_whole();
    ++task_.clock;
    sweep();
  } else {
    update();
  }
  query_->world_ = this;
}

const Result& World::collide(const CollideOptions& options) {
  const InUse::Alone alone(in_use_);
  prepare_question();
  {
    const InUse::Lent to_the_filter(in_use_);
    query_->collide(options);
  }
  return report_update();
}

const Result& World::collide(BodyId a, BodyId b, const CollideOptions& options) {
  const InUse::Alone alone(in_use_);
  find(a);
  find(b);
  prepare_question();
  {
    const InUse::Lent to_the_filter(in_use_);
    query_->collide(a, b, options);
  }
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
  const InUse::Alone alone(in_use_);
  require_whole();
  const auto require_that = [](bool holds) {
    if (!holds) throw std::logic_error("world: the tables of bodies contradict each other");
  };
  require_that(task_.bodies.size() == slots_.size() && task_.primitives.size() == slots_.size() &&
               generations_.size() == slots_.size());
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    const Body* body = slots_[slot].get();
    require_that(task_.bodies[slot] == (body ? &body->state : nullptr));
    require_that(task_.primitives[slot] == (body ? &body->state.primitives : nullptr));
    require_that(!body || body->state.id == (BodyId{slot, generations_[slot], number_}));
    const bool is_free =
        std::find(free_slots_.begin(), free_slots_.end(), slot) != free_slots_.end();
    require_that(is_free == (body == nullptr));
  }
  if (updated_) near_->validate(task_);
  if (updated_) method_->validate(task_);
}

}  // namespace tact
