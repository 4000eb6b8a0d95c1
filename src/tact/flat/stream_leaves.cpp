#include "tact/flat/stream_leaves.h"

#include <algorithm>

#include "tact/base/error.h"

namespace tact {
namespace {

// How many of so many leaves go to the left.
std::uint32_t left_part(std::uint32_t leaves) {
  std::uint32_t unit = 256;
  while (unit > 1 && 2 * unit > leaves) unit /= 4;
  return std::max(unit, (leaves / 2 + unit / 2) / unit * unit);
}

}  // namespace

void StreamLeaves::build(std::span<const Aabb> boxes, std::uint32_t leaf_size) {
  TACT_ASSERT(leaf_size > 0 && leaf_size <= most_leaf_size);
  leaf_size_ = leaf_size;
  count_ = static_cast<std::uint32_t>((boxes.size() + leaf_size - 1) / leaf_size);
  items_.resize(boxes.size());
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    items_[i].id = i;
    for (int k = 0; k < 3; ++k) {
      const float centre = boxes[i].centre(k);
      // A box without end has no centre, and what is not a number has no place in an order.
      items_[i].centre[k] = centre == centre ? centre : 0;
    }
  }
  cut(0, static_cast<std::uint32_t>(items_.size()));
  ids_.resize(items_.size());
  for (std::size_t i = 0; i < items_.size(); ++i) ids_[i] = items_[i].id;
}

void StreamLeaves::cut(std::uint32_t first, std::uint32_t last) {
  if (last - first <= leaf_size_) {
    // Within a leaf the order of the user's array: neighbours there share vertices.
    std::sort(items_.begin() + first, items_.begin() + last,
              [](const Item& a, const Item& b) { return a.id < b.id; });
    return;
  }
  Aabb middle = Aabb::nothing();
  for (std::uint32_t i = first; i < last; ++i) {
    for (int k = 0; k < 3; ++k) {
      middle.lo[k] = std::min(middle.lo[k], items_[i].centre[k]);
      middle.hi[k] = std::max(middle.hi[k], items_[i].centre[k]);
    }
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (middle.hi[k] - middle.lo[k] > middle.hi[axis] - middle.lo[axis]) axis = k;
  }
  const std::uint32_t leaves = (last - first + leaf_size_ - 1) / leaf_size_;
  const std::uint32_t at = first + left_part(leaves) * leaf_size_;
  std::nth_element(items_.begin() + first, items_.begin() + at, items_.begin() + last,
                   [axis](const Item& a, const Item& b) {
                     const float p = a.centre[axis];
                     const float q = b.centre[axis];
                     return p != q ? p < q : a.id < b.id;
                   });
  cut(first, at);
  cut(at, last);
}

void StreamLeaves::set_corners(std::span<const Corners> corners) {
  corners_.resize(ids_.size());
  vertices_.clear();
  vertices_.reserve(3 * ids_.size());  // so that the same body never needs more
  first_vertex_.clear();
  first_vertex_.push_back(0);
  most_vertices_ = 0;
  std::uint32_t own[3 * most_leaf_size];
  for (std::uint32_t leaf = 0; leaf < count_; ++leaf) {
    std::uint32_t* end = own;
    for (std::size_t i = 0; i < ids(leaf).size(); ++i) {
      const Corners& c = corners[ids(leaf)[i]];
      corners_[std::size_t{leaf} * leaf_size_ + i] = c;
      end = std::copy(c.begin(), c.end(), end);
    }
    std::sort(own, end);
    end = std::unique(own, end);
    vertices_.insert(vertices_.end(), own, end);
    first_vertex_.push_back(vertices_.size());
    most_vertices_ = std::max(most_vertices_, static_cast<std::uint32_t>(end - own));
  }
}

}  // namespace tact
