// World::relate against counting cells, and against separating planes of convex solids; whatever is
// degenerate about them.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>

#include "scenes/bodies/torus.h"
#include "tact/tact.h"
#include "tests/question/polycube.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

Relation turned(Relation r) {
  if (r == Relation::a_inside_b) return Relation::b_inside_a;
  return r == Relation::b_inside_a ? Relation::a_inside_b : r;
}

Relation relate(const Mesh& a, const Mesh& b) {
  World world({"dbvh", 1});
  const BodyId first = world.add(rigid(a).solid());
  const BodyId second = world.add(deforming(b).solid());
  const Relation found = world.relate(first, second);
  EXPECT_EQ(world.relate(second, first), turned(found));
  return found;
}

// Pairs of polycubes of which both are closed by index; how often each relation came up.
std::map<Relation, int> compare_polycubes(std::uint64_t seed, int pairs) {
  testing::Random random(seed);
  std::map<Relation, int> seen;
  int wrong = 0;
  for (int done = 0; done < pairs;) {
    testing::Polycube first = testing::random_polycube(random);
    const testing::Polycube& a = first;
    testing::Polycube b = testing::random_polycube(random);
    if (random.chance(8)) b.cells = a.cells, b.mesh = testing::CellSurface(a.cells, random).mesh();
    if (random.chance(4)) {  // a part of it, from within or with a side in common
      b.cells = a.cells & testing::cells_of(testing::random_cell_box(random));
      b.mesh = testing::CellSurface(b.cells, random).mesh();
      if (random.chance(2)) std::swap(first, b);
    }
    const testing::WholeMap map =
        random.chance(2) ? testing::WholeMap{} : testing::WholeMap::random(random);
    const Relation expected = testing::relation_of(a.cells, b.cells);
    Relation found{};
    try {
      found = relate(map(a.mesh), map(b.mesh));
    } catch (const Error& error) {
      // Cells that meet in an edge only, and hang together at both of its ends.
      EXPECT_EQ(error.code(), ErrorCode::bad_mesh) << error.what();
      continue;
    }
    ++done;
    ++seen[expected];
    wrong += found != expected ? 1 : 0;
    EXPECT_EQ(found, expected) << "pair " << done << " of seed " << seed;
    if (wrong > 5) break;
  }
  return seen;
}

void expect_all_relations(const std::map<Relation, int>& seen, int each) {
  for (const Relation r : {Relation::separate, Relation::touching, Relation::crossing,
                           Relation::a_inside_b, Relation::b_inside_a, Relation::coincident}) {
    EXPECT_GE(seen.count(r) > 0 ? seen.at(r) : 0, each) << "of relation " << static_cast<int>(r);
  }
}

TEST(Relate, PolycubesAsTheirCellsSay) { expect_all_relations(compare_polycubes(1, 300), 5); }
TEST(RelateLong, PolycubesAsTheirCellsSay) {
  expect_all_relations(compare_polycubes(2, 50000), 800);
}

// Tetrahedra of whole numbers, and what their separating planes say.
using Whole = std::int64_t;
__extension__ using Wide = __int128;
using WholePoint = std::array<Whole, 3>;
using Tetrahedron = std::array<WholePoint, 4>;

