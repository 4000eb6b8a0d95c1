#include "tact/body/upkeep.h"

namespace tact {

void give_back(const Task& task) {
  const auto unwanted = [&](const StructureKey& key, const Structure& structure) {
    const std::uint64_t last = std::max(structure.asked, task.leases.last_asked(key));
    // However many questions are asked between two updates: what the last one brought up to date is
    // what the next query borrows.
    const bool in_use = structure.asked == task.updated ||
                        (task.number > 0 && task.leases.last_number(key) == task.number);
    // A method from outside may never say what it asked for: nobody can tell that it is not used.
    return !in_use && last > 0 && last + kept_unasked < task.clock;
  };
  const auto look_through = [&](Structures& structures) {
    structures.drop_if(unwanted);
    structures.trim(task.clock);
  };
  for (const BodyState* body : task.bodies) {
    if (body != nullptr && body->structures.size() > 0) look_through(body->structures);
  }
  look_through(task.common);
}

}  // namespace tact
