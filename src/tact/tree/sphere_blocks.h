#pragma once
// The spheres of a tree down to one level, four side by side: for walks that go straight to that
// level, two levels at a stride, and test four spheres at once. With the spheres of the last level
// goes what stands for their surface: a few of their points, and their normal.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/tree/sphere_tree.h"

namespace tact {

/// Four spheres of one level.
struct SphereBlock {
  static constexpr std::uint32_t width = 4;

  std::array<double, width> x{};
  std::array<double, width> y{};
  std::array<double, width> z{};
  std::array<double, width> radius{};
  std::array<float, width> normal_x{};  ///< at the last level; of length 1, or zero
  std::array<float, width> normal_y{};
  std::array<float, width> normal_z{};
  std::array<std::uint32_t, width> node{};  ///< of the tree
  std::array<Range, width> below{};         ///< blocks; at the last level the samples of the sphere
  std::uint32_t count = 0;                  ///< spheres; the others repeat the first
  bool is_last = false;

  Vec3 centre(std::uint32_t lane) const { return {x[lane], y[lane], z[lane]}; }
  Vec3 normal(std::uint32_t lane) const {
    return {double{normal_x[lane]}, double{normal_y[lane]}, double{normal_z[lane]}};
  }
};

/// The same at rest.
struct RestBlock {
  std::array<double, SphereBlock::width> x{};
  std::array<double, SphereBlock::width> y{};
  std::array<double, SphereBlock::width> z{};
  std::array<double, SphereBlock::width> radius{};
  std::array<double, SphereBlock::width> ball{};
  std::array<double, SphereBlock::width> normal_x{};  // not of length 1
  std::array<double, SphereBlock::width> normal_y{};
  std::array<double, SphereBlock::width> normal_z{};
};

/// Kept beside a tree whose body moves as a whole in every frame: all blocks are moved at once, by
/// one look at the points, where walks would look for them here and there. Leaves above the level
/// stay as they are.
class SphereBlocks {
 public:
  static constexpr std::uint32_t most_samples = 24;  ///< of a sphere, spread over its points
  static constexpr std::uint32_t sample_lanes = 8;   ///< their number is a multiple of this

  /// What a sample of 1 is: coordinates in the sphere of a body of any size fit into `float`.
  static double sample_unit(double radius) { return radius > 0x1p100 ? 0x1p100 : 1; }

  /// `level` above 0.
  SphereBlocks(const SphereTree& tree, std::uint32_t level);

  std::uint32_t level() const { return level_; }
  /// Where every walk begins.
  Range top() const { return top_; }
  /// The tree was updated. `positions` are those of its points.
  void update(const SphereTree& tree, std::span<const Vec3> positions, Stats& stats);

  const SphereBlock& block(std::uint32_t i) const { return blocks_[i]; }
  /// Points that stand for the surface inside a sphere of the last level, relative to its centre,
  /// in sample_unit() of its radius: all x, then all y, then all z.
  std::span<const float> samples(const SphereBlock& block, std::uint32_t lane) const {
    const Range& own = block.below[lane];
    return {values_.data() + std::size_t{3} * own.first, std::size_t{3} * own.count};
  }

 private:
  Range append(std::span<const std::uint32_t> nodes);
  Range add_samples(const SphereTree& tree, std::uint32_t node);
  void set_rest(const SphereTree& tree);
  void move_one_by_one(const SphereTree& tree);
  void move_samples(const SphereBlock& block, std::uint32_t lane, std::span<const Vec3> positions);

  std::uint32_t level_;
  std::uint32_t spheres_ = 0;
  Range top_;
  std::vector<SphereBlock> blocks_;
  std::vector<RestBlock> rest_;
  std::vector<std::uint32_t> points_;  // samples, filled up
  std::vector<float> values_;          // where they are
};

}  // namespace tact
