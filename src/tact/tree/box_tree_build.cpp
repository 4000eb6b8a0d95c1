#include "tact/tree/box_tree_build.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "tact/base/error.h"
#include "tact/tree/box_tree_bundles.h"
#include "tact/tree/box_tree_clip.h"
#include "tact/tree/box_tree_cut.h"
#include "tact/tree/box_tree_flat.h"
#include "tact/tree/box_tree_source.h"

namespace tact {
namespace {

// No tree is deeper than this, whatever its options say: traversals recurse.
constexpr int deepest = 96;

// NaN would not even be equal to itself, and a tree of such options be built for every question.
void check_options(const BoxTreeOptions& o) {
  const bool finite =
      std::isfinite(o.lambda) && std::isfinite(o.gamma) && std::isfinite(o.empty_share);
  if (!finite || !(o.thickness >= 0 && o.thickness <= 1)) {
    throw Error(ErrorCode::bad_argument,
                "options of a BoxTree: finite numbers, and a thickness from 0 to 1");
  }
}

float longest_edge(const Aabb& box) {
  return std::max({box.hi[0] - box.lo[0], box.hi[1] - box.lo[1], box.hi[2] - box.lo[2]});
}

// Memory for items that is not written before it is needed.
class ItemStack {
 public:
  ItemStack() = default;
  explicit ItemStack(std::size_t size)
      : items_(std::make_unique_for_overwrite<BoxTreeItem[]>(size)), size_(size) {}

  BoxTreeItem* data() const { return items_.get(); }
  void make_room(std::size_t used, std::size_t more) {
    if (used + more <= size_) return;
    ItemStack larger(2 * (used + more));
    std::copy(data(), data() + used, larger.data());
    *this = std::move(larger);
  }

 private:
  std::unique_ptr<BoxTreeItem[]> items_;
  std::size_t size_ = 0;
};

class BoxTreeBuilder {
 public:
  BoxTreeBuilder(const BoxTreeSource& source, const BoxTreeOptions& options, float thickness,
                 double unit, std::vector<BoxNode>& nodes, std::vector<BoxBlock>& blocks)
      : source_(source),
        options_(options),
        thickness_(thickness),
        unit_(unit),
        cutter_(options, thickness),
        nodes_(nodes),
        blocks_(blocks) {}

  // `items` has room for twice `count`.
  void build(ItemStack items, std::size_t count, const Aabb& root) {
    depth_ = options_.depth >= 0 ? options_.depth : box_tree_depth(count);
    items_ = std::move(items);
    top_ = count;
    blocks_.reserve(count / 3 + 1);
    groups_.reserve(count / 3 + 1);
    nodes_.reserve(count / 3 + 1);
    nodes_.push_back({});
    fill(0, 0, root, root, 0, 0);
    mark_several(count);
  }
  void bundle(std::vector<BoxBundle>& bundles) {
    BundleBuilder(nodes_, groups_, bundles).build(options_.wide_blocks);
  }

 private:
  std::span<const BoxTreeItem> items_from(std::size_t first) const {
    return {items_.data() + first, top_ - first};
  }

  // Node `at` gets what lies on top of the stack of items, from `first` on, and takes it away.
  // `filled` is around all of it.
  void fill(std::uint32_t at, std::size_t first, const Aabb& box, const Aabb& filled, int cuts,
            int level) {
    BoxNode& node = nodes_[at];
    node.size = static_cast<float>(double{longest_edge(box)} * unit_);
    node.count = static_cast<std::uint32_t>(top_ - first) & 0x7FFFFFFU;
    node.axis = BoxNode::no_axis;
    node.empty = 0;
    node.wide = 0;
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
    Aabb remaining = box;
    (half == EmptyHalf::left ? remaining.lo : remaining.hi)[axis] = plane;
    fill(below, first, remaining, filled, cuts, level + 1);
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
    const std::size_t kept = deal(first, cut, left, right);
    const Aabb in_left = box_around(items_from(first).first(kept - first));
    const Aabb in_right = box_around(items_from(kept));
    const auto below = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({});
    nodes_.push_back({});
    nodes_[at].cut = cut.at;
    nodes_[at].first = below;
    nodes_[at].axis = axis & 3U;
    fill(below + 1, kept, right, in_right, cuts + 1, level + 1);
    fill(below, first, left, in_left, cuts + 1, level + 1);
  }

