#include "tests/support/random_world.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact::testing {
namespace {

constexpr std::size_t most_bodies = 9;

}  // namespace

RandomWorld::RandomWorld(std::uint64_t seed) : random_(seed), world_({"auto", 1}) {}

Mesh RandomWorld::any_mesh() {
  const std::uint32_t triangles = random_.chance(12) ? 0 : 1 + random_.below(12);
  if (triangles == 0) return {};
  Mesh mesh = random_.chance(3) ? grid_soup(triangles, random_) : soup(triangles, 0.4, random_);
  if (random_.chance(3)) {
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      mesh.topology.push_back(random_.below(static_cast<std::uint32_t>(mesh.positions.size())));
    }
  }
  return mesh;
}

std::vector<double> RandomWorld::any_radii(std::size_t count) {
  std::vector<double> radii(count);
  for (double& r : radii) r = random_.chance(4) ? 0 : random_.uniform(0, 0.3);
  return radii;
}

Transform RandomWorld::any_pose() {
  if (random_.chance(4)) return Transform();
  return Transform::from_quaternion(random_.quaternion(), random_.vector(-0.5, 0.5));
}

RandomWorld::Model& RandomWorld::any_model() {
  for (;;) {
    Model* const model = models_[random_.below(static_cast<std::uint32_t>(models_.size()))].get();
    if (model != nullptr) return *model;
  }
}

void RandomWorld::step() {
  const std::size_t bodies = world_.size();
  const std::uint32_t dice = random_.below(100);
  if (bodies == 0 || (dice < 12 && bodies < most_bodies)) {
    add();
  } else if (dice < 20) {
    remove();
  } else if (dice < 60) {
    move();
  } else if (dice < 72) {
    set_switches();
  } else if (dice < 78) {
    change_world();
  } else {
    do_wrong();
  }
}

void RandomWorld::add() {
  ++counts_["add"];
  auto model = std::make_unique<Model>();
  model->kind = static_cast<BodyKind>(random_.below(4));
  model->user = next_user_++;
  model->mesh = any_mesh();
  model->self = random_.chance(2);
  if (random_.chance(4)) {
    model->group = random_.below(8);
    model->mask = random_.below(8);
  }
  if (model->kind == BodyKind::points) {
    model->mesh.triangles.clear();
    model->mesh.topology.clear();
    model->radii = any_radii(model->mesh.positions.size());
  }
  if (model->kind == BodyKind::rigid) model->pose = any_pose();
  const bool borrow = random_.chance(2);
  model->borrowed = model->mesh;
  model->borrowed_radii = model->radii;
  const MeshView view = model->borrowed.view();
  BodyDef def =
      model->kind == BodyKind::rigid       ? (borrow ? rigid(view) : rigid(model->mesh))
      : model->kind == BodyKind::deforming ? (borrow ? deforming(view) : deforming(model->mesh))
      : model->kind == BodyKind::breaking  ? (borrow ? breaking(view) : breaking(model->mesh))
      : borrow ? points(view.positions, std::span<const double>(model->borrowed_radii))
               : points(model->mesh.positions, model->radii);
  def.user(model->user).self(model->self).group(model->group).mask(model->mask);
  if (model->kind == BodyKind::rigid) def.pose(model->pose);
  model->id = world_.add(def);
  if (models_.size() <= model->id.slot) models_.resize(model->id.slot + 1U);
  models_[model->id.slot] = std::move(model);
}

void RandomWorld::remove() {
  ++counts_["remove"];
  Model& model = any_model();
  removed_.push_back(model.id);
  world_.remove(model.id);
  models_[model.id.slot].reset();
}

void RandomWorld::move() {
  Model& model = any_model();
  if (model.kind == BodyKind::rigid) {
    ++counts_["pose"];
    model.pose = any_pose();
    world_.move(model.id, model.pose);
  } else if (model.kind == BodyKind::points && random_.chance(2)) {
    move_points(model);
  } else if (model.kind == BodyKind::breaking && random_.chance(2)) {
    break_up(model);
  } else {
    move_positions(model);
  }
}

