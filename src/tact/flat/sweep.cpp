#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/sweep.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "tact/flat/sweep.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint32_t word = 64;  // boxes tested before anything is decided
static_assert(word <= sweep_padding);

// The lanes of a mask as bits.
template <class D>
HWY_INLINE std::uint64_t bits_of(D d, hn::Mask<D> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint16_t bits = 0;
  static_assert(hn::MaxLanes(D()) <= 16);
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

// Pairs of entries that share cells. They are kept until there are many: whether a word of boxes
// holds one is not to be predicted, so that deciding it box by box would cost more than all tests.
class NearPairs {
 public:
  static constexpr std::size_t enough = 960;

  HWY_INLINE void add(std::uint32_t a, std::uint32_t b, std::uint64_t bits) {
    std::uint32_t* const to = &b_[size_];
    const auto count = static_cast<std::size_t>(std::popcount(bits));
    std::fill_n(&a_[size_], 4, a);
    for (std::size_t i = 0; i < 4; ++i) {  // most have fewer, and those written in vain do no harm
      to[i] = b + static_cast<std::uint32_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
    for (std::size_t i = 4; i < count; ++i) {
      a_[size_ + i] = a;
      to[i] = b + static_cast<std::uint32_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
    size_ += count;
  }
  std::size_t size() const { return size_; }
  std::uint32_t a(std::size_t i) const { return a_[i]; }
  std::uint32_t b(std::size_t i) const { return b_[i]; }
  void clear() { size_ = 0; }

 private:
  std::size_t size_ = 0;
  std::uint32_t a_[enough + word + 4];
  std::uint32_t b_[enough + word + 4];
};

// One entry against entries that start in the cell in which it ends, or before.
class OneSweep {
  using D = hn::CappedTag<std::uint16_t, 16>;
  using V = hn::Vec<D>;

 public:
  HWY_INLINE OneSweep(const SweepView& a, std::uint32_t entry, const SweepView& b)
      : view_(b),
        entry_(entry),
        limit_(a.hi[0][entry]),
        end_(hn::Set(D(), limit_)),
        lo1_(hn::Set(D(), a.lo[1][entry])),
        hi1_(hn::Set(D(), a.hi[1][entry])),
        lo2_(hn::Set(D(), a.lo[2][entry])),
        hi2_(hn::Set(D(), a.hi[2][entry])) {}

  // Those in [first, last), which are of one strip. Calls flush() when there are enough pairs.
  // Returns how many were tested.
  template <class Flush>
  HWY_INLINE std::uint32_t run(std::uint32_t first, std::uint32_t last, NearPairs& pairs,
                               Flush& flush) const {
    std::uint32_t j = first;
    for (; j < last && view_.lo[0][j] <= limit_; j += word) {
      std::uint64_t bits = near(j);
      if (last - j < word) bits &= (std::uint64_t{1} << (last - j)) - 1;
      pairs.add(entry_, j, bits);
      if (HWY_UNLIKELY(pairs.size() > NearPairs::enough)) flush();
    }
    return (j < last ? j : last) - first;
  }

 private:
  // Which of 64 entries share cells with this one on all axes.
  HWY_INLINE std::uint64_t near(std::uint32_t j) const {
    const D d;
    std::uint64_t bits = 0;
    for (std::size_t i = j; i < j + word; i += hn::MaxLanes(D())) {
      // A difference that saturates at nothing: both ends are in order.
      const V out0 = hn::SaturatedSub(hn::LoadU(d, view_.lo[0] + i), end_);
      const V out1 = hn::Or(hn::SaturatedSub(lo1_, hn::LoadU(d, view_.hi[1] + i)),
                            hn::SaturatedSub(hn::LoadU(d, view_.lo[1] + i), hi1_));
      const V out2 = hn::Or(hn::SaturatedSub(lo2_, hn::LoadU(d, view_.hi[2] + i)),
                            hn::SaturatedSub(hn::LoadU(d, view_.lo[2] + i), hi2_));
      const V apart = hn::Or(out0, hn::Or(out1, out2));
      bits |= bits_of(d, hn::Eq(apart, hn::Zero(d))) << (i - j);
    }
    return bits;
  }

  const SweepView& view_;
  std::uint32_t entry_;
  std::uint16_t limit_;
  V end_, lo1_, hi1_, lo2_, hi2_;
};

// Hands on those pairs whose boxes overlap, not only their cells; each in one strip only: the last
// in which one of the two is at home.
template <class Out>
class Flush {
 public:
  Flush(const SweepView& a, const SweepView& b, NearPairs& pairs, Out& out)
      : a_(a), b_(b), pairs_(pairs), out_(out) {}
  void operator()() {
    const float grow = a_.plan.grow;
    for (std::size_t i = 0; i < pairs_.size() && !stopped_; ++i) {
      const std::uint32_t a = pairs_.a(i);
      const std::uint32_t b = pairs_.b(i);
      const SweepEntry& one = a_.entries[a];
      const SweepEntry& other = b_.entries[b];
      if (!one.home && !other.home) continue;
      Aabb box = one.box;
      if (grow > 0) box.grow(grow);
      if (overlaps(box, other.box)) stopped_ = out_(one, other) == Flow::stop;
    }
    pairs_.clear();
  }
  bool stopped() const { return stopped_; }

 private:
  const SweepView& a_;
  const SweepView& b_;
  NearPairs& pairs_;
  Out& out_;
  bool stopped_ = false;
};

// The strip of an entry.
std::uint32_t strip_of(const SweepView& view, std::uint32_t entry) {
  const std::uint32_t* const end = view.first + view.plan.strips + 1;
  return static_cast<std::uint32_t>(std::upper_bound(view.first, end, entry) - view.first) - 1;
}

template <class Out>
HWY_INLINE std::uint64_t sweep_itself(const SweepView& view, Range entries, Out& out) {
  NearPairs pairs;
  Flush<Out> flush(view, view, pairs, out);
  std::uint64_t tests = 0;
  std::uint32_t strip = strip_of(view, entries.first);
  for (std::uint32_t i = entries.first; i < entries.end() && !flush.stopped(); ++i) {
    while (view.first[strip + 1] <= i) ++strip;
    tests += OneSweep(view, i, view).run(i + 1, view.first[strip + 1], pairs, flush);
  }
  flush();
  return tests;
}

SweepCounts within_impl(const SweepView& view, Range entries, std::uint32_t body, bool unrelated,
                        BlockWriter& writer) {
  SweepCounts counts;
  const auto out = [&](const SweepEntry& a, const SweepEntry& b) {
    return writer.push(ordered(body, a.id, body, b.id));
  };
  const auto out_unrelated = [&](const SweepEntry& a, const SweepEntry& b) {
    if (!related(a.tags, b.tags)) return out(a, b);
    ++counts.related;
    return Flow::go_on;
  };
  counts.tests =
      unrelated ? sweep_itself(view, entries, out_unrelated) : sweep_itself(view, entries, out);
  return counts;
}

std::uint64_t within_list_impl(const SweepView& view, Range entries, ArenaVector<Pair>& pairs) {
  const auto out = [&](const SweepEntry& a, const SweepEntry& b) {
    pairs.push_back({a.id, b.id});
    return Flow::go_on;
  };
  return sweep_itself(view, entries, out);
}

std::uint64_t between_impl(const SweepView& a, Range entries, const SweepView& b, bool strictly,
                           const SweepBodies& bodies, BlockWriter& writer) {
  const auto out = [&](const SweepEntry& one, const SweepEntry& other) {
    return writer.push(ordered(bodies.a, one.id, bodies.b, other.id));
  };
  NearPairs pairs;
  Flush<decltype(out)> flush(a, b, pairs, out);
  std::uint64_t tests = 0;
  std::uint32_t strip = strip_of(a, entries.first);
  std::uint32_t first = b.first[strip];
  for (std::uint32_t i = entries.first; i < entries.end() && !flush.stopped(); ++i) {
    while (a.first[strip + 1] <= i) first = b.first[++strip];
    const std::uint32_t last = b.first[strip + 1];
    const std::uint32_t from = std::uint32_t{a.lo[0][i]} + (strictly ? 1 : 0);
    while (first < last && b.lo[0][first] < from) ++first;
    tests += OneSweep(a, i, b).run(first, last, pairs, flush);
  }
  flush();
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

}  // namespace

SweepCounts sweep_within(const SweepView& view, Range entries, std::uint32_t body, bool unrelated,
                         BlockWriter& writer) {
  if (entries.count == 0) return {};
  return HWY_DYNAMIC_DISPATCH(within_impl)(view, entries, body, unrelated, writer);
}

std::uint64_t sweep_within(const SweepView& view, Range entries, ArenaVector<Pair>& pairs) {
  if (entries.count == 0) return 0;
  return HWY_DYNAMIC_DISPATCH(within_list_impl)(view, entries, pairs);
}

std::uint64_t sweep_between(const SweepView& a, Range entries, const SweepView& b, bool strictly,
                            const SweepBodies& bodies, BlockWriter& writer) {
  if (entries.count == 0) return 0;
  return HWY_DYNAMIC_DISPATCH(between_impl)(a, entries, b, strictly, bodies, writer);
}

}  // namespace tact
#endif
