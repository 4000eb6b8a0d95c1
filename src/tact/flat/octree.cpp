#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/octree.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "tact/base/float4_simd.h"
#include "tact/bounds/aabb_simd.h"
#include "tact/flat/octree.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Which of the eight parts of a cell a box reaches, from six comparisons: bits 0 to 2 say that it
// begins below the middle of an axis, bits 3 to 5 that it ends above.
struct PartTable {
  std::uint8_t parts[64];
  constexpr PartTable() : parts{} {
    constexpr std::uint8_t low[3] = {0x55, 0x33, 0x0F};
    for (unsigned bits = 0; bits < 64; ++bits) {
      unsigned mask = 0xFF;
      for (unsigned k = 0; k < 3; ++k) {
        unsigned axis = 0;
        if ((bits >> k & 1U) != 0) axis |= low[k];
        if ((bits >> (k + 3) & 1U) != 0) axis |= ~unsigned{low[k]} & 0xFFU;
        mask &= axis;
      }
      parts[bits] = static_cast<std::uint8_t>(mask);
    }
  }
};

// A box that ends in the middle reaches the upper half: cells begin at their lower sides.
HWY_INLINE std::uint32_t parts_of(const BoxItem& item, const F4& centre, const PartTable& table) {
  const auto* const floats = reinterpret_cast<const float*>(&item);
  const std::uint32_t below = f4_greater(centre, f4_load(floats));
  const std::uint32_t not_above = f4_greater(centre, f4_load(floats + 4));
  return table.parts[below | (~not_above & 7U) << 3];
}

// One body, and nobody wants its own pairs.
HWY_INLINE bool alone(std::span<const BoxItem> items, std::span<const float> numbers) {
  const float first = numbers[items[0].body];
  for (const BoxItem& item : items) {
    if (!(numbers[item.body] == first)) return false;
  }
  return true;
}

bool split_impl(const OctreeCell& cell, const OctreeTask& task, Arena& arena,
                ArenaVector<OctreeCell>& parts, Stats& stats) {
  static constexpr PartTable table;
  const std::size_t count = cell.items.size();
  if (cell.depth >= task.depth || count <= task.never_split) return false;
  const std::span<std::uint8_t> masks = arena.allocate<std::uint8_t>(count);
  const F4 centre = f4_load(cell.centre);
  std::uint32_t counts[256] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t mask = parts_of(cell.items[i], centre, table);
    masks[i] = static_cast<std::uint8_t>(mask);
    ++counts[mask];
  }
  std::uint64_t sizes[8] = {};
  for (std::uint32_t mask = 1; mask < 256; ++mask) {
    for (std::uint32_t k = 0; k < 8; ++k)
      sizes[k] += (mask >> k & 1U) * std::uint64_t{counts[mask]};
  }
  stats.bounds_tests += count;
  // Large boxes are in all parts: where that leaves as many pairs as before, it ends here.
  double pairs = 0;
  for (const std::uint64_t size : sizes) pairs += static_cast<double>(size * size);
  if (pairs > 0.75 * static_cast<double>(count) * static_cast<double>(count)) return false;
  ++stats.nodes_split;

  BoxItem* next[8];
  std::span<BoxItem> lists[8];
  for (std::uint32_t k = 0; k < 8; ++k) {
    lists[k] = arena.allocate<BoxItem>(sizes[k]);
    next[k] = lists[k].data();
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint32_t remaining = masks[i]; remaining != 0; remaining &= remaining - 1) {
      *next[std::countr_zero(remaining)]++ = cell.items[i];
    }
  }
  for (std::uint32_t k = 0; k < 8; ++k) {
    if (sizes[k] < 2 || alone(lists[k], task.numbers)) continue;
    OctreeCell part = cell;
    part.items = lists[k];
    ++part.depth;
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const bool above = (k >> axis & 1U) != 0;
      (above ? part.own.lo : part.own.hi)[axis] = cell.centre[axis];
      part.centre[axis] += above ? cell.quarter[axis] : -cell.quarter[axis];
      part.quarter[axis] *= 0.5F;
    }
    parts.push_back(part);
  }
  return true;
}

// Eight boxes and the numbers of their bodies.
struct Lanes {
  Aabb8 boxes;
  float body[8];
};

