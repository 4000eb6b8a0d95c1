#include "tact/deform/shape_body.h"

#include <algorithm>
#include <cmath>

#include "tact/base/error.h"
#include "tact/base/vec.h"
#include "tact/geometry/validate.h"

namespace tact {
namespace {

// Where a line along z through (x, y) crosses the surface. Columns stand off the grid of round
// numbers that meshes like, so that none goes through an edge or a vertex.
struct GridColumns {
  double x0;
  double y0;
  double spacing;
  std::size_t nx;
  std::size_t ny;
  std::vector<std::vector<double>> crossings;

  GridColumns(const Extent& extent, double step)
      : x0(extent.lo.x + step * 0.4871),
        y0(extent.lo.y + step * 0.5137),
        spacing(step),
        nx(static_cast<std::size_t>((extent.hi.x - extent.lo.x) / step) + 1),
        ny(static_cast<std::size_t>((extent.hi.y - extent.lo.y) / step) + 1),
        crossings(nx * ny) {}

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (area == 0) return;  // upright: no column crosses it but along it
    const auto index = [&](double at, double origin, std::size_t count) {
      const double step = std::ceil((at - origin) / spacing);
      return static_cast<std::size_t>(std::clamp(step, 0.0, static_cast<double>(count)));
    };
    const std::size_t last_x = index(std::max({a.x, b.x, c.x}), x0, nx);
    const std::size_t last_y = index(std::max({a.y, b.y, c.y}), y0, ny);
    for (std::size_t i = index(std::min({a.x, b.x, c.x}), x0, nx); i < last_x; ++i) {
      for (std::size_t k = index(std::min({a.y, b.y, c.y}), y0, ny); k < last_y; ++k) {
        const double x = x0 + static_cast<double>(i) * spacing;
        const double y = y0 + static_cast<double>(k) * spacing;
        const double u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
        const double v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        crossings[i * ny + k].push_back(a.z + u * (b.z - a.z) + v * (c.z - a.z));
      }
    }
  }
};

}  // namespace

ShapeDef shape_of(const Mesh& mesh) {
  ShapeDef def;
  def.points = mesh.positions;
  def.triangles = mesh.triangles;
  return def;
}

ShapeDef shape_of(std::vector<Vec3> points, double radius) {
  ShapeDef def;
  def.radii.assign(points.size(), radius);
  def.points = std::move(points);
  return def;
}

ShapeDef filled_shape(const Mesh& mesh, double spacing) {
  const Extent extent = check_mesh(mesh.view(), "mesh");
  const Vec3 size = extent.empty() ? Vec3{} : extent.hi - extent.lo;
  constexpr double most = 1e8;       // points, and columns of a flat body
  constexpr double largest = 1e150;  // whose square is a number
  const double points = (size.x / spacing + 1) * (size.y / spacing + 1) * (size.z / spacing + 1);
  if (!(spacing > 0) || !std::isfinite(spacing) || !(points < most)) {
    throw Error(ErrorCode::bad_argument,
                "the spacing of points inside a body is too small, or no length");
  }
  if (std::max({size.x, size.y, size.z}) > largest) {
    throw Error(ErrorCode::bad_argument, "a body of this size cannot be filled with points");
  }
  ShapeDef def = shape_of(mesh);
  if (extent.empty()) return def;
  GridColumns columns(extent, spacing);
  for (const std::array<std::uint32_t, 3>& t : mesh.triangles) {
    columns.add(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]]);
  }
  for (std::size_t column = 0; column < columns.crossings.size(); ++column) {
    std::vector<double>& z = columns.crossings[column];
    std::sort(z.begin(), z.end());
    const std::size_t i = column / columns.ny;
    const double x = columns.x0 + static_cast<double>(i) * spacing;
    const double y = columns.y0 + static_cast<double>(column - i * columns.ny) * spacing;
    for (std::size_t in = 0; in + 1 < z.size(); in += 2) {
      const double first = std::ceil((z[in] - extent.lo.z) / spacing);
      for (double k = first; extent.lo.z + k * spacing < z[in + 1]; ++k) {
        def.points.push_back({x, y, extent.lo.z + k * spacing});
      }
    }
  }
  return def;
}

}  // namespace tact
