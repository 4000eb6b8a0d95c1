// EmptyCells: no piece has a place in a box, or on both sides of a wall.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "tact/tree/empty_cells.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Place = std::array<double, 3>;

Aabb slab(std::size_t axis, float at, float thick) {
  Aabb box{{-1, -1, -1}, {1, 1, 1}};
  box.lo[axis] = at;
  box.hi[axis] = at + thick;
  return box;
}

bool holds(const Aabb& box, const Place& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (box.hi[k] < p[k] || box.lo[k] > p[k]) return false;
  }
  return true;
}

TEST(EmptyCells, NoPieceGoesThroughAWall) {
  testing::Random random(4);
  std::size_t apart = 0;
  for (int round = 0; round < 20; ++round) {
    // The sides of a box, a wall in it, and crumbs, which make the cells small.
    std::vector<Aabb> boxes;
    for (std::size_t k = 0; k < 3; ++k) {
      boxes.push_back(slab(k, -1, 0.01F));
      boxes.push_back(slab(k, 0.99F, 0.01F));
    }
    const std::size_t across = random.below(3);
    const auto wall = static_cast<float>(random.uniform(-0.5, 0.5));
    boxes.push_back(slab(across, wall, 0.01F));
    for (int i = 0; i < 400; ++i) {
      const Vec3 at = random.vector(-0.9, 0.9);
      const float p[3] = {float(at.x), float(at.y), float(at.z)};
      boxes.push_back({{p[0], p[1], p[2]}, {p[0] + 0.01F, p[1] + 0.01F, p[2] + 0.01F}});
    }
    EmptyCells cells;
    cells.build(boxes);
    std::vector<Place> places;
    std::set<std::uint32_t> pieces;
    for (int i = 0; i < 200; ++i) {
      const Vec3 at = random.vector(-1.1, 1.1);
      places.push_back({at.x, at.y, at.z});
      const std::uint32_t piece = cells.piece_of(places.back());
      pieces.insert(piece);
      EXPECT_LE(piece, cells.pieces());
      if (piece == EmptyCells::none) continue;
      for (const Aabb& box : boxes) EXPECT_FALSE(holds(box, places.back()));
    }
    EXPECT_GE(pieces.size(), 3U) << "none, and both sides of the wall";
    for (const Place& p : places) {
      for (const Place& q : places) {
        const std::uint32_t of_p = cells.piece_of(p);
        if (of_p == EmptyCells::none || (p[across] < wall) == (q[across] < wall)) continue;
        ++apart;
        EXPECT_NE(of_p, cells.piece_of(q));
      }
    }
  }
  EXPECT_GT(apart, 1000U);
}

TEST(EmptyCells, OfNothingAndOfFlatThings) {
  EmptyCells cells;
  cells.build({});
  EXPECT_EQ(cells.piece_of({0, 0, 0}), EmptyCells::none);
  const std::vector<Aabb> flat{{{0, 0, 0}, {1, 1, 0}}};
  cells.build(flat);
  EXPECT_EQ(cells.piece_of({0.5, 0.5, 0}), EmptyCells::none);
  EXPECT_EQ(cells.pieces(), 0U);
}

}  // namespace
}  // namespace tact
