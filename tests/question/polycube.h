#pragma once
// Solids of unit cells, whose parts are known by counting: bodies for questions about wholes.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "tact/contact/result.h"
#include "tact/geometry/mesh.h"
#include "tests/support/random.h"

namespace tact::testing {

inline constexpr int cube_side = 5;  // cells along each axis

/// A set of cells of a cube.
using Cells = std::bitset<cube_side * cube_side * cube_side>;

inline std::size_t cell_at(int x, int y, int z) {
  return static_cast<std::size_t>((z * cube_side + y) * cube_side + x);
}
inline bool has_cell(const Cells& cells, int x, int y, int z) {
  const auto out = [](int k) { return k < 0 || k >= cube_side; };
  return !out(x) && !out(y) && !out(z) && cells[cell_at(x, y, z)];
}

struct CellBox {
  std::array<int, 3> lo;
  std::array<int, 3> hi;  // beyond the last cell
};

inline CellBox random_cell_box(Random& random) {
  CellBox box{};
  for (std::size_t k = 0; k < 3; ++k) {
    const int p = static_cast<int>(random.below(cube_side));
    const int q = static_cast<int>(random.below(cube_side));
    box.lo[k] = std::min(p, q);
    box.hi[k] = std::max(p, q) + 1;
  }
  return box;
}

inline Cells cells_of(const CellBox& box) {
  Cells cells;
  for (int z = box.lo[2]; z < box.hi[2]; ++z) {
    for (int y = box.lo[1]; y < box.hi[1]; ++y) {
      for (int x = box.lo[0]; x < box.hi[0]; ++x) cells[cell_at(x, y, z)] = true;
    }
  }
  return cells;
}

/// The surface of a set of cells: two triangles for each square between a cell and none, corners
/// shared around each edge within the cells that it belongs to.
class CellSurface {
 public:
  CellSurface(const Cells& cells, Random& random) : random_(random) {
    for (int z = 0; z < cube_side; ++z) {
      for (int y = 0; y < cube_side; ++y) {
        for (int x = 0; x < cube_side; ++x) {
          if (has_cell(cells, x, y, z)) add_squares(cells, {x, y, z});
        }
      }
    }
    join_corners();
  }

  Mesh mesh() const {
    Mesh mesh;
    std::map<std::uint32_t, std::uint32_t> number;
    const auto vertex = [&](std::uint32_t corner) {
      const std::uint32_t root = find(corner);
      const auto [at, fresh] = number.emplace(root, static_cast<std::uint32_t>(number.size()));
      if (fresh) {
        const std::array<int, 3>& p = squares_[root / 4].corner[root % 4];
        mesh.positions.push_back({double(p[0]), double(p[1]), double(p[2])});
      }
      return at->second;
    };
    for (std::uint32_t s = 0; s < squares_.size(); ++s) {
      const std::uint32_t turn = random_.below(2);
      std::uint32_t v[4];
      for (std::uint32_t k = 0; k < 4; ++k) v[k] = vertex(4 * s + (k + turn) % 4);
      mesh.triangles.push_back({v[0], v[1], v[2]});
      mesh.triangles.push_back({v[0], v[2], v[3]});
    }
    return mesh;
  }

 private:
  using Point = std::array<int, 3>;
  struct Square {
    Point cell;
    Point corner[4];  // counter-clockwise from outside
  };

