#include <algorithm>

#include "tact/geometry/corner_tree_impl.h"

namespace tact {
namespace {

constexpr std::size_t corners_a_leaf = 8;

}  // namespace

Ear::Ear(const Vec2& p, const Vec2& i, const Vec2& n)
    : corner{p, i, n},
      low{std::min({p.x, i.x, n.x}), std::min({p.y, i.y, n.y})},
      high{std::max({p.x, i.x, n.x}), std::max({p.y, i.y, n.y})} {}

CornerTree::CornerTree(std::span<const Vec2> corners)
    : items_(corners.size()), place_(corners.size()) {
  for (std::uint32_t i = 0; i < corners.size(); ++i) items_[i] = {corners[i], i, false};
  for (; corners.size() > corners_a_leaf * leaves_; leaves_ *= 2) ++depth_;
  nodes_.resize(2 * leaves_);
  build(1, 0);
  for (std::uint32_t i = 0; i < items_.size(); ++i) place_[items_[i].corner] = i;
}

CornerTree::Range CornerTree::range_of(std::size_t node, std::size_t level) const {
  const std::size_t at = node - (std::size_t{1} << level);
  return {(items_.size() * at) >> level, (items_.size() * (at + 1)) >> level};
}

void CornerTree::build(std::size_t node, std::size_t level) {
  const Range range = range_of(node, level);
  Node& box = nodes_[node];
  box.low = box.high = items_[range.first].at;
  for (std::size_t i = range.first; i < range.last; ++i) {
    const Vec2& p = items_[i].at;
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  if (node >= leaves_) return;
  // Halves, since the difference of two large numbers may not be one.
  const bool wide = box.high.x / 2 - box.low.x / 2 > box.high.y / 2 - box.low.y / 2;
  const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(
      at(range.first), at(range_of(2 * node, level + 1).last), at(range.last),
      [wide](const Item& a, const Item& b) { return wide ? a.at.x < b.at.x : a.at.y < b.at.y; });
  build(2 * node, level + 1);
  build(2 * node + 1, level + 1);
}

void CornerTree::mark(std::uint32_t corner, bool marked) {
  Item& item = items_[place_[corner]];
  if (item.marked == marked) return;
  item.marked = marked;
  // A leaf's range begins at or before its share of the items; the next one's behind it.
  std::size_t node = leaves_ + ((std::size_t{place_[corner]} << depth_) / items_.size());
  while (range_of(node, depth_).last <= place_[corner]) ++node;
  for (; node > 0; node /= 2) marked ? ++nodes_[node].marked : --nodes_[node].marked;
}

// The side of an edge on which a point lies is a linear function of the point, so of a box that
// corner decides which lies farthest to the left; which one that is, the signs of two differences
// say, and those are exact.
bool CornerTree::is_apart(const Node& node, const Ear& ear) {
  if (node.high.x < ear.low.x || node.low.x > ear.high.x || node.high.y < ear.low.y ||
      node.low.y > ear.high.y) {
    return true;
  }
  for (int i = 0; i < 3; ++i) {
    const Vec2& from = ear.corner[i];
    const Vec2& to = ear.corner[(i + 1) % 3];
    const Vec2 leftmost{to.y < from.y ? node.high.x : node.low.x,
                        to.x > from.x ? node.high.y : node.low.y};
    if (orient2d(from, to, leftmost) < 0) return true;
  }
  return false;
}

}  // namespace tact