WholePoint operator-(const WholePoint& p, const WholePoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
WholePoint whole_cross(const WholePoint& p, const WholePoint& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Wide whole_dot(const WholePoint& p, const WholePoint& q) {
  return Wide{p[0]} * q[0] + Wide{p[1]} * q[1] + Wide{p[2]} * q[2];
}
Wide volume(const Tetrahedron& t) {
  return whole_dot(whole_cross(t[1] - t[0], t[2] - t[0]), t[3] - t[0]);
}

constexpr int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};  // seen from outside

Tetrahedron random_tetrahedron(testing::Random& random, std::uint32_t size) {
  for (;;) {
    Tetrahedron t;
    for (WholePoint& p : t) {
      for (Whole& x : p) x = size > 4 ? 8 * Whole{random.below(size / 8)} : random.below(size);
    }
    if (volume(t) < 0) std::swap(t[0], t[1]);
    if (volume(t) > 0) return t;
  }
}

Mesh mesh_of(const Tetrahedron& t) {
  Mesh mesh;
  for (const WholePoint& p : t) {
    mesh.positions.push_back({double(p[0]), double(p[1]), double(p[2])});
  }
  for (const auto& f : faces) {
    mesh.triangles.push_back({std::uint32_t(f[0]), std::uint32_t(f[1]), std::uint32_t(f[2])});
  }
  return mesh;
}

bool within(const Tetrahedron& inner, const Tetrahedron& outer) {
  for (const auto& f : faces) {
    const WholePoint n = whole_cross(outer[std::size_t(f[1])] - outer[std::size_t(f[0])],
                                     outer[std::size_t(f[2])] - outer[std::size_t(f[0])]);
    for (const WholePoint& p : inner) {
      if (whole_dot(n, p - outer[std::size_t(f[0])]) > 0) return false;
    }
  }
  return true;
}

// The largest sign of the gap along any axis that may part them: 1 apart, 0 touching, -1 neither.
int best_gap(const Tetrahedron& a, const Tetrahedron& b) {
  std::vector<WholePoint> edges[2];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      edges[0].push_back(a[std::size_t(i)] - a[std::size_t(j)]);
      edges[1].push_back(b[std::size_t(i)] - b[std::size_t(j)]);
    }
  }
  int best = -1;
  const auto try_axis = [&](const WholePoint& n) {
    if (n == WholePoint{0, 0, 0}) return;
    Wide lo[2];
    Wide hi[2];
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < 4; ++k) {
        const Wide at = whole_dot(n, (side == 0 ? a : b)[std::size_t(k)]);
        if (k == 0 || at < lo[side]) lo[side] = at;
        if (k == 0 || at > hi[side]) hi[side] = at;
      }
    }
    const Wide gap = std::max(lo[1] - hi[0], lo[0] - hi[1]);
    best = std::max(best, gap > 0 ? 1 : gap == 0 ? 0 : -1);
  };
  for (const auto& list : edges) {
    for (const WholePoint& p : list) {
      for (const WholePoint& q : list) try_axis(whole_cross(p, q));
    }
  }
  for (const WholePoint& p : edges[0]) {
    for (const WholePoint& q : edges[1]) try_axis(whole_cross(p, q));
  }
  return best;
}

Relation relation_of(const Tetrahedron& a, const Tetrahedron& b) {
  const int gap = best_gap(a, b);
  if (gap >= 0) return gap > 0 ? Relation::separate : Relation::touching;
  const bool a_in_b = within(a, b);
  const bool b_in_a = within(b, a);
  if (a_in_b) return b_in_a ? Relation::coincident : Relation::a_inside_b;
  return b_in_a ? Relation::b_inside_a : Relation::crossing;
}

// Every other pair on a grid so coarse that corners, edges and planes are shared.
std::map<Relation, int> compare_tetrahedra(std::uint64_t seed, int pairs) {
  testing::Random random(seed);
  std::map<Relation, int> seen;
  int wrong = 0;
  for (int i = 0; i < pairs && wrong < 5; ++i) {
    const std::uint32_t size = i % 2 == 0 ? 4 : 1U << 19U;
    Tetrahedron first = random_tetrahedron(random, size);
    const Tetrahedron& a = first;
    Tetrahedron b = random_tetrahedron(random, size);
    if (random.chance(3)) {  // some corners are the other's
      for (std::size_t k = 0; k < 4; ++k) {
        if (random.chance(2)) b[k] = a[k];
      }
      if (volume(b) < 0) std::swap(b[0], b[1]);
      if (volume(b) == 0) b = a;
    } else if (size > 4 && random.chance(2)) {  // within: every corner on its way to a face
      for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t x = 0; x < 3; ++x) {
          b[k][x] = (5 * a[k][x] + a[(k + 1) % 4][x] + 2 * a[(k + 2) % 4][x]) / 8;
        }
      }
      if (random.chance(2)) std::swap(first, b);
    }
    const Relation expected = relation_of(a, b);
    const Relation found = relate(mesh_of(a), mesh_of(b));
    ++seen[expected];
    wrong += found != expected ? 1 : 0;
    EXPECT_EQ(found, expected) << "pair " << i << " of seed " << seed;
  }
  return seen;
}

TEST(Relate, TetrahedraAsTheirPlanesSay) { expect_all_relations(compare_tetrahedra(3, 2000), 10); }
TEST(RelateLong, TetrahedraAsTheirPlanesSay) {
  expect_all_relations(compare_tetrahedra(4, 50000), 30);
}

}  // namespace
}  // namespace tact
