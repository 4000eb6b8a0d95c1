#include "tact/body/upkeep.h"

namespace tact {
namespace {

// A structure of a body, or, without one, of several together.
bool is_unwanted(const Task& task, const BodyState* body, const StructureKey& key,
                 const Structure& structure) {
  // A lease speaks for all bodies that its kind concerns. One that the last update left as it was
  // elsewhere is of a body that wants none any more.
  const StructureLeases::Lease lease = task.leases.find(key);
  const bool is_latest = task.number > 0 && lease.number == task.number;
  const bool left_out = is_latest && body != nullptr && task.moved.empty() &&
                        lease.frame == task.frame.version &&
                        !(structure.seen == versions_of(*body, task.frame));
  const std::uint64_t last = left_out ? structure.asked : std::max(structure.asked, lease.asked);
  // However many questions are asked between two updates: what the last one brought up to date is
  // what the next query borrows.
  const bool in_use = structure.asked == task.updated || (is_latest && !left_out);
  // A method from outside may never say what it asked for: nobody can tell that it is not used.
  return !in_use && last > 0 && last + kept_unasked < task.clock;
}

}  // namespace

std::size_t give_back(const Task& task) {
  const auto look_through = [&](Structures& structures, const BodyState* body) {
    structures.drop_if([&](const StructureKey& key, const Structure& structure) {
      return is_unwanted(task, body, key, structure);
    });
    structures.trim(task.clock);
  };
  const std::uint64_t turn = task.clock % give_back_after;
  if (turn == 0) look_through(task.common, nullptr);
  std::size_t looked = 0;
  for (std::size_t slot = turn; slot < task.bodies.size(); slot += give_back_after) {
    const BodyState* body = task.bodies[slot];
    if (body != nullptr && body->structures.size() > 0) look_through(body->structures, body);
    ++looked;
  }
  return looked;
}

}  // namespace tact
