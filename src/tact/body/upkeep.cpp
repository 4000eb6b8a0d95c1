#include "tact/body/upkeep.h"

namespace tact {

void give_back(const Task& task) {
  const auto unwanted = [&](const StructureKey& key, const Structure& structure) {
    const std::uint64_t last = std::max(structure.asked, task.leases.last(key));
    // Where nobody counts, as a method from outside may not, nobody can say that it is not used.
    return last > 0 && last + kept_unasked < task.number;
  };
  for (const BodyState* body : task.bodies) {
    if (body != nullptr && body->structures.size() > 0) body->structures.drop_if(unwanted);
  }
  task.common.drop_if(unwanted);
}

}  // namespace tact