  // Deals out the items from `first` on; returns where those of the right half begin.
  std::size_t deal(std::size_t first, const BoxCut& cut, const Aabb& left, const Aabb& right) {
    const std::size_t count = top_ - first;
    items_.make_room(top_, count);
    const std::span<BoxTreeItem> all(items_.data() + first, count);
    BoxTreeItem* const rights = items_.data() + top_;
    DealtItems dealt = deal_items(all, cutter_.plane(cut), rights);
    if (options_.true_tests) {
      dealt.left = keep_true(all.first(dealt.left), left, cut);
      dealt.right = keep_true({rights, dealt.right}, right, cut);
    }
    // The right ones move up to where the left ones end.
    const std::size_t kept = first + dealt.left;
    std::copy(rights, rights + dealt.right, items_.data() + kept);
    top_ = kept + dealt.right;
    return kept;
  }

  // Of those that end at the plane, which get into a half themselves, not only with their boxes?
  // How many are left.
  std::size_t keep_true(std::span<BoxTreeItem> items, const Aabb& half, const BoxCut& cut) const {
    const auto end = std::remove_if(items.begin(), items.end(), [&](BoxTreeItem& item) {
      const bool ends = item.lo[cut.axis] == cut.at || item.hi[cut.axis] == cut.at;
      return ends && !reaches(item, half);
    });
    return static_cast<std::size_t>(end - items.begin());
  }

  // Does the item itself, not only its box, get into a half? If so its box shrinks to that part.
  bool reaches(BoxTreeItem& item, const Aabb& half) const {
    const Aabb part =
        clipped_box(source_.corners(item.id()), half, 2 * double{thickness_} + 0x1p-40);
    for (std::size_t k = 0; k < 3; ++k) {
      item.lo[k] = std::max(item.lo[k], part.lo[k]);
      item.hi[k] = std::min(item.hi[k], part.hi[k]);
      if (!(item.lo[k] <= item.hi[k])) return false;
    }
    return true;
  }

  void make_leaf(std::uint32_t at, std::size_t first) {
    nodes_[at].first = static_cast<std::uint32_t>(blocks_.size());
    for (std::size_t i = first; i < top_; i += 8) {
      BoxBlock& block = blocks_.emplace_back();
      block.lanes = static_cast<std::uint8_t>(std::min<std::size_t>(8, top_ - i));
      EightItems eight;
      eight.lanes = block.lanes;
      eight.triangles = source_.of_triangles();
      for (std::size_t lane = 0; lane < block.lanes; ++lane) {
        const BoxTreeItem& item = items_.data()[i + lane];
        source_.gather(item.id(), &eight.corner[0][lane], 8);
        for (int k = 0; k < 3; ++k) {
          eight.lo[k][lane] = item.lo[k];
          eight.hi[k][lane] = item.hi[k];
        }
        block.id[lane] = item.id();
      }
      eight.fill_up();
      groups_.push_back(flatten(eight, source_.frame(), block.items));
    }
    top_ = first;
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

  const BoxTreeSource& source_;
  BoxTreeOptions options_;
  float thickness_;
  double unit_;
  BoxCutter cutter_;
  int depth_ = 0;
  ItemStack items_;  // up to top_
  std::size_t top_ = 0;
  std::vector<FlatGroup> groups_;  // by block
  std::vector<BoxNode>& nodes_;
  std::vector<BoxBlock>& blocks_;
};

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
  build(BoxTreeSource(triangles), options);
}

BoxHierarchy::BoxHierarchy(std::span<const Vec3> segments, const BoxTreeOptions& options) {
  build(BoxTreeSource(segments), options);
}

void BoxHierarchy::build(BoxTreeSource source, const BoxTreeOptions& options) {
  check_options(options);
  items_ = source.size();
  if (items_ == 0) return;
  frame_ = BoundsFrame::around(source.extent());
  source.set_frame(frame_);
  ItemStack items(2 * items_ + 16);
  for (std::uint32_t i = 0; i < items_; ++i) items.data()[i] = source.item(i);
  root_ = box_around({items.data(), items_});
  double reach_sq = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double far = std::max(std::fabs(double{root_.lo[k]}), std::fabs(double{root_.hi[k]}));
    reach_sq += far * far;
  }
  reach_ = std::sqrt(reach_sq) * (1 + 0x1p-20) + 0x1p-20;
  thickness_ = static_cast<float>(options.thickness * double{longest_edge(root_)});
  BoxTreeBuilder builder(source, options, thickness_, 1 / frame_.scale, nodes_, blocks_);
  builder.build(std::move(items), items_, root_);
  builder.bundle(bundles_);
}

}  // namespace tact