void RandomWorld::move_positions(Model& model) {
  ++counts_["move"];
  std::vector<Vec3>& positions = model.mesh.positions;
  const Vec3 by = random_.vector(-0.3, 0.3);
  for (Vec3& p : positions) p = p + by + random_.vector(-0.1, 0.1);
  const std::uint32_t how = random_.below(3);
  if (how == 0) {  // floats, borrowed: the model is what they hold
    model.borrowed_floats.clear();
    for (Vec3& p : positions) {
      for (std::size_t k = 0; k < 3; ++k) {
        model.borrowed_floats.push_back(static_cast<float>(p[k]));
        p[k] = double{model.borrowed_floats.back()};
      }
    }
    world_.move(model.id, std::span<const float>(model.borrowed_floats));
  } else if (how == 1) {
    const std::vector<Vec3> passing = positions;
    world_.move(model.id, std::span<const Vec3>(passing), Storage::copy);
  } else {
    // The borrowed triangles, if there are any, stay where they are.
    model.borrowed.positions.assign(positions.begin(), positions.end());
    world_.move(model.id, std::span<const Vec3>(model.borrowed.positions));
  }
}

void RandomWorld::move_points(Model& model) {
  ++counts_["move points"];
  model.mesh.positions = any_mesh().positions;
  model.radii = any_radii(model.mesh.positions.size());
  model.borrowed.positions = model.mesh.positions;
  model.borrowed_radii = model.radii;
  if (random_.chance(2)) {
    world_.move(model.id, std::span<const Vec3>(model.borrowed.positions),
                std::span<const double>(model.borrowed_radii));
  } else {
    const std::vector<Vec3> passing = model.mesh.positions;
    const std::vector<double> radii = model.radii;
    world_.move(model.id, std::span<const Vec3>(passing), std::span<const double>(radii),
                Storage::copy);
  }
}

void RandomWorld::break_up(Model& model) {
  ++counts_["break"];
  model.mesh = any_mesh();
  if (random_.chance(2)) {
    model.borrowed = model.mesh;
    world_.move(model.id, model.borrowed.view());
  } else {
    const Mesh passing = model.mesh;
    world_.move(model.id, passing.view(), Storage::copy);
  }
}

void RandomWorld::set_switches() {
  Model& model = any_model();
  if (random_.chance(2)) {
    ++counts_["self switch"];
    model.self = !model.self;
    world_.set_self(model.id, model.self);
  } else {
    ++counts_["groups"];
    model.group = random_.chance(3) ? 1 : random_.below(8);
    model.mask = random_.chance(3) ? ~0U : random_.below(8);
    world_.set_group(model.id, model.group, model.mask);
  }
}

void RandomWorld::change_world() {
  const std::uint32_t dice = random_.below(3);
  if (dice == 0) {
    ++counts_["method"];
    const std::vector<std::string> names = all_methods();
    world_.set_method(names[random_.below(static_cast<std::uint32_t>(names.size()))]);
  } else if (dice == 1) {
    ++counts_["threads"];
    world_.set_threads(1 + random_.below(3));
  } else {
    ++counts_["moved world"];
    World other(std::move(world_));
    world_ = std::move(other);
  }
}

World RandomWorld::fresh_world() const {
  World fresh({"brute", 1});
  for (const std::unique_ptr<Model>& model : models_) {
    if (!model) continue;
    BodyDef def = model->kind == BodyKind::rigid       ? rigid(model->mesh).pose(model->pose)
                  : model->kind == BodyKind::deforming ? deforming(model->mesh)
                  : model->kind == BodyKind::breaking  ? breaking(model->mesh)
                                                      : points(model->mesh.positions, model->radii);
    fresh.add(def.user(model->user).self(model->self).group(model->group).mask(model->mask));
  }
  return fresh;
}

std::size_t RandomWorld::check() {
  World fresh = fresh_world();
  CollideOptions options;
  if (random_.chance(4)) options.tolerance = random_.uniform(0, 0.2);
  if (random_.chance(4)) options.neighbours = true;
  const std::vector<Seen> expected = seen(fresh.collide(options));
  if (random_.chance(3)) options.threads = 1 + random_.below(3);
  const std::vector<Seen> actual = seen(world_.collide(options));
  if (fresh.size() != world_.size()) complaint_ = "the number of bodies is wrong";
  if (actual != expected) {
    complaint_ = std::to_string(expected.size()) + " contacts expected, " +
                 std::to_string(actual.size()) + " found, or of other form, by " +
                 std::string(world_.method());
  }
  options.budget.at_most = 1 + random_.below(5);
  const std::vector<Seen> some = seen(world_.collide(options));
  if (some.size() != std::min(options.budget.at_most, expected.size()) ||
      !std::all_of(some.begin(), some.end(), [&](const Seen& s) {
        return std::find(expected.begin(), expected.end(), s) != expected.end();
      })) {
    complaint_ = "a bounded answer is not part of the whole";
  }
  try {
    world_.validate();
  } catch (const std::logic_error& error) {
    complaint_ = error.what();
  }
  return expected.size();
}

}  // namespace tact::testing
