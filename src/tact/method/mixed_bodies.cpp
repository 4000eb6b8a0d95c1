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

std::span<const bool> MixedBodies::marks_of(const Task& task, Arena& arena) const {
  const std::span<bool> marks = arena.allocate<bool>(task.bodies.size());
  for (std::size_t slot = 0; slot < marks.size(); ++slot) {
    marks[slot] = task.bodies[slot] != nullptr && is_mine_(*task.bodies[slot]);
  }
  return marks;
}

void MixedBodies::list_own(const Task& task, const Request& request, Arena& arena,
                           ArenaVector<Pair>& pairs, Stats& stats) const {
  if (request.only) {
    const auto [a, b] = *request.only;
    if (!is_mine_(*task.bodies[a]) || !is_mine_(*task.bodies[b])) return;
    pairs.push_back({a < b ? a : b, a < b ? b : a});
    return;
  }
  const std::span<const bool> mine = others_ ? marks_of(task, arena) : std::span<const bool>();
  pairs.append(list_body_pairs(task, request, arena, stats, mine).pairs);
}

Stats MixedBodies::find_others(const Task& task, const Request& request, bool own,
                               std::size_t chunks, CandidateSink& sink, Scratch& scratch) {
  const bool others = request.only ? !own : others_;
  if (!others || (chunks > 0 && !sink.wants(chunks))) return {};
  Request remaining = request;
  remaining.settled = marks_of(task, scratch.arena(0));
  FollowingSink following(sink, chunks);
  return general_->find_pairs(task, remaining, following, scratch);
}

void MixedBodies::validate(const Task& task) const {
  if (others_) general_->validate(task);
}

}  // namespace tact
