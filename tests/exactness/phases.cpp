#include "tests/exactness/phases.h"

#include <cstdio>
#include <vector>

#include "tact/geometry/triangle.h"
#include "tact/geometry/triangle_batch.h"
#include "tests/exactness/cgal_oracle.h"
#include "tests/exactness/rational_oracle.h"

namespace tact::exactness {
namespace {

using scenes::Family;
using scenes::Random;
using scenes::TrianglePair;

// Every other batch is ordinary; the rest go through the hard families in turn.
Family cgal_family(std::uint64_t batch) {
  constexpr auto first = static_cast<std::uint64_t>(Family::lattice);
  constexpr auto last = static_cast<std::uint64_t>(Family::extremes);
  if (batch % 2 == 0) return batch % 4 == 0 ? Family::random : Family::near;
  return static_cast<Family>(first + batch / 2 % (last - first + 1));
}

Family family_of(Phase phase, std::uint64_t batch) {
  return phase == Phase::cgal ? cgal_family(batch)
                              : static_cast<Family>(batch % scenes::family_count);
}

void report(const char* what, Family family, const TrianglePair& p, bool expected) {
  std::fprintf(stderr, "wrong: %s, %s, expected %d:", what, name_of(family).data(),
               expected ? 1 : 0);
  for (const Triangle* t : {&p.a, &p.b}) {
    for (const Vec3& v : *t) std::fprintf(stderr, " %a %a %a", v.x, v.y, v.z);
  }
  std::fputc('\n', stderr);
}

void check_cgal(Family family, Random& random, Tally& tally) {
  std::vector<TrianglePair> pairs;
  while (pairs.size() < batch_pairs) {
    const TrianglePair p = scenes::make_pair(family, random);
    if (!degenerate_by_cgal(p.a) && !degenerate_by_cgal(p.b)) pairs.push_back(p);
  }
  TrianglePairs batch;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t k = 0; k < 9; ++k) {
      batch.v[k][i] = pairs[i].a[k / 3][k % 3];
      batch.v[9 + k][i] = pairs[i].b[k / 3][k % 3];
    }
  }
  std::uint8_t hit[batch_pairs];
  tally.open += intersects_batch(batch, pairs.size(), hit);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool expected = touch_by_cgal(pairs[i].a, pairs[i].b);
    tally.touching += expected ? 1 : 0;
    const bool right =
        hit[i] == (expected ? 1 : 0) && intersects(pairs[i].a, pairs[i].b) == expected;
    if (right) continue;
    ++tally.wrong;
    report("CGAL", family, pairs[i], expected);
  }
}

void check_rational(Family family, Random& random, Tally& tally) {
  for (std::uint64_t i = 0; i < batch_pairs; ++i) {
    const TrianglePair p = scenes::make_pair(family, random);
    const bool expected = touch_by_separating_axes(p.a, p.b);
    tally.touching += expected ? 1 : 0;
    if (intersects(p.a, p.b) == expected) continue;
    ++tally.wrong;
    report("separating axes", family, p, expected);
  }
}

int touching_orders(const TrianglePair& p) {
  constexpr std::size_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  int touching = 0;
  for (const auto& i : orders) {
    const Triangle a{p.a[i[0]], p.a[i[1]], p.a[i[2]]};
    for (const auto& j : orders) {
      const Triangle b{p.b[j[0]], p.b[j[1]], p.b[j[2]]};
      touching += (intersects(a, b) ? 1 : 0) + (intersects(b, a) ? 1 : 0);
    }
  }
  return touching;
}

void check_orders(Family family, Random& random, Tally& tally) {
  for (std::uint64_t i = 0; i < batch_pairs; ++i) {
    const TrianglePair p = scenes::make_pair(family, random);
    const int touching = touching_orders(p);
    tally.touching += touching > 0 ? 1 : 0;
    if (touching == 0 || touching == 72) continue;
    ++tally.wrong;
    report("orders", family, p, touching > 36);
  }
}

}  // namespace

void run_batch(Phase phase, std::uint64_t seed, std::uint64_t batch, Tallies& tallies) {
  const Family family = family_of(phase, batch);
  Random mix(seed * 3 + static_cast<std::uint64_t>(phase));
  Random random(mix.bits() ^ (batch * 0xd1342543de82ef95));
  Tally& tally = tallies[static_cast<std::size_t>(family)];
  tally.pairs += batch_pairs;
  switch (phase) {
    case Phase::cgal:
      check_cgal(family, random, tally);
      break;
    case Phase::rational:
      check_rational(family, random, tally);
      break;
    case Phase::orders:
      check_orders(family, random, tally);
      break;
  }
}

}  // namespace tact::exactness
