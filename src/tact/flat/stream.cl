// Streaming AABBs (Zhang 2007) on an OpenCL 1.2 device: the kernels. One algorithm with
// flat/stream_tile.cpp and stream_reduction.cpp, and the same result bit for bit.
//
// Boxes lie tile by tile: lowest x of 256 leaves, then lowest y, z, highest x, y, z. Levels of a
// tile: P_0 is 256 rows of 8 words; P_1, P_2, P_3 have a number of 16 bits for each 4 x 4 below;
// the reduced P_1 has one of 64 bits for each 8 x 8.
#pragma OPENCL FP_CONTRACT OFF

#define SIDE 256u
#define TILE_FLOATS (6u * SIDE)
#define P0_WORDS (8u * SIDE)

// As in bounds/aabb.h: more than all rounding on the way, and than what denormals flushed to zero
// lose.
float round_down(float x) { return x - (fabs(x) * 0x1p-23f + 0x1p-100f); }
float round_up(float x) { return x + (fabs(x) * 0x1p-23f + 0x1p-100f); }

// Stream update: minimum and maximum over the rows of packed vertices. Rows are filled up by
// repeating a vertex; leaves from `leaves` on are virtual.
__kernel void update_leaves(__global const float* xyz, __global const uint* rows, const uint leaves,
                            const uint padded, const uint row_count, const float4 offset_scale,
                            __global float* boxes, const uint first_tile) {
  const uint leaf = (uint)get_global_id(0);
  __global float* out = boxes + (size_t)(first_tile + leaf / SIDE) * TILE_FLOATS + leaf % SIDE;
  if (leaf >= leaves) {
    for (uint k = 0; k < 3; ++k) {
      out[k * SIDE] = INFINITY;
      out[(k + 3) * SIDE] = -INFINITY;
    }
    return;
  }
  float3 lo = (float3)(INFINITY);
  float3 hi = (float3)(-INFINITY);
  for (uint r = 0; r < row_count; ++r) {
    const size_t v = 3 * (size_t)rows[(size_t)r * padded + leaf];
    const float3 p = (float3)(xyz[v], xyz[v + 1], xyz[v + 2]);
    lo = fmin(lo, p);
    hi = fmax(hi, p);
  }
  lo = lo * offset_scale.w - offset_scale.xyz;
  hi = hi * offset_scale.w - offset_scale.xyz;
  out[0] = round_down(lo.x);
  out[SIDE] = round_down(lo.y);
  out[2 * SIDE] = round_down(lo.z);
  out[3 * SIDE] = round_up(hi.x);
  out[4 * SIDE] = round_up(hi.y);
  out[5 * SIDE] = round_up(hi.z);
}

// All pairs of a tile: a row against 32 columns. Tiles: x of a, y of b, z set if they are one tile.
__kernel void overlap(__global const float* boxes, __global const uint4* tiles, const float grow,
                      __global uint* p0) {
  const uint word = (uint)get_global_id(0);
  const uint row = (uint)get_global_id(1);
  const size_t which = get_global_id(2);
  const uint4 tile = tiles[which];
  __global const float* a = boxes + (size_t)tile.x * TILE_FLOATS + row;
  __global const float* b = boxes + (size_t)tile.y * TILE_FLOATS + 32u * word;
  float3 lo = (float3)(a[0], a[SIDE], a[2 * SIDE]);
  float3 hi = (float3)(a[3 * SIDE], a[4 * SIDE], a[5 * SIDE]);
  if (grow > 0 && lo.x <= hi.x) {
    lo = (float3)(round_down(lo.x - grow), round_down(lo.y - grow), round_down(lo.z - grow));
    hi = (float3)(round_up(hi.x + grow), round_up(hi.y + grow), round_up(hi.z + grow));
  }
  uint bits = 0;
  for (uint i = 0; i < 32; ++i) {
    const int meets = (lo.x <= b[i + 3 * SIDE]) & (hi.x >= b[i]) & (lo.y <= b[i + 4 * SIDE]) &
                      (hi.y >= b[i + SIDE]) & (lo.z <= b[i + 5 * SIDE]) & (hi.z >= b[i + 2 * SIDE]);
    bits |= (uint)meets << i;
  }
  if (tile.z != 0) {
    const uint first = 32u * word;
    if (row >= first + 32u) {
      bits = 0;
    } else if (row > first) {
      bits &= 0xFFFFFFFFu << (row - first);
    }
  }
  p0[which * P0_WORDS + 8u * row + word] = bits;
}

__kernel void encode_first(__global const uint* p0, __global ushort* p1) {
  const uint x = (uint)get_global_id(0);
  const uint y = (uint)get_global_id(1);
  const size_t which = get_global_id(2);
  uint code = 0;
  for (uint i = 0; i < 4; ++i) {
    const uint word = p0[which * P0_WORDS + 8u * (4u * y + i) + x / 8u];
    code |= (word >> 4u * (x % 8u) & 15u) << 4u * i;
  }
  p1[which * 4096u + 64u * y + x] = (ushort)code;
}

