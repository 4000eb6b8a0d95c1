// How far bodies are apart, asked by the world itself or by any number of Query objects.
#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/box_trees.h"
#include "tact/question/clearance.h"
#include "tact/world/world_impl.h"

namespace tact {
namespace {

ClearancePairs pairs_of(const std::optional<BodyId>& a, const std::optional<BodyId>& b) {
  if (a && b && a->slot == b->slot) {
    throw Error(ErrorCode::bad_argument, "a body is not apart from itself");
  }
  ClearancePairs pairs;
  if (a) pairs.a = a->slot;
  if (b) pairs.b = b->slot;
  return pairs;
}

unsigned threads_of(const Task& task, const ClearanceOptions& options) {
  return options.threads == 0 ? task.threads : resolve_threads(options.threads);
}

}  // namespace

Clearance World::measure(std::optional<BodyId> a, std::optional<BodyId> b,
                         const ClearanceOptions& options) {
  const InUse::Alone alone(in_use_);
  require_whole();
  if (a) find(*a);
  if (b) find(*b);
  check_clearance(options);
  struct {
    ClearancePairs pairs;
    const ClearanceOptions& options;
    Clearance out;
  } order{pairs_of(a, b), options, {}};
  ask([&order](const Task& task, Scratch& scratch) {
    const Stats stats = update_box_trees(task, scratch);
    const unsigned threads = threads_of(task, order.options);
    scratch.begin(threads);
    order.out = measure_clearance(task, order.pairs, order.options, threads, scratch);
    order.out.stats += stats;
  });
  return order.out;
}

Clearance World::clearance(const ClearanceOptions& options) { return measure({}, {}, options); }
Clearance World::clearance(BodyId body, const ClearanceOptions& options) {
  return measure(body, {}, options);
}
Clearance World::clearance(BodyId a, BodyId b, const ClearanceOptions& options) {
  return measure(a, b, options);
}

Clearance Query::measure(std::optional<BodyId> a, std::optional<BodyId> b,
                         const ClearanceOptions& options) {
  const InUse::Shared shared(world_->in_use_);
  require_trees();
  if (a) world_->find(*a);
  if (b) world_->find(*b);
  check_clearance(options);
  const Task& task = world_->task_;
  const unsigned threads = threads_of(task, options);
  const ClearancePairs pairs = pairs_of(a, b);
  scratch_.begin(threads);
  const Clearance out = measure_clearance(task, pairs, options, threads, scratch_);
  scratch_.end();
  return out;
}

Clearance Query::clearance(const ClearanceOptions& options) { return measure({}, {}, options); }
Clearance Query::clearance(BodyId body, const ClearanceOptions& options) {
  return measure(body, {}, options);
}
Clearance Query::clearance(BodyId a, BodyId b, const ClearanceOptions& options) {
  return measure(a, b, options);
}

}  // namespace tact
