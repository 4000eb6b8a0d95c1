#include "tact/tree/moving_boxes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tact/base/error.h"

namespace tact {
namespace {

void require_moving(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("moving boxes: ") + what);
}

}  // namespace

void MovingBoxes::clear() {
  nodes_.clear();
  free_.clear();
  leaf_.clear();
  root_ = nowhere;
}

std::uint32_t MovingBoxes::take() {
  ++visited_;
  if (!free_.empty()) {
    const std::uint32_t index = free_.back();
    free_.pop_back();
    return index;
  }
  nodes_.emplace_back();
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t MovingBoxes::make_leaf(std::uint32_t item, const Aabb& box) {
  if (leaf_.size() <= item) leaf_.resize(item + std::size_t{1}, nowhere);
  const std::uint32_t index = take();
  nodes_[index] = {box, nowhere, {nowhere, item}};
  leaf_[item] = index;
  return index;
}

void MovingBoxes::build(std::span<const Aabb> boxes) {
  clear();
  leaf_.assign(boxes.size(), nowhere);
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) items.push_back(i);
  }
  if (items.empty()) return;
  nodes_.reserve(2 * items.size() - 1);
  root_ = build_range(items, boxes);
}

// By the median of the centres along the axis where they spread most.
std::uint32_t MovingBoxes::build_range(std::span<std::uint32_t> items,
                                       std::span<const Aabb> boxes) {
  if (items.size() == 1) return make_leaf(items[0], boxes[items[0]]);
  Aabb centres = Aabb::nothing();
  for (const std::uint32_t i : items) {
    Aabb centre{};
    for (int k = 0; k < 3; ++k) centre.lo[k] = centre.hi[k] = boxes[i].centre(k);
    centres = merge(centres, centre);
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (centres.hi[k] - centres.lo[k] > centres.hi[axis] - centres.lo[axis]) axis = k;
  }
  const std::size_t half = items.size() / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [&](std::uint32_t i, std::uint32_t j) {
                     const float a = boxes[i].centre(axis);
                     const float b = boxes[j].centre(axis);
                     return a < b || (a == b && i < j);
                   });
  const std::uint32_t index = take();
  const std::uint32_t left = build_range(items.first(half), boxes);
  const std::uint32_t right = build_range(items.subspan(half), boxes);
  nodes_[index] = {merge(nodes_[left].box, nodes_[right].box), nowhere, {left, right}};
  nodes_[left].parent = nodes_[right].parent = index;
  return index;
}

// Where the box adds the least surface to the tree: down the side that may be the cheaper one, for
// as long as that may be cheaper than to stay. Boxes in one place give no hint, and a side that is
// always the same would make a list of them: so a coin decides.
std::uint32_t MovingBoxes::best_sibling(const Aabb& box) {
  std::uint32_t at = root_;
  while (!nodes_[at].is_leaf()) {
    const Node& node = nodes_[at];
    visited_ += 2;
    const double own = merge(node.box, box).cost();
    const double inherited = own - node.box.cost();
    double costs[2];
    for (int side = 0; side < 2; ++side) {
      const Node& child = nodes_[node.child[side]];
      const double grown = merge(child.box, box).cost();
      // Below an inner node there will be a new one, at least as large as the box.
      const double less = child.is_leaf() ? 0 : std::min(box.cost() - child.box.cost(), 0.0);
      costs[side] = inherited + grown + less;
    }
    if (own < costs[0] && own < costs[1]) break;
    coin_ = coin_ * 6364136223846793005U + 1442695040888963407U;
    const bool second = costs[1] == costs[0] ? coin_ >> 63 != 0 : costs[1] < costs[0];
    at = node.child[second ? 1 : 0];
  }
  return at;
}

