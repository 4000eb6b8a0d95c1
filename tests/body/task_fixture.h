#pragma once
// Two bodies as a method sees them, to be changed behind its back.
#include <cstddef>
#include <optional>

#include "tact/method/method.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact::testing {

class TaskFixture {
 public:
  explicit TaskFixture(BodyKind kind, std::uint32_t triangles = 40, double size = 0.3) {
    Random random(4);
    for (std::size_t i = 0; i < 2; ++i) {
      meshes_[i] = soup(triangles, size, random);
      BodyState& state = states_[i];
      state.id = {static_cast<std::uint32_t>(i), 0, 1};
      state.kind = kind;
      if (kind == BodyKind::rigid) shapes_[i].emplace(meshes_[i].view());
      if (shapes_[i]) state.shape = &*shapes_[i];
      show(i);
    }
    task.bodies = {&states_[0], &states_[1]};
    task.primitives = {&states_[0].primitives, &states_[1].primitives};
    task.frame = BoundsFrame::around({{-8, -8, -8}, {8, 8, 8}});
    task.frame.version = ++version_;
  }

  Stats update(Method& method) {
    scratch_.begin(1);
    const Stats stats = method.update(task, scratch_);
    scratch_.end();
    return stats;
  }
  void query(Method& method) {
    class Anything final : public CandidateSink {
     public:
      void open(std::size_t) override {}
      Flow take(std::size_t, unsigned, std::span<const Candidate>) override { return Flow::go_on; }
      Flow close(std::size_t, unsigned) override { return Flow::go_on; }
      bool wants(std::size_t) const override { return true; }
    } sink;
    scratch_.begin(1);
    method.find_pairs(task, {}, sink, scratch_);
    scratch_.end();
  }
  void move(std::size_t i) {
    for (Vec3& p : meshes_[i].positions) p = p + Vec3{3, 0, 0};
    show(i);
  }
  /// Without a word to anybody.
  void disturb(std::size_t i) {
    for (Vec3& p : meshes_[i].positions) p = p + Vec3{0.5, 0, 0};
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
  std::optional<Shape> shapes_[2];
  BodyState states_[2];
  Scratch scratch_;
  std::uint64_t version_ = 0;
};

}  // namespace tact::testing
