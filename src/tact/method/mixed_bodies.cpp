#include "tact/method/mixed_bodies.h"

#include <algorithm>

#include "tact/body/upkeep.h"

namespace tact {

std::unique_ptr<Method> make_dbvh_method();

MixedBodies::MixedBodies(IsMine is_mine) : is_mine_(is_mine), general_(make_dbvh_method()) {}

Stats MixedBodies::update(const Task& task, Scratch& scratch) {
  mark(task);
  others_ = census_of(task).all().bodies > own_;
  return others_ ? general_->update(task, scratch) : Stats{};
}

void MixedBodies::mark(const Task& task) {
  const bool only_moved = follows(task, last_);
  last_ = 0;  // until all is done
  if (room_ < task.bodies.size()) {
    const std::size_t more = std::max<std::size_t>(16, 2 * task.bodies.size());
    auto marks = std::make_unique<bool[]>(more);
    std::copy_n(marks_.get(), slots_, marks.get());
    marks_ = std::move(marks);
    room_ = more;
  }
  if (!only_moved) slots_ = own_ = 0;
  std::fill(marks_.get() + std::min(slots_, task.bodies.size()), marks_.get() + room_, false);
  slots_ = task.bodies.size();
  look_at(task, only_moved, [&](std::uint32_t slot) {
    const bool is_own = task.bodies[slot] != nullptr && is_mine_(*task.bodies[slot]);
    own_ += (is_own ? 1U : 0U) - (marks_[slot] ? 1U : 0U);
    marks_[slot] = is_own;
  });
  last_ = task.number;
}

void MixedBodies::list_own(const Task& task, const Request& request, Arena& arena,
                           ArenaVector<Pair>& pairs, Stats& stats) const {
  if (request.only) {
    const auto [a, b] = *request.only;
    if (!is_mine_(*task.bodies[a]) || !is_mine_(*task.bodies[b])) return;
    pairs.push_back({a < b ? a : b, a < b ? b : a});
    return;
  }
  const std::span<const bool> mine = others_ ? marks() : std::span<const bool>();
  pairs.append(list_body_pairs(task, request, arena, stats, mine).pairs);
}

Stats MixedBodies::find_others(const Task& task, const Request& request, bool own,
                               std::size_t chunks, CandidateSink& sink, Scratch& scratch) {
  const bool others = request.only ? !own : others_;
  if (!others || (chunks > 0 && !sink.wants(chunks))) return {};
  Request remaining = request;
  remaining.settled = marks();
  FollowingSink following(sink, chunks);
  return general_->find_pairs(task, remaining, following, scratch);
}

void MixedBodies::validate(const Task& task) const {
  if (others_) general_->validate(task);
}

}  // namespace tact
