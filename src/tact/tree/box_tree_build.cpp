#include "tact/tree/box_tree_build.h"

#include <algorithm>
#include <cmath>

#include "tact/bounds/fit.h"
#include "tact/tree/box_tree_clip.h"
#include "tact/tree/box_tree_cut.h"

namespace tact {
namespace {

// No tree is deeper than this, whatever its options say: traversals recurse.
constexpr int deepest = 96;

CentredBox centred(const BoxTreeItem& item) {
  CentredBox box;
  for (int k = 0; k < 3; ++k) {
    box.centre[k] = 0.5F * item.lo[k] + 0.5F * item.hi[k];
    box.half[k] = round_up(std::max(item.hi[k] - box.centre[k], box.centre[k] - item.lo[k]));
  }
  return box;
}

float longest_edge(const Aabb& box) {
  return std::max({box.hi[0] - box.lo[0], box.hi[1] - box.lo[1], box.hi[2] - box.lo[2]});
}

class Builder {
 public:
  Builder(std::span<const Vec3> corners, std::size_t per_item, const BoxTreeOptions& options,
          float thickness, double unit, std::vector<BoxNode>& nodes, std::vector<BoxBlock>& blocks)
      : corners_(corners),
        per_item_(per_item),
        options_(options),
        thickness_(thickness),
        unit_(unit),
        cutter_(options, thickness),
        nodes_(nodes),
        blocks_(blocks) {}

  void build(std::span<const Aabb> boxes, const Aabb& root) {
    depth_ = options_.depth >= 0 ? options_.depth : box_tree_depth(boxes.size());
    items_.reserve(2 * boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      BoxTreeItem item{{}, {}, i};
      std::copy(boxes[i].lo, boxes[i].lo + 3, item.lo);
      std::copy(boxes[i].hi, boxes[i].hi + 3, item.hi);
      items_.push_back(item);
    }
    nodes_.push_back({});
    fill(0, 0, root, root, 0, 0);
    mark_several(boxes.size());
  }

 private:
  std::span<const BoxTreeItem> items_from(std::size_t first) const {
    return std::span<const BoxTreeItem>(items_).subspan(first);
  }

  // Node `at` gets what lies on top of the stack of items, from `first` on, and takes it away.
  // `filled` is around all of it.
  void fill(std::uint32_t at, std::size_t first, const Aabb& box, const Aabb& filled, int cuts,
            int level) {
    BoxNode& node = nodes_[at];
    node.size = static_cast<float>(double{longest_edge(box)} * unit_);
    node.count = static_cast<std::uint32_t>(items_.size() - first) & 0xFFFFFFFU;
    node.axis = BoxNode::no_axis;
    node.empty = 0;
    if (level < deepest && cut_off_empty(at, first, box, filled, cuts, level)) return;
    BoxCut cut;
    if (cuts < depth_ && level < deepest && node.count > options_.minimum) {
      cut = cutter_.find(items_from(first), box);
    }
    if (cut.axis == BoxNode::no_axis) return make_leaf(at, first);
    divide(at, first, box, cut, cuts, level);
  }

  // The largest part of the box beside everything in it, if it is worth a node.
  bool cut_off_empty(std::uint32_t at, std::size_t first, const Aabb& box, const Aabb& filled,
                     int cuts, int level) {
    if (options_.empty_share >= 1 || filled.empty()) return false;
    double best = options_.empty_share;
    std::uint32_t axis = BoxNode::no_axis;
    EmptyHalf half = EmptyHalf::none;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const double edge = double{box.hi[k]} - double{box.lo[k]};
      if (!(edge > 4 * double{thickness_})) continue;
      const double below = (double{filled.lo[k]} - double{box.lo[k]}) / edge;
      const double above = (double{box.hi[k]} - double{filled.hi[k]}) / edge;
      if (below > best) best = below, axis = k, half = EmptyHalf::left;
      if (above > best) best = above, axis = k, half = EmptyHalf::right;
    }
    if (axis == BoxNode::no_axis) return false;
    // Items may be a little beyond their box.
    const float plane = std::clamp(half == EmptyHalf::left ? filled.lo[axis] : filled.hi[axis],
                                   box.lo[axis], box.hi[axis]);
    const auto below = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({});
    nodes_[at].cut = plane;
    nodes_[at].first = below;
    nodes_[at].axis = axis & 3U;
    nodes_[at].empty = static_cast<std::uint32_t>(half) & 3U;
    Aabb rest = box;
    (half == EmptyHalf::left ? rest.lo : rest.hi)[axis] = plane;
    fill(below, first, rest, filled, cuts, level + 1);
    return true;
  }

