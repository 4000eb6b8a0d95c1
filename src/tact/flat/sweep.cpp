#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/sweep.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "tact/flat/sweep.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One box against the boxes of a view from rank `first` on that start at or before its end. Calls
// out(rank) for those that overlap it on the other axes; stops if that says so.
class OneSweep {
  using D = hn::CappedTag<float, 8>;
  using V = hn::Vec<D>;

 public:
  HWY_INLINE OneSweep(const SweepView& view, float limit, float lo0, float hi0, float lo1,
                      float hi1)
      : view_(view),
        limit_(limit),
        lo0_(hn::Set(D(), lo0)),
        hi0_(hn::Set(D(), hi0)),
        lo1_(hn::Set(D(), lo1)),
        hi1_(hn::Set(D(), hi1)) {}

  // Returns the rank after the last box that starts in time.
  template <class Out>
  HWY_INLINE std::uint32_t run(std::uint32_t first, Out& out) const {
    const D d;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    std::uint32_t j = first;
    for (; j + lanes <= view_.count && view_.start[j + lanes - 1] <= limit_; j += lanes) {
      const auto hit = overlap(j);
      if (HWY_UNLIKELY(!hn::AllFalse(d, hit)) && report(bits(hit), j, out) == Flow::stop) return j;
    }
    if (j >= view_.count) return j;
    const auto in_time = hn::Le(hn::LoadU(d, view_.start + j), hn::Set(d, limit_));
    // Padding starts at infinity: a box without end must not count it.
    const std::uint32_t left = view_.count - j;
    const std::uint32_t real = left < lanes ? (1U << left) - 1 : (1U << lanes) - 1;
    const std::uint32_t mask = bits(in_time) & real;
    report(bits(overlap(j)) & mask, j, out);
    return j + static_cast<std::uint32_t>(std::popcount(mask));
  }

 private:
  static HWY_INLINE std::uint32_t bits(hn::Mask<D> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(D(), mask, bytes);
    return bytes[0];
  }
  HWY_INLINE hn::Mask<D> overlap(std::uint32_t j) const {
    const D d;
    const auto m0 = hn::And(hn::Le(lo0_, hn::LoadU(d, view_.hi[0] + j)),
                            hn::Ge(hi0_, hn::LoadU(d, view_.lo[0] + j)));
    const auto m1 = hn::And(hn::Le(lo1_, hn::LoadU(d, view_.hi[1] + j)),
                            hn::Ge(hi1_, hn::LoadU(d, view_.lo[1] + j)));
    return hn::And(m0, m1);
  }
  template <class Out>
  static HWY_INLINE Flow report(std::uint32_t mask, std::uint32_t j, Out& out) {
    for (; mask != 0; mask &= mask - 1) {
      if (out(j + static_cast<std::uint32_t>(std::countr_zero(mask))) == Flow::stop) {
        return Flow::stop;
      }
    }
    return Flow::go_on;
  }

  const SweepView& view_;
  float limit_;
  V lo0_, hi0_, lo1_, hi1_;
};

// Box `rank` of a, grown, against those of b from rank `first` on.
template <class Out>
HWY_INLINE std::uint32_t sweep_one(const SweepView& a, std::uint32_t rank, const SweepView& b,
                                   std::uint32_t first, float grow, Out& out) {
  Aabb box{{a.start[rank], a.lo[0][rank], a.lo[1][rank]},
           {a.end[rank], a.hi[0][rank], a.hi[1][rank]}};
  if (grow > 0) box.grow(grow);
  const OneSweep sweep(b, box.hi[0], box.lo[1], box.hi[1], box.lo[2], box.hi[2]);
  return sweep.run(first, out);
}

