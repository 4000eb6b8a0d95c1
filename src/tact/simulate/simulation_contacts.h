#pragma once
// The contacts of a step: pairs of bodies that are close, their spheres down to a level, and what
// touches there, as touches for response. Private to the simulation.
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/sphere.h"
#include "tact/contact/proximity.h"
#include "tact/response/lod.h"
#include "tact/response/touch.h"
#include "tact/simulate/simulation.h"
#include "tact/traverse/block_pairs.h"
#include "tact/traverse/sphere_pairs.h"

namespace tact {

/// A body with its spheres.
struct SimulationBody {
  SimulationBody(ShapeBody shape, bool stays);

  ShapeBody body;
  const Vec3* points;  // where its positions are, as long as it is this body
  bool fixed;
  double thickness = 0;  // largest radius of its points
  bool even = true;      // all have that one
  SphereTree tree;
  SphereBlocks* blocks = nullptr;  // down to the level that walks go straight to
  Stats stats;                     // of moving them
  SurfaceTopology surface;         // empty for a cloud

  // Makes `blocks` those of this level: kept from an earlier step, or new.
  void use_blocks(std::uint32_t level, std::uint64_t step);
  // Gives back those of levels that no step used lately.
  void drop_blocks(std::uint64_t step);

 private:
  struct KeptBlocks {
    std::unique_ptr<SphereBlocks> blocks;
    std::uint64_t used = 0;  // in which step
  };
  std::vector<KeptBlocks> kept_blocks_;
};

class ContactFinder {
 public:
  /// Looks for everything that touches, or will within the margin. Touches hold lump i of body i,
  /// and lump `bodies.size()` of the walls.
  void find(std::vector<std::unique_ptr<SimulationBody>>& bodies, std::span<const Wall> walls,
            const SimulationOptions& options, double margin, StepReport& report);
  /// What the step took, from the call of find() until all was answered: the next one is planned by
  /// what came after the spheres were refined.
  void answered(const LodReport& lod, double seconds) {
    controller_.answered(lod.contacts, seconds - before_ - lod.seconds);
  }

  std::span<const Touch> touches() const { return touches_; }
  std::span<const TouchGroup> groups() const { return groups_; }

 private:
  using Bodies = std::vector<std::unique_ptr<SimulationBody>>;
  // A pair of bodies, or a body and all walls: with memory that is kept.
  struct Work {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    int level = 0;           // that it was refined to, one sphere at a time
    bool by_blocks = false;  // its touches were found on the way
    SpherePairs pairs;
    BlockPairs block_pairs;  // or these
    std::vector<Touch> touches;
    std::vector<std::uint32_t> open;  // nodes, for walls
    std::vector<Pair> triangles;
    std::vector<Proximity> near;
    ProximityFinder finder;
    Stats stats;

    std::size_t sphere_pairs() const { return pairs.size() + block_pairs.found.size(); }
  };

  // A wall, and how it is looked at.
  struct WallPlace {
    const Wall* wall = nullptr;
    std::uint64_t number = 0;
    std::uint32_t lump = 0;
    int level = 0;
    double margin = 0;

    bool is_reached_by(const Vec3& centre, double radius) const {
      return !(dot(wall->normal, centre) - radius > wall->offset + margin);
    }
  };

  void update(Bodies& bodies, const SimulationOptions& options);
  void find_body_pairs(Bodies& bodies, double margin);
  void refine(Bodies& bodies, const SimulationOptions& options, double margin, StepReport& report);
  void find_touches(Bodies& bodies, double margin, bool exact, Work& work) const;
  void find_wall_touches(Bodies& bodies, std::span<const Wall> walls, int level, double margin,
                         Work& work) const;
  void find_at_wall(SimulationBody& one, const WallPlace& at, Work& work) const;
  void find_at_wall_by_blocks(const SimulationBody& one, const WallPlace& at, Work& work) const;
  void add_wall_points(const SimulationBody& one, const WallPlace& at, std::uint32_t node,
                       Work& work) const;
  void find_block_touches(Bodies& bodies, double margin, Work& work) const;
  void add_coarse(SimulationBody& a, SimulationBody& b, const SpherePair& pair, double margin,
                  Work& work) const;
  void add_triangles(SimulationBody& a, SimulationBody& b, double margin, Work& work) const;
  void add_points(SimulationBody& a, SimulationBody& b, double margin, Work& work) const;
  void join(const Bodies& bodies, unsigned threads, StepReport& report);
  Work& work(std::size_t i);

  LodController controller_;
  std::vector<std::unique_ptr<Work>> works_;
  std::size_t pairs_ = 0;  // of works_, the pairs of bodies; behind them a work for each body
  std::size_t used_ = 0;
  double before_ = 0;       // seconds until spheres were refined, in this step
  bool by_blocks_ = false;  // pairs go to block_level_ by blocks
  int block_level_ = 0;
  std::uint64_t step_ = 0;
  std::vector<Sphere> outermost_;  // by body
  std::vector<Aabb> boxes_;        // around them
  Arena arena_;
  std::vector<Pair> close_;
  std::vector<Touch> touches_;
  std::vector<TouchGroup> groups_;
  std::vector<const Work*> joined_;  // by group
};

}  // namespace tact
