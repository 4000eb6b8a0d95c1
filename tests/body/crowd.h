#pragma once
// Many small bodies as a world would show them to its NearPairs, and what all against all gives.
#include <deque>
#include <functional>
#include <vector>

#include "tact/body/body_pairs.h"
#include "tact/body/near_pairs.h"
#include "tact/bounds/fit.h"
#include "tests/support/random.h"

namespace tact::testing {

class Crowd {
 public:
  Crowd() {
    mesh_.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}};
    mesh_.triangles = {{0, 1, 2}};
    task.frame = BoundsFrame::around({{-60, -60, -60}, {60, 60, 60}});
    task.frame.version = 1;
  }

  std::uint32_t add(const Vec3& at, const Vec3& size) {
    const auto slot = static_cast<std::uint32_t>(states_.size());
    BodyState& state = states_.emplace_back();
    state.id = {slot, 0, 1};
    state.primitives = Primitives::triangles(mesh_.view(), nullptr);
    state.extent = {at, at + size};
    near.make_room(slot + std::size_t{1});
    task.bodies.push_back(&state);
    near.note(slot);
    return slot;
  }
  BodyState& operator[](std::uint32_t slot) { return states_[slot]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  void put(std::uint32_t slot, const Vec3& at) {
    Extent& extent = states_[slot].extent;
    extent = {at, at + (extent.hi - extent.lo)};
    near.note(slot);
  }
  void shift(std::uint32_t slot, const Vec3& by) { put(slot, states_[slot].extent.lo + by); }
  void remove(std::uint32_t slot) {
    task.bodies[slot] = nullptr;
    near.forget(slot);
    near.note(slot);
  }
  void put_back(std::uint32_t slot) {
    task.bodies[slot] = &states_[slot];
    near.note(slot);
  }
  void set_rule(std::uint32_t slot, std::uint32_t group, std::uint32_t mask, bool self) {
    states_[slot].group = group;
    states_[slot].mask = mask;
    states_[slot].self = self;
    near.note(slot);
  }

  std::span<const Pair> update() {
    scratch_.begin(1);
    near.update(task, scratch_);
    scratch_.end();
    return task.known.near;
  }
  /// Asks as a method does.
  std::vector<Pair> list(const Request& request) {
    Arena arena;
    Stats stats;
    const BodyPairs found = list_body_pairs(task, request, arena, stats);
    return {found.pairs.begin(), found.pairs.end()};
  }

  /// Every two bodies, by boxes made here; `tested`: of two different ones whose groups agree.
  std::vector<Pair> all_pairs(const std::function<bool(std::uint32_t, std::uint32_t)>& tested,
                              double tolerance = 0) const {
    std::vector<Pair> pairs;
    std::vector<Aabb> boxes;
    for (const BodyState* body : task.bodies) {
      boxes.push_back(body == nullptr ? Aabb::nothing() : fit(body->extent, task.frame));
    }
    const float grow = frame_amount(task.frame, tolerance);
    for (std::uint32_t a = 0; a < boxes.size(); ++a) {
      if (task.bodies[a] == nullptr) continue;
      Aabb reach = boxes[a];
      if (grow > 0) reach.grow(grow);
      const BodyState& of_a = *task.bodies[a];
      if (of_a.self) pairs.push_back({a, a});
      for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
        if (!overlaps(reach, boxes[b])) continue;
        const BodyState& of_b = *task.bodies[b];
        const bool agree = (of_a.group & of_b.mask) != 0 && (of_b.group & of_a.mask) != 0;
        if (agree && tested(a, b)) pairs.push_back({a, b});
      }
    }
    return pairs;
  }

  Task task;
  NearPairs near;

 private:
  Mesh mesh_;
  std::deque<BodyState> states_;
  Scratch scratch_;
};

}  // namespace tact::testing
