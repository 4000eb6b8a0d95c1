#include "tests/support/moving_cases.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tact::testing {
namespace {

using Places = std::array<Vec3, 4>;

Vec3 integers(Random& random, int most) {
  const auto one = [&] {
    return static_cast<double>(random.below(static_cast<std::uint32_t>(most + 1)));
  };
  const double x = one();
  const double y = one();
  return {x, y, one()};
}
Vec3 signed_integers(Random& random, int most) {
  return integers(random, 2 * most) - Vec3{1, 1, 1} * most;
}
double quarters(Random& random) { return 0.25 * random.below(5); }

// Three points, in general, on a line, or at one or two places.
std::array<Vec3, 3> three_points(Random& random) {
  const Vec3 a = signed_integers(random, 8);
  const Vec3 way = signed_integers(random, 4);
  switch (random.below(6)) {
    case 0:
      return {a, a, a};
    case 1:
      return {a, a + way, a};
    case 2:
      return {a, a + way * random.below(4), a + way * random.below(4)};
    default:
      return {a, signed_integers(random, 8), signed_integers(random, 8)};
  }
}

// Four points of features that touch, exactly: multiples of 1/16.
Places touching_places(Random& random, bool edges) {
  const std::array<Vec3, 3> t = three_points(random);
  if (!edges) {
    const double s = quarters(random);
    const double u = random.chance(2) ? 0.0 : quarters(random) * (1 - s);
    return {t[0] + (t[1] - t[0]) * s + (t[2] - t[0]) * u, t[0], t[1], t[2]};
  }
  const Vec3 common = t[0] + (t[1] - t[0]) * quarters(random);
  const Vec3 way = random.chance(3) ? t[1] - t[0] : t[2] - t[0];
  const double s = random.below(3);
  return {t[0], t[1], common - way * s, common + way * random.below(3)};
}

MovingCase going(const Places& from, const Places& to, bool edges) {
  MovingCase c;
  for (std::size_t i = 0; i < 4; ++i) c.p[i] = {from[i], to[i]};
  c.edges = edges;
  return c;
}

template <class Place>
MovingCase anywhere(bool edges, const Place& place) {
  MovingCase c;
  for (MovingPoint& p : c.p) {
    p.from = place();
    p.to = place();
  }
  c.edges = edges;
  return c;
}

// Touching at time r, a multiple of 1/8, with velocities of integers.
MovingCase contact_at(double r, Random& random, bool edges) {
  const Places there = touching_places(random, edges);
  MovingCase c;
  c.edges = edges;
  const std::uint32_t common = random.below(3);
  const Vec3 shared = signed_integers(random, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 velocity = common == 0 ? shared : signed_integers(random, 8);
    c.p[i] = {there[i] - velocity * r, there[i] + velocity * (1 - r)};
  }
  return c;
}

// x -> A x for a matrix of integers, which keeps small numbers exact.
MovingCase sheared(MovingCase c, Random& random) {
  const Vec3 rows[3] = {signed_integers(random, 2), signed_integers(random, 2),
                        signed_integers(random, 2)};
  const Vec3 move = signed_integers(random, 3);
  const auto apply = [&](const Vec3& v) {
    return Vec3{dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)} + move;
  };
  for (MovingPoint& p : c.p) p = {apply(p.from), apply(p.to)};
  return c;
}

MovingPoint through(const Vec3& at_root, const Vec3& velocity, double r) {
  return {at_root - velocity * r, at_root + velocity * (1 - r)};
}

// A height k (t - r) over a slope that is m (t - r): the volume is the square of t - r.
MovingCase grazing(Random& random, bool edges) {
  const double r = 0.125 * random.below(9);
  const double k = 1 + random.below(4);
  const double m = 1 + random.below(4);
  MovingCase c;
  c.edges = edges;
  if (edges) {
    // Along x, and turning about x; both cross above one place at time r.
    const Vec3 side = random.chance(2) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    c.p = {through({-4, 0, 0}, {0, 0, 0}, r), through({4, 0, 0}, {0, 0, 0}, r),
           through(side * (-2) + Vec3{0, m, 0}, {0, 0, k}, r),
           through(side * 2 + Vec3{0, m * random.below(3), 0}, {0, 0, k * random.below(2)}, r)};
  } else {
    c.p = {through({0, quarters(random), 0}, {k, 0, 0}, r), through({-4, -4, 0}, {0, 0, -4 * m}, r),
           through({4, -4, 0}, {0, 0, 4 * m}, r), through({0, 4, 0}, {0, 0, 0}, r)};
  }
  return sheared(c, random);
}

MovingCase shrinking(Random& random, bool edges) {
  const double r = 0.125 * random.below(9);
  MovingCase c;
  c.edges = edges;
  const Vec3 drift = signed_integers(random, 2);
  for (MovingPoint& p : c.p) p = through({0, 0, 0}, drift + signed_integers(random, 4), r);
  if (random.chance(2)) c.p[0] = through({0, 0, 0}, drift, r);
  return sheared(c, random);
}

