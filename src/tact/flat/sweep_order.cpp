#include "tact/flat/sweep_order.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tact {
namespace {

// A box that is tested with so many others costs about as much as one more entry.
constexpr double boxes_per_window = 32;

constexpr std::size_t look_ahead = 16;  // boxes lie anywhere in memory

struct Cells {
  std::uint16_t lo[3];
  std::uint16_t hi[3];
};

Aabb grown(Aabb box, float grow) {
  if (grow > 0) box.grow(grow);
  return box;
}

Cells cells_of(const SweepGrid& grid, const Aabb& box) {
  Cells cells{};
  for (int k = 0; k < 3; ++k) {
    cells.lo[k] = grid.cell(box.lo[k], k);
    cells.hi[k] = grid.cell(box.hi[k], k);
  }
  return cells;
}

// Where strips begin and end, in cells.
struct Strips {
  int lane;  // the strip axis
  std::uint32_t count;

  Strips(const SweepPlan& plan) : lane(plan.strip_axis), count(plan.strips) {}
  std::uint32_t of(std::uint16_t cell) const { return std::uint32_t{cell} * count >> 16; }
  std::uint32_t first(const Cells& cells) const { return of(cells.lo[lane]); }
  // An empty box is in one strip.
  std::uint32_t last(const Cells& cells) const {
    return of(std::max(cells.lo[lane], cells.hi[lane]));
  }
};

using StripPlaces = std::array<std::uint32_t, SweepPlan::most_strips + 1>;

// Entries in each strip; returns how many there are.
std::uint64_t count_entries(std::span<const Cells> cells, std::span<const std::uint32_t> order,
                            const Strips& strips, StripPlaces& counts) {
  counts.fill(0);
  std::uint64_t sum = 0;
  const bool all = order.size() == cells.size();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Cells& c = cells[all ? i : order[i]];
    const std::uint32_t last = strips.last(c);
    for (std::uint32_t t = strips.first(c); t <= last; ++t) {
      ++counts[t];
      ++sum;
    }
  }
  return sum;
}

// The arrays of a view, writable, with room for two entries a box.
struct SweepArrays {
  std::uint32_t* first;
  SweepEntry* entries;
  std::uint16_t* cells;
  std::size_t stride;

  static SweepArrays in(Arena& arena, std::size_t count) {
    const std::size_t stride = 2 * count + sweep_padding;
    return {arena.allocate<std::uint32_t>(SweepPlan::most_strips + 1).data(),
            arena.allocate<SweepEntry>(2 * count).data(),
            arena.allocate<std::uint16_t>(6 * stride).data(), stride};
  }
  SweepView view(const SweepPlan& plan, std::uint32_t count) const {
    SweepView view{plan, count, first, entries, {}, {}};
    for (int k = 0; k < 3; ++k) {
      const auto from = static_cast<std::size_t>((plan.axis + k) % 3);
      view.lo[k] = cells + from * stride;
      view.hi[k] = cells + (3 + from) * stride;
    }
    return view;
  }
  void set(std::uint32_t place, const SweepEntry& entry, const Cells& c) const {
    entries[place] = entry;
    for (std::size_t k = 0; k < 3; ++k) {
      cells[k * stride + place] = c.lo[k];
      cells[(3 + k) * stride + place] = c.hi[k];
    }
  }
};

// Boxes, and their tags if they have some.
struct Boxes {
  std::span<const Aabb> boxes;
  std::span<const BoxTags> tags;

  void prefetch(std::uint32_t id) const {
    __builtin_prefetch(&boxes[id]);
    if (!tags.empty()) __builtin_prefetch(&tags[id]);
  }
  SweepEntry entry(std::uint32_t id) const {
    return {boxes[id], tags.empty() ? BoxTags{} : tags[id], id, true};
  }
};