  // Crossing items go to both halves, each with its part of the box. The right ones come to lie
  // behind the left ones and are dealt with first.
  void divide(std::uint32_t at, std::size_t first, const Aabb& box, const BoxCut& cut, int cuts,
              int level) {
    const std::uint32_t axis = cut.axis;
    Aabb left = box;
    Aabb right = box;
    left.hi[axis] = cut.at;
    right.lo[axis] = cut.at;
    Aabb in_left = Aabb::nothing();
    Aabb in_right = Aabb::nothing();
    const std::size_t last = items_.size();
    std::size_t kept = first;
    for (std::size_t i = first; i < last; ++i) {
      const BoxTreeItem item = items_[i];
      const bool is_left = cutter_.on_left(item, axis, cut.at);
      const bool is_right = !is_left && cutter_.on_right(item, axis, cut.at);
      BoxTreeItem part = item;
      if (!is_right) {
        if (!is_left) part.hi[axis] = cut.at;
        if (is_left || reaches(part, left)) {
          items_[kept++] = part;
          add(part, in_left);
        }
      }
      if (!is_left) {
        part = item;
        if (!is_right) part.lo[axis] = cut.at;
        if (is_right || reaches(part, right)) {
          items_.push_back(part);
          add(part, in_right);
        }
      }
    }
    // The right ones move up to where the left ones end.
    const std::size_t count = items_.size() - last;
    std::copy(items_.begin() + static_cast<std::ptrdiff_t>(last), items_.end(),
              items_.begin() + static_cast<std::ptrdiff_t>(kept));
    items_.resize(kept + count);
    const auto below = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({});
    nodes_.push_back({});
    nodes_[at].cut = cut.at;
    nodes_[at].first = below;
    nodes_[at].axis = axis & 3U;
    fill(below + 1, kept, right, in_right, cuts + 1, level + 1);
    fill(below, first, left, in_left, cuts + 1, level + 1);
  }

  static void add(const BoxTreeItem& item, Aabb& filled) {
    for (std::size_t k = 0; k < 3; ++k) {
      filled.lo[k] = std::min(filled.lo[k], item.lo[k]);
      filled.hi[k] = std::max(filled.hi[k], item.hi[k]);
    }
  }

  // Does the item itself, not only its box, get into a half? If so its box shrinks to that part.
  bool reaches(BoxTreeItem& item, const Aabb& half) const {
    if (!options_.true_tests) return true;
    const Aabb part = clipped_box(corners_.subspan(item.id * per_item_, per_item_), half,
                                  2 * double{thickness_} + 0x1p-40);
    for (std::size_t k = 0; k < 3; ++k) {
      item.lo[k] = std::max(item.lo[k], part.lo[k]);
      item.hi[k] = std::min(item.hi[k], part.hi[k]);
      if (!(item.lo[k] <= item.hi[k])) return false;
    }
    return true;
  }

  void make_leaf(std::uint32_t at, std::size_t first) {
    nodes_[at].first = static_cast<std::uint32_t>(blocks_.size());
    for (std::size_t i = first; i < items_.size(); i += 8) {
      BoxBlock block{};
      block.lanes = static_cast<std::uint8_t>(std::min<std::size_t>(8, items_.size() - i));
      for (std::size_t lane = 0; lane < block.lanes; ++lane) {
        block.boxes.set(lane, centred(items_[i + lane]));
        block.id[lane] = items_[i + lane].id;
      }
      blocks_.push_back(block);
    }
    items_.resize(first);
  }