  void add_squares(const Cells& cells, const Point& cell) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (int up = 0; up < 2; ++up) {
        Point next = cell;
        next[axis] += up == 1 ? 1 : -1;
        if (has_cell(cells, next[0], next[1], next[2])) continue;
        Square square{cell, {}};
        const int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        for (std::size_t k = 0; k < 4; ++k) {
          Point p = cell;
          p[axis] += up;
          const auto& step = around[up == 1 ? k : 3 - k];
          p[(axis + 1) % 3] += step[0];
          p[(axis + 2) % 3] += step[1];
          square.corner[k] = p;
        }
        squares_.push_back(square);
      }
    }
  }

  // Where four squares meet at an edge, those of one cell go together.
  void join_corners() {
    towards_.resize(4 * squares_.size());
    std::iota(towards_.begin(), towards_.end(), 0U);
    std::map<std::pair<Point, Point>, std::vector<std::uint32_t>> edges;
    for (std::uint32_t s = 0; s < squares_.size(); ++s) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        edges[std::minmax(squares_[s].corner[k], squares_[s].corner[(k + 1) % 4])].push_back(4 * s +
                                                                                             k);
      }
    }
    for (const auto& [ends, uses] : edges) {
      for (std::size_t i = 0; i < uses.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const bool together =
              uses.size() == 2 || squares_[uses[i] / 4].cell == squares_[uses[j] / 4].cell;
          if (together) join_edge(uses[i], uses[j]);
        }
      }
    }
  }
  // They pass the edge in opposite directions.
  void join_edge(std::uint32_t i, std::uint32_t j) {
    const auto next = [](std::uint32_t corner) { return corner / 4 * 4 + (corner + 1) % 4; };
    towards_[find(i)] = find(next(j));
    towards_[find(next(i))] = find(j);
  }
  std::uint32_t find(std::uint32_t corner) const {
    while (towards_[corner] != corner) corner = towards_[corner];
    return corner;
  }

  Random& random_;
  std::vector<Square> squares_;
  std::vector<std::uint32_t> towards_;
};

/// Appends a mesh that shares nothing with what is there.
inline void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
  for (const auto& t : more.triangles) {
    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
}

/// A solid and the cells that it is.
struct Polycube {
  Cells cells;
  Mesh mesh;
};

/// One to three boxes, perhaps with some cells taken out; or the boxes as they are, through each
/// other, one shell each.
inline Polycube random_polycube(Random& random) {
  Polycube out;
  const std::uint32_t boxes = 1 + random.below(3);
  const bool shells = random.chance(4);
  for (std::uint32_t i = 0; i < boxes; ++i) {
    const Cells box = cells_of(random_cell_box(random));
    out.cells |= box;
    if (shells) append(out.mesh, CellSurface(box, random).mesh());
  }
  if (shells) return out;
  if (random.chance(2)) out.cells &= ~cells_of(random_cell_box(random));
  if (random.chance(3))
    out.cells[random.below(static_cast<std::uint32_t>(out.cells.size()))] = false;
  out.mesh = CellSurface(out.cells, random).mesh();
  return out;
}

/// What the cells say.
inline Relation relation_of(const Cells& a, const Cells& b) {
  if ((a & b).any()) {
    if (a == b) return Relation::coincident;
    if ((a & ~b).none()) return Relation::a_inside_b;
    return (b & ~a).none() ? Relation::b_inside_a : Relation::crossing;
  }
  for (int z = 0; z < cube_side; ++z) {
    for (int y = 0; y < cube_side; ++y) {
      for (int x = 0; x < cube_side; ++x) {
        if (!has_cell(a, x, y, z)) continue;
        for (int i = 0; i < 27; ++i) {
          if (has_cell(b, x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1)) {
            return Relation::touching;
          }
        }
      }
    }
  }
  return Relation::separate;
}

/// An affine map of whole numbers: keeps every relation, and takes squares off the axes.
struct WholeMap {
  int row[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int shift[3] = {0, 0, 0};

  static WholeMap random(Random& random) {
    WholeMap map;
    const auto small = [&] { return static_cast<int>(random.below(5)) - 2; };
    do {
      for (auto& row : map.row) {
        for (int& x : row) x = small();
      }
    } while (map.determinant() <= 0);
    for (int& x : map.shift) x = static_cast<int>(random.below(100)) - 50;
    return map;
  }
  int determinant() const {
    return row[0][0] * (row[1][1] * row[2][2] - row[1][2] * row[2][1]) -
           row[0][1] * (row[1][0] * row[2][2] - row[1][2] * row[2][0]) +
           row[0][2] * (row[1][0] * row[2][1] - row[1][1] * row[2][0]);
  }
  Vec3 operator()(const Vec3& p) const {
    Vec3 out;
    for (std::size_t k = 0; k < 3; ++k) {
      out[k] = row[k][0] * p.x + row[k][1] * p.y + row[k][2] * p.z + shift[k];
    }
    return out;
  }
  Mesh operator()(Mesh mesh) const {
    for (Vec3& p : mesh.positions) p = (*this)(p);
    return mesh;
  }
};

}  // namespace tact::testing