// From a level to the one above, which has `side` cells a side.
__kernel void encode_next(__global const ushort* below, __global ushort* above, const uint side) {
  const uint x = (uint)get_global_id(0);
  const uint y = (uint)get_global_id(1);
  const size_t which = get_global_id(2);
  __global const ushort* cells = below + which * 16u * side * side;
  uint code = 0;
  for (uint i = 0; i < 16; ++i) {
    const uint at = (4u * y + i / 4u) * 4u * side + 4u * x + i % 4u;
    code |= (uint)(cells[at] != 0) << i;
  }
  above[which * side * side + side * y + x] = (ushort)code;
}

__kernel void encode_reduced(__global const uint* p0, __global ulong* reduced) {
  const uint x = (uint)get_global_id(0);
  const uint y = (uint)get_global_id(1);
  const size_t which = get_global_id(2);
  ulong code = 0;
  for (uint i = 0; i < 8; ++i) {
    const uint word = p0[which * P0_WORDS + 8u * (8u * y + i) + x / 4u];
    code |= (ulong)(word >> 8u * (x % 4u) & 255u) << 8u * i;
  }
  reduced[which * 1024u + 32u * y + x] = code;
}

// Decoding, from the top: each work item walks below one cell of P_3 (64 x 64 pairs). A limit of
// zero only counts. A pair is row + 256 * column.
uint walk_levels(__global const ushort* p1, __global const ushort* p2, const uint top,
                 const uint cell, __global ushort* out, const uint first, const uint limit) {
  uint count = 0;
  for (uint c3 = 0; c3 < 16; ++c3) {
    if ((top >> c3 & 1u) == 0) continue;
    const uint y2 = 4u * (cell / 4u) + c3 / 4u;
    const uint x2 = 4u * (cell % 4u) + c3 % 4u;
    const uint middle = p2[16u * y2 + x2];
    for (uint c2 = 0; c2 < 16; ++c2) {
      if ((middle >> c2 & 1u) == 0) continue;
      const uint y1 = 4u * y2 + c2 / 4u;
      const uint x1 = 4u * x2 + c2 % 4u;
      const uint code = p1[64u * y1 + x1];
      if (limit == 0) {
        count += popcount(code);
        continue;
      }
      for (uint c1 = 0; c1 < 16; ++c1) {
        if ((code >> c1 & 1u) == 0) continue;
        const uint place = first + count++;
        const uint pair = (4u * y1 + c1 / 4u) + 256u * (4u * x1 + c1 % 4u);
        if (place < limit) out[place] = (ushort)pair;
      }
    }
  }
  return count;
}

uint walk_reduced(__global const ulong* reduced, const uint cell, __global ushort* out,
                  const uint first, const uint limit) {
  uint count = 0;
  for (uint i = 0; i < 64; ++i) {
    const uint y = 8u * (cell / 4u) + i / 8u;
    const uint x = 8u * (cell % 4u) + i % 8u;
    ulong code = reduced[32u * y + x];
    if (limit == 0) {
      count += (uint)popcount(code);
      continue;
    }
    for (uint bit = 0; code != 0; ++bit, code >>= 1) {
      if ((code & 1u) == 0) continue;
      const uint place = first + count++;
      const uint pair = (8u * y + bit / 8u) + 256u * (8u * x + bit % 8u);
      if (place < limit) out[place] = (ushort)pair;
    }
  }
  return count;
}

__kernel void count_levels(__global const ushort* p1, __global const ushort* p2,
                           __global const ushort* p3, __global uint* counts) {
  const size_t at = get_global_id(0);
  const size_t which = at / 16;
  counts[at] = walk_levels(p1 + which * 4096u, p2 + which * 256u, p3[at], (uint)(at % 16), 0, 0, 0);
}

__kernel void scatter_levels(__global const ushort* p1, __global const ushort* p2,
                             __global const ushort* p3, __global const uint* offsets,
                             __global ushort* out, const uint limit) {
  const size_t at = get_global_id(0);
  const size_t which = at / 16;
  walk_levels(p1 + which * 4096u, p2 + which * 256u, p3[at], (uint)(at % 16), out, offsets[at],
              limit);
}

__kernel void count_reduced(__global const ulong* reduced, __global uint* counts) {
  const size_t at = get_global_id(0);
  counts[at] = walk_reduced(reduced + at / 16 * 1024u, (uint)(at % 16), 0, 0, 0);
}

__kernel void scatter_reduced(__global const ulong* reduced, __global const uint* offsets,
                              __global ushort* out, const uint limit) {
  const size_t at = get_global_id(0);
  walk_reduced(reduced + at / 16 * 1024u, (uint)(at % 16), out, offsets[at], limit);
}

// offsets[i] = counts[0] + ... + counts[i - 1], for i up to and with `count`.
__kernel void scan(__global const uint* counts, __global uint* offsets, const uint count) {
  uint sum = 0;
  for (uint i = 0; i < count; ++i) {
    offsets[i] = sum;
    sum += counts[i];
  }
  offsets[count] = sum;
}
