// What is known of a finished BoxTree: its figures, and whether its invariants hold.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "tact/tree/box_tree_build.h"

namespace tact {
namespace {

struct Step {
  std::uint32_t node;
  std::size_t depth;
  Aabb box;
};

double volume(const Aabb& box) {
  double product = 1;
  for (int k = 0; k < 3; ++k) product *= double{box.hi[k]} - double{box.lo[k]};
  return product;
}

// Calls f(step) for every node with its box, and f_empty(box) for every part that was cut off.
template <class F, class E>
void for_each_box(const BoxTreeNodes& tree, F&& f, E&& f_empty) {
  std::vector<Step> open;
  if (!tree.nodes.empty()) open.push_back({0, 0, tree.root});
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    const BoxNode& node = tree.nodes[step.node];
    f(step);
    if (node.is_leaf()) continue;
    Aabb left = step.box;
    Aabb right = step.box;
    left.hi[node.axis] = node.cut;
    right.lo[node.axis] = node.cut;
    if (node.empty_half() == EmptyHalf::none) {
      open.push_back({node.first, step.depth + 1, left});
      open.push_back({node.first + 1, step.depth + 1, right});
    } else {
      const bool is_left = node.empty_half() == EmptyHalf::left;
      f_empty(is_left ? left : right);
      open.push_back({node.first, step.depth + 1, is_left ? right : left});
    }
  }
}

void require_box_tree(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("box tree: ") + what);
}

// How far a point is off the middle of a slab, beyond its half.
double beyond(const FlatBox& flat, const Vec3& p) {
  double along = -double{flat.slab.offset};
  for (std::size_t k = 0; k < 3; ++k) {
    along += double{flat.slab.normal[k]} * (p[k] - double{flat.box.centre[k]});
  }
  return std::fabs(along) - double{flat.slab.half};
}

bool encloses(const CentredBox& outer, const CentredBox& inner) {
  bool inside = true;
  for (int k = 0; k < 3; ++k) {
    const double apart = std::fabs(double{inner.centre[k]} - double{outer.centre[k]});
    inside =
        inside && apart + double{inner.half[k]} <= double{outer.half[k]} * (1 + 0x1p-20) + 0x1p-22;
  }
  return inside;
}

// Points of a triangle or segment: corners, and a grid between them.
template <class F>
void for_each_point(std::span<const Vec3> corners, F&& f) {
  constexpr int steps = 4;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; i + j <= steps; ++j) {
      const double u = double(i) / steps;
      const double v = corners.size() == 3 ? double(j) / steps : 0;
      Vec3 p = corners[0] * (1 - u - v) + corners[1] * u;
      if (corners.size() == 3) p = p + corners[2] * v;
      // Corners as they are, without the rounding of a sum.
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const int own[3] = {steps - i - j, i, j};
        if (own[k] == steps) p = corners[k];
      }
      f(p);
      if (corners.size() == 2) break;
    }
  }
}

}  // namespace

BoxTreeShape BoxHierarchy::shape() const {
  BoxTreeShape shape;
  std::size_t pointers = 0;
  for_each_box(
      nodes(),
      [&](const Step& step) {
        if (!nodes_[step.node].is_leaf()) return;
        ++shape.leaves;
        shape.depth = std::max(shape.depth, step.depth);
        pointers += nodes_[step.node].count;
      },
      [&](const Aabb& box) { shape.empty_volume += volume(box); });
  const double all = volume(root_);
  shape.empty_volume = all > 0 ? shape.empty_volume / all : 0;
  if (items_ > 0) shape.pointers = static_cast<double>(pointers) / static_cast<double>(items_);
  return shape;
}

void BoxHierarchy::check_nodes(std::size_t items) const {
  require_box_tree(items == items_, "another number of items");
  std::size_t blocks = 0;
  std::vector<std::uint32_t> times(items, 0);
  for_each_box(
      nodes(),
      [&](const Step& step) {
        const BoxNode& node = nodes_[step.node];
        if (!node.is_leaf()) {
          require_box_tree(node.cut >= step.box.lo[node.axis] && node.cut <= step.box.hi[node.axis],
                           "a plane does not cut its box");
          return;
        }
        std::uint32_t count = 0;
        for (const BoxBlock& block : nodes().blocks_of(node)) {
          ++blocks;
          count += block.lanes;
          for (std::uint32_t lane = 0; lane < block.lanes; ++lane) ++times[block.id[lane]];
        }
        require_box_tree(count == node.count, "a leaf does not hold what it counts");
      },
      [](const Aabb&) {});
  require_box_tree(blocks == blocks_.size(), "a block belongs to no leaf");
  for (const BoxBlock& block : blocks_) {
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      require_box_tree(((block.several >> lane) & 1U) == (times[block.id[lane]] > 1 ? 1U : 0U),
                       "an item does not know whether it is in several leaves");
    }
  }
}