void MovingBoxes::insert(std::uint32_t item, const Aabb& box) {
  TACT_ASSERT(!contains(item) && !box.empty());
  const std::uint32_t leaf = make_leaf(item, box);
  if (root_ == nowhere) {
    root_ = leaf;
    return;
  }
  const std::uint32_t sibling = best_sibling(box);
  const std::uint32_t joint = take();
  const std::uint32_t parent = nodes_[sibling].parent;
  nodes_[joint] = {merge(nodes_[sibling].box, box), parent, {sibling, leaf}};
  nodes_[sibling].parent = nodes_[leaf].parent = joint;
  if (parent == nowhere) {
    root_ = joint;
  } else {
    nodes_[parent].child[nodes_[parent].child[1] == sibling ? 1 : 0] = joint;
  }
  repair(joint);
}

void MovingBoxes::remove(std::uint32_t item) {
  TACT_ASSERT(contains(item));
  const std::uint32_t leaf = leaf_[item];
  const std::uint32_t parent = nodes_[leaf].parent;
  leaf_[item] = nowhere;
  free_.push_back(leaf);
  if (parent == nowhere) {
    root_ = nowhere;
    return;
  }
  const Node& joint = nodes_[parent];
  const std::uint32_t sibling = joint.child[joint.child[0] == leaf ? 1 : 0];
  const std::uint32_t above = joint.parent;
  nodes_[sibling].parent = above;
  free_.push_back(parent);
  if (above == nowhere) {
    root_ = sibling;
    return;
  }
  nodes_[above].child[nodes_[above].child[1] == parent ? 1 : 0] = sibling;
  repair(above);
}

// Boxes from here to the root, and what lies better elsewhere.
void MovingBoxes::repair(std::uint32_t from) {
  for (std::uint32_t index = from; index != nowhere; index = nodes_[index].parent) {
    Node& node = nodes_[index];
    visited_ += 2;
    node.box = merge(nodes_[node.child[0]].box, nodes_[node.child[1]].box);
    rotate(node, index);
  }
}

// A child and a grandchild of the other side change places, if that makes the other side smaller.
void MovingBoxes::rotate(Node& node, std::uint32_t index) {
  double best = 0;
  int best_side = -1;
  int best_grand = 0;
  for (int side = 0; side < 2; ++side) {
    const Node& other = nodes_[node.child[1 - side]];
    if (other.is_leaf()) continue;
    const Aabb& moved = nodes_[node.child[side]].box;
    for (int grand = 0; grand < 2; ++grand) {
      ++visited_;
      const double gain =
          other.box.cost() - merge(moved, nodes_[other.child[1 - grand]].box).cost();
      if (gain <= best) continue;
      best = gain;
      best_side = side;
      best_grand = grand;
    }
  }
  if (best_side < 0) return;
  const std::uint32_t down = node.child[best_side];
  const std::uint32_t middle = node.child[1 - best_side];
  Node& other = nodes_[middle];
  const std::uint32_t up = other.child[best_grand];
  node.child[best_side] = up;
  nodes_[up].parent = index;
  other.child[best_grand] = down;
  nodes_[down].parent = middle;
  other.box = merge(nodes_[other.child[0]].box, nodes_[other.child[1]].box);
}

void MovingBoxes::validate() const {
  std::vector<std::uint32_t> open;
  std::size_t leaves = 0;
  if (root_ != nowhere) open.push_back(root_);
  require_moving(root_ == nowhere || nodes_[root_].parent == nowhere, "the root has a parent");
  while (!open.empty()) {
    const std::uint32_t index = open.back();
    const Node& node = nodes_[index];
    open.pop_back();
    if (node.is_leaf()) {
      ++leaves;
      require_moving(contains(node.child[1]) && leaf_[node.child[1]] == index,
                     "an item is not where it should be");
      continue;
    }
    for (const std::uint32_t child : node.child) {
      require_moving(nodes_[child].parent == index, "a child does not know its parent");
      require_moving(encloses(node.box, nodes_[child].box), "a box leaves its parent's");
      open.push_back(child);
    }
  }
  const auto there =
      std::count_if(leaf_.begin(), leaf_.end(), [](std::uint32_t leaf) { return leaf != nowhere; });
  require_moving(static_cast<std::size_t>(there) == leaves && leaves == size(),
                 "leaves and items are not as many");
}

}  // namespace tact
