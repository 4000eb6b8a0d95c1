#include "tact/body/solid_boxes.h"

#include "tact/body/upkeep.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

constexpr double stale_order = 2;  // times the cost of a fresh one

Stats bring_boxes_up_to_date(SolidBoxes& own, const BodyState& body, const BoundsFrame& frame) {
  const std::uint32_t count = body.primitives.size();
  own.boxes.resize(count);
  fit_boxes(body.primitives, frame, Range{0, count}, own.boxes);
  const bool fits = own.seen.shape == body.shape_version && own.index.size() == count;
  if (fits) own.index.refit(own.boxes);
  if (!fits || own.index.cost() > stale_order * own.cost_fresh) {
    own.index.build(own.boxes);
    own.cost_fresh = own.index.cost();
  }
  Stats stats;
  stats.primitives_read = count;
  return stats;
}

}  // namespace

Stats update_solid_boxes(const Task& task, std::uint32_t slot) {
  const BodyState& body = *task.bodies[slot];
  SolidBoxes& known = body.structures.ask<SolidBoxes>(SolidBoxes::parameter);
  known.asked = task.clock;
  if (known.seen == versions_of(body, task.frame)) return {};
  return bring_up_to_date<SolidBoxes>(
      task, SolidBoxes::parameter, slot, 1, 0,
      [&](SolidBoxes& own, const BodyState& state, std::uint32_t, unsigned, unsigned) {
        return bring_boxes_up_to_date(own, state, task.frame);
      });
}

void update_solid_cells(const Task& task, std::uint32_t slot) {
  SolidBoxes& own = task.bodies[slot]->structures.at<SolidBoxes>(SolidBoxes::parameter);
  if (own.cells_seen == own.seen) return;
  own.cells_seen = {};
  own.cells.build(own.boxes);
  own.sides = std::make_unique<std::atomic<std::uint8_t>[]>(own.cells.pieces() + std::size_t{1});
  own.cells_seen = own.seen;
}

const SolidBoxes* find_solid_boxes(const Task& task, std::uint32_t slot) {
  const BodyState& body = *task.bodies[slot];
  const SolidBoxes* const own = body.structures.find<SolidBoxes>(SolidBoxes::parameter);
  return own != nullptr && own->seen == versions_of(body, task.frame) ? own : nullptr;
}

}  // namespace tact
