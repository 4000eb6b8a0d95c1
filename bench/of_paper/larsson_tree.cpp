#include "bench/of_paper/larsson_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tact/bounds/fit.h"

namespace tact::bench {
namespace {

constexpr double least_ratio = 0.9;  // R of equation 1
constexpr double most_in_an_octant = 0.8;

double extent(const Aabb& box, int axis) { return double{box.hi[axis]} - double{box.lo[axis]}; }

double padded_volume(const Aabb& box, double pad) {
  return (extent(box, 0) + pad) * (extent(box, 1) + pad) * (extent(box, 2) + pad);
}

// Equation 1. Flat boxes have no volume, so all get a little: the same for parent and children.
bool overlap_too_much(const Aabb& parent, std::span<const LarssonNode> children) {
  const double longest = std::max({extent(parent, 0), extent(parent, 1), extent(parent, 2)});
  if (longest == 0) return false;  // a point: no split can do better
  const double pad = longest * 0x1p-10;
  double sum = 0;
  for (const LarssonNode& child : children) sum += padded_volume(child.box, pad);
  return !(padded_volume(parent, pad) / sum >= least_ratio);
}

// Of boxes that float cannot hold the middle may be no number: they are put to one side.
float middle_of(const Aabb& box, int axis) {
  const float middle = box.centre(axis);
  return std::isnan(middle) ? 0 : middle;
}

}  // namespace

void LarssonTree::begin(const BodyState& body, const BoundsFrame& frame) {
  release(root_);
  const std::uint32_t count = body.primitives.size();
  order_.resize(count);
  moved_.resize(count);
  boxes_.resize(count);
  std::iota(order_.begin(), order_.end(), 0U);
  root_.primitives = {0, count};
  root_.active = false;
  // A full hierarchy of count leaves has fewer inner nodes than that.
  while (reserves_ && spare_.size() + 1 < count) spare_.push_back(std::make_unique<LarssonGroup>());
  shape_ = body.shape_version;
  frame_ = frame.version;
  begun_ = true;
}

void LarssonTree::update(const BodyState& body, const BoundsFrame& frame) {
  if (!begun_ || shape_ != body.shape_version || frame_ != frame.version) begin(body, frame);
  fit_boxes(body.primitives, frame, {0, body.primitives.size()}, boxes_);
  refresh(root_);
}

// The deepest active nodes and their children are refitted from geometry, those above them by
// merging. Children of an active node are kept though they may not be active: their parent's box
// would not hold all of its primitives without them.
void LarssonTree::refresh(LarssonNode& node) {
  const bool was_active = std::exchange(node.active, false);
  if (node.below != nullptr && !was_active) give_up(node);
  if (node.below == nullptr) {
    node.box = around(node.primitives);
    costs_.geometry += node.primitives.count;
    return;
  }
  node.box = Aabb::nothing();
  for (LarssonNode& child : node.below->children()) {
    refresh(child);
    node.box = merge(node.box, child.box);
    ++costs_.merged;
  }
  if (overlap_too_much(node.box, node.below->children())) give_up(node);
}

void LarssonTree::give_up(LarssonNode& node) {
  costs_.deleted += node.primitives.count;
  ++costs_.deletions;
  release(node);
}

void LarssonTree::release(LarssonNode& node) {
  if (node.below == nullptr) return;
  for (LarssonNode& child : node.below->children()) release(child);
  if (reserves_) spare_.push_back(std::move(node.below));
  node.below.reset();
}

std::unique_ptr<LarssonGroup> LarssonTree::take() {
  if (spare_.empty()) return std::make_unique<LarssonGroup>();
  std::unique_ptr<LarssonGroup> group = std::move(spare_.back());
  spare_.pop_back();
  group->count = 0;
  return group;
}

Aabb LarssonTree::around(const Range& primitives) const {
  Aabb box = Aabb::nothing();
  for (std::uint32_t i = primitives.first; i < primitives.end(); ++i) {
    box = merge(box, boxes_[order_[i]]);
  }
  return box;
}

// Through the middle of the node, then through the middle of the sub-volume that got too much
// (figure 4), then where the primitives' own middles are halved, which always ends.
void LarssonTree::split(LarssonNode& node) {
  costs_.split += node.primitives.count;
  ++costs_.splits;
  Planes planes;
  for (int k = 0; k < 3; ++k) planes[static_cast<std::size_t>(k)] = middle_of(node.box, k);
  std::uint32_t crowded = 0;
  if (split_at(node, planes, crowded)) return;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool upper = ((crowded >> k) & 1U) != 0;
    const float far = upper ? node.box.hi[k] : node.box.lo[k];
    planes[k] = 0.5F * planes[k] + 0.5F * far;
  }
  if (!split_at(node, planes, crowded)) split_in_half(node);
}

