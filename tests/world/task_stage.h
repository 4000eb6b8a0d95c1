#pragma once
// Two bodies as a method sees them, to be changed behind its back.
#include <cstddef>

#include "tact/world/method.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact::testing {

class TaskStage {
 public:
  explicit TaskStage(BodyKind kind) {
    Random random(4);
    for (std::size_t i = 0; i < 2; ++i) {
      meshes_[i] = soup(40, 0.3, random);
      BodyState& state = states_[i];
      state.id = {static_cast<std::uint32_t>(i), 0, 1};
      state.kind = kind;
      show(i);
    }
    task.bodies = {&states_[0], &states_[1]};
    task.primitives = {&states_[0].primitives, &states_[1].primitives};
    task.frame = BoundsFrame::around({{-8, -8, -8}, {8, 8, 8}});
    task.frame.version = ++version_;
  }

  void update(Method& method) {
    scratch_.begin(1);
    method.update(task, scratch_);
    scratch_.end();
  }
  void move(std::size_t i) {
    for (Vec3& p : meshes_[i].positions) p = p + Vec3{3, 0, 0};
    show(i);
  }
  void shrink(std::size_t i) {
    meshes_[i].triangles.pop_back();
    show(i);
    states_[i].shape_version = version_;
  }
  void remove(std::size_t i) {
    task.bodies[i] = nullptr;
    task.primitives[i] = nullptr;
  }
  void put_back(std::size_t i) {
    task.bodies[i] = &states_[i];
    task.primitives[i] = &states_[i].primitives;
  }

  Task task;

 private:
  void show(std::size_t i) {
    states_[i].primitives = Primitives::triangles(meshes_[i].view(), nullptr);
    states_[i].extent = {};
    for (const Vec3& p : meshes_[i].positions) states_[i].extent.add(p);
    states_[i].motion_version = ++version_;
    if (states_[i].shape_version == 0) states_[i].shape_version = version_;
  }

  Mesh meshes_[2];
  BodyState states_[2];
  Scratch scratch_;
  std::uint64_t version_ = 0;
};

}  // namespace tact::testing
