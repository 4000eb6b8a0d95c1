#pragma once
// Broad phases: pairs of boxes and nothing else, ours and those of other libraries.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tact/base/transform.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/world/world.h"

namespace tact::bench {

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;
  /// Where the boxes are now: always the same number of them. `moved`: those that are not where
  /// they were.
  virtual void update(std::span<const Aabb> boxes, std::span<const std::uint32_t> moved) = 0;
  /// Appends every pair that overlaps, once, in any order and either way round.
  virtual void list(std::vector<Pair>& pairs) = 0;
};

struct BroadEntrant {
  std::string name;
  bool peer = false;
  std::unique_ptr<BroadPhase> (*make)(std::span<const Aabb> boxes) = nullptr;
  bool variant = false;    ///< another setting of one that is there: shows what its own is worth
  bool of_bodies = false;  ///< takes part where boxes are those of bodies
};

/// sap and swiper, and swiper with other ways to sort; what a world does with its bodies.
std::vector<BroadEntrant> our_broad_phases();
/// Each library's own; empty if it was not found.
std::vector<BroadEntrant> bullet_broad_phases();
std::vector<BroadEntrant> cgal_broad_phases();

/// A world of rigid boxes of edge length one that share a Shape, for a whole frame of it.
class WorldOfBoxes {
 public:
  explicit WorldOfBoxes(std::span<const Aabb> boxes);
  ~WorldOfBoxes();
  WorldOfBoxes(const WorldOfBoxes&) = delete;
  WorldOfBoxes& operator=(const WorldOfBoxes&) = delete;

  /// Moves those, and brings the world up to date.
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t> moved);
  /// Finds the pairs of triangles that touch; how many there are.
  std::size_t collide();

 private:
  static Transform pose_of(const Aabb& box);

  std::unique_ptr<World> world_;
  std::vector<BodyId> bodies_;
};

template <class T>
std::unique_ptr<BroadPhase> make_broad(std::span<const Aabb> boxes) {
  return std::make_unique<T>(boxes);
}

}  // namespace tact::bench
