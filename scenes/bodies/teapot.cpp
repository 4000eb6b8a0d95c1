#include "scenes/bodies/teapot.h"

#include <array>
#include <span>
#include <vector>

#include "scenes/bodies/grid.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

using Curve = std::array<Vec3, 4>;  // control points of a cubic

Vec3 at(const Curve& c, double t) {
  const double s = 1 - t;
  return c[0] * (s * s * s) + c[1] * (3 * s * s * t) + c[2] * (3 * s * t * t) + c[3] * (t * t * t);
}

// Newell's control points. Trunk and lid are turned: radius and height of the profile.
struct ProfilePoint {
  double radius;
  double height;
};
constexpr ProfilePoint trunk[] = {{1.4, 2.4},    {1.3375, 2.53125}, {1.4375, 2.53125}, {1.5, 2.4},
                                  {1.75, 1.875}, {2, 1.35},         {2, 0.9},          {2, 0.45},
                                  {1.5, 0.225},  {1.5, 0.15},       {1.5, 0.075},      {1.425, 0},
                                  {0, 0}};
constexpr ProfilePoint lid[] = {{0, 3.15},   {0.8, 3.15}, {0, 2.85}, {0.2, 2.7},
                                {0.4, 2.55}, {1.3, 2.55}, {1.3, 2.4}};

// Handle and spout are mirrored in y = 0: rows of half sections, from the plane to the plane.
constexpr Curve handle[] = {
    {{{-1.6, 0, 2.025}, {-1.6, -0.3, 2.025}, {-1.5, -0.3, 2.25}, {-1.5, 0, 2.25}}},
    {{{-2.3, 0, 2.025}, {-2.3, -0.3, 2.025}, {-2.5, -0.3, 2.25}, {-2.5, 0, 2.25}}},
    {{{-2.7, 0, 2.025}, {-2.7, -0.3, 2.025}, {-3, -0.3, 2.25}, {-3, 0, 2.25}}},
    {{{-2.7, 0, 1.8}, {-2.7, -0.3, 1.8}, {-3, -0.3, 1.8}, {-3, 0, 1.8}}},
    {{{-2.7, 0, 1.575}, {-2.7, -0.3, 1.575}, {-3, -0.3, 1.35}, {-3, 0, 1.35}}},
    {{{-2.5, 0, 1.125}, {-2.5, -0.3, 1.125}, {-2.65, -0.3, 0.9375}, {-2.65, 0, 0.9375}}},
    {{{-2, 0, 0.9}, {-2, -0.3, 0.9}, {-1.9, -0.3, 0.6}, {-1.9, 0, 0.6}}}};
constexpr Curve spout[] = {
    {{{1.7, 0, 1.425}, {1.7, -0.66, 1.425}, {1.7, -0.66, 0.6}, {1.7, 0, 0.6}}},
    {{{2.6, 0, 1.425}, {2.6, -0.66, 1.425}, {3.1, -0.66, 0.825}, {3.1, 0, 0.825}}},
    {{{2.3, 0, 2.1}, {2.3, -0.25, 2.1}, {2.4, -0.25, 2.025}, {2.4, 0, 2.025}}},
    {{{2.7, 0, 2.4}, {2.7, -0.25, 2.4}, {3.3, -0.25, 2.4}, {3.3, 0, 2.4}}},
    {{{2.8, 0, 2.475}, {2.8, -0.25, 2.475}, {3.525, -0.25, 2.49375}, {3.525, 0, 2.49375}}},
    {{{2.9, 0, 2.475}, {2.9, -0.15, 2.475}, {3.45, -0.15, 2.5125}, {3.45, 0, 2.5125}}},
    {{{2.8, 0, 2.4}, {2.8, -0.15, 2.4}, {3.2, -0.15, 2.4}, {3.2, 0, 2.4}}}};

// A quarter of a circle of this radius, as Newell drew it; the knob of the lid is a little rounder.
Curve quarter(const ProfilePoint& p) {
  const double bend = p.radius == 0.8 ? 0.45 : 0.56 * p.radius;
  return {{{p.radius, 0, p.height},
           {p.radius, -bend, p.height},
           {bend, -p.radius, p.height},
           {0, -p.radius, p.height}}};
}

using Ring = std::vector<Vec3>;  // a closed row of points

Ring teapot_ring(const ProfilePoint& p, std::uint32_t cells) {
  const Curve arc = quarter(p);
  Ring ring;
  for (int turn = 0; turn < 4; ++turn) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      const Vec3 q = at(arc, static_cast<double>(j) / cells);
      ring.push_back(turn == 0   ? q
                     : turn == 1 ? Vec3{q.y, -q.x, q.z}
                     : turn == 2 ? Vec3{-q.x, -q.y, q.z}
                                 : Vec3{-q.y, q.x, q.z});
    }
  }
  return ring;
}

Ring mirrored_ring(const Curve& half, std::uint32_t cells) {
  Ring ring;
  for (std::uint32_t j = 0; j < cells; ++j)
    ring.push_back(at(half, static_cast<double>(j) / cells));
  for (std::uint32_t j = cells; j > 0; --j) {
    const Vec3 q = at(half, static_cast<double>(j) / cells);
    ring.push_back({q.x, -q.y, q.z});
  }
  return ring;
}

// Rings of control points, joined along the body by cubics that share their ends.
std::vector<Ring> sweep(const std::vector<Ring>& control, std::uint32_t cells) {
  std::vector<Ring> rings;
  for (std::size_t first = 0; first + 3 < control.size(); first += 3) {
    const std::uint32_t end = first + 4 == control.size() ? cells + 1 : cells;
    for (std::uint32_t i = 0; i < end; ++i) {
      Ring ring;
      for (std::size_t j = 0; j < control[first].size(); ++j) {
        const Curve along{{control[first][j], control[first + 1][j], control[first + 2][j],
                           control[first + 3][j]}};
        ring.push_back(rounded(at(along, static_cast<double>(i) / cells)));
      }
      rings.push_back(ring);
    }
  }
  return rings;
}

// A ring that has shrunk to a point is one vertex, and the triangles with two corners there are
// left out.
void add_surface(Mesh& mesh, const std::vector<Ring>& rings) {
  const auto is_pole = [](const Ring& ring) { return ring.front() == ring[ring.size() / 2]; };
  std::uint32_t previous = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    const auto columns = static_cast<std::uint32_t>(rings[i].size());
    const bool pole = is_pole(rings[i]);
    mesh.positions.insert(mesh.positions.end(), rings[i].begin(),
                          pole ? rings[i].begin() + 1 : rings[i].end());
    for (std::uint32_t j = 0; i > 0 && j < columns; ++j) {
      const std::uint32_t next = (j + 1) % columns;
      if (is_pole(rings[i - 1])) {
        mesh.triangles.push_back({previous, first + next, first + j});
      } else if (pole) {
        mesh.triangles.push_back({previous + j, previous + next, first});
      } else {
        add_cell(mesh, previous + j, previous + next, first + next, first + j);
      }
    }
    previous = first;
  }
}

}  // namespace

Mesh teapot(std::uint32_t cells) {
  Mesh mesh;
  const auto add = [&](auto&& section, auto&& ring_of) {
    std::vector<Ring> control;
    for (const auto& point : section) control.push_back(ring_of(point, cells));
    add_surface(mesh, sweep(control, cells));
  };
  add(trunk, teapot_ring);
  add(lid, teapot_ring);
  add(handle, mirrored_ring);
  add(spout, mirrored_ring);
  return mesh;
}

}  // namespace tact::scenes
