#include "tact/world/query.h"

#include <cmath>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/contact/closest.h"
#include "tact/contact/tolerance.h"
#include "tact/world/world.h"

namespace tact {
namespace {

constexpr std::size_t contacts_per_chunk = 256;

void check_options(const CollideOptions& options) {
  if (!std::isfinite(options.tolerance) || options.tolerance < 0) {
    throw Error(ErrorCode::bad_argument, "the tolerance must be finite and not negative");
  }
}

double reach_of(double tolerance, const Task& task) {
  if (!(tolerance > 0)) return 0;
  Extent scene;
  for (const BodyState* body : task.bodies) {
    if (body != nullptr) scene.add(body->extent);
  }
  return candidate_reach(tolerance, scene);
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
  check_options(options);
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

  result_.contacts.clear();
  const bool describes = options.detail == Detail::contacts;
  Narrow narrow(task.primitives, {options.budget, options.tolerance, options.neighbours, describes},
                scratch_, request.threads);
  result_.stats = {};
  if (options.budget.at_most > 0) {
    result_.stats += world_->method_->find_pairs(task, request, narrow, scratch_);
  }
  narrow.finish(result_.pairs);
  result_.stats += narrow.stats();
  result_.stopped = narrow.stopped();
  result_.method = world_->method_->working_name();
  if (describes) describe_all(narrow.findings(), request.threads);
  scratch_.end();
  result_.times.update = 0;
  result_.times.query = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  return result_;
}

void Query::describe_all(std::span<const Finding> findings, unsigned threads) {
  const Task& task = world_->task_;
  result_.contacts.resize(result_.pairs.size());
  const std::size_t chunks = chunk_count(result_.pairs.size(), contacts_per_chunk);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(result_.pairs.size(), contacts_per_chunk, chunk);
    for (std::size_t i = first; i < last; ++i) {
      const Candidate& pair = result_.pairs[i];
      Contact& contact = result_.contacts[i];
      static_cast<ContactGeometry&>(contact) =
          describe(*task.primitives[pair.body_a], pair.primitive_a, *task.primitives[pair.body_b],
                   pair.primitive_b, findings[i]);
      const BodyState& a = *task.bodies[pair.body_a];
      const BodyState& b = *task.bodies[pair.body_b];
      contact.body_a = a.id;
      contact.body_b = b.id;
      contact.primitive_a = pair.primitive_a;
      contact.primitive_b = pair.primitive_b;
      contact.user_a = a.user;
      contact.user_b = b.user;
    }
  });
}

}  // namespace tact