// Boxes given by their ids in the order of their starts.
SweepView arrange(const Boxes& all, std::span<const std::uint32_t> order, const SweepGrid& grid,
                  SweepPlan plan, const SweepArrays& arrays, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  // By id, not by place: where all are there, memory is read from one end to the other.
  const std::span<Cells> cells = arena.allocate<Cells>(all.boxes.size());
  const bool everything = order.size() == cells.size();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t id = everything ? i : order[i];
    cells[id] = cells_of(grid, grown(all.boxes[id], plan.grow));
  }
  StripPlaces places;
  while (count_entries(cells, order, Strips(plan), places) > 2 * order.size()) {
    plan.strips = std::max(1U, plan.strips / 2);
  }
  std::uint32_t sum = 0;
  for (std::uint32_t t = 0; t < plan.strips; ++t) {
    arrays.first[t] = sum;
    sum += places[t];
    places[t] = arrays.first[t];
  }
  arrays.first[plan.strips] = sum;
  const Strips strips(plan);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + look_ahead < order.size()) {
      all.prefetch(order[i + look_ahead]);
      __builtin_prefetch(&cells[order[i + look_ahead]]);
    }
    const Cells& own = cells[order[i]];
    const std::uint32_t home = strips.first(own);
    const std::uint32_t last = strips.last(own);
    SweepEntry entry = all.entry(order[i]);
    for (std::uint32_t t = home; t <= last; ++t) {
      arrays.set(places[t]++, entry, own);
      entry.home = false;
    }
  }
  for (std::size_t k = 0; k < 6; ++k) {
    std::fill_n(arrays.cells + k * arrays.stride + sum, sweep_padding, std::uint16_t{0});
  }
  arena.rewind(mark);
  return arrays.view(plan, sum);
}

std::span<std::uint32_t> starts_of(std::span<const Endpoint> sorted, Arena& arena) {
  const std::span<std::uint32_t> order = arena.allocate<std::uint32_t>(sorted.size());
  std::size_t count = 0;
  for (const Endpoint e : sorted) {
    order[count] = box_of(e);
    count += is_end(e) ? 0 : 1;
  }
  return order.first(count);
}

SweepGrid grid_of(std::span<const Aabb> boxes, float grow) {
  Aabb all = Aabb::nothing();
  for (const Aabb& box : boxes) all = merge(all, box);
  return SweepGrid::around(grown(all, grow));
}

// What a set has to do with a region.
struct Reach {
  std::span<std::uint32_t> ids;
  double size[3] = {0, 0, 0};  // sum over the boxes
};

Reach reach_of(std::span<const Aabb> boxes, const Aabb& region, Arena& arena) {
  Reach reach{arena.allocate<std::uint32_t>(boxes.size())};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!overlaps(boxes[i], region)) continue;
    reach.ids[count++] = i;
    for (int k = 0; k < 3; ++k) reach.size[k] += double{boxes[i].hi[k]} - double{boxes[i].lo[k]};
  }
  reach.ids = reach.ids.first(count);
  return reach;
}

// The axis on which a box of a meets the fewest of b, by the mean sizes of both.
SweepPlan plan_meeting(const Reach& a, const Reach& b, const Aabb& common, float grow) {
  double share[3];
  for (int k = 0; k < 3; ++k) {
    const double extent = double{common.hi[k]} - double{common.lo[k]};
    const double mean = a.size[k] / static_cast<double>(a.ids.size()) +
                        b.size[k] / static_cast<double>(b.ids.size()) + 2 * double{grow};
    share[k] = mean < extent ? mean / extent : 1;
  }
  SweepPlan plan;
  plan.grow = grow;
  plan.axis = static_cast<int>(std::min_element(share, share + 3) - share);
  const int next = (plan.axis + 1) % 3;
  const int last = (plan.axis + 2) % 3;
  plan.strip_axis = share[next] <= share[last] ? next : last;
  const auto larger = static_cast<double>(std::max(a.ids.size(), b.ids.size()));
  plan.strips = SweepPlan::strips_for(larger * share[plan.axis] / 2);
  return plan;
}

void sort_starts(std::span<const Aabb> boxes, std::span<std::uint32_t> ids, int axis,
                 Arena& arena) {
  const std::span<Endpoint> order = arena.allocate<Endpoint>(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    order[i] = make_endpoint(boxes[ids[i]].lo[axis], false, ids[i]);
  }
  full_sort(FullSort::radix, order, arena);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = box_of(order[i]);
}

}  // namespace

