#include "tact/world/world.h"

#include <utility>

#include "tact/base/error.h"
#include "tact/base/in_use.h"
#include "tact/base/parallel.h"
#include "tact/contact/narrow.h"
#include "tact/contact/result_writer.h"
#include "tact/contact/tolerance.h"
#include "tact/question/inside.h"

namespace tact {
namespace {

double reach_of(double tolerance, const Task& task) {
  return tolerance > 0 ? candidate_reach(tolerance, task.scene) : 0;
}

}  // namespace

const Result& Query::collide(const CollideOptions& options) {
  const InUse::Shared shared(world_->in_use_);
  return ask({}, options);
}

const Result& Query::collide(BodyId a, BodyId b, const CollideOptions& options) {
  const InUse::Shared shared(world_->in_use_);
  world_->find(a);
  world_->find(b);
  Request request;
  request.only = {a.slot, b.slot};
  return ask(request, options);
}

const Result& Query::ask(const Request& asked, const CollideOptions& options) {
  check_tolerance(options.tolerance);
  world_->require_whole();
  if (!world_->updated_) {
    throw Error(ErrorCode::bad_argument, "the world changed: call update() before a Query asks");
  }
  const Budget::Clock::time_point start = Budget::Clock::now();
  const Task& task = world_->task_;
  Request request = asked;
  request.tolerance = reach_of(options.tolerance, task);
  request.neighbours = options.neighbours;
  request.threads = options.threads == 0 ? task.threads : resolve_threads(options.threads);
  request.bounded = options.budget.at_most != Budget{}.at_most;
  request.timed = options.budget.deadline.has_value();
  scratch_.begin(request.threads);

  const bool describes = options.detail == Detail::contacts;
  ResultWriter answer(result_);
  answer.begin(task.bodies.size());
  Narrow narrow(task.primitives,
                {options.budget, options.tolerance, options.neighbours, describes,
                 census_of(task).triangles()},
                scratch_, request.threads);
  result_.stats = {};
  if (options.budget.at_most > 0) {
    result_.stats += world_->method_->find_pairs(task, request, narrow, scratch_);
  }
  narrow.finish(answer.pairs());
  answer.name_bodies([&](std::uint32_t slot) {
    return std::pair(task.bodies[slot]->id, task.bodies[slot]->user);
  });
  result_.stats += narrow.stats();
  result_.stopped = narrow.stopped();
  result_.method = world_->method_->working_name();
  if (task.solids > 0 && result_.complete()) add_contained(request, answer);
  if (describes) answer.describe(task.primitives, narrow.findings(), request.threads);
  scratch_.end();
  result_.times.update = 0;
  result_.times.query = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  return result_;
}

// What lies in a solid touches nothing of its surface.
void Query::add_contained(const Request& request, ResultWriter& answer) {
  const Task& task = world_->task_;
  Arena& arena = scratch_.arena(0);
  ArenaVector<Pair> pairs(arena);
  find_contained(task, request, result_.pairs_by_slot(), arena, result_.stats, pairs);
  for (const auto& [inner, outer] : pairs) {
    answer.contained().push_back({task.bodies[inner]->id, task.bodies[outer]->id,
                                  task.bodies[inner]->user, task.bodies[outer]->user});
  }
}

}  // namespace tact
