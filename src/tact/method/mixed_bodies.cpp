#include "tact/method/mixed_bodies.h"

namespace tact {

std::unique_ptr<Method> make_dbvh_method();

MixedBodies::MixedBodies(IsMine is_mine) : is_mine_(is_mine), general_(make_dbvh_method()) {}

Stats MixedBodies::update(const Task& task, Scratch& scratch) {
  others_ = false;
  for (const BodyState* body : task.bodies) {
    others_ = others_ || (body != nullptr && !is_mine_(*body));
  }
  return others_ ? general_->update(task, scratch) : Stats{};
}

void MixedBodies::list_own(const Task& task, const Request& request, Arena& arena,
                           ArenaVector<Pair>& pairs, Stats& stats) const {
  if (request.only) {
    const auto [a, b] = *request.only;
    if (!is_mine_(*task.bodies[a]) || !is_mine_(*task.bodies[b])) return;
    pairs.push_back({a < b ? a : b, a < b ? b : a});
    return;
  }
  const std::size_t slots = task.bodies.size();
  const std::span<Aabb> boxes = arena.allocate<Aabb>(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const BodyState* body = task.bodies[slot];
    const bool own = body != nullptr && is_mine_(*body);
    boxes[slot] = own ? fit(body->extent, task.frame) : Aabb::nothing();
    if (own && body->self) pairs.push_back({slot, slot});
  }
  const float grow = frame_amount(task.frame, request.tolerance);
  stats.bounds_tests += for_each_overlap(boxes, grow, arena, [&](std::uint32_t a, std::uint32_t b) {
    if (task.tests(a, b)) pairs.push_back({a, b});
  });
}

Stats MixedBodies::find_others(const Task& task, const Request& request, bool own,
                               std::size_t chunks, CandidateSink& sink, Scratch& scratch) {
  const bool others = request.only ? !own : others_;
  if (!others || (chunks > 0 && !sink.wants(chunks))) return {};
  Request rest = request;
  const std::span<bool> settled = scratch.arena(0).allocate<bool>(task.bodies.size());
  for (std::size_t slot = 0; slot < settled.size(); ++slot) {
    settled[slot] = task.bodies[slot] != nullptr && is_mine_(*task.bodies[slot]);
  }
  rest.settled = settled;
  FollowingSink following(sink, chunks);
  return general_->find_pairs(task, rest, following, scratch);
}

void MixedBodies::validate(const Task& task) const {
  if (others_) general_->validate(task);
}

}  // namespace tact