MovingCase flat_case(Random& random, bool edges, bool line) {
  MovingCase c = random.chance(2) ? contact_at(0.125 * random.below(9), random, edges)
                                  : anywhere(edges, [&] { return signed_integers(random, 4); });
  for (MovingPoint& p : c.p) {
    p.from.z = p.to.z = 0;
    if (line) p.from.y = p.to.y = 0;
  }
  return sheared(c, random);
}

MovingCase parallel(Random& random, bool edges) {
  const Vec3 a = signed_integers(random, 3);
  const Vec3 way = signed_integers(random, 3);
  const Vec3 to = signed_integers(random, 3);
  const Vec3 turned = random.chance(2) ? way : signed_integers(random, 3);
  const Vec3 b = signed_integers(random, 3);
  const Vec3 b_to = random.chance(2) ? b : signed_integers(random, 3);
  MovingCase c;
  c.edges = edges;
  if (edges) {
    const double s = random.below(3);
    c.p = {MovingPoint{a, to}, MovingPoint{a + way, to + turned}, MovingPoint{b, b_to},
           MovingPoint{b + way * s, b_to + turned * s}};
  } else {
    const Vec3 other = signed_integers(random, 3);
    c.p = {MovingPoint{a, to}, MovingPoint{b, b_to}, MovingPoint{b + way, b_to + way},
           MovingPoint{b + other, b_to + other}};
  }
  return c;
}

MovingCase standing(Random& random, bool edges) {
  MovingCase c = random.chance(2) ? contact_at(0, random, edges)
                                  : anywhere(edges, [&] { return integers(random, 3); });
  const bool all = random.chance(3);
  for (MovingPoint& p : c.p) {
    if (all || random.chance(2)) p.to = p.from;
  }
  return c;
}

MovingCase sharing(Random& random, bool edges) {
  MovingCase c = anywhere(edges, [&] { return random.vector(-1, 1); });
  const std::size_t i = random.below(4);
  const std::size_t j = (i + 1 + random.below(3)) % 4;
  const std::uint32_t when = random.below(3);
  if (when != 1) c.p[i].from = c.p[j].from;
  if (when != 0) c.p[i].to = c.p[j].to;
  for (MovingPoint& p : c.p) {
    if (random.chance(4)) p.from.x = c.p[j].from.x;
    if (random.chance(4)) p.to.y = c.p[j].to.y;
  }
  return c;
}

// Contacts of which one coordinate of some points is the same all the time, as in grids of cloth.
MovingCase aligned(Random& random, bool edges) {
  MovingCase c = anywhere(edges, [&] { return random.vector(-1, 1); });
  for (std::uint32_t n = 1 + random.below(4); n > 0; --n) {
    const std::size_t k = random.below(3);
    const std::size_t i = random.below(4);
    const std::size_t j = random.below(4);
    c.p[i].from[k] = c.p[j].from[k];
    c.p[i].to[k] = c.p[j].to[k];
  }
  return c;
}

// The exact contacts of another family become contacts, or misses, by a few last digits.
MovingCase rounded(Random& random, bool edges) {
  MovingCase c = make_moving_case(static_cast<MovingFamily>(random.below(13)), edges, random);
  const Vec3 rows[3] = {random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1)};
  const auto apply = [&](const Vec3& v) {
    return Vec3{dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
  };
  for (MovingPoint& p : c.p) p = {apply(p.from), apply(p.to)};
  return c;
}

MovingCase needle(Random& random, bool edges) {
  MovingCase c = random.chance(2) ? contact_at(0.125 * random.below(9), random, edges)
                                  : anywhere(edges, [&] { return random.vector(-1, 1); });
  const double long_side = std::ldexp(1, static_cast<int>(random.below(28)));
  for (MovingPoint& p : c.p) {
    p.from.x *= long_side;
    p.to.x *= long_side;
    p.from.y /= long_side;
    p.to.y /= long_side;
  }
  return c;
}

MovingCase nudged(Random& random, bool edges) {
  MovingCase c = make_moving_case(static_cast<MovingFamily>(random.below(14)), edges, random);
  const std::uint32_t times = 1 + random.below(3);
  for (std::uint32_t n = 0; n < times; ++n) {
    MovingPoint& p = c.p[random.below(4)];
    double& x = (random.chance(2) ? p.from : p.to)[random.below(3)];
    x = std::nextafter(x, random.chance(2) ? 100 : -100);
  }
  return c;
}

