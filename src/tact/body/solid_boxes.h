#pragma once
// SolidBoxes: what a solid owns so that points in it are quick to tell.
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/tree/box_index.h"
#include "tact/tree/empty_cells.h"

namespace tact {

/// The boxes of a body's triangles, findable by place. Kept in one order while the triangles stay,
/// until that has doubled what a search costs.
struct SolidBoxes final : Structure {
  explicit SolidBoxes(std::uint32_t) {}

  BoxIndex index;
  double cost_fresh = 0;    ///< of the index when it was built
  std::vector<Aabb> boxes;  ///< by triangle

  EmptyCells cells;     ///< of the boxes, if `cells_seen` is `seen`
  Versions cells_seen;  ///< what they were last built for
  /// By piece of the cells: 0 until somebody found out, then 1 + what the winding number says.
  std::unique_ptr<std::atomic<std::uint8_t>[]> sides;

  static constexpr std::uint32_t parameter = 0;
};

/// Brings those of one body up to date.
Stats update_solid_boxes(const Task& task, std::uint32_t slot);

/// After that: brings the cells between them up to date, too, for many points at once.
void update_solid_cells(const Task& task, std::uint32_t slot);

/// Null unless they are up to date.
const SolidBoxes* find_solid_boxes(const Task& task, std::uint32_t slot);

}  // namespace tact
