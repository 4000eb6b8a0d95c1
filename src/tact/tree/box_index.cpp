#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/box_index.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tact/bounds/aabb_simd.h"
#include "tact/tree/box_index.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

using IndexLevels = std::span<const std::vector<Aabb8>>;
using FoundPlaces = ArenaVector<std::uint32_t>;

// Appends places in the order of the boxes. Never more blocks wait than seven a level and one.
std::uint64_t find_places_impl(const Aabb& box, IndexLevels levels, FoundPlaces& out) {
  struct Waiting {
    std::uint32_t level;
    std::uint32_t block;
  };
  const BroadcastBox query(box);
  Waiting stack[8 * 12];
  std::size_t waiting = 1;
  stack[0] = {static_cast<std::uint32_t>(levels.size() - 1), 0};
  std::uint64_t looked = 0;
  while (waiting > 0) {
    const Waiting at = stack[--waiting];
    looked += 8;
    for (std::uint32_t mask = overlap_mask(query, levels[at.level][at.block]); mask != 0;
         mask &= mask - 1) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(mask));
      const std::uint32_t below = 8 * at.block + lane;
      if (at.level == 0) {
        out.push_back(below);
      } else {
        stack[waiting++] = {at.level - 1, below};
      }
    }
  }
  return looked;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {

HWY_EXPORT(find_places_impl);

// The middle of `count` boxes, rounded so that both parts fill whole nodes.
std::uint32_t middle_of(std::uint32_t count) {
  std::uint32_t unit = 8;
  while (unit <= (count - 1) / 8) unit *= 8;
  return std::max(unit, (count / 2 + unit / 2) / unit * unit);
}

Aabb box_of(const Aabb8& eight) {
  Aabb box = Aabb::nothing();
  for (std::size_t lane = 0; lane < 8; ++lane) box = merge(box, eight.get(lane));
  return box;
}

}  // namespace

void BoxIndex::cut(std::span<const Aabb> boxes, std::uint32_t first, std::uint32_t last) {
  if (last - first <= 8) return;
  float lo[3] = {INFINITY, INFINITY, INFINITY};
  float hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (std::uint32_t i = first; i < last; ++i) {
    for (int k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], boxes[order_[i]].centre(k));
      hi[k] = std::max(hi[k], boxes[order_[i]].centre(k));
    }
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (hi[k] - lo[k] > hi[axis] - lo[axis]) axis = k;
  }
  const std::uint32_t middle = first + middle_of(last - first);
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](std::uint32_t p, std::uint32_t q) {
                     const float x = boxes[p].centre(axis);
                     const float y = boxes[q].centre(axis);
                     return x != y ? x < y : p < q;
                   });
  cut(boxes, first, middle);
  cut(boxes, middle, last);
}

void BoxIndex::build(std::span<const Aabb> boxes) {
  order_.resize(boxes.size());
  std::iota(order_.begin(), order_.end(), 0U);
  cut(boxes, 0, size());
  levels_.clear();
  std::size_t count = boxes.size();
  while (count > 1 || levels_.empty()) {
    count = (count + 7) / 8;
    levels_.emplace_back(std::max<std::size_t>(count, 1));
  }
  refit(boxes);
}

void BoxIndex::refit(std::span<const Aabb> boxes) {
  for (std::uint32_t i = 0; i < 8 * levels_[0].size(); ++i) {
    levels_[0][i / 8].set(i % 8, i < size() ? boxes[order_[i]] : Aabb::nothing());
  }
  cost_ = 0;
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const std::vector<Aabb8>& below = levels_[level - 1];
    for (std::uint32_t i = 0; i < 8 * levels_[level].size(); ++i) {
      const Aabb box = i < below.size() ? box_of(below[i]) : Aabb::nothing();
      levels_[level][i / 8].set(i % 8, box);
      cost_ += box.cost();
    }
  }
}

std::uint64_t BoxIndex::find(const Aabb& box, ArenaVector<std::uint32_t>& out) const {
  if (order_.empty()) return 0;
  const std::size_t first = out.size();
  const std::uint64_t looked = HWY_DYNAMIC_DISPATCH(find_places_impl)(box, levels_, out);
  for (std::size_t i = first; i < out.size(); ++i) out[i] = order_[out[i]];
  return looked;
}

void BoxIndex::validate(std::span<const Aabb> boxes) const {
  const auto require_that = [](bool holds) {
    if (!holds) throw std::logic_error("box index: a box is missing, or not in its node");
  };
  require_that(boxes.size() == order_.size());
  std::vector<bool> seen(order_.size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    require_that(!seen[order_[i]] && levels_[0][i / 8].get(i % 8) == boxes[order_[i]]);
    seen[order_[i]] = true;
  }
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    for (std::uint32_t i = 0; i < levels_[level - 1].size(); ++i) {
      require_that(encloses(levels_[level][i / 8].get(i % 8), box_of(levels_[level - 1][i])));
    }
  }
}

}  // namespace tact
#endif
