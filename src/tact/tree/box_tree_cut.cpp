#include "tact/tree/box_tree_cut.h"

#include <algorithm>
#include <bit>
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
  const int halvings = std::min(most_halvings, 4 + static_cast<int>(std::bit_width(asked.size())));
  for (int i = 0; i < halvings; ++i) {
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

BoxCutter::Penalty::Penalty(const BoxTreeOptions& options, const Aabb& box, std::size_t axis)
    : balance_(options.penalty == BoxPenalty::balance), gamma_(options.gamma) {
  const auto edge = [&](std::size_t k) { return double{box.hi[k]} - double{box.lo[k]}; };
  const double u = edge(axis == 2 ? 0 : axis + 1);
  const double v = edge(axis == 0 ? 2 : axis - 1);
  low_ = double{box.lo[axis]};
  high_ = double{box.hi[axis]};
  around_ = u + v;
  across_ = u * v;
}

// Any penalty: the counts change only at the ends of items, so one pass over these, sorted, sees
// every plane that matters. `left` items end before those in ends_, `begun` begin before starts_.
BoxCutter::Plane BoxCutter::sweep_ends(const Aabb& box, std::size_t axis, std::size_t left,
                                       std::size_t begun, std::size_t items) {
  std::sort(starts_.begin(), starts_.end());
  std::sort(ends_.begin(), ends_.end());
  const Penalty penalty(options_, box, axis);
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
    const double p = penalty(double{plane}, l, r, std::max(0.0, all - l - r));
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

// The ends of items in the two bins beside a limit.
void BoxCutter::collect(std::span<const BoxTreeItem> items, const BoxBinning& binning,
                        std::size_t axis, int limit) {
  starts_.resize(items.size());
  ends_.resize(items.size());
  const auto [from, to] = binning.beside(limit);
  std::size_t starts = 0;
  std::size_t ends = 0;
  for (const BoxTreeItem& item : items) {
    const float lo = binning.place(item.lo[axis], axis);
    const float hi = binning.place(item.hi[axis], axis);
    starts_[starts] = item.lo[axis];
    ends_[ends] = item.hi[axis];
    starts += (static_cast<unsigned>(lo >= from) & static_cast<unsigned>(lo < to));
    ends += (static_cast<unsigned>(hi >= from) & static_cast<unsigned>(hi < to));
  }
  starts_.resize(starts);
  ends_.resize(ends);
}

// Only the last end below a limit and the first start above it: sorting few numbers is slow, since
// no branch of it can be foretold.
BoxCutter::Plane BoxCutter::next_to(float limit, const Aabb& box, std::size_t axis,
                                    std::size_t left, std::size_t begun, std::size_t items) const {
  constexpr float inf = std::numeric_limits<float>::infinity();
  float below = -inf;
  float above = inf;
  for (const float end : ends_) below = std::max(below, end <= limit ? end : -inf);
  for (const float start : starts_) above = std::min(above, start >= limit ? start : inf);
  const Penalty penalty(options_, box, axis);
  const auto all = static_cast<double>(items);
  Plane best;
  for (const float plane : {limit, below, above}) {
    if (!(plane > box.lo[axis] && plane < box.hi[axis])) continue;
    const float up_to = plane + thickness_;
    const float from = plane - thickness_;
    std::size_t ended = left;
    std::size_t started = begun;
    for (const float end : ends_) ended += end <= up_to ? 1U : 0U;
    for (const float start : starts_) started += start < from ? 1U : 0U;
    const auto l = static_cast<double>(ended);
    const double r = all - static_cast<double>(started);
    const double p = penalty(double{plane}, l, r, std::max(0.0, all - l - r));
    if (p < best.penalty) best = {plane, p};
  }
  return best;
}

// The penalty at the limits of a few bins on every axis, and then of all planes near the best one.
std::uint32_t BoxCutter::bin(std::span<const BoxTreeItem> items, const Aabb& box,
                             Plane (&planes)[3]) {
  const bool is_small = items.size() < 64;
  const int bins = is_small ? BoxBinning::most / 2 : BoxBinning::most;
  const BoxBinning binning(box, bins);
  const BoxBins counts = bin_items(items, binning);
  const auto all = static_cast<double>(items.size());
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t axis = BoxNode::no_axis;
  int limit = 0;
  for (std::uint32_t k = 0; k < 3; ++k) {
    if (!(binning.scale[k] > 0)) continue;
    const Penalty penalty(options_, box, k);
    const double width = 1 / double{binning.scale[k]};
    double left = 0;
    double begun = 0;
    for (int j = 1; j < bins; ++j) {
      left += counts.ends[k][j - 1];
      begun += counts.starts[k][j - 1];
      const double p = penalty(double{box.lo[k]} + j * width, left, all - begun, begun - left);
      if (p < least) {
        least = p;
        axis = k;
        limit = j;
      }
    }
  }
  if (axis == BoxNode::no_axis) return axis;
  std::size_t left = 0;
  std::size_t begun = 0;
  for (int j = 0; j < limit - 1; ++j) {
    left += counts.ends[axis][j];
    begun += counts.starts[axis][j];
  }
  collect(items, binning, axis, limit);
  if (is_small) {
    const auto at = static_cast<float>(double{box.lo[axis]} + limit / double{binning.scale[axis]});
    planes[axis] = next_to(at, box, axis, left, begun, items.size());
  } else {
    planes[axis] = sweep_ends(box, axis, left, begun, items.size());
  }
  return axis;
}

BoxCut BoxCutter::counted(std::span<const BoxTreeItem> items, std::uint32_t axis, float at) const {
  BoxCut cut{axis, at, 0, 0, 0};
  const ThickPlane where = plane(cut);
  for (const BoxTreeItem& item : items) {
    cut.left += where.has_left(item) ? 1U : 0U;
    cut.right += where.has_right(item) ? 1U : 0U;
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