HWY_INLINE std::uint32_t foreign_lanes(const BroadcastBox& box, float body, const Lanes& lanes) {
  const BroadcastBox::D d;
  const auto own = hn::Set(d, body);
  std::uint32_t same = 0;
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(own, hn::LoadU(d, lanes.body + i)), bits);
    same |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return overlap_mask(box, lanes.boxes) & ~same;
}

class CellSearch {
 public:
  CellSearch(const OctreeTask& task, CandidateWriter& writer, Arena& arena, Stats& stats)
      : task_(task), writer_(writer), arena_(arena), stats_(stats) {}

  Flow search(const OctreeCell& cell) {
    const Arena::Mark mark = arena_.mark();
    ArenaVector<OctreeCell> parts(arena_);
    Flow flow = Flow::go_on;
    if (!split_impl(cell, task_, arena_, parts, stats_)) {
      flow = test_all(cell);
    } else {
      for (const OctreeCell& part : parts.span()) {
        flow = search(part);
        if (flow == Flow::stop) break;
      }
    }
    arena_.rewind(mark);
    return flow;
  }

 private:
  Flow test_all(const OctreeCell& cell) {
    const std::size_t count = cell.items.size();
    const std::span<Lanes> eights = arena_.allocate<Lanes>((count + 7) / 8);
    for (std::size_t i = 0; i < 8 * eights.size(); ++i) {
      const bool used = i < count;
      eights[i / 8].boxes.set(i % 8, used ? cell.items[i].box() : Aabb::nothing());
      eights[i / 8].body[i % 8] = used ? task_.numbers[cell.items[i].body] : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const BroadcastBox box(cell.items[i].box());
      const float body = eights[i / 8].body[i % 8];
      stats_.bounds_tests += count - i - 1;
      std::uint32_t after = 0xFEU << i % 8 & 0xFFU;
      for (std::size_t k = i / 8; k < eights.size(); ++k, after = 0xFF) {
        std::uint32_t mask = foreign_lanes(box, body, eights[k]) & after;
        for (; mask != 0; mask &= mask - 1) {
          const std::size_t j = 8 * k + static_cast<std::uint32_t>(std::countr_zero(mask));
          if (emit(cell, cell.items[i], cell.items[j]) == Flow::stop) return Flow::stop;
        }
      }
    }
    return Flow::go_on;
  }

  // Two boxes meet in every cell that what they have in common reaches: the one with its lower
  // corner counts.
  Flow emit(const OctreeCell& cell, const BoxItem& a, const BoxItem& b) {
    for (int k = 0; k < 3; ++k) {
      const float corner = std::max(a.lo[k], b.lo[k]);
      if (corner < cell.own.lo[k] || corner >= cell.own.hi[k]) return Flow::go_on;
    }
    const BoxBody& of_a = task_.bodies[a.body];
    const BoxBody& of_b = task_.bodies[b.body];
    if (task_.filtered && !wanted(of_a, of_b, task_.refused)) return Flow::go_on;
    return writer_.push(ordered(of_a.slot, a.id, of_b.slot, b.id));
  }

  const OctreeTask& task_;
  CandidateWriter& writer_;
  Arena& arena_;
  Stats& stats_;
};

void search_impl(const OctreeCell& cell, const OctreeTask& task, CandidateWriter& writer,
                 Arena& arena, Stats& stats) {
  CellSearch(task, writer, arena, stats).search(cell);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(split_impl);
HWY_EXPORT(search_impl);
}  // namespace

OctreeCell root_cell(const Aabb& region, std::span<const BoxItem> items) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  OctreeCell cell{};
  cell.items = items;
  cell.own = {{-inf, -inf, -inf}, {inf, inf, inf}};
  for (int k = 0; k < 3; ++k) {
    cell.centre[k] = region.empty() ? 0 : region.centre(k);
    cell.quarter[k] = region.empty() ? 0 : 0.25F * (region.hi[k] - region.lo[k]);
  }
  return cell;
}

bool split_cell(const OctreeCell& cell, const OctreeTask& task, Arena& arena,
                ArenaVector<OctreeCell>& parts, Stats& stats) {
  return HWY_DYNAMIC_DISPATCH(split_impl)(cell, task, arena, parts, stats);
}

void search_cell(const OctreeCell& cell, const OctreeTask& task, CandidateWriter& writer,
                 Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(search_impl)(cell, task, writer, arena, stats);
}

}  // namespace tact
#endif
