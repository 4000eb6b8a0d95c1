// The part of ScriptWorld that moves bodies: poses, positions, maps, and what else of a breaking
// body may change.
#include <algorithm>
#include <numeric>

#include "tests/support/script_world.h"

namespace tact::testing {
namespace {

constexpr std::uint32_t small_body = 32;  // in which everything may touch everything

// Leaves out the vertices that no triangle has.
void compact(Mesh& mesh) {
  std::vector<std::uint32_t> place(mesh.positions.size(), ~0U);
  Mesh out;
  for (std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    for (std::uint32_t& v : triangle) {
      if (place[v] == ~0U) {
        place[v] = static_cast<std::uint32_t>(out.positions.size());
        out.positions.push_back(mesh.positions[v]);
        if (!mesh.topology.empty()) out.topology.push_back(mesh.topology[v]);
      }
      v = place[v];
    }
  }
  out.triangles = std::move(mesh.triangles);
  mesh = std::move(out);
}

// Gives back the caller's arrays in a state that would be noticed if they were still read.
void spoil(std::vector<std::byte>& bytes) {
  std::fill(bytes.begin(), bytes.end(), std::byte{0xFF});
}

bool is_near(const Vec3& p) { return is_finite(p) && length_sq(p) < 64; }

}  // namespace

void ScriptWorld::move_smoothly(Model& model, double amount) {
  if (model.shape) return move_shape(model, amount);
  const Place& place = model.place;
  const Vec3 step = random_.vector(-0.2, 0.2) * amount;
  if (model.kind == BodyKind::rigid) {
    if (!place.lattice) {
      model.turn.x += 0.1 * amount * random_.uniform(-1, 1);
      model.turn.y += 0.1 * amount * random_.uniform(-1, 1);
    }
    const Vec3 at = place.lift(model.pose.translation());
    return hand_over_pose(model, at * 0.95 + step);
  }
  std::vector<Vec3>& positions = model.mesh.positions;
  const Vec3 home = positions.empty() ? Vec3{} : place.lift(positions[0]) * -0.05;
  const double wave = random_.uniform(-0.05, 0.05) * amount;
  for (Vec3& p : positions) {
    const Vec3 q = place.lift(p);
    const Vec3 bent{wave * std::sin(3 * q.y), wave * std::sin(4 * q.z), wave * std::cos(5 * q.x)};
    p = place.put(q + home + step + bent, model.grid);
  }
  if (model.kind == BodyKind::breaking && random_.chance(4)) return hand_over_mesh(model);
  hand_over_positions(model);
}

// To where the script now settles bodies, as it is, and perhaps turned.
void ScriptWorld::teleport(Model& model) {
  const Place from = model.place;
  const Vec3 to = random_.vector(-0.7, 0.7);
  if (model.kind == BodyKind::rigid) {
    model.place.at = place_.at;  // its size stays
    const double w = random_.uniform(0.1, 1);
    model.turn = model.place.lattice
                     ? (random_.chance(2) ? Quaternion{1, 0, 0, 0} : Quaternion{0, 0, 0, 1})
                     : Quaternion{random_.uniform(-1, 1), random_.uniform(-1, 1), 0, w};
    return hand_over_pose(model, to);
  }
  // Maps and radii know one size.
  if (!model.shape && model.kind != BodyKind::points) model.place = place_;
  const Vec3 first = model.mesh.positions.empty() ? Vec3{} : from.lift(model.mesh.positions[0]);
  for (Vec3& p : model.mesh.positions) p = model.place.put(from.lift(p) - first + to, model.grid);
  if (!model.shape) return hand_over_positions(model);
  model.shape->place(model.mesh.positions);
  move_shape(model, 0);
}

void ScriptWorld::deform_violently(Model& model) {
  if (model.kind == BodyKind::rigid) return teleport(model);
  std::vector<Vec3>& positions = model.mesh.positions;
  if (positions.empty()) return hand_over_positions(model);
  const auto count = static_cast<std::uint32_t>(positions.size());
  if (model.shape) {
    for (int i = 0; i < 3; ++i) {
      model.shape->shift(random_.below(count), random_.vector(-0.3, 0.3) * model.place.scale);
    }
    return move_shape(model, 0);
  }
  const bool small = model.size() <= small_body;
  const std::uint32_t how = random_.below(small ? 5 : 3);
  const double reach = (small ? 1.5 : 0.3) / std::cbrt(static_cast<double>(count));
  for (Vec3& p : positions) {
    const Vec3 q = model.place.lift(p);
    const Vec3 to = how == 0   ? q + random_.vector(-reach, reach)
                    : how == 1 ? Vec3{q.y, -q.x, q.z}
                    : how == 2 ? q
                    : how == 3 ? random_.vector(-0.6, 0.6)
                               : Vec3{q.x, q.y, 0};
    p = model.place.put(to, model.grid);
  }
  for (int i = 0; how == 2 && i < 3; ++i) {  // a few are flung far away
    positions[random_.below(count)] = model.place.put(random_.vector(-20, 20), model.grid);
  }
  hand_over_positions(model);
}

// A step of the shape, or none for an amount of zero, and its maps to the world.
void ScriptWorld::move_shape(Model& model, double amount) {
  ShapeBody& shape = *model.shape;
  const double scale = model.place.scale;
  if (amount > 0) {
    shape.step(0.02 + 0.05 * amount, random_.vector(-2, 2) * scale, 1 + random_.below(2));
    const std::span<const Vec3> now = shape.positions();
    if (!std::all_of(now.begin(), now.end(),
                     [&](const Vec3& p) { return is_near(model.place.lift(p)); })) {
      std::fill(shape.velocities().begin(), shape.velocities().end(), Vec3{});
      const std::vector<Vec3> rest(shape.rest().begin(), shape.rest().end());
      shape.place(rest);
    }
  }
  model.mesh.positions.assign(shape.positions().begin(), shape.positions().end());
  const std::uint32_t dice = random_.below(8);
  if (dice == 0) {
    world_->move(model.id, shape.positions());
  } else {
    world_->move(model.id, shape.positions(), shape.maps(),
                 dice == 1 ? Storage::copy : Storage::borrow);
  }
}

void ScriptWorld::hand_over_pose(Model& model, const Vec3& to) {
  model.pose = Transform::from_quaternion(model.turn, model.place.put(to, 0.125));
  world_->move(model.id, model.pose);
}

void ScriptWorld::hand_over_positions(Model& model) {
  const bool floats =
      random_.chance(3) && (model.place.suits_floats() || model.size() <= small_body / 2);
  const bool copy = random_.chance(3);
  std::vector<std::byte> bytes;
  const PositionsView view = lend_positions(model.mesh.positions, floats, random_, bytes);
  world_->move(model.id, view, copy ? Storage::copy : Storage::borrow);
  if (copy) spoil(bytes);
  std::swap(model.lent_positions, bytes);  // what was lent before goes now
}

void ScriptWorld::hand_over_mesh(Model& model) {
  const bool floats =
      random_.chance(3) && (model.place.suits_floats() || model.size() <= small_body / 2);
  const bool copy = random_.chance(3);
  std::vector<std::byte> positions;
  std::vector<std::byte> triangles;
  std::vector<std::uint32_t> topology = model.mesh.topology;
  const MeshView view{lend_positions(model.mesh.positions, floats, random_, positions),
                      lend_triangles(model.mesh.triangles, random_, triangles), topology};
  world_->move(model.id, view, copy ? Storage::copy : Storage::borrow);
  if (copy) {
    spoil(positions);
    spoil(triangles);
    std::fill(topology.begin(), topology.end(), 0U);
  }
  std::swap(model.lent_positions, positions);
  std::swap(model.lent_triangles, triangles);
  std::swap(model.lent_topology, topology);
  largest_ = std::max(largest_, model.size());
}

void ScriptWorld::hand_over_points(Model& model) {
  const bool copy = random_.chance(3);
  std::vector<std::byte> bytes;
  const PositionsView view = lend_positions(model.mesh.positions, false, random_, bytes);
  std::vector<double> each = model.radii;
  const bool uniform = !each.empty() && random_.chance(4);
  if (uniform) std::fill(model.radii.begin(), model.radii.end(), each[0]);
  const RadiiView radii = uniform ? RadiiView(each[0]) : RadiiView(std::span<const double>(each));
  world_->move(model.id, view, radii, copy ? Storage::copy : Storage::borrow);
  if (copy) spoil(bytes);
  if (copy) std::fill(each.begin(), each.end(), -1.0);
  std::swap(model.lent_positions, bytes);
  std::swap(model.lent_radii, each);
  model.shape.reset();  // the world forgot its clusters
}

void ScriptWorld::append(Model& model, std::uint32_t count) {
  if (model.kind != BodyKind::breaking) return move_smoothly(model, 0.5);
  Mesh& mesh = model.mesh;
  if (mesh.positions.size() > 6U * limits_.most_primitives) compact(mesh);
  const std::uint32_t old = model.size();
  const std::uint32_t all = std::max(old, room_for(old + count, model));
  const std::size_t vertices = mesh.positions.size();
  append_triangles(mesh, all - old, model.place.scale * 0.6 / std::cbrt(1.0 + all), random_);
  for (std::size_t i = vertices; i < mesh.positions.size(); ++i) {
    mesh.positions[i] = model.place.put(model.place.lift(mesh.positions[i]), model.grid);
    if (!mesh.topology.empty()) mesh.topology.push_back(static_cast<std::uint32_t>(i));
  }
  if (!random_.chance(3)) {  // as a rule a body moves while it breaks
    const Vec3 by = random_.vector(-0.05, 0.05);
    for (Vec3& p : mesh.positions) {
      p = model.place.put(model.place.lift(p) + by + random_.vector(-0.01, 0.01), model.grid);
    }
  }
  hand_over_mesh(model);
}

void ScriptWorld::shrink(Model& model) {
  if (model.kind != BodyKind::breaking) return move_smoothly(model, 0.5);
  std::vector<std::array<std::uint32_t, 3>>& triangles = model.mesh.triangles;
  const std::uint32_t one_in = 2 + random_.below(10);
  if (random_.chance(2)) {
    triangles.resize(triangles.size() - triangles.size() / one_in);
  } else {
    std::erase_if(triangles, [&](const auto&) { return random_.chance(one_in); });
  }
  if (random_.chance(2)) compact(model.mesh);
  hand_over_mesh(model);
}

void ScriptWorld::shuffle(Model& model) {
  if (model.kind != BodyKind::breaking) return move_smoothly(model, 0.5);
  std::vector<std::array<std::uint32_t, 3>>& triangles = model.mesh.triangles;
  for (std::size_t i = triangles.size(); i > 1; --i) {
    std::swap(triangles[i - 1], triangles[random_.below(static_cast<std::uint32_t>(i))]);
    std::rotate(triangles[i - 1].begin(), triangles[i - 1].begin() + 1, triangles[i - 1].end());
  }
  hand_over_mesh(model);
}

void ScriptWorld::replace(Model& model, std::uint32_t primitives) {
  const bool is_points = model.kind == BodyKind::points;
  if (model.kind != BodyKind::breaking && !is_points) return deform_violently(model);
  model.place = place_;
  fill(model, room_for(primitives, model));
  if (is_points) return hand_over_points(model);
  hand_over_mesh(model);
}

// One side of a plane goes its own way. Its vertices keep the ids of those they were split from.
void ScriptWorld::split_off(Model& model) {
  if (model.kind != BodyKind::breaking) return move_smoothly(model, 0.5);
  Mesh& mesh = model.mesh;
  if (mesh.positions.size() > 6U * limits_.most_primitives) compact(mesh);
  if (mesh.topology.empty()) {
    mesh.topology.resize(mesh.positions.size());
    std::iota(mesh.topology.begin(), mesh.topology.end(), 0U);
  }
  const std::size_t axis = random_.below(3);
  const double cut = random_.uniform(-0.5, 0.5);
  const Vec3 by = random_.chance(3) ? Vec3{} : random_.vector(-0.3, 0.3);
  std::vector<std::uint32_t> copy_of(mesh.positions.size(), ~0U);
  for (std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    if (model.place.lift(mesh.positions[triangle[0]])[axis] < cut) continue;
    for (std::uint32_t& v : triangle) {
      if (v >= copy_of.size()) continue;
      if (copy_of[v] == ~0U) {
        copy_of[v] = static_cast<std::uint32_t>(mesh.positions.size());
        const Vec3 at = mesh.positions[v];
        mesh.positions.push_back(
            by == Vec3{} ? at : model.place.put(model.place.lift(at) + by, model.grid));
        mesh.topology.push_back(std::uint32_t{mesh.topology[v]});
      }
      v = copy_of[v];
    }
  }
  hand_over_mesh(model);
}

// Structures that follow a body from frame to frame see little of it where single bodies move and
// few are asked about.
void ScriptWorld::play_frames(const Step& step) {
  for (std::uint32_t frame = 0; frame < 2 + step.a % 8U; ++frame) {
    for (const std::unique_ptr<Model>& model : models_) {
      if (random_.chance(4)) continue;
      ++operations_;
      if (model->kind == BodyKind::breaking && !random_.chance(4)) {
        append(*model, 1 + random_.below(6));
      } else {
        move_smoothly(*model, 0.1);
      }
    }
    ++operations_;
    check_form(world_->collide(CollideOptions::pairs()), CollideOptions::pairs());
    world_->validate();
  }
}

}  // namespace tact::testing
