#include "tests/support/script_world.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "tact/base/error.h"
#include "tests/support/answers.h"

namespace tact::testing {
namespace {

// Floats that reach from a speck to a million times its size away tell none of its triangles apart:
// right, but slow where there are many.
constexpr std::uint32_t most_scattered = 300;

}  // namespace

ScriptWorld::ScriptWorld(const ScriptLimits& limits)
    : limits_(limits), world_(std::make_unique<World>(WorldOptions{limits.method, 1})) {}

void ScriptWorld::complain(const std::string& text) {
  if (complaint_.empty()) complaint_ = text + " (method " + std::string(world_->method()) + ")";
}

void ScriptWorld::run(const Step& step) {
  random_ = Random(step.seed);
  ++operations_;
  ++counts_[static_cast<std::size_t>(step.operation)];
  try {
    carry_out(step);
    world_->validate();
  } catch (const std::exception& error) {
    complain(error.what());
  }
  if (world_->size() != models_.size()) complain("the number of bodies is wrong");
}

void ScriptWorld::carry_out(const Step& step) {
  const bool settles = step.operation == Operation::settle_elsewhere;
  if ((models_.empty() && !settles) || step.operation == Operation::add) return add(step);
  switch (step.operation) {
    case Operation::remove:
      return remove(model(step.body));
    case Operation::set_method:
    case Operation::set_threads:
    case Operation::set_filter:
    case Operation::move_world:
    case Operation::settle_elsewhere:
      return change_world(step);
    case Operation::play_frames:
      return play_frames(step);
    case Operation::ask:
      return ask();
    case Operation::ask_bounded:
      return ask_bounded();
    case Operation::ask_two:
      return ask_two(step);
    case Operation::ask_distance:
      return ask_distance(step);
    case Operation::ask_queries:
      return ask_queries();
    case Operation::pass_time:
      return pass_time(step);
    case Operation::do_wrong:
      return do_wrong(step);
    case Operation::compare:
      return compare(step);
    default:
      return change_body(step);
  }
}

void ScriptWorld::change_body(const Step& step) {
  Model& any = model(step.body);
  Model* const breaking = breaking_model(step.body);
  Model& other = breaking != nullptr ? *breaking : any;
  switch (step.operation) {
    case Operation::teleport:
      return teleport(any);
    case Operation::deform_violently:
      return deform_violently(any);
    case Operation::append_few:
      return append(other, 1 + step.a % 8U);
    case Operation::append_many:
      return append(other, 1 + other.size() * (1U + step.a) / 64U);
    case Operation::shrink:
      return shrink(other);
    case Operation::shuffle:
      return shuffle(other);
    case Operation::replace:
      return replace(other, size_of(step.a));
    case Operation::split_off:
      return split_off(other);
    case Operation::new_points:
      return any.kind == BodyKind::points ? replace(any, size_of(step.a)) : move_smoothly(any, 0);
    case Operation::switch_self:
      any.self = !any.self;
      return world_->set_self(any.id, any.self);
    case Operation::switch_groups:
      any.group = step.a < 128 ? 1U : 1U + step.a % 7U;
      any.mask = step.b < 128 ? ~0U : 1U + step.b % 7U;
      return world_->set_group(any.id, any.group, any.mask);
    case Operation::exclude:
      return exclude(any, model(step.a));
    default:
      return move_smoothly(any, step.a / 255.0);
  }
}

void ScriptWorld::change_world(const Step& step) {
  if (step.operation == Operation::set_method) {
    set_method(step);
  } else if (step.operation == Operation::set_threads) {
    world_->set_threads(1 + step.a % 4U);
  } else if (step.operation == Operation::set_filter) {
    set_filter(step.a < 128 ? 0 : 2U + step.a % 4U);
  } else if (step.operation == Operation::move_world) {
    world_ = std::make_unique<World>(std::move(*world_));  // elsewhere, and what it was is gone
  } else if (primitives() <= most_scattered) {
    place_ = Place::any(random_);
  } else {
    place_.lattice = !place_.lattice;
  }
}

void ScriptWorld::set_method(const Step& step) {
  const std::vector<std::string> names = all_methods();
  // A device is slow to start, brute force slow with large bodies: they have their turn where they
  // are the script's own method.
  std::string name = step.b < 128 ? limits_.method : names[step.a % names.size()];
  if (name == "stream-cl" || (name == "brute" && primitives() > 2000)) name = limits_.method;
  world_->set_method(name);
  if (world_->method() != name) complain("the method is not the one that was set");
}

// Or no longer, if they are.
void ScriptWorld::exclude(const Model& a, const Model& b) {
  if (&a == &b) return;
  const auto [first, fresh] = excluded_.insert(std::minmax(a.user, b.user));
  if (world_->excluded(a.id, b.id) == fresh) complain("knows other pairs as excluded");
  if (fresh) {
    world_->exclude(a.id, b.id);
  } else {
    excluded_.erase(first);
    world_->include(b.id, a.id);
  }
}

void ScriptWorld::set_filter(std::uint64_t filter) {
  filter_ = filter;
  if (filter == 0) return world_->set_filter(nullptr);
  world_->set_filter([this](const BodyId& a, const BodyId& b) {
    const auto user_of = [&](const BodyId& id) {
      const auto found =
          std::find_if(models_.begin(), models_.end(), [&](const auto& m) { return m->id == id; });
      return (*found)->user;
    };
    return (user_of(a) + user_of(b)) % filter_ != 0;
  });
}

bool ScriptWorld::refuses(const Model& a, const Model& b) const {
  if (&a == &b) return false;
  return excluded_.count(std::minmax(a.user, b.user)) == 1 ||
         (filter_ != 0 && (a.user + b.user) % filter_ == 0);
}

// The models are in the order of slots, in which answers come.
ScriptWorld::Model& ScriptWorld::model(std::uint32_t number) {
  return *models_[number % models_.size()];
}

ScriptWorld::Model* ScriptWorld::breaking_model(std::uint32_t number) {
  for (std::size_t i = 0; i < models_.size(); ++i) {
    Model& found = *models_[(number + i) % models_.size()];
    if (found.kind == BodyKind::breaking) return &found;
  }
  return nullptr;
}

// From none to as many as there may be, every order of magnitude as likely as the others.
std::uint32_t ScriptWorld::size_of(std::uint8_t byte) const {
  if (byte < 8) return 0;
  return static_cast<std::uint32_t>(
      std::pow(static_cast<double>(limits_.most_primitives), (byte - 8) / 247.0));
}

std::uint32_t ScriptWorld::primitives() const {
  std::uint32_t all = 0;
  for (const std::unique_ptr<Model>& model : models_) all += model->size();
  return all;
}

std::uint32_t ScriptWorld::room_for(std::uint32_t wanted, const Model& model) const {
  const bool counted = std::any_of(models_.begin(), models_.end(),
                                   [&](const auto& other) { return other.get() == &model; });
  const std::uint32_t all = primitives() - (counted ? model.size() : 0);
  return std::min(
      {wanted, limits_.most_primitives, limits_.most_in_all - std::min(all, limits_.most_in_all)});
}

void ScriptWorld::add(const Step& step) {
  if (models_.size() >= limits_.most_bodies) return move_smoothly(model(step.body), 0.1);
  auto owned = std::make_unique<Model>();
  Model& made = *owned;
  // Breaking bodies change the most, so there are more of them.
  constexpr BodyKind kinds[] = {BodyKind::rigid,    BodyKind::deforming, BodyKind::deforming,
                                BodyKind::breaking, BodyKind::breaking,  BodyKind::points};
  made.kind = kinds[step.body % 6U];
  made.user = next_user_++;
  made.self = (step.b & 1U) != 0;
  made.place = place_;
  fill(made, room_for(size_of(step.a), made));
  const bool with_maps = (step.b & 6U) == 0 && made.mesh.positions.size() >= 4 &&
                         (made.kind == BodyKind::deforming || made.kind == BodyKind::points);
  if (with_maps) add_shape(made);
  made.id = world_->add(definition(made));
  largest_ = std::max(largest_, made.size());
  const auto behind = std::find_if(models_.begin(), models_.end(),
                                   [&](const auto& m) { return m->id.slot > made.id.slot; });
  models_.insert(behind, std::move(owned));
}

// A new shape where the model stands, or should.
void ScriptWorld::fill(Model& model, std::uint32_t primitives) {
  const Place& place = model.place;
  model.grid = grid_for(primitives);
  model.mesh = any_shape(primitives, random_);
  if (model.kind == BodyKind::points) {
    model.mesh.triangles.clear();
    model.mesh.positions.resize(std::min<std::size_t>(model.mesh.positions.size(), primitives));
    model.radii = any_radii(model.mesh.positions.size(), place.scale, random_);
  }
  // A rigid body stands about its own zero: its pose takes it to its place.
  const bool rigid = model.kind == BodyKind::rigid;
  const Place own{place.scale, rigid ? Vec3{} : place.at, place.lattice};
  const Vec3 by = rigid ? Vec3{} : random_.vector(-0.6, 0.6);
  for (Vec3& p : model.mesh.positions) p = own.put(p + by, model.grid);
  if (rigid) model.pose = Transform::from_translation(place.put(random_.vector(-0.6, 0.6), 0.125));
  if (!model.mesh.triangles.empty() && random_.chance(3)) {
    model.mesh.topology = any_topology(model.mesh, random_);
  }
}

void ScriptWorld::add_shape(Model& model) {
  ShapeOptions options;
  options.mode = static_cast<ShapeMode>(random_.below(3));
  options.clusters = 1 + random_.below(4);
  options.stiffness = random_.chance(2) ? 1 : random_.uniform(0.2, 1);
  ShapeDef def;
  def.points = model.mesh.positions;
  def.radii = model.radii;
  def.triangles = model.mesh.triangles;
  model.mesh.topology.clear();
  model.shape = std::make_unique<ShapeBody>(std::move(def), options);
}

BodyDef ScriptWorld::definition(Model& model) {
  const bool owned = !model.shape && random_.chance(3);
  const bool floats =
      !model.shape && random_.chance(4) && (model.place.suits_floats() || model.size() <= 12);
  MeshView view;
  if (model.shape) {
    view.positions = model.shape->positions();
  } else {
    view.positions = lend_positions(model.mesh.positions, floats, random_, model.lent_positions);
  }
  view.triangles = lend_triangles(model.mesh.triangles, random_, model.lent_triangles);
  model.lent_topology = model.mesh.topology;
  view.topology = model.lent_topology;
  model.lent_radii = model.radii;
  const std::span<const double> radii = model.lent_radii;
  BodyDef def = model.kind == BodyKind::rigid ? (owned ? rigid(model.mesh) : rigid(view))
                : model.kind == BodyKind::deforming
                    ? (owned ? deforming(model.mesh) : deforming(view))
                : model.kind == BodyKind::breaking ? (owned ? breaking(model.mesh) : breaking(view))
                : owned                            ? points(model.mesh.positions, model.radii)
                                                   : points(view.positions, radii);
  def.user(model.user).self(model.self);
  if (model.kind == BodyKind::rigid) def.pose(model.pose);
  if (model.shape) def.clusters(model.shape->clusters());
  return def;
}

void ScriptWorld::remove(Model& model) {
  world_->remove(model.id);
  removed_.push_back(model.id);
  std::erase_if(models_, [&](const auto& other) { return other.get() == &model; });
}

std::size_t play(ScriptWorld& world, const Script& script) {
  const bool trace = std::getenv("TACT_RANDOM_TRACE") != nullptr;
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (trace) std::fprintf(stderr, "%s\n", line_of(script[i]).c_str());
    world.run(script[i]);
    if (!world.complaint().empty()) return i;
  }
  return script.size();
}

}  // namespace tact::testing
