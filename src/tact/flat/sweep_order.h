#pragma once
// Boxes arranged for the sweep: in strips along one axis, in each strip in the order of their
// starts along another, and what the sweep reads of them side by side, in as few bits as will do.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/box_tags.h"
#include "tact/flat/endpoints.h"

namespace tact {

/// Maps coordinates to 16 bits. It never inverts an order, so that boxes that overlap still do
/// afterwards; those that do not may seem to.
struct SweepGrid {
  float origin[3] = {0, 0, 0};
  float scale[3] = {0, 0, 0};  ///< cells to a unit; 0: all is one cell

  static SweepGrid around(const Aabb& all);
  std::uint16_t cell(float x, int axis) const {
    float at = (x - origin[axis]) * scale[axis];
    at = at > 0 ? at : 0;
    at = at < 65535.0F ? at : 65535.0F;
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(at));
  }
};

/// How boxes are to be arranged. Two sets that are swept against each other share one plan.
struct SweepPlan {
  int axis = 0;              ///< of the sweep
  int strip_axis = 1;        ///< another
  std::uint32_t strips = 1;  ///< of equal width, at most most_strips
  float grow = 0;            ///< boxes that are closer than this count as overlapping

  static constexpr std::uint32_t most_strips = 256;
  /// The number of strips if each box overlaps `window` others on the axis.
  static std::uint32_t strips_for(double window);
};

/// What is looked at where cells say that a pair may overlap.
struct SweepEntry {
  Aabb box;  ///< not grown
  BoxTags tags;
  std::uint32_t id;
  bool home;  ///< is this the first strip that the box reaches?
};

/// The arrays of the sweep. A box has an entry in every strip that it reaches; it is at home in the
/// first of them. Arrays of cells are readable for sweep_padding places beyond `count`.
struct SweepView {
  SweepPlan plan;
  std::uint32_t count = 0;               ///< entries
  const std::uint32_t* first = nullptr;  ///< first entry of each strip, and `count`
  const SweepEntry* entries = nullptr;
  const std::uint16_t* lo[3] = {};  ///< cells: on the axis (ascending in a strip), the others
  const std::uint16_t* hi[3] = {};  ///< likewise
};
inline constexpr std::uint32_t sweep_padding = 64;

/// Owns the arrays of a view and keeps their memory, which is of fixed size for a number of boxes.
class SweepOrder {
 public:
  SweepOrder() = default;
  SweepOrder(SweepOrder&&) = default;  // a copy's view would be of the original's arrays
  SweepOrder& operator=(SweepOrder&&) = default;

  /// The boxes in the order of a sorted list of their endpoints on the plan's axis; tags may be
  /// absent. Takes fewer strips than planned if there would be more than two entries for each box.
  void assign(std::span<const Aabb> boxes, std::span<const BoxTags> tags,
              std::span<const Endpoint> sorted, const SweepPlan& plan, Arena& arena);
  const SweepView& view() const { return view_; }
  std::size_t bytes() const;

 private:
  SweepView view_;
  std::vector<std::uint32_t> first_;
  std::vector<SweepEntry> entries_;
  std::vector<std::uint16_t> cells_;  // six arrays
};

/// The same in memory of the arena; the list may leave boxes out.
SweepView arrange_sweep(std::span<const Aabb> boxes, std::span<const BoxTags> tags,
                        std::span<const Endpoint> sorted, const SweepPlan& plan, Arena& arena);

/// Boxes that nobody has sorted yet, by a plan that suits them. Empty ones are left out.
SweepView arrange_sweep(std::span<const Aabb> boxes, float grow, Arena& arena);

/// Those boxes of two sets that reach the other set's box, which are `all_a` and `all_b`, arranged
/// by one plan that suits them.
struct SweepViews {
  SweepView a;
  SweepView b;
};
SweepViews arrange_meeting(std::span<const Aabb> boxes_a, const Aabb& all_a,
                           std::span<const Aabb> boxes_b, const Aabb& all_b, float grow,
                           Arena& arena);

}  // namespace tact