std::uint64_t within_impl(const SweepView& view, Range ranks, const SweepBodies& bodies,
                          BlockWriter& writer) {
  std::uint64_t tests = 0;
  for (std::uint32_t i = ranks.first; i < ranks.end(); ++i) {
    const auto out = [&](std::uint32_t j) HWY_ATTR {
      return writer.push(ordered(bodies.a, view.ids[i], bodies.a, view.ids[j]));
    };
    tests += sweep_one(view, i, view, i + 1, bodies.grow, out) - (i + 1);
    if (writer.flow() == Flow::stop) break;
  }
  return tests;
}

std::uint64_t within_list_impl(const SweepView& view, Range ranks, float grow,
                               ArenaVector<Pair>& pairs) {
  std::uint64_t tests = 0;
  for (std::uint32_t i = ranks.first; i < ranks.end(); ++i) {
    const auto out = [&](std::uint32_t j) HWY_ATTR {
      pairs.push_back({view.ids[i], view.ids[j]});
      return Flow::go_on;
    };
    tests += sweep_one(view, i, view, i + 1, grow, out) - (i + 1);
  }
  return tests;
}

std::uint64_t between_impl(const SweepView& a, Range ranks, const SweepView& b, bool strictly,
                           const SweepBodies& bodies, BlockWriter& writer) {
  std::uint64_t tests = 0;
  const float* const b_end = b.start + b.count;
  if (ranks.count == 0) return 0;
  const float from = a.start[ranks.first];
  auto first = static_cast<std::uint32_t>(
      (strictly ? std::upper_bound(b.start, b_end, from) : std::lower_bound(b.start, b_end, from)) -
      b.start);
  for (std::uint32_t i = ranks.first; i < ranks.end(); ++i) {
    const float start = a.start[i];
    while (first < b.count && (b.start[first] < start || (strictly && b.start[first] == start))) {
      ++first;
    }
    if (first == b.count) break;
    const auto out = [&](std::uint32_t j) HWY_ATTR {
      return writer.push(ordered(bodies.a, a.ids[i], bodies.b, b.ids[j]));
    };
    tests += sweep_one(a, i, b, first, bodies.grow, out) - first;
    if (writer.flow() == Flow::stop) break;
  }
  return tests;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {

HWY_EXPORT(within_impl);
HWY_EXPORT(within_list_impl);
HWY_EXPORT(between_impl);

// The six arrays of a view, writable.
struct SweepArrays {
  float* start;
  float* end;
  float* lo[2];
  float* hi[2];

  SweepArrays(float* memory, std::size_t stride)
      : start(memory),
        end(memory + stride),
        lo{memory + 2 * stride, memory + 3 * stride},
        hi{memory + 4 * stride, memory + 5 * stride} {}

  void set(std::uint32_t rank, const Aabb& box, int axis) {
    const int next = (axis + 1) % 3;
    const int last = (axis + 2) % 3;
    start[rank] = box.lo[axis];
    end[rank] = box.hi[axis];
    lo[0][rank] = box.lo[next];
    hi[0][rank] = box.hi[next];
    lo[1][rank] = box.lo[last];
    hi[1][rank] = box.hi[last];
  }
  void pad(std::uint32_t count) {
    for (std::uint32_t i = 0; i < sweep_padding; ++i) set(count + i, Aabb::nothing(), 0);
  }
};

SweepView view_of(const SweepArrays& arrays, const std::uint32_t* ids, std::uint32_t count,
                  int axis) {
  return {axis,
          count,
          arrays.start,
          arrays.end,
          {arrays.lo[0], arrays.lo[1]},
          {arrays.hi[0], arrays.hi[1]},
          ids};
}

// Writes the boxes in the order of the list, and the padding.
void arrange(std::span<const Aabb> boxes, std::span<const Endpoint> sorted, int axis,
             SweepArrays arrays, std::uint32_t* ids) {
  std::uint32_t rank = 0;
  for (const Endpoint e : sorted) {
    if (is_end(e)) continue;
    const std::uint32_t id = box_of(e);
    ids[rank] = id;
    arrays.set(rank++, boxes[id], axis);
  }
  arrays.pad(rank);
}

}  // namespace

Aabb SweepView::box(std::uint32_t rank) const {
  Aabb box{};
  const int next = (axis + 1) % 3;
  const int last = (axis + 2) % 3;
  box.lo[axis] = start[rank];
  box.hi[axis] = end[rank];
  box.lo[next] = lo[0][rank];
  box.hi[next] = hi[0][rank];
  box.lo[last] = lo[1][rank];
  box.hi[last] = hi[1][rank];
  return box;
}

void SweepOrder::assign(std::span<const Aabb> boxes, std::span<const Endpoint> sorted, int axis) {
  axis_ = axis;
  count_ = static_cast<std::uint32_t>(boxes.size());
  const std::size_t stride = boxes.size() + sweep_padding;
  floats_.resize(6 * stride);
  ids_.resize(stride);
  arrange(boxes, sorted, axis, SweepArrays(floats_.data(), stride), ids_.data());
}

SweepView SweepOrder::view() const {
  // A view reads only.
  auto* const memory = const_cast<float*>(floats_.data());
  return view_of(SweepArrays(memory, floats_.size() / 6), ids_.data(), count_, axis_);
}

SweepView arrange_sweep(std::span<const Aabb> boxes, std::span<const Endpoint> sorted, int axis,
                        Arena& arena) {
  const auto count = static_cast<std::uint32_t>(
      std::count_if(sorted.begin(), sorted.end(), [](Endpoint e) { return !is_end(e); }));
  const std::size_t stride = count + sweep_padding;
  const SweepArrays arrays(arena.allocate<float>(6 * stride).data(), stride);
  const std::span<std::uint32_t> ids = arena.allocate<std::uint32_t>(stride);
  arrange(boxes, sorted, axis, arrays, ids.data());
  return view_of(arrays, ids.data(), count, axis);
}

SweepView clip_sweep(const SweepView& all, const Aabb& region, int axis, Arena& arena) {
  const std::span<std::uint32_t> ranks = arena.allocate<std::uint32_t>(all.count);
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < all.count; ++i) {
    ranks[count] = i;
    count += overlaps(all.box(i), region) ? 1 : 0;
  }
  if (axis != all.axis) {
    const std::span<Endpoint> order = arena.allocate<Endpoint>(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      order[i] = make_endpoint(all.box(ranks[i]).lo[axis], false, ranks[i]);
    }
    full_sort(FullSort::radix, order, arena);
    for (std::uint32_t i = 0; i < count; ++i) ranks[i] = box_of(order[i]);
  }
  const std::size_t stride = count + sweep_padding;
  SweepArrays arrays(arena.allocate<float>(6 * stride).data(), stride);
  const std::span<std::uint32_t> ids = arena.allocate<std::uint32_t>(stride);
  for (std::uint32_t i = 0; i < count; ++i) {
    ids[i] = all.ids[ranks[i]];
    arrays.set(i, all.box(ranks[i]), axis);
  }
  arrays.pad(count);
  return view_of(arrays, ids.data(), count, axis);
}

std::uint64_t sweep_within(const SweepView& view, Range ranks, const SweepBodies& bodies,
                           BlockWriter& writer) {
  return HWY_DYNAMIC_DISPATCH(within_impl)(view, ranks, bodies, writer);
}

std::uint64_t sweep_within(const SweepView& view, Range ranks, float grow,
                           ArenaVector<Pair>& pairs) {
  return HWY_DYNAMIC_DISPATCH(within_list_impl)(view, ranks, grow, pairs);
}

std::uint64_t sweep_between(const SweepView& a, Range ranks, const SweepView& b, bool strictly,
                            const SweepBodies& bodies, BlockWriter& writer) {
  return HWY_DYNAMIC_DISPATCH(between_impl)(a, ranks, b, strictly, bodies, writer);
}

}  // namespace tact
#endif
