#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/stream_tile.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "tact/bounds/aabb_simd.h"
#include "tact/flat/stream_tile.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Rows as the kernel reads them: one box after the other, grown.
struct Rows {
  Aabb box[tile_side];
};
// Columns that are left, packed again into full blocks.
struct Columns {
  Aabb8 block[tile_blocks];
};

// A byte of bits for eight columns. On targets with fewer lanes it takes several steps.
HWY_INLINE std::uint8_t overlap_byte(const BroadcastBox& box, const Aabb8& eight) {
  return static_cast<std::uint8_t>(overlap_mask(box, eight));
}

// Two rows at a time: each block of columns is read once for both.
HWY_INLINE void test_rows(const Rows& rows, const Aabb8* columns, TileBits& out) {
  const std::uint32_t blocks = (out.columns + 7) / 8;
  for (std::uint32_t r = 0; r < out.rows; r += 2) {
    const bool second = r + 1 < out.rows;
    const BroadcastBox box0(rows.box[r]);
    const BroadcastBox box1(rows.box[second ? r + 1 : r]);
    auto* const bytes0 = reinterpret_cast<std::uint8_t*>(out.bits[r]);
    // Of an odd number of rows, the last is written twice: there is always room.
    auto* const bytes1 = reinterpret_cast<std::uint8_t*>(out.bits[r + 1]);
    for (std::uint32_t k = 0; k < blocks; ++k) {
      bytes0[k] = overlap_byte(box0, columns[k]);
      bytes1[k] = overlap_byte(box1, columns[k]);
    }
    for (std::uint32_t k = blocks; k % 8 != 0; ++k) bytes0[k] = bytes1[k] = 0;
  }
}

void clear_below_diagonal(TileBits& out) {
  for (std::uint32_t r = 0; r < out.rows; ++r) {
    const std::uint32_t leaf = out.row_leaf[r];
    std::fill(out.bits[r], out.bits[r] + leaf / 64, std::uint64_t{0});
    out.bits[r][leaf / 64] &= ~std::uint64_t{0} << leaf % 64;
  }
}

HWY_INLINE std::uint32_t pick_rows(const TileTask& task, const Aabb& common, Rows& rows,
                                   TileBits& out) {
  std::uint32_t count = 0;
  const BroadcastBox reach(common);
  for (std::uint32_t k = 0; k < task.a.size(); ++k) {
    // A leaf that grows is tested when it has grown.
    std::uint32_t mask = task.grow > 0 ? 0xFFU : overlap_mask(reach, task.a[k]);
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
      Aabb box = task.a[k].get(lane);
      if (task.grow > 0) {
        box.grow(task.grow);
        if (!overlaps(box, common)) continue;
      }
      rows.box[count] = box;
      out.row_leaf[count++] = static_cast<std::uint8_t>(8 * (task.first_block + k) + lane);
    }
  }
  return count;
}

HWY_INLINE std::uint32_t pick_columns(const TileTask& task, const Aabb& common, Columns& columns,
                                      TileBits& out) {
  std::uint32_t count = 0;
  const BroadcastBox reach(common);
  for (std::uint32_t k = 0; k < task.b.size(); ++k) {
    for (std::uint32_t mask = overlap_mask(reach, task.b[k]); mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
      columns.block[count / 8].set(count % 8, task.b[k].get(lane));
      out.column_leaf[count++] = static_cast<std::uint8_t>(8 * k + lane);
    }
  }
  for (std::uint32_t i = count; i % 8 != 0; ++i) {
    columns.block[i / 8].set(i % 8, Aabb::nothing());
  }
  return count;
}

// Counted here, where there is an instruction for it.
HWY_INLINE std::uint32_t count_pairs(const TileBits& out) {
  std::uint32_t pairs = 0;
  for (std::uint32_t r = 0; r < out.rows; ++r) {
    for (std::uint32_t w = 0; w < (out.columns + 63) / 64; ++w) {
      pairs += static_cast<std::uint32_t>(std::popcount(out.bits[r][w]));
    }
  }
  return pairs;
}

std::uint64_t test_all(const TileTask& task, Rows& rows, TileBits& out) {
  out.rows = static_cast<std::uint32_t>(8 * task.a.size());
  out.columns = static_cast<std::uint32_t>(8 * task.b.size());
  for (std::uint32_t i = 0; i < tile_side; ++i) out.column_leaf[i] = static_cast<std::uint8_t>(i);
  for (std::uint32_t i = 0; i < out.rows; ++i) {
    rows.box[i] = task.a[i / 8].get(i % 8);
    if (task.grow > 0) rows.box[i].grow(task.grow);
    out.row_leaf[i] = static_cast<std::uint8_t>(8 * task.first_block + i);
  }
  test_rows(rows, task.b.data(), out);
  if (task.within) clear_below_diagonal(out);
  out.pairs = count_pairs(out);
  return std::uint64_t{out.rows} * out.columns;
}

std::uint64_t test_tile_impl(const TileTask& task, TileBits& out) {
  Rows rows;
  // A tile against itself overlaps itself everywhere: there is nothing to leave out.
  if (!task.culling || task.within) return test_all(task, rows, out);
  Columns columns;
  Aabb grown = task.box_a;
  grown.grow(task.grow);
  out.rows = out.columns = out.pairs = 0;
  // What a leaf of a, grown, and a leaf of b have in common lies in both boxes.
  const Aabb common = intersection(grown, task.box_b);
  if (common.empty()) return 1;
  out.columns = pick_columns(task, common, columns, out);
  if (out.columns == 0) return 1 + 8 * task.b.size();
  out.rows = pick_rows(task, common, rows, out);
  test_rows(rows, columns.block, out);
  out.pairs = count_pairs(out);
  return 1 + 8 * (task.a.size() + task.b.size()) + std::uint64_t{out.rows} * out.columns;
}

std::uint32_t overlapping_tiles_impl(const Aabb& box, std::span<const Aabb8> tiles,
                                     std::uint32_t first, std::uint32_t last, std::uint32_t* out) {
  const BroadcastBox reach(box);
  std::uint32_t count = 0;
  for (std::uint32_t k = first / 8; k < (last + 7) / 8; ++k) {
    for (std::uint32_t mask = overlap_mask(reach, tiles[k]); mask != 0; mask &= mask - 1) {
      const std::uint32_t tile = 8 * k + static_cast<std::uint32_t>(std::countr_zero(mask));
      if (tile >= first && tile < last) out[count++] = tile;
    }
  }
  return count;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(test_tile_impl);
HWY_EXPORT(overlapping_tiles_impl);
}  // namespace

std::uint64_t test_tile(const TileTask& task, TileBits& bits) {
  return HWY_DYNAMIC_DISPATCH(test_tile_impl)(task, bits);
}

std::uint32_t overlapping_tiles(const Aabb& box, std::span<const Aabb8> tiles, std::uint32_t first,
                                std::uint32_t last, std::uint32_t* out) {
  return HWY_DYNAMIC_DISPATCH(overlapping_tiles_impl)(box, tiles, first, last, out);
}

}  // namespace tact
#endif
