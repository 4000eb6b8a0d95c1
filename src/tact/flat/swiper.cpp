#include "tact/flat/swiper.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "tact/base/error.h"
#include "tact/base/parallel.h"

namespace tact {
namespace {

std::uint64_t step_limit(double patience, std::size_t boxes) {
  const auto n = static_cast<double>(std::max<std::size_t>(2, boxes));
  return static_cast<std::uint64_t>(std::min(patience * n * std::log2(n), 0x1p60));
}

void require_swiper(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("swiper: ") + what);
}

}  // namespace

Swiper::Counts Swiper::update(std::span<const Aabb> boxes, unsigned threads, Scratch& scratch,
                              std::span<const BoxTags> tags) {
  if (boxes.size() > most_boxes) {
    throw Error(ErrorCode::limit_exceeded, "more boxes than fit into a list of endpoints");
  }
  for (Axis& axis : axes_) {
    axis.steps = 0;
    axis.failed = axis.in_full = false;
  }
  if (size() != boxes.size()) {
    reset(boxes, threads, scratch);
  } else {
    parallel_for(3, boxes.size() < 1024 ? 1 : threads, [&](std::size_t axis, unsigned worker) {
      update_axis(axis, boxes, scratch.arena(worker));
    });
    rescue(boxes, scratch.arena(0));
  }
  axis_ = -1;
  for (int k = 0; k < 3; ++k) {
    if (at(k).sorted && (axis_ < 0 || at(k).overlaps < at(axis_).overlaps)) axis_ = k;
  }
  order_.assign(boxes, tags, at(axis_).list, plan(), scratch.arena(0));
  Counts counts;
  for (const Axis& axis : axes_) {
    counts.steps += axis.steps;
    counts.fallbacks += axis.failed ? 1 : 0;
    counts.full_sorts += axis.in_full ? 1 : 0;
  }
  return counts;
}

SweepPlan Swiper::plan() const {
  SweepPlan plan;
  plan.axis = axis_;
  const int next = (axis_ + 1) % 3;
  const int last = (axis_ + 2) % 3;
  plan.strip_axis = at(next).overlaps <= at(last).overlaps ? next : last;
  const double boxes = std::max(1.0, static_cast<double>(size()));
  plan.strips = SweepPlan::strips_for(static_cast<double>(at(axis_).overlaps) / boxes);
  return plan;
}

SweepView Swiper::arrange(std::span<const Aabb> boxes, std::span<const BoxTags> tags, float grow,
                          Arena& arena) const {
  SweepPlan wider = plan();
  wider.grow = grow;
  return arrange_sweep(boxes, tags, at(axis_).list, wider, arena);
}

void Swiper::reset(std::span<const Aabb> boxes, unsigned threads, Scratch& scratch) {
  parallel_for(3, boxes.size() < 1024 ? 1 : threads, [&](std::size_t k, unsigned worker) {
    Axis& axis = axes_[k];
    axis.list.resize(2 * boxes.size());
    axis.pause = 0;
    sort_in_full(k, boxes, scratch.arena(worker));
  });
}

void Swiper::update_axis(std::size_t k, std::span<const Aabb> boxes, Arena& arena) {
  Axis& axis = axes_[k];
  axis.sorted = false;
  if (axis.pause > 1) {
    --axis.pause;
    return;
  }
  if (axis.pause == 1) {
    axis.pause = 0;
    sort_in_full(k, boxes, arena);
    return;
  }
  const Arena::Mark mark = arena.mark();
  const std::span<std::uint32_t> now = arena.allocate<std::uint32_t>(axis.list.size());
  list_coordinates(boxes, static_cast<int>(k), now);
  const Patience patience{step_limit(options_.patience, boxes.size()), options_.foresees};
  const SortOutcome outcome = insertion_sort(now, axis.list, patience, NoVisitor{});
  arena.rewind(mark);
  axis.steps = outcome.steps;
  axis.sorted = outcome.sorted;
  axis.failed = !outcome.sorted;
  if (axis.failed) {
    axis.pause = options_.pause;
  } else {
    axis.overlaps += static_cast<std::uint64_t>(outcome.overlaps);
  }
}

// In the order of the boxes, which is read faster than the one that did not help.
void Swiper::sort_in_full(std::size_t k, std::span<const Aabb> boxes, Arena& arena) {
  Axis& axis = axes_[k];
  list_sorted(options_.sort, boxes, static_cast<int>(k), axis.list, arena);
  axis.overlaps = count_overlaps(axis.list);
  axis.sorted = axis.in_full = true;
}

// What insertion sort gave up is finished by the other sort; but if that were all three, or all
// three pause, then one of them is enough.
void Swiper::rescue(std::span<const Aabb> boxes, Arena& arena) {
  const auto failed =
      std::count_if(axes_.begin(), axes_.end(), [](const Axis& a) { return a.failed; });
  const bool any_sorted =
      std::any_of(axes_.begin(), axes_.end(), [](const Axis& a) { return a.sorted; });
  if (any_sorted) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (axes_[k].failed) sort_in_full(k, boxes, arena);
    }
    return;
  }
  std::size_t chosen = 0;
  if (failed == 3) {
    chosen = draw_axis();
  } else {
    for (std::size_t k = 1; k < 3; ++k) {
      if (axes_[k].overlaps < axes_[chosen].overlaps) chosen = k;
    }
  }
  sort_in_full(chosen, boxes, arena);
}

// splitmix64: the same on every machine.
std::size_t Swiper::draw_axis() {
  random_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = random_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return static_cast<std::size_t>((z ^ (z >> 31)) % 3);
}

std::size_t Swiper::bytes() const {
  std::size_t sum = order_.bytes();
  for (const Axis& axis : axes_) sum += axis.list.capacity() * sizeof(Endpoint);
  return sum;
}

void Swiper::validate(std::span<const Aabb> boxes) const {
  require_swiper(size() == boxes.size(), "not as many boxes as given");
  require_swiper(sorted(axis_), "the chosen axis is not sorted");
  std::vector<std::uint8_t> seen(2 * boxes.size());
  std::vector<std::uint32_t> now(2 * boxes.size());
  for (int k = 0; k < 3; ++k) {
    const std::vector<Endpoint>& list = at(k).list;
    std::fill(seen.begin(), seen.end(), std::uint8_t{0});
    for (const Endpoint e : list) seen.at(2 * std::size_t{box_of(e)} + (is_end(e) ? 1 : 0)) = 1;
    require_swiper(std::count(seen.begin(), seen.end(), 1) == std::ptrdiff_t(seen.size()),
                   "an endpoint is missing");
    if (!sorted(k)) continue;
    list_coordinates(boxes, k, now);
    for (std::size_t i = 0; i < list.size(); ++i) {
      require_swiper(list[i] == refreshed(list[i], now), "an endpoint is not where its box ends");
      require_swiper(i == 0 || key_of(list[i - 1]) <= key_of(list[i]), "a list is not sorted");
    }
    require_swiper(overlaps(k) == count_overlaps(list), "the overlaps of an axis are miscounted");
    require_swiper(overlaps(axis_) <= overlaps(k), "not the axis of fewest overlaps");
  }
}

}  // namespace tact
