#include "tact/tree/box_tree_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tact {
namespace {

constexpr std::size_t sample_size = 256;
constexpr int most_halvings = 20;

struct Counts {
  std::uint32_t left[4] = {};
  std::uint32_t right[4] = {};
};

// All three axes in one pass; written so that compilers use four lanes.
Counts count_sides(std::span<const BoxTreeItem> items, const float (&at)[3], float thickness) {
  float up_to[4] = {};
  float from[4] = {};
  for (std::size_t k = 0; k < 3; ++k) {
    up_to[k] = at[k] + thickness;
    from[k] = at[k] - thickness;
  }
  Counts counts;
  for (const BoxTreeItem& item : items) {
    for (std::size_t k = 0; k < 4; ++k) {
      counts.left[k] += item.hi[k] <= up_to[k] ? 1U : 0U;
      counts.right[k] += item.lo[k] >= from[k] ? 1U : 0U;
    }
  }
  return counts;
}

}  // namespace

// Large boxes are judged by a sample: the cut is counted over all items in the end.
std::span<const BoxTreeItem> BoxCutter::sampled(std::span<const BoxTreeItem> items) {
  if (items.size() <= 2 * sample_size) return items;
  sample_.clear();
  const std::size_t stride = items.size() / sample_size;
  for (std::size_t i = 0; i < sample_size; ++i) sample_.push_back(items[i * stride]);
  return sample_;
}

// γ = 0: n_l − n_r does not fall as the plane moves up, so its zero is found by halving. Large
// boxes are judged by a sample: the cut is counted over all items in the end.
void BoxCutter::bisect(std::span<const BoxTreeItem> items, const Aabb& box, float (&at)[3]) {
  const std::span<const BoxTreeItem> asked = sampled(items);
  float low[3];
  float high[3];
  std::int64_t best[3];
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = box.lo[k];
    high[k] = box.hi[k];
    best[k] = std::numeric_limits<std::int64_t>::max();
  }
  for (int i = 0; i < most_halvings; ++i) {
    float middle[3];
    for (std::size_t k = 0; k < 3; ++k) middle[k] = 0.5F * low[k] + 0.5F * high[k];
    const Counts counts = count_sides(asked, middle, thickness_);
    bool done = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t difference = std::int64_t{counts.left[k]} - std::int64_t{counts.right[k]};
      const std::int64_t amount = difference < 0 ? -difference : difference;
      if (amount < best[k]) {
        best[k] = amount;
        at[k] = middle[k];
      }
      if (best[k] == 0 || high[k] - low[k] <= thickness_) continue;
      (difference > 0 ? high[k] : low[k]) = middle[k];
      done = false;
    }
    if (done) break;
  }
}

double BoxCutter::penalty_of(const Aabb& box, std::size_t axis, double at, double left,
                             double right, double crossing) const {
  if (options_.penalty == BoxPenalty::balance) {
    return std::fabs(left - right) + options_.gamma * crossing;
  }
  const auto edge = [&](std::size_t k) { return double{box.hi[k]} - double{box.lo[k]}; };
  const double u = edge((axis + 1) % 3);
  const double v = edge((axis + 2) % 3);
  const double below = at - double{box.lo[axis]};
  const double above = double{box.hi[axis]} - at;
  return (below * (u + v) + u * v) * (left + crossing) +
         (above * (u + v) + u * v) * (right + crossing);
}

// Any penalty: the counts change only at the ends of items, so one pass over these, sorted, sees
// every plane that matters. `left` items end before those in ends_, `begun` begin before starts_.
BoxCutter::Plane BoxCutter::sweep_ends(const Aabb& box, std::size_t axis, std::size_t left,
                                       std::size_t begun, std::size_t items) {
  std::sort(starts_.begin(), starts_.end());
  std::sort(ends_.begin(), ends_.end());
  const auto all = static_cast<double>(items);
  Plane best;
  std::size_t ended = 0;
  std::size_t started = 0;
  const auto judge = [&](float plane) {
    if (plane <= box.lo[axis] || plane >= box.hi[axis]) return;
    while (ended < ends_.size() && ends_[ended] <= plane + thickness_) ++ended;
    while (started < starts_.size() && starts_[started] < plane - thickness_) ++started;
    const auto l = static_cast<double>(left + ended);
    const double r = all - static_cast<double>(begun + started);
    const double p = penalty_of(box, axis, double{plane}, l, r, std::max(0.0, all - l - r));
    if (p < best.penalty) best = {plane, p};
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < starts_.size() || j < ends_.size()) {
    const bool start = j == ends_.size() || (i < starts_.size() && starts_[i] <= ends_[j]);
    judge(start ? starts_[i++] : ends_[j++]);
  }
  return best;
}

void BoxCutter::sweep(std::span<const BoxTreeItem> items, const Aabb& box, Plane (&planes)[3]) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    starts_.clear();
    ends_.clear();
    for (const BoxTreeItem& item : items) {
      starts_.push_back(item.lo[axis]);
      ends_.push_back(item.hi[axis]);
    }
    planes[axis] = sweep_ends(box, axis, 0, 0, items.size());
  }
}

namespace {

constexpr int bins = 16;

// Which bin of an axis a coordinate is in; four at once.
struct Binning {
  float origin[4] = {};
  float scale[4] = {};

