// Questions about whole bodies: each is a file of the room `question`, asked through World::ask().
#include "tact/base/error.h"
#include "tact/question/separation.h"
#include "tact/world/world_impl.h"

namespace tact {

void World::ask(const Question& question) {
  const InUse::Alone alone(in_use_);
  require_whole();
  if (!question) throw Error(ErrorCode::bad_argument, "there is no question to ask");
  update_frame();
  near_->show_rules(task_);
  ++task_.clock;
  update_scratch_.begin(task_.threads);
  {
    const InUse::Lent lent(in_use_);
    question(task_, update_scratch_);
  }
  update_scratch_.end();
  sweep();
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