MovingCase scaled(Random& random, bool edges) {
  MovingCase c = make_moving_case(static_cast<MovingFamily>(random.below(14)), edges, random);
  Vec3 factor;
  const bool one = random.chance(2);
  for (std::size_t k = 0; k < 3; ++k) {
    const int exponent = random.chance(2) ? -1060 - static_cast<int>(random.below(10))
                                          : 980 + static_cast<int>(random.below(30));
    factor[k] = one && k > 0 ? factor[0] : random.chance(4) ? 1 : std::ldexp(1, exponent);
  }
  for (MovingPoint& p : c.p) {
    for (std::size_t k = 0; k < 3; ++k) {
      p.from[k] *= factor[k];
      p.to[k] *= factor[k];
    }
  }
  return c;
}

double any_number(Random& random) {
  if (random.chance(4)) return random.chance(2) ? 0.0 : -0.0;
  const double size = random.chance(4) ? 1.0 : random.uniform(1, 2);
  const int exponent = random.chance(2) ? static_cast<int>(random.below(2098)) - 1074
                                        : static_cast<int>(random.below(9)) - 4;
  const double x = std::min(std::ldexp(size, exponent), std::numeric_limits<double>::max());
  return random.chance(2) ? x : -x;
}

MovingCase any_exponents(Random& random, bool edges) {
  const auto place = [&] {
    const double x = any_number(random);
    const double y = any_number(random);
    return Vec3{x, y, any_number(random)};
  };
  MovingCase c = anywhere(edges, place);
  if (random.chance(2)) {
    const Places from = touching_places(random, edges);
    for (std::size_t i = 0; i < 4; ++i) c.p[i].from = from[i];
  }
  return random.chance(2) ? c : reversed(c);
}

MovingCase contact_at_start(Random& random, bool edges) {
  MovingCase c = anywhere(edges, [&] { return random.vector(-9, 9); });
  const Places from = touching_places(random, edges);
  for (std::size_t i = 0; i < 4; ++i) c.p[i].from = from[i];
  return c;
}

}  // namespace

MovingCase make_moving_case(MovingFamily family, bool edges, Random& random) {
  switch (family) {
    case MovingFamily::uniform:
      return anywhere(edges, [&] { return random.vector(-1, 1); });
    case MovingFamily::grid:
      return anywhere(edges, [&] { return integers(random, 3); });
    case MovingFamily::tiny_grid:
      return anywhere(edges, [&] { return integers(random, 1); });
    case MovingFamily::contact_at_start:
      return contact_at_start(random, edges);
    case MovingFamily::contact_at_end:
      return reversed(contact_at_start(random, edges));
    case MovingFamily::contact_at_both: {
      const Places from = touching_places(random, edges);
      return going(from, touching_places(random, edges), edges);
    }
    case MovingFamily::contact_between:
      return contact_at(0.125 * random.below(9), random, edges);
    case MovingFamily::grazing:
      return grazing(random, edges);
    case MovingFamily::triple_root:
      return shrinking(random, edges);
    case MovingFamily::coplanar:
      return flat_case(random, edges, false);
    case MovingFamily::collinear:
      return flat_case(random, edges, true);
    case MovingFamily::parallel:
      return parallel(random, edges);
    case MovingFamily::still:
      return standing(random, edges);
    case MovingFamily::shared:
      return random.chance(2) ? sharing(random, edges) : aligned(random, edges);
    case MovingFamily::needles:
      return needle(random, edges);
    case MovingFamily::rounded:
      return rounded(random, edges);
    case MovingFamily::nudged:
      return nudged(random, edges);
    case MovingFamily::scaled:
      return scaled(random, edges);
    case MovingFamily::any_exponent:
      return any_exponents(random, edges);
  }
  return {};
}

MovingCase reordered(const MovingCase& c, std::uint32_t which) {
  MovingCase out = c;
  if (c.edges) {
    if ((which & 1U) != 0) std::swap(out.p[0], out.p[1]);
    if ((which & 2U) != 0) std::swap(out.p[2], out.p[3]);
    if ((which & 4U) != 0) {
      std::swap(out.p[0], out.p[2]);
      std::swap(out.p[1], out.p[3]);
    }
  } else {
    if ((which & 4U) != 0) std::swap(out.p[1], out.p[2]);
    std::rotate(out.p.begin() + 1, out.p.begin() + 1 + which % 3, out.p.end());
  }
  return out;
}

MovingCase reversed(const MovingCase& c) {
  MovingCase out = c;
  for (MovingPoint& p : out.p) std::swap(p.from, p.to);
  return out;
}

bool meet(const MovingCase& c) {
  return c.edges ? meet_edge_edge({c.p[0], c.p[1]}, {c.p[2], c.p[3]})
                 : meet_vertex_triangle(c.p[0], {c.p[1], c.p[2], c.p[3]});
}

std::optional<ImpactTime> first_impact(const MovingCase& c, double width) {
  return c.edges ? first_impact_edge_edge({c.p[0], c.p[1]}, {c.p[2], c.p[3]}, width)
                 : first_impact_vertex_triangle(c.p[0], {c.p[1], c.p[2], c.p[3]}, width);
}

}  // namespace tact::testing