  explicit Binning(const Aabb& box) {
    for (int k = 0; k < 3; ++k) {
      const float edge = box.hi[k] - box.lo[k];
      origin[k] = box.lo[k];
      scale[k] = edge > 0 ? bins / edge : 0;
    }
  }
  void operator()(const float (&x)[4], int (&bin)[4]) const {
    for (int k = 0; k < 4; ++k) {
      const int b = static_cast<int>((x[k] - origin[k]) * scale[k]);
      bin[k] = b < 0 ? 0 : b >= bins ? bins - 1 : b;
    }
  }
};

}  // namespace

// The penalty at the limits of a few bins on every axis, and then of all planes near the best one.
std::uint32_t BoxCutter::bin(std::span<const BoxTreeItem> items, const Aabb& box,
                             Plane (&planes)[3]) {
  const Binning binning(box);
  std::uint32_t starts[3][bins] = {};
  std::uint32_t ends[3][bins] = {};
  for (const BoxTreeItem& item : items) {
    int lo[4];
    int hi[4];
    binning(item.lo, lo);
    binning(item.hi, hi);
    for (int k = 0; k < 3; ++k) {
      ++starts[k][lo[k]];
      ++ends[k][hi[k]];
    }
  }
  const auto all = static_cast<double>(items.size());
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t axis = BoxNode::no_axis;
  int limit = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    double left = 0;
    double begun = 0;
    for (int j = 1; j < bins && binning.scale[k] > 0; ++j) {
      left += ends[k][j - 1];
      begun += starts[k][j - 1];
      const double at = double{box.lo[k]} + j / double{binning.scale[k]};
      const double p = penalty_of(box, k, at, left, all - begun, begun - left);
      if (p < least) {
        least = p;
        axis = k;
        limit = j;
      }
    }
  }
  if (axis == BoxNode::no_axis) return axis;
  starts_.clear();
  ends_.clear();
  std::size_t left = 0;
  std::size_t begun = 0;
  for (int j = 0; j < limit - 1; ++j) {
    left += ends[axis][j];
    begun += starts[axis][j];
  }
  for (const BoxTreeItem& item : items) {
    int lo[4];
    int hi[4];
    binning(item.lo, lo);
    binning(item.hi, hi);
    if (lo[axis] == limit - 1 || lo[axis] == limit) starts_.push_back(item.lo[axis]);
    if (hi[axis] == limit - 1 || hi[axis] == limit) ends_.push_back(item.hi[axis]);
  }
  planes[axis] = sweep_ends(box, axis, left, begun, items.size());
  return axis;
}

BoxCut BoxCutter::counted(std::span<const BoxTreeItem> items, std::uint32_t axis, float at) const {
  BoxCut cut{axis, at, 0, 0, 0};
  for (const BoxTreeItem& item : items) {
    const bool left = on_left(item, axis, at);
    cut.left += left ? 1U : 0U;
    // An item as thin as the plane is on both sides; it goes to the left.
    cut.right += !left && on_right(item, axis, at) ? 1U : 0U;
  }
  cut.crossing = static_cast<std::uint32_t>(items.size()) - cut.left - cut.right;
  return cut;
}

// Balance can be had on every axis, as a rule: what is about as balanced is told apart by how much
// it cuts.
BoxCut BoxCutter::balanced(std::span<const BoxTreeItem> items, const Aabb& box,
                           const float (&at)[3]) const {
  const auto all = static_cast<double>(items.size());
  const double grain = std::max(1.0, 0.05 * all);
  BoxCut best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (!(at[k] > box.lo[k]) || !(at[k] < box.hi[k])) continue;
    const BoxCut cut = counted(items, k, at[k]);
    const double difference = std::fabs(double(cut.left) - double(cut.right));
    const double p = std::floor(difference / grain) + double(cut.crossing) / (all + 1);
    if (p < least) {
      least = p;
      best = cut;
    }
  }
  return best;
}

BoxCut BoxCutter::find(std::span<const BoxTreeItem> items, const Aabb& box) {
  const auto allowed = [&](const BoxCut& cut) {
    const double most = std::max(cut.left, cut.right) + cut.crossing;
    return cut.axis != BoxNode::no_axis &&
           most <= options_.lambda * static_cast<double>(items.size());
  };
  const bool surface = options_.penalty == BoxPenalty::surface;
  if (surface || options_.gamma > 0) {
    Plane planes[3];
    std::uint32_t axis = 0;
    if (surface) {
      axis = bin(sampled(items), box, planes);
    } else {
      sweep(items, box, planes);
      for (std::uint32_t k = 1; k < 3; ++k) {
        if (planes[k].penalty < planes[axis].penalty) axis = k;
      }
    }
    if (axis != BoxNode::no_axis && std::isfinite(planes[axis].penalty)) {
      const BoxCut cut = counted(items, axis, planes[axis].at);
      if (allowed(cut)) return cut;
    }
    // The surface may like a cut that λ does not: then balance decides.
    if (!surface) return {};
  }
  float at[3] = {};
  bisect(items, box, at);
  const BoxCut cut = balanced(items, box, at);
  return allowed(cut) ? cut : BoxCut{};
}

}  // namespace tact
