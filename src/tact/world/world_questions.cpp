// Questions about whole bodies: each is a file of the room `question`, asked through World::ask().
#include <algorithm>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/question/impacts.h"
#include "tact/question/separation.h"
#include "tact/world/world_impl.h"

namespace tact {

// `threads`: the least that there is memory for. Calls no std::function of its own making, which
// would allocate.
template <class F>
void World::question_on(unsigned threads, F&& question) {
  const InUse::Alone alone(in_use_);
  require_whole();
  update_frame();
  near_->show_rules(task_);
  ++task_.clock;
  update_scratch_.begin(std::max(threads, task_.threads));
  {
    const InUse::Lent lent(in_use_);
    question(std::as_const(task_), update_scratch_);
  }
  update_scratch_.end();
  sweep();
}

void World::ask(const Question& question) {
  const InUse::Alone alone(in_use_);
  require_whole();
  if (!question) throw Error(ErrorCode::bad_argument, "there is no question to ask");
  question_on(1, question);
}

const Impacts& World::impacts(const ImpactOptions& options) {
  const InUse::Alone alone(in_use_);
  check_width(options.width);
  const Budget::Clock::time_point start = Budget::Clock::now();
  const unsigned threads = options.threads == 0 ? 1 : resolve_threads(options.threads);
  question_on(threads, [&](const Task& task, Scratch& scratch) {
    find_impacts(task, options, scratch, *impacts_);
  });
  impacts_->times = {0, std::chrono::duration<double>(Budget::Clock::now() - start).count()};
  return *impacts_;
}

double World::free_step() {
  double step = 0;
  question_on(1, [&](const Task& task, Scratch& scratch) { step = find_free_step(task, scratch); });
  return step;
}

Separation World::separation(BodyId a, BodyId b) {
  const InUse::Alone alone(in_use_);
  find(a);
  find(b);
  if (a.slot == b.slot) {
    throw Error(ErrorCode::bad_argument, "a body is not apart from itself");
  }
  Separation out;
  ask([&](const Task& task, Scratch& scratch) {
    out = measure_separation(task, a.slot, b.slot, scratch);
  });
  return out;
}

}  // namespace tact