SweepGrid SweepGrid::around(const Aabb& all) {
  SweepGrid grid;
  for (int k = 0; k < 3; ++k) {
    const float size = all.hi[k] - all.lo[k];
    const float scale = 65535.0F / size;
    // A scene without size, or without end, has one cell.
    if (!(size > 0) || !std::isfinite(all.lo[k]) || !std::isfinite(scale) || !(scale > 0)) continue;
    grid.origin[k] = all.lo[k];
    grid.scale[k] = scale;
  }
  return grid;
}

std::uint32_t SweepPlan::strips_for(double window) {
  const double strips = std::min(window / boxes_per_window, double{most_strips});
  return strips > 1 ? static_cast<std::uint32_t>(strips) : 1;
}

void SweepOrder::assign(std::span<const Aabb> boxes, std::span<const BoxTags> tags,
                        std::span<const Endpoint> sorted, const SweepPlan& plan, Arena& arena) {
  const std::size_t most = 2 * boxes.size();
  first_.resize(SweepPlan::most_strips + 1);
  entries_.resize(most);
  cells_.resize(6 * (most + sweep_padding));
  const Arena::Mark mark = arena.mark();
  view_ = arrange({boxes, tags}, starts_of(sorted, arena), grid_of(boxes, plan.grow), plan,
                  {first_.data(), entries_.data(), cells_.data(), most + sweep_padding}, arena);
  arena.rewind(mark);
}

std::size_t SweepOrder::bytes() const {
  return first_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(SweepEntry) +
         cells_.capacity() * sizeof(std::uint16_t);
}

SweepView arrange_sweep(std::span<const Aabb> boxes, std::span<const BoxTags> tags,
                        std::span<const Endpoint> sorted, const SweepPlan& plan, Arena& arena) {
  const std::span<const std::uint32_t> order = starts_of(sorted, arena);
  return arrange({boxes, tags}, order, grid_of(boxes, plan.grow), plan,
                 SweepArrays::in(arena, order.size()), arena);
}

SweepView arrange_sweep(std::span<const Aabb> boxes, float grow, Arena& arena) {
  Aabb all = Aabb::nothing();
  for (const Aabb& box : boxes) all = merge(all, box);
  const Aabb wide = grown(all, grow);
  const Reach reach = reach_of(boxes, wide, arena);
  if (reach.ids.empty()) return {};
  const SweepPlan plan = plan_meeting(reach, reach, wide, grow);
  sort_starts(boxes, reach.ids, plan.axis, arena);
  return arrange({boxes, {}}, reach.ids, SweepGrid::around(wide), plan,
                 SweepArrays::in(arena, reach.ids.size()), arena);
}

SweepViews arrange_meeting(std::span<const Aabb> boxes_a, const Aabb& all_a,
                           std::span<const Aabb> boxes_b, const Aabb& all_b, float grow,
                           Arena& arena) {
  const Aabb wide_a = grown(all_a, grow);
  const Aabb wide_b = grown(all_b, grow);
  const Reach a = reach_of(boxes_a, wide_b, arena);
  const Reach b = reach_of(boxes_b, wide_a, arena);
  if (a.ids.empty() || b.ids.empty()) return {};
  const Aabb common = intersection(wide_a, wide_b);
  const SweepPlan plan = plan_meeting(a, b, common, grow);
  sort_starts(boxes_a, a.ids, plan.axis, arena);
  sort_starts(boxes_b, b.ids, plan.axis, arena);
  // What lies beyond is pushed into the outermost cells, which is where it is looked for.
  const SweepGrid grid = SweepGrid::around(common);
  const SweepArrays arrays_a = SweepArrays::in(arena, a.ids.size());
  const SweepArrays arrays_b = SweepArrays::in(arena, b.ids.size());
  SweepViews views{arrange({boxes_a, {}}, a.ids, grid, plan, arrays_a, arena), {}};
  views.b = arrange({boxes_b, {}}, b.ids, grid, views.a.plan, arrays_b, arena);
  if (views.b.plan.strips != views.a.plan.strips) {
    views.a = arrange({boxes_a, {}}, a.ids, grid, views.b.plan, arrays_a, arena);
  }
  return views;
}

}  // namespace tact
