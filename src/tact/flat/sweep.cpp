#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/sweep.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
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
  /// Puts pair i into an earlier place.
  void move(std::size_t i, std::size_t to) {
    a_[to] = a_[i];
    b_[to] = b_[i];
  }
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

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE bool boxes_overlap(const SweepEntry& a, const SweepEntry& b) {
  return overlaps(a.box, b.box);
}
HWY_INLINE bool tags_related(const SweepEntry& a, const SweepEntry& b) {
  return related(a.tags, b.tags);
}
#else
// Four numbers of an entry from a byte on; those behind the three that are meant are ignored.
template <class T>
HWY_INLINE auto four_of(const SweepEntry& entry, std::size_t byte) {
  const char* const at = reinterpret_cast<const char*>(&entry) + byte;
  return hn::LoadU(hn::FixedTag<T, 4>(), reinterpret_cast<const T*>(at));
}
constexpr std::size_t lo_at = offsetof(SweepEntry, box);
constexpr std::size_t hi_at = lo_at + sizeof(Aabb::lo);
constexpr std::size_t tags_at = offsetof(SweepEntry, tags);
static_assert(tags_at + 16 <= sizeof(SweepEntry));

HWY_INLINE bool boxes_overlap(const SweepEntry& a, const SweepEntry& b) {
  const hn::FixedTag<float, 4> d;
  const auto in_order =
      hn::And(hn::VecFromMask(d, hn::Le(four_of<float>(a, lo_at), four_of<float>(b, hi_at))),
              hn::VecFromMask(d, hn::Le(four_of<float>(b, lo_at), four_of<float>(a, hi_at))));
  return (bits_of(d, hn::MaskFromVec(in_order)) & 7U) == 7U;
}
HWY_INLINE bool tags_related(const SweepEntry& a, const SweepEntry& b) {
  const hn::FixedTag<std::uint32_t, 4> d;
  const auto of_b = four_of<std::uint32_t>(b, tags_at);
  const auto same = [&](std::uint32_t tag)
                        HWY_ATTR { return hn::VecFromMask(d, hn::Eq(of_b, hn::Set(d, tag))); };
  const auto any = hn::Or(same(a.tags.tag[0]), hn::Or(same(a.tags.tag[1]), same(a.tags.tag[2])));
  return (bits_of(d, hn::MaskFromVec(any)) & 7U) != 0;
}
#endif

// Hands on those pairs whose boxes overlap, not only their cells, and that are not related if that
// matters; each in one strip only: the last in which one of the two is at home. Which pairs those
// are cannot be predicted, so that nothing is decided before all are known.
template <bool unrelated, class Out>
class Flush {
 public:
  Flush(const SweepView& a, const SweepView& b, NearPairs& pairs, Out& out)
      : a_(a), b_(b), pairs_(pairs), out_(out) {}
  void operator()() {
    const std::size_t count = a_.plan.grow > 0 ? sift<true>() : sift<false>();
    for (std::size_t i = 0; i < count && !stopped_; ++i) {
      stopped_ = out_(a_.entries[pairs_.a(i)], b_.entries[pairs_.b(i)]) == Flow::stop;
    }
    pairs_.clear();
  }
  bool stopped() const { return stopped_; }
  /// Pairs that were left out because of their tags.
  std::uint64_t related() const { return related_; }

 private:
  template <bool grows>
  HWY_INLINE std::size_t sift() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const SweepEntry& one = a_.entries[pairs_.a(i)];
      const SweepEntry& other = b_.entries[pairs_.b(i)];
      bool found = one.home | other.home;
      if constexpr (grows) {
        SweepEntry wide = one;
        wide.box.grow(a_.plan.grow);
        found = found & boxes_overlap(wide, other);
      } else {
        found = found & boxes_overlap(one, other);
      }
      const bool kin = unrelated && tags_related(one, other);
      related_ += (found & kin) ? 1 : 0;
      pairs_.move(i, kept);
      kept += (found & !kin) ? 1 : 0;
    }
    return kept;
  }

  const SweepView& a_;
  const SweepView& b_;
  NearPairs& pairs_;
  Out& out_;
  std::uint64_t related_ = 0;
  bool stopped_ = false;
};

// The strip of an entry.
std::uint32_t strip_of(const SweepView& view, std::uint32_t entry) {
  const std::uint32_t* const end = view.first + view.plan.strips + 1;
  return static_cast<std::uint32_t>(std::upper_bound(view.first, end, entry) - view.first) - 1;
}

template <bool unrelated, class Out>
HWY_INLINE SweepCounts sweep_itself(const SweepView& view, Range entries, Out& out) {
  NearPairs pairs;
  Flush<unrelated, Out> flush(view, view, pairs, out);
  std::uint64_t tests = 0;
  std::uint32_t strip = strip_of(view, entries.first);
  for (std::uint32_t i = entries.first; i < entries.end() && !flush.stopped(); ++i) {
    while (view.first[strip + 1] <= i) ++strip;
    tests += OneSweep(view, i, view).run(i + 1, view.first[strip + 1], pairs, flush);
  }
  flush();
  return {tests, flush.related()};
}

SweepCounts within_impl(const SweepView& view, Range entries, std::uint32_t body, bool unrelated,
                        CandidateWriter& writer) {
  const auto out = [&](const SweepEntry& a, const SweepEntry& b) {
    return writer.push(ordered(body, a.id, body, b.id));
  };
  return unrelated ? sweep_itself<true>(view, entries, out)
                   : sweep_itself<false>(view, entries, out);
}

std::uint64_t within_list_impl(const SweepView& view, Range entries, ArenaVector<Pair>& pairs) {
  const auto out = [&](const SweepEntry& a, const SweepEntry& b) {
    pairs.push_back({a.id, b.id});
    return Flow::go_on;
  };
  return sweep_itself<false>(view, entries, out).tests;
}

std::uint64_t between_impl(const SweepView& a, Range entries, const SweepView& b, bool strictly,
                           const SweepBodies& bodies, CandidateWriter& writer) {
  const auto out = [&](const SweepEntry& one, const SweepEntry& other) {
    return writer.push(ordered(bodies.a, one.id, bodies.b, other.id));
  };
  NearPairs pairs;
  Flush<false, decltype(out)> flush(a, b, pairs, out);
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
                         CandidateWriter& writer) {
  if (entries.count == 0) return {};
  return HWY_DYNAMIC_DISPATCH(within_impl)(view, entries, body, unrelated, writer);
}

std::uint64_t sweep_within(const SweepView& view, Range entries, ArenaVector<Pair>& pairs) {
  if (entries.count == 0) return 0;
  return HWY_DYNAMIC_DISPATCH(within_list_impl)(view, entries, pairs);
}

std::uint64_t sweep_between(const SweepView& a, Range entries, const SweepView& b, bool strictly,
                            const SweepBodies& bodies, CandidateWriter& writer) {
  if (entries.count == 0) return 0;
  return HWY_DYNAMIC_DISPATCH(between_impl)(a, entries, b, strictly, bodies, writer);
}

}  // namespace tact
#endif