  void mark_several(std::size_t items) {
    std::vector<std::uint8_t> times(items, 0);
    const auto each_lane = [&](auto&& f) {
      for (BoxBlock& block : blocks_) {
        for (std::uint32_t lane = 0; lane < block.lanes; ++lane) f(block, lane);
      }
    };
    each_lane([&](BoxBlock& block, std::uint32_t lane) {
      std::uint8_t& t = times[block.id[lane]];
      t = static_cast<std::uint8_t>(std::min(2, t + 1));
    });
    each_lane([&](BoxBlock& block, std::uint32_t lane) {
      const std::uint32_t bit = times[block.id[lane]] > 1 ? 1U << lane : 0U;
      block.several = static_cast<std::uint8_t>(block.several | bit);
    });
  }

  std::span<const Vec3> corners_;  // in frame coordinates
  std::size_t per_item_;
  BoxTreeOptions options_;
  float thickness_;
  double unit_;
  BoxCutter cutter_;
  int depth_ = 0;
  std::vector<BoxTreeItem> items_;  // a stack
  std::vector<BoxNode>& nodes_;
  std::vector<BoxBlock>& blocks_;
};

Vec3 in_frame(const Vec3& p, const BoundsFrame& frame) {
  return {frame.map(p.x, 0), frame.map(p.y, 1), frame.map(p.z, 2)};
}

}  // namespace

int box_tree_depth(std::size_t items) {
  if (items <= 8) return 0;
  const auto depth_for = [&](double a_leaf) {
    return static_cast<int>(std::lround(std::log2(static_cast<double>(items) / a_leaf)));
  };
  constexpr std::size_t last_of_table = 3000;
  return items <= last_of_table ? depth_for(8) : std::max(9, depth_for(32));
}

BoxHierarchy::BoxHierarchy(const Primitives& triangles, const BoxTreeOptions& options) {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  if (rest.size() == 0) return;
  Extent extent;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    const Triangle t = rest.triangle(i);
    for (const Vec3& v : t) extent.add(v);
  }
  frame_ = BoundsFrame::around(extent);
  std::vector<Aabb> boxes(rest.size());
  fit_boxes(rest, frame_, {0, rest.size()}, boxes);
  std::vector<Vec3> corners;
  if (options.true_tests) {
    corners.reserve(std::size_t{3} * rest.size());
    for (std::uint32_t i = 0; i < rest.size(); ++i) {
      const Triangle t = rest.triangle(i);
      for (const Vec3& v : t) corners.push_back(in_frame(v, frame_));
    }
  }
  build(std::move(boxes), corners, 3, options);
}

BoxHierarchy::BoxHierarchy(std::span<const Vec3> segments, const BoxTreeOptions& options) {
  if (segments.empty()) return;
  Extent extent;
  for (const Vec3& p : segments) extent.add(p);
  frame_ = BoundsFrame::around(extent);
  std::vector<Aabb> boxes(segments.size() / 2);
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    Extent own;
    for (std::size_t k = 2 * i; k < 2 * i + 2; ++k) {
      own.add(segments[k]);
      corners.push_back(in_frame(segments[k], frame_));
    }
    boxes[i] = fit(own, frame_);
  }
  build(std::move(boxes), corners, 2, options);
}

void BoxHierarchy::build(std::vector<Aabb> boxes, std::span<const Vec3> corners,
                         std::size_t per_item, const BoxTreeOptions& options) {
  items_ = boxes.size();
  for (const Aabb& box : boxes) root_ = merge(root_, box);
  double reach_sq = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double far = std::max(std::fabs(double{root_.lo[k]}), std::fabs(double{root_.hi[k]}));
    reach_sq += far * far;
  }
  reach_ = std::sqrt(reach_sq) * (1 + 0x1p-20) + 0x1p-20;
  thickness_ = static_cast<float>(options.thickness * double{longest_edge(root_)});
  Builder(corners, per_item, options, thickness_, 1 / frame_.scale, nodes_, blocks_)
      .build(boxes, root_);
}

}  // namespace tact