// The point must be in a leaf, no further outside of it than planes are thick, that lists the item
// with a box around the point.
void BoxHierarchy::check_point(const Vec3& point, std::uint32_t id) const {
  double p[3];
  for (std::size_t k = 0; k < 3; ++k) p[k] = frame_.map(point[k], k);
  // Points between the corners are rounded.
  constexpr double rounding = 0x1p-50;
  const double reach = 2 * double{thickness_} + rounding;
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const BoxNode& node = nodes_[open.back()];
    open.pop_back();
    if (!node.is_leaf()) {
      const bool left = p[node.axis] <= double{node.cut} + reach;
      const bool right = p[node.axis] >= double{node.cut} - reach;
      if (node.empty_half() != EmptyHalf::none) {
        const bool there = node.empty_half() == EmptyHalf::left ? right : left;
        if (there) open.push_back(node.first);
        continue;
      }
      if (left) open.push_back(node.first);
      if (right) open.push_back(node.first + 1);
      continue;
    }
    for (const BoxBlock& block : nodes().blocks_of(node)) {
      for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
        if (block.id[lane] != id) continue;
        const CentredBox box = block.items.boxes.get(lane);
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
          inside =
              inside && std::fabs(p[k] - double{box.centre[k]}) <= double{box.half[k]} + rounding;
        }
        if (inside) return;
      }
    }
  }
  throw std::logic_error("box tree: a point of an item is in no leaf that lists it");
}

// An item is in its plane, and in all boxes and slabs that lead to it.
void BoxHierarchy::check_item(const FlatBox& item, std::span<const FlatBox> path,
                              std::span<const Vec3> corners) const {
  const float(&half)[3] = item.box.half;
  for (const FlatBox& around : path) {
    require_box_tree(encloses(around.box, item.box), "an item is not in the box of its bundle");
  }
  std::vector<Vec3> mapped;
  for (const Vec3& p : corners) {
    mapped.push_back({frame_.map(p.x, 0), frame_.map(p.y, 1), frame_.map(p.z, 2)});
  }
  for_each_point(mapped, [&](const Vec3& p) {
    bool inside = true;
    for (std::size_t k = 0; k < 3; ++k) {
      inside = inside && std::fabs(p[k] - double{item.box.centre[k]}) <= double{half[k]};
    }
    if (!inside) return;  // part of another leaf
    const double size = double{half[0]} + double{half[1]} + double{half[2]};
    require_box_tree(beyond(item, p) <= size * 0x1p-20 + 0x1p-50, "an item is not in its plane");
    for (const FlatBox& around : path) {
      require_box_tree(beyond(around, p) <= 0x1p-40, "an item is not in the slab of its bundle");
    }
  });
}

// Bundles lead to every block once.
void BoxHierarchy::check_bundles(std::span<const Vec3> corners, std::size_t per_item) const {
  struct Open {
    std::uint32_t bundle;
    std::vector<FlatBox> path;
  };
  std::vector<Open> open;
  for (const BoxNode& node : nodes_) {
    if (node.wide != 0) open.push_back({node.bundle(), {bundles_[node.bundle()].whole}});
  }
  std::vector<bool> seen(blocks_.size(), false);
  while (!open.empty()) {
    const Open at = open.back();
    open.pop_back();
    const BoxBundle& bundle = bundles_[at.bundle];
    for (std::uint32_t lane = 0; lane < bundle.lanes; ++lane) {
      std::vector<FlatBox> path = at.path;
      path.push_back(bundle.lane.get(lane));
      const std::uint32_t child = bundle.child[lane];
      if (((bundle.blocks >> lane) & 1U) == 0) {
        path.push_back(bundles_[child].whole);
        open.push_back({child, path});
        continue;
      }
      require_box_tree(!seen[child], "two bundles hold one block");
      seen[child] = true;
      const BoxBlock& block = blocks_[child];
      for (std::uint32_t i = 0; i < block.lanes; ++i) {
        check_item(block.items.get(i), path, corners.subspan(block.id[i] * per_item, per_item));
      }
    }
  }
  require_box_tree(std::count(seen.begin(), seen.end(), false) == 0, "a block is in no bundle");
}

void BoxHierarchy::validate(const Primitives& triangles) const {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  check_nodes(rest.size());
  std::vector<Vec3> corners;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    const Triangle t = rest.triangle(i);
    corners.insert(corners.end(), t.begin(), t.end());
    for_each_point(t, [&](const Vec3& p) { check_point(p, i); });
  }
  check_bundles(corners, 3);
}

void BoxHierarchy::validate(std::span<const Vec3> segments) const {
  check_nodes(segments.size() / 2);
  for (std::uint32_t i = 0; i < segments.size() / 2; ++i) {
    for_each_point(segments.subspan(std::size_t{2} * i, 2),
                   [&](const Vec3& p) { check_point(p, i); });
  }
  check_bundles(segments, 2);
}

}  // namespace tact
