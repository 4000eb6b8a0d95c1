#include "tact/tree/sphere_blocks.h"

#include <algorithm>

#include "tact/tree/block_kernels.h"

namespace tact {
namespace {

// What is `steps` levels below a node. A leaf above that stays.
void descend(const SphereTree& tree, std::uint32_t node, std::uint32_t steps,
             std::vector<std::uint32_t>& out) {
  if (steps == 0 || tree.is_leaf(node)) {
    out.push_back(node);
    return;
  }
  const Range below = tree.children(node);
  for (std::uint32_t i = below.first; i < below.end(); ++i) descend(tree, i, steps - 1, out);
}

}  // namespace

SphereBlocks::SphereBlocks(const SphereTree& tree, std::uint32_t level) : level_(level) {
  constexpr std::uint32_t stride = 2;
  std::vector<std::uint32_t> nodes;
  std::uint32_t reached = level % stride == 0 ? stride : level % stride;
  descend(tree, tree.root(), reached, nodes);
  top_ = append(nodes);
  // Blocks are made level by level: what follows the ones that there are is the next level.
  for (std::size_t first = 0; reached < level; reached += stride) {
    const std::size_t end = blocks_.size();
    for (; first < end; ++first) {
      for (std::uint32_t lane = 0; lane < blocks_[first].count; ++lane) {
        nodes.clear();
        descend(tree, blocks_[first].node[lane], stride, nodes);
        blocks_[first].below[lane] = append(nodes);  // which moves the blocks
      }
    }
  }
  for (SphereBlock& block : blocks_) {
    spheres_ += block.count;
    block.is_last = block.below[0].count == 0;
    for (std::uint32_t lane = 0; lane < block.count && block.is_last; ++lane) {
      block.below[lane] = add_samples(tree, block.node[lane]);
    }
  }
  values_.resize(3 * points_.size());
  set_rest(tree);
}

Range SphereBlocks::append(std::span<const std::uint32_t> nodes) {
  const auto first = static_cast<std::uint32_t>(blocks_.size());
  for (std::size_t i = 0; i < nodes.size(); i += SphereBlock::width) {
    SphereBlock block;
    block.count =
        static_cast<std::uint32_t>(std::min<std::size_t>(SphereBlock::width, nodes.size() - i));
    block.node.fill(nodes[i]);
    std::copy_n(nodes.begin() + static_cast<std::ptrdiff_t>(i), block.count, block.node.begin());
    blocks_.push_back(block);
  }
  return {first, static_cast<std::uint32_t>(blocks_.size()) - first};
}

Range SphereBlocks::add_samples(const SphereTree& tree, std::uint32_t node) {
  const std::span<const std::uint32_t> all = tree.points(node);
  const auto first = static_cast<std::uint32_t>(points_.size());
  const std::size_t step = (all.size() + most_samples - 1) / most_samples;
  for (std::size_t i = 0; i < all.size(); i += step) points_.push_back(all[i]);
  while (points_.size() % sample_lanes != 0) points_.push_back(points_.back());
  return {first, static_cast<std::uint32_t>(points_.size()) - first};
}

void SphereBlocks::set_rest(const SphereTree& tree) {
  for (const SphereBlock& block : blocks_) {
    RestBlock& rest = rest_.emplace_back();
    for (std::size_t lane = 0; lane < SphereBlock::width; ++lane) {
      const Sphere sphere = tree.rest(block.node[lane]);
      const Vec3 normal = tree.rest_normal(block.node[lane]);
      rest.x[lane] = sphere.centre.x;
      rest.y[lane] = sphere.centre.y;
      rest.z[lane] = sphere.centre.z;
      rest.radius[lane] = sphere.radius;
      rest.ball[lane] = tree.ball(block.node[lane]);
      rest.normal_x[lane] = normal.x;
      rest.normal_y[lane] = normal.y;
      rest.normal_z[lane] = normal.z;
    }
  }
}

void SphereBlocks::update(const SphereTree& tree, std::span<const Vec3> positions, Stats& stats) {
  // Samples are here and there among the points: all of them are asked for while spheres move.
  constexpr std::size_t points_a_line = 64 / sizeof(Vec3);
  for (std::size_t i = 0; i < positions.size(); i += points_a_line) {
    __builtin_prefetch(&positions[i]);
  }
  if (tree.clusters() == 1 && !tree.map(0).is_quadratic) {
    move_blocks(rest_, tree.map(0), tree.slack(0), blocks_);
  } else {
    move_one_by_one(tree);
  }
  stats.nodes_updated += spheres_;
  for (const SphereBlock& block : blocks_) {
    for (std::uint32_t lane = 0; lane < block.count && block.is_last; ++lane) {
      move_samples(block, lane, positions);
    }
  }
}

void SphereBlocks::move_one_by_one(const SphereTree& tree) {
  for (SphereBlock& block : blocks_) {
    for (std::size_t lane = 0; lane < SphereBlock::width; ++lane) {
      const Sphere sphere = tree.moved(block.node[lane]);
      const Vec3 normal = tree.normal(block.node[lane]);
      block.x[lane] = sphere.centre.x;
      block.y[lane] = sphere.centre.y;
      block.z[lane] = sphere.centre.z;
      block.radius[lane] = sphere.radius;
      block.normal_x[lane] = static_cast<float>(normal.x);
      block.normal_y[lane] = static_cast<float>(normal.y);
      block.normal_z[lane] = static_cast<float>(normal.z);
    }
  }
}

void SphereBlocks::move_samples(const SphereBlock& block, std::uint32_t lane,
                                std::span<const Vec3> positions) {
  const Range& own = block.below[lane];
  const Vec3 centre = block.centre(lane);
  const double scale = 1 / sample_unit(block.radius[lane]);  // exact: a power of two
  const std::uint32_t* const from = points_.data() + own.first;
  float* const x = values_.data() + std::size_t{3} * own.first;
  float* const y = x + own.count;
  float* const z = y + own.count;
  for (std::uint32_t k = 0; k < own.count; ++k) {
    const Vec3 r = (positions[from[k]] - centre) * scale;
    x[k] = static_cast<float>(r.x);
    y[k] = static_cast<float>(r.y);
    z[k] = static_cast<float>(r.z);
  }
}

}  // namespace tact
