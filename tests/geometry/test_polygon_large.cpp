// Large outlines: the same triangles as the plain search gives, for far less work.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tact/geometry/polygon.h"
#include "tact/geometry/polygon_impl.h"
#include "tact/geometry/predicates.h"

namespace tact {
namespace {

using Polygon = std::vector<Vec3>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

/// What ear clipping means here, said plainly: from the last cut on, the first corner that turns
/// left and has no other corner in its triangle but such as turn left; once around without one, the
/// first corner of all. For outlines in the plane z = 0 that turn left as a whole.
Triangles plainly_clipped(const Polygon& polygon) {
  std::vector<std::uint32_t> ring(polygon.size());
  for (std::uint32_t i = 0; i < ring.size(); ++i) ring[i] = i;
  const auto at = [&](std::size_t i) {
    const Vec3& p = polygon[ring[i % ring.size()]];
    return Vec2{p.x, p.y};
  };
  const auto same = [](const Vec2& a, const Vec2& b) { return a.x == b.x && a.y == b.y; };
  const auto flat = [&](std::size_t i) {
    return orient2d(at(i + ring.size() - 1), at(i), at(i + 1)) <= 0;
  };
  const auto is_ear = [&](std::size_t i) {
    if (flat(i)) return false;
    const Vec2 a = at(i + ring.size() - 1);
    const Vec2 b = at(i);
    const Vec2 c = at(i + 1);
    for (std::size_t k = i + 2; k < i + ring.size() - 1; ++k) {
      const Vec2 p = at(k);
      if (same(p, a) || same(p, b) || same(p, c) || !flat(k)) continue;
      if (orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0) return false;
    }
    return true;
  };
  Triangles triangles;
  std::size_t anchor = 0;  // where in the ring
  while (ring.size() > 2) {
    std::size_t turns = 0;
    while (ring.size() > 3 && turns < ring.size() && !is_ear((anchor + 1 + turns) % ring.size())) {
      ++turns;
    }
    const std::size_t size = ring.size();
    const std::size_t tip = (anchor + 1 + turns) % size;
    triangles.push_back({ring[(tip + size - 1) % size], ring[tip], ring[(tip + 1) % size]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(tip));
    anchor = tip == 0 ? ring.size() - 1 : tip - 1;
  }
  return triangles;
}

Vec3 polar(double radius, double angle) {
  return {std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle)), 0};
}

Polygon star(int corners, unsigned seed, double least) {
  std::mt19937 random(seed);
  Polygon polygon;
  for (int i = 0; i < corners; ++i) {
    const double r = least + (1 - least) * std::generate_canonical<double, 30>(random);
    polygon.push_back(polar(1e7 * r, 2 * std::numbers::pi * i / corners));
  }
  return polygon;
}

Polygon comb(int corners, double depth) {
  Polygon polygon{{0, -10, 0}, {2.0 * corners, -10, 0}};
  for (int i = corners; i > 2; --i) polygon.push_back({2.0 * i, i % 2 == 0 ? depth : 0.0, 0});
  return polygon;
}

/// A thin band: out on one side, back on the other.
Polygon spiral(int corners) {
  Polygon polygon;
  const int half = corners / 2;
  const auto add = [&](int i, double width) {
    polygon.push_back(polar(1e6 + 1000.0 * i + width, 2 * std::numbers::pi * i / 40));
  };
  for (int i = 0; i < half; ++i) add(i, 10000);
  for (int i = half - 1; i >= 0; --i) add(i, 0);
  return polygon;
}

Polygon circle(int corners) {
  Polygon polygon;
  for (int i = 0; i < corners; ++i)
    polygon.push_back(polar(1e9, 2 * std::numbers::pi * i / corners));
  return polygon;
}

/// Corners anywhere: the outline crosses itself, and corners lie on each other.
Polygon tangle(int corners, unsigned seed, unsigned grid) {
  std::mt19937 random(seed);
  Polygon polygon;
  double twice_area = 0;
  for (int i = 0; i < corners; ++i) {
    polygon.push_back({double(random() % grid), double(random() % grid), 0});
  }
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    twice_area += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]).z;
  }
  if (twice_area < 0) std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

TEST(EarClipLarge, CutsAsThePlainSearchDoes) {
  for (const int corners : {5, 40, 64, 65, 66, 130, 517}) {  // to both sides of where a tree begins
    for (unsigned seed = 0; seed < 6; ++seed) {
      for (const double least : {0.01, 0.5, 0.98}) {
        const Polygon polygon = star(corners, seed, least);
        EXPECT_EQ(ear_clip(polygon), plainly_clipped(polygon)) << corners << " " << seed;
      }
    }
    EXPECT_EQ(ear_clip(comb(corners, 300)), plainly_clipped(comb(corners, 300))) << corners;
    EXPECT_EQ(ear_clip(spiral(2 * corners)), plainly_clipped(spiral(2 * corners))) << corners;
    EXPECT_EQ(ear_clip(circle(corners)), plainly_clipped(circle(corners))) << corners;
  }
}

TEST(EarClipLarge, CutsAsThePlainSearchDoesWhereNothingIsRight) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const int corners = 4 + static_cast<int>(seed % 120);
    for (const unsigned grid : {3U, 30U, 100000U}) {
      const Polygon polygon = tangle(corners, seed, grid);
      EXPECT_EQ(ear_clip(polygon), plainly_clipped(polygon))
          << corners << " " << seed << " " << grid;
    }
  }
}

// Looking at every other corner for each would be 4 · 10^8.
TEST(EarClipLarge, LooksAtFewCornersForEachCut) {
  constexpr int corners = 20000;
  const std::pair<const char*, Polygon> outlines[] = {
      {"star", star(corners, 1, 0.01)}, {"gear", star(corners, 2, 0.98)},
      {"comb", comb(corners, 300)},     {"deep comb", comb(corners, 1e6)},
      {"spiral", spiral(corners)},      {"circle", circle(corners)}};
  for (const auto& [name, polygon] : outlines) {
    std::uint64_t work = 0;
    EXPECT_EQ(ear_clip(polygon, work).size(), polygon.size() - 2) << name;
    EXPECT_LT(work, 200U * corners) << name;
    RecordProperty(name, std::to_string(work));
  }
}

}  // namespace
}  // namespace tact
