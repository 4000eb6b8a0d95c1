#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/box_tree_flat.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <cmath>
#include <limits>

#include "tact/tree/box_tree_flat.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Loops over eight lanes, which compilers turn into vectors: there is no branch in them.
using Row = double[8];

HWY_INLINE void centre_all(const EightItems& items, CentredBox8& out, Row& size) {
  for (int i = 0; i < 8; ++i) size[i] = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 8; ++i) {
      const float lo = items.lo[k][i];
      const float hi = items.hi[k][i];
      const float centre = 0.5F * lo + 0.5F * hi;
      const float above = hi - centre;
      const float below = centre - lo;
      out.centre[k][i] = centre;
      out.half[k][i] = round_up(above > below ? above : below);
      size[i] += double{out.half[k][i]};
    }
  }
}

// The offset is that of the plane's point next to the box's centre c. For a point q of the plane in
// the box the rounded normal is off by less than 2^-23 of |q − c|, so that together with the bend
// and the rounding of the offset the error is under 2^-20 of the box's edges: a quarter of what
// FaceGaps::slack allows.
void flatten_all(const EightItems& items, const BoundsFrame& frame, FlatBoxes8<ThinSlabs8>& out,
                 Vec3* normals) {
  // A little shorter than one, so that rounding cannot make a normal longer.
  constexpr double shorter = 1 - 0x1p-20;
  Row size;
  centre_all(items, out.boxes, size);
  alignas(64) double p[9][8];
  const double offset[3] = {frame.offset.x, frame.offset.y, frame.offset.z};
  for (int row = 0; row < 9; ++row) {
    for (int i = 0; i < 8; ++i) p[row][i] = items.corner[row][i] * frame.scale - offset[row % 3];
  }
  alignas(64) double n[3][8];
  alignas(64) double away[8];
  for (int i = 0; i < 8; ++i) {
    const double u[3] = {p[3][i] - p[0][i], p[4][i] - p[1][i], p[5][i] - p[2][i]};
    const double v[3] = {p[6][i] - p[0][i], p[7][i] - p[1][i], p[8][i] - p[2][i]};
    const double x = u[1] * v[2] - u[2] * v[1];
    const double y = u[2] * v[0] - u[0] * v[2];
    const double z = u[0] * v[1] - u[1] * v[0];
    const double length_sq = x * x + y * y + z * z;
    const double scale = 1 / std::sqrt(length_sq > 1e-280 ? length_sq : 1.0);
    const double bend_u = std::fabs(x * u[0] + y * u[1] + z * u[2]) * scale;
    const double bend_v = std::fabs(x * v[0] + y * v[1] + z * v[2]) * scale;
    const double bend = bend_u > bend_v ? bend_u : bend_v;
    const bool plane = (bend <= size[i] * 0x1p-24) & (length_sq > 1e-280) & items.triangles;
    const double unit = plane ? scale : 0.0;
    n[0][i] = x * unit;
    n[1][i] = y * unit;
    n[2][i] = z * unit;
    away[i] = n[0][i] * (p[0][i] - double{out.boxes.centre[0][i]}) +
              n[1][i] * (p[1][i] - double{out.boxes.centre[1][i]}) +
              n[2][i] * (p[2][i] - double{out.boxes.centre[2][i]});
  }
  for (int i = 0; i < 8; ++i) {
    double along = 0;
    for (int k = 0; k < 3; ++k) {
      out.slabs.normal[k][i] = static_cast<float>(n[k][i] * shorter);
      along += double{out.slabs.normal[k][i]} * n[k][i];
    }
    out.slabs.offset[i] = static_cast<float>(along * away[i]);
    normals[i] = {n[0][i], n[1][i], n[2][i]};
  }
}

