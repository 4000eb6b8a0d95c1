#include "apps/report/grid.h"

#include <algorithm>
#include <cmath>

namespace tact::report {
namespace {

std::uint16_t nearest(double p, double low, double step, unsigned bits) {
  if (!(step > 0)) return 0;
  const double most = std::ldexp(1.0, static_cast<int>(bits)) - 1;
  return static_cast<std::uint16_t>(std::clamp(std::round((p - low) / step), 0.0, most));
}

}  // namespace

Coordinates Coordinates::around(const Extent& extent) {
  if (extent.empty()) return {};
  Coordinates frame;
  frame.origin = extent.lo * 0.5 + extent.hi * 0.5;
  const Vec3 half = extent.hi * 0.5 - extent.lo * 0.5;
  const double largest = std::max({half.x, half.y, half.z});
  // A point alone is as large as its coordinates are precise, so that what is beside it shows.
  const double least = 0x1p-40 * std::max({std::abs(frame.origin.x), std::abs(frame.origin.y),
                                           std::abs(frame.origin.z)});
  const double size = std::max(largest, least);
  if (size > 0) frame.scale = std::ldexp(1.0, -std::clamp(std::ilogb(size) + 1, -1000, 1000));
  return frame;
}

std::array<float, 12> Coordinates::in(const Transform& pose, const Vec3& middle) const {
  const Vec3 to = in(pose.apply(middle));
  std::array<float, 12> rows{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = static_cast<float>(pose.row(i)[j]);
    rows[4 * i + 3] = static_cast<float>(to[i]);
  }
  return rows;
}

Grid::Cell Grid::cell_of(const Vec3& p) const {
  return {nearest(p.x, low.x, step.x, bits), nearest(p.y, low.y, step.y, bits),
          nearest(p.z, low.z, step.z, bits)};
}

double Grid::error() const {
  const auto last = static_cast<std::uint16_t>((1U << bits) - 1);
  const Vec3 far = place_of({last, last, last});
  const double largest = std::max({std::abs(low.x), std::abs(low.y), std::abs(low.z),
                                   std::abs(far.x), std::abs(far.y), std::abs(far.z)});
  return std::max({step.x, step.y, step.z}) / 2 + std::ldexp(largest, -22);
}

Grid grid_over(const Extent& extent, unsigned bits) {
  if (extent.empty()) return {{}, {}, bits};
  const double cells = std::ldexp(1.0, static_cast<int>(bits)) - 1;
  return {extent.lo, (extent.hi - extent.lo) * (1 / cells), bits};
}

}  // namespace tact::report