bool LarssonTree::split_at(LarssonNode& node, const Planes& planes, std::uint32_t& crowded) {
  const auto octant_of = [&](std::uint32_t id) {
    std::uint32_t octant = 0;
    for (int k = 0; k < 3; ++k) {
      const bool upper = middle_of(boxes_[id], k) >= planes[static_cast<std::size_t>(k)];
      octant |= (upper ? 1U : 0U) << static_cast<unsigned>(k);
    }
    return octant;
  };
  std::array<std::uint32_t, 8> counts{};
  const auto [first, count] = node.primitives;
  for (std::uint32_t i = first; i < first + count; ++i) ++counts[octant_of(order_[i])];
  const auto largest = std::max_element(counts.begin(), counts.end());
  crowded = static_cast<std::uint32_t>(largest - counts.begin());
  if (*largest > most_in_an_octant * count) return false;

  std::unique_ptr<LarssonGroup> group = take();
  std::array<std::uint32_t, 8> place{};
  std::uint32_t next = first;
  for (std::size_t octant = 0; octant < 8; ++octant) {
    place[octant] = next;
    next += counts[octant];
  }
  for (std::uint32_t i = first; i < first + count; ++i) {
    moved_[place[octant_of(order_[i])]++] = order_[i];
  }
  std::copy_n(moved_.begin() + first, count, order_.begin() + first);
  next = first;
  for (const std::uint32_t held : counts) {
    if (held > 0) add_child(*group, next, held);
    next += held;
  }
  node.below = std::move(group);
  return true;
}

void LarssonTree::split_in_half(LarssonNode& node) {
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (extent(node.box, k) > extent(node.box, axis)) axis = k;
  }
  std::unique_ptr<LarssonGroup> group = take();
  const auto [first, count] = node.primitives;
  const std::uint32_t half = count / 2;
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t a, std::uint32_t b) {
    const float p = middle_of(boxes_[a], axis);
    const float q = middle_of(boxes_[b], axis);
    return p < q || (p == q && a < b);
  });
  add_child(*group, first, half);
  add_child(*group, first + half, count - half);
  node.below = std::move(group);
}

void LarssonTree::add_child(LarssonGroup& group, std::uint32_t first, std::uint32_t count) const {
  LarssonNode& child = group.nodes[group.count++];
  child.primitives = {first, count};
  child.active = false;
  child.box = around(child.primitives);
}

void LarssonTree::validate(const BodyState& body, const BoundsFrame& frame) const {
  if (!begun_ || order_.size() != body.primitives.size()) {
    throw std::logic_error("dbvh-of-paper: a body has not as many entries as primitives");
  }
  for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
    Aabb fresh{};
    fit_boxes(body.primitives, frame, {i, 1}, std::span<Aabb>(&fresh, 1));
    if (!(fresh == boxes_[i])) {
      throw std::logic_error("dbvh-of-paper: a stored box is not the box of its primitive");
    }
  }
  std::vector<std::uint8_t> seen(order_.size(), 0);
  check(root_, seen);
  if (std::find(seen.begin(), seen.end(), 0) != seen.end()) {
    throw std::logic_error("dbvh-of-paper: a primitive is in no node");
  }
}

void LarssonTree::check(const LarssonNode& node, std::vector<std::uint8_t>& seen) const {
  const auto [first, count] = node.primitives;
  for (std::uint32_t i = first; i < first + count; ++i) {
    if (!encloses(node.box, boxes_[order_[i]])) {
      throw std::logic_error("dbvh-of-paper: a box does not hold its primitives");
    }
    if (node.below == nullptr && seen[order_[i]]++ != 0) {
      throw std::logic_error("dbvh-of-paper: a primitive is in two nodes");
    }
  }
  if (node.below == nullptr) return;
  std::uint32_t next = first;
  for (const LarssonNode& child : node.below->children()) {
    if (child.primitives.first != next || child.primitives.count == 0) {
      throw std::logic_error("dbvh-of-paper: children do not share out what their parent holds");
    }
    next = child.primitives.end();
    check(child, seen);
  }
  if (next != first + count || node.below->count < 2) {
    throw std::logic_error("dbvh-of-paper: children do not share out what their parent holds");
  }
}

}  // namespace tact::bench