// As merged() does, with planes in place of slabs.
void fit_slab(const FlatBoxes8<ThinSlabs8>& items, FlatBox& flat) {
  const double n[3] = {double{flat.slab.normal[0]}, double{flat.slab.normal[1]},
                       double{flat.slab.normal[2]}};
  alignas(64) double low[8];
  alignas(64) double high[8];
  for (int i = 0; i < 8; ++i) {
    double alpha = 0;
    for (int k = 0; k < 3; ++k) alpha += n[k] * double{items.slabs.normal[k][i]};
    double middle = alpha * double{items.slabs.offset[i]};
    double wide = 0;
    double size = 0;
    for (int k = 0; k < 3; ++k) {
      const double half = double{items.boxes.half[k][i]};
      middle += n[k] * (double{items.boxes.centre[k][i]} - double{flat.box.centre[k]});
      wide += std::fabs(n[k] - alpha * double{items.slabs.normal[k][i]}) * half;
      size += half;
    }
    // Planes are not quite without thickness.
    wide += std::fabs(alpha) * size * 0x1p-20;
    low[i] = middle - wide;
    high[i] = middle + wide;
  }
  double lo = low[0];
  double hi = high[0];
  for (int i = 1; i < 8; ++i) {
    lo = low[i] < lo ? low[i] : lo;
    hi = high[i] > hi ? high[i] : hi;
  }
  flat.slab.set_reach(lo, hi);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>

namespace tact {
namespace {
HWY_EXPORT(flatten_all);
HWY_EXPORT(fit_slab);

// A little shorter than one, so that rounding cannot make a normal longer.
constexpr double shorter = 1 - 0x1p-20;

Slab across(const Vec3& normal) {
  Slab out;
  for (std::size_t k = 0; k < 3; ++k) out.normal[k] = static_cast<float>(normal[k] * shorter);
  return out;
}

Vec3 normal_of(const Slab& slab) {
  return {double{slab.normal[0]}, double{slab.normal[1]}, double{slab.normal[2]}};
}

Vec3 centre_of(const CentredBox& box) {
  return {double{box.centre[0]}, double{box.centre[1]}, double{box.centre[2]}};
}

double sum_of_halves(const CentredBox& box) {
  return double{box.half[0]} + double{box.half[1]} + double{box.half[2]};
}

void add_direction(const Vec3& normal, Vec3& sum) {
  sum = dot(sum, normal) < 0 ? sum - normal : sum + normal;
}

// Do enough of the normals add up?
bool straight(const FlatGroup& group) {
  return dot(group.direction, group.direction) > 0.64 * group.items * group.items;
}

}  // namespace

CentredBox centred(const float* lo, const float* hi) {
  CentredBox box;
  for (int k = 0; k < 3; ++k) {
    box.centre[k] = 0.5F * lo[k] + 0.5F * hi[k];
    box.half[k] = round_up(std::max(hi[k] - box.centre[k], box.centre[k] - lo[k]));
  }
  return box;
}

void EightItems::fill_up() {
  for (std::size_t lane = lanes; lane < 8; ++lane) {
    for (auto& row : corner) row[lane] = row[lanes - 1];
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k][lane] = lo[k][lanes - 1];
      hi[k][lane] = hi[k][lanes - 1];
    }
  }
}

FlatGroup flatten(const EightItems& items, const BoundsFrame& frame, FlatBoxes8<ThinSlabs8>& out) {
  FlatGroup group;
  Vec3 normals[8];
  HWY_DYNAMIC_DISPATCH(flatten_all)(items, frame, out, normals);
  for (std::size_t k = 0; k < 3; ++k) {
    group.box.lo[k] = *std::min_element(items.lo[k], items.lo[k] + 8);
    group.box.hi[k] = *std::max_element(items.hi[k], items.hi[k] + 8);
  }
  group.flat.box = centred(group.box.lo, group.box.hi);
  group.items = static_cast<double>(items.lanes);
  for (std::size_t lane = 0; lane < items.lanes; ++lane) {
    add_direction(normals[lane], group.direction);
  }
  if (straight(group)) {
    group.flat.slab = across(group.direction * (1 / length(group.direction)));
    HWY_DYNAMIC_DISPATCH(fit_slab)(out, group.flat);
  }
  return group;
}

// The points p of a group have n · p = α (m · p) + r · p, m being the group's own normal, α = n · m
// and r = n − α m, which is short where a surface is smooth: the group's slab bounds the first part
// and its box the second.
FlatGroup merged(std::span<const FlatGroup> groups) {
  FlatGroup out;
  for (const FlatGroup& group : groups) {
    out.box = merge(out.box, group.box);
    add_direction(group.direction, out.direction);
    out.items += group.items;
  }
  if (out.box.empty()) return out;
  out.flat.box = centred(out.box.lo, out.box.hi);
  if (!straight(out)) return out;
  Slab& slab = out.flat.slab;
  slab = across(out.direction * (1 / length(out.direction)));
  const Vec3 n = normal_of(slab);
  const Vec3 centre = centre_of(out.flat.box);
  double lo = std::numeric_limits<double>::infinity();
  double hi = -lo;
  for (const FlatGroup& group : groups) {
    const FlatBox& flat = group.flat;
    const Vec3 m = normal_of(flat.slab);
    const double alpha = dot(n, m);
    const Vec3 r = n - m * alpha;
    const double middle = dot(n, centre_of(flat.box) - centre) + alpha * double{flat.slab.offset};
    // Planes are not quite without thickness.
    const double thick = double{flat.slab.half} + sum_of_halves(flat.box) * 0x1p-20;
    const double wide = std::fabs(alpha) * thick + std::fabs(r.x) * double{flat.box.half[0]} +
                        std::fabs(r.y) * double{flat.box.half[1]} +
                        std::fabs(r.z) * double{flat.box.half[2]};
    lo = std::min(lo, middle - wide);
    hi = std::max(hi, middle + wide);
  }
  slab.set_reach(lo, hi);
  return out;
}

}  // namespace tact
#endif
