#pragma once
// SolidProbe: the winding number of a solid about points, exactly.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/body/solid_boxes.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"
#include "tact/geometry/surface_cells.h"

namespace tact {

/// Of one solid, for one thread. Reads the body's SolidBoxes where they are up to date, else looks
/// at every triangle: only slower.
class SolidProbe {
 public:
  /// All must outlive it. Memory in the arena is given up after each point.
  SolidProbe(const Task& task, std::uint32_t slot, Arena& arena);

  /// Where a point lies: inside is where the winding number is not zero.
  PointSide side_of(const Vec3& p);
  /// The same, by the cells between the triangles, which are up to date: what was found of one
  /// point of a piece holds for all.
  PointSide side_by_cells(const Vec3& p);
  /// Is the winding number not zero just beside a point of either body's surface?
  bool inside_beside(const SurfacePoint& p, bool to_front);

  Stats stats;  ///< of all points so far

 private:
  template <class F>
  void for_each_ahead(const Extent& from, F&& look);
  template <class F>
  bool look_at(std::span<const std::uint32_t> ids, F& look);

  const BodyState& body_;
  const BoundsFrame& frame_;
  const SolidBoxes* boxes_;
  Arena& arena_;
};

}  // namespace tact
