#include "tact/geometry/triangle_batch.h"

#include <cstring>

#include "tact/base/error.h"
#include "tact/geometry/triangle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/geometry/triangle_batch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tact/geometry/triangle_batch_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// The lowest four bits, a byte each.
HWY_INLINE std::uint32_t spread(std::uint32_t bits) {
  return ((bits & 0xFU) * 0x204081U) & 0x01010101U;
}

HWY_INLINE std::uint32_t mask_bits(LaneMask mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Doubles(), mask, bits);
  return bits[0];
}

// Of the pairs from i on that touch for certain, whose corners are all off the other's plane: on
// which sides. Apart from the loop, which most often ends without it.
HWY_NOINLINE void note_sides(const PlaneSides& sides_a, const PlaneSides& sides_b,
                             std::uint32_t hits, Finding* found) {
  // By three bits that say "in front".
  constexpr std::uint8_t codes[8] = {Finding::code_of(-1, -1, -1), Finding::code_of(1, -1, -1),
                                     Finding::code_of(-1, 1, -1),  Finding::code_of(1, 1, -1),
                                     Finding::code_of(-1, -1, 1),  Finding::code_of(1, -1, 1),
                                     Finding::code_of(-1, 1, 1),   Finding::code_of(1, 1, 1)};
  std::uint32_t front_a[3];
  std::uint32_t front_b[3];
  for (std::size_t k = 0; k < 3; ++k) {
    front_a[k] = mask_bits(sides_a.front[k]);
    front_b[k] = mask_bits(sides_b.front[k]);
  }
  const auto bits = [](const std::uint32_t(&front)[3], std::uint32_t lane) {
    return (front[0] >> lane & 1U) | (front[1] >> lane & 1U) << 1 | (front[2] >> lane & 1U) << 2;
  };
  for (std::uint32_t lane = 0; hits >> lane != 0; ++lane) {
    if ((hits >> lane & 1U) == 0) continue;
    found[lane] = {};
    found[lane].sides_a = codes[bits(front_a, lane)];
    found[lane].sides_b = codes[bits(front_b, lane)];
    found[lane].overlap = true;
  }
}

// verdict[i]: 0 apart, 1 touching, 2 open. Writes up to three bytes beyond `count`, rounded up to
// lanes. `found`: null, or with room for `count`.
void classify(const TrianglePairs& pairs, std::size_t count, std::uint8_t* verdict,
              Finding* found) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const auto store = [&](std::size_t i, std::uint32_t hits, std::uint32_t open) {
    for (std::size_t k = 0; k < lanes; k += 4) {
      const std::uint32_t bytes = spread(hits >> k) | (spread(open >> k) << 1);
      std::memcpy(verdict + i + k, &bytes, sizeof bytes);
    }
  };
  for (std::size_t i = 0; i < count; i += lanes) {
    const Points a[3] = {load_points(pairs, 0, i), load_points(pairs, 3, i),
                         load_points(pairs, 6, i)};
    const Points b[3] = {load_points(pairs, 9, i), load_points(pairs, 12, i),
                         load_points(pairs, 15, i)};
    const PlaneSides sides_a = plane_sides(b, a);
    if (hn::AllTrue(Doubles(), sides_a.one_sided)) {
      store(i, 0, 0);
      continue;
    }
    const PlaneSides sides_b = plane_sides(a, b);
    const LaneMask apart = hn::Or(sides_a.one_sided, sides_b.one_sided);
    if (hn::AllTrue(Doubles(), apart)) {
      store(i, 0, 0);
      continue;
    }
    const LaneMask certain = hn::And(sides_a.certain, sides_b.certain);
    const Overlap overlap = overlap_on_line(turn(a, sides_a), turn(b, sides_b));
    const LaneMask misses = hn::Or(apart, hn::And(certain, overlap.miss));
    const LaneMask hits = hn::AndNot(apart, hn::And(certain, overlap.hit));
    const std::uint32_t hit_bits = mask_bits(hits);
    if (found != nullptr && hit_bits != 0) {
      const std::uint32_t within = count - i < 8 ? (1U << (count - i)) - 1 : 0xFFU;
      note_sides(sides_a, sides_b, hit_bits & within, found + i);
    }
    store(i, hit_bits, ~mask_bits(hn::Or(misses, hits)));
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(classify);

namespace {

// Lanes beyond `count` are computed too: let them hold what the last pair does.
void fill_up(TrianglePairs& pairs, std::size_t count) {
  const std::size_t end = (count + 7) / 8 * 8;
  for (auto& row : pairs.v) {
    for (std::size_t i = count; i < end; ++i) row[i] = row[count - 1];
  }
}

// The pairs that the filter left open, a few at a time: a pair's coordinates are gathered well
// before they are used, because loads that overlap stores still under way are slow.
class OpenPairs {
 public:
  OpenPairs(const TrianglePairs& pairs, std::span<std::uint8_t> hit, std::span<Finding> found)
      : pairs_(pairs), hit_(hit), found_(found) {}

  void add(std::size_t i) {
    for (std::size_t k = 0; k < 3; ++k) {
      gathered_[count_].a[k] = {pairs_.v[3 * k][i], pairs_.v[3 * k + 1][i], pairs_.v[3 * k + 2][i]};
      gathered_[count_].b[k] = {pairs_.v[9 + 3 * k][i], pairs_.v[10 + 3 * k][i],
                                pairs_.v[11 + 3 * k][i]};
    }
    place_[count_++] = i;
    if (count_ == group) test();
  }
  void test() {
    for (std::size_t k = 0; k < count_; ++k) {
      Finding found;
      hit_[place_[k]] = intersects(gathered_[k].a, gathered_[k].b, found) ? 1 : 0;
      if (!found_.empty()) found_[place_[k]] = found;
    }
    count_ = 0;
  }

 private:
  static constexpr std::size_t group = 8;
  struct Gathered {
    Triangle a;
    Triangle b;
  };

  const TrianglePairs& pairs_;
  std::span<std::uint8_t> hit_;
  std::span<Finding> found_;
  std::size_t place_[group];
  std::size_t count_ = 0;
  Gathered gathered_[group];
};

}  // namespace

std::size_t intersects_batch(TrianglePairs& pairs, std::size_t count, std::span<std::uint8_t> hit,
                             std::span<Finding> found) {
  TACT_ASSERT(count <= TrianglePairs::capacity && count <= hit.size());
  TACT_ASSERT(found.empty() || count <= found.size());
  if (count == 0) return 0;
  fill_up(pairs, count);
  std::uint8_t verdict[TrianglePairs::capacity + 8];
  HWY_DYNAMIC_DISPATCH(classify)(pairs, count, verdict, found.empty() ? nullptr : found.data());
  OpenPairs open_pairs(pairs, hit, found);
  std::size_t open = 0;
  for (std::size_t i = 0; i < count; ++i) {
    hit[i] = verdict[i];
    if (verdict[i] < 2) continue;
    open_pairs.add(i);
    ++open;
  }
  open_pairs.test();
  return open;
}

}  // namespace tact
#endif
