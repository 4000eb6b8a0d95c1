#include "scenes/triangle_families.h"

#include <array>
#include <cmath>
#include <utility>

namespace tact::scenes {
namespace {

Vec3 point(Random& r) { return {r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(-1, 1)}; }
Triangle triangle(Random& r) { return {point(r), point(r), point(r)}; }

Vec3 lattice_point(Random& r, int half) {
  const auto n = static_cast<std::uint64_t>(2 * half + 1);
  const auto value = [&] { return static_cast<double>(static_cast<int>(r.below(n)) - half); };
  return {value(), value(), value()};
}

Vec3 lerp(const Vec3& a, const Vec3& b, double t) { return a + (b - a) * t; }

// A weight that is often special.
double weight(Random& r) {
  switch (r.below(6)) {
    case 0:
      return 0.5;
    case 1:
      return static_cast<double>(r.below(17)) / 16;
    default:
      return r.unit();
  }
}

Vec3 point_of(const Triangle& t, Random& r) {
  double s = weight(r);
  double u = weight(r);
  if (s + u > 1) s = 1 - s, u = 1 - u;
  return t[0] + (t[1] - t[0]) * s + (t[2] - t[0]) * u;
}

TrianglePair near_pair(Random& r) {
  const double size = std::ldexp(1.0, -static_cast<int>(r.below(8)));
  const Vec3 centre = point(r);
  const auto corner = [&] { return centre + point(r) * size; };
  return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

TrianglePair vertex_on_triangle(Random& r) {
  const Triangle b = triangle(r);
  return {{point_of(b, r), point(r), point(r)}, b};
}

TrianglePair vertex_on_edge(Random& r) {
  const Triangle b = triangle(r);
  Triangle a = triangle(r);
  a[0] = lerp(b[0], b[1], weight(r));
  if (r.below(4) == 0) a[1] = lerp(b[0], b[2], weight(r));
  return {a, b};
}

TrianglePair edge_through_edge(Random& r) {
  const Vec3 x = point(r);
  Triangle a = triangle(r);
  Triangle b = triangle(r);
  a[1] = lerp(a[0], x, 1 + weight(r));
  b[1] = lerp(b[0], x, 1 + weight(r));
  return {a, b};
}

TrianglePair shared_plane(Random& r) {
  const bool exactly = r.below(2) == 0;
  const Vec3 u = exactly ? lattice_point(r, 100) : point(r);
  const Vec3 v = exactly ? lattice_point(r, 100) : point(r);
  const Vec3 o = exactly ? lattice_point(r, 100) : point(r);
  const auto in_plane = [&] {
    if (!exactly) return o + u * r.uniform(-1, 1) + v * r.uniform(-1, 1);
    const Vec3 k = lattice_point(r, 1 << (1 + r.below(16)));
    return o + u * k.x + v * k.y;
  };
  return {{in_plane(), in_plane(), in_plane()}, {in_plane(), in_plane(), in_plane()}};
}

TrianglePair shared_corners(Random& r, bool edge) {
  TrianglePair p = r.below(3) == 0 ? near_pair(r) : TrianglePair{triangle(r), triangle(r)};
  p.a[0] = p.b[0];
  if (edge) p.a[1] = p.b[1];
  if (r.below(4) == 0) {  // the last corner nearly in the other's plane
    p.a[2] = p.b[0] + (p.b[1] - p.b[0]) * r.uniform(-1, 1) + (p.b[2] - p.b[0]) * r.uniform(-1, 1);
  }
  return p;
}

Triangle needle(Random& r) {
  const Vec3 from = point(r);
  const Vec3 to = point(r);
  const double width = std::ldexp(1.0, -10 - static_cast<int>(r.below(50)));
  return {from, to, lerp(from, to, r.unit()) + point(r) * width};
}

TrianglePair needles(Random& r) {
  const Triangle b = r.below(2) == 0 ? needle(r) : triangle(r);
  Triangle a = needle(r);
  const Vec3 shift = point_of(b, r) - lerp(a[0], a[1], r.unit());  // so that they come close
  for (Vec3& p : a) p = p + shift;
  return {a, b};
}

double mixed_value(Random& r) {
  if (r.below(16) == 0) return 0;
  const int exponent = static_cast<int>(r.below(601)) - 300;
  const double mantissa = r.below(2) == 0 ? 1.0 : 1 + r.unit();
  return std::ldexp(r.below(2) == 0 ? mantissa : -mantissa, exponent);
}

TrianglePair mixed_exponents(Random& r) {
  const auto corner = [&] { return Vec3{mixed_value(r), mixed_value(r), mixed_value(r)}; };
  TrianglePair p{{corner(), corner(), corner()}, {corner(), corner(), corner()}};
  switch (r.below(4)) {
    case 0:
      p.a[0] = point_of(p.b, r);
      break;
    case 1:
      p.a[0] = p.b[0];
      break;
    case 2:  // in one plane of the axes, or close to it
      for (Triangle* t : {&p.a, &p.b}) {
        for (Vec3& v : *t) v.z = r.below(8) == 0 ? mixed_value(r) * 0x1p-300 : 0;
      }
      break;
    default:
      break;
  }
  return p;
}

TrianglePair zeros(Random& r) {
  const std::array<double, 5> values{0.0, -0.0, 1.0, -1.0, 0.5};
  const auto value = [&] { return values[r.below(values.size())]; };
  const auto corner = [&] { return Vec3{value(), value(), value()}; };
  return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

// Any of the moderate families, brought to another scale; what falls below the last digit is lost.
TrianglePair rescaled(Random& r, double factor) {
  const auto family = static_cast<Family>(r.below(static_cast<std::uint64_t>(Family::needles) + 1));
  TrianglePair p = make_pair(family, r);
  for (Triangle* t : {&p.a, &p.b}) {
    for (Vec3& v : *t) v = v * factor;
  }
  return p;
}

TrianglePair extremes(Random& r) {
  if (r.below(2) == 0) return rescaled(r, 0x1p1000);
  const std::array<double, 6> values{0, 0x1p-1074, 0x1.fffffffffffffp1023, 1, 0x1p-1022, 0x1p1000};
  const auto value = [&] { return values[r.below(6)] * (r.below(2) == 0 ? 1 : -1); };
  const auto corner = [&] { return Vec3{value(), value(), value()}; };
  return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

Triangle collapse(Triangle t, Random& r) {
  switch (r.below(4)) {
    case 0:
      t[1] = t[0];
      t[2] = t[0];
      break;
    case 1:
      t[2] = t[1];
      break;
    case 2:
      t[2] = lerp(t[0], t[1], 0.5);
      break;
    default:
      t[2] = lerp(t[0], t[1], r.uniform(-1, 2));
      break;
  }
  return t;
}

TrianglePair degenerate(Random& r) {
  const std::array<Family, 8> from{
      Family::random,         Family::lattice,           Family::vertex_on_triangle,
      Family::vertex_on_edge, Family::edge_through_edge, Family::shared_plane,
      Family::zeros,          Family::shared_edge};
  TrianglePair p = make_pair(from[r.below(from.size())], r);
  const std::uint64_t which = r.below(3);
  if (which != 0) p.a = collapse(p.a, r);
  if (which != 1) p.b = collapse(p.b, r);
  if (r.below(3) == 0) {  // let them meet, if rounding allows
    const Vec3 shift = p.b[r.below(3)] - p.a[r.below(3)];
    for (Vec3& v : p.a) v = v + shift;
  }
  return p;
}

TrianglePair make_ordered(Family family, Random& r) {
  switch (family) {
    case Family::random:
      return {triangle(r), triangle(r)};
    case Family::near:
      return near_pair(r);
    case Family::lattice: {
      const int half = 1 << r.below(5);
      const auto corner = [&] { return lattice_point(r, half); };
      return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
    }
    case Family::vertex_on_triangle:
      return vertex_on_triangle(r);
    case Family::vertex_on_edge:
      return vertex_on_edge(r);
    case Family::edge_through_edge:
      return edge_through_edge(r);
    case Family::shared_plane:
      return shared_plane(r);
    case Family::shared_vertex:
      return shared_corners(r, false);
    case Family::shared_edge:
      return shared_corners(r, true);
    case Family::needles:
      return needles(r);
    case Family::mixed_exponents:
      return mixed_exponents(r);
    case Family::zeros:
      return zeros(r);
    case Family::denormals:
      return rescaled(r, r.below(2) == 0 ? 0x1p-1060 : 0x1p-1015);
    case Family::extremes:
      return extremes(r);
    case Family::degenerate:
      return degenerate(r);
  }
  return {};
}

}  // namespace

std::string_view name_of(Family family) {
  constexpr std::array<std::string_view, family_count> names{
      "random",          "near",
      "lattice",         "vertex-on-triangle",
      "vertex-on-edge",  "edge-through-edge",
      "shared-plane",    "shared-vertex",
      "shared-edge",     "needles",
      "mixed-exponents", "zeros",
      "denormals",       "extremes",
      "degenerate"};
  return names[static_cast<std::size_t>(family)];
}

TrianglePair make_pair(Family family, Random& random) {
  TrianglePair p = make_ordered(family, random);
  const std::uint64_t order = random.bits();
  for (std::size_t k = 0; k < 2; ++k) {
    Triangle& t = k == 0 ? p.a : p.b;
    const std::uint64_t shuffle = (order >> (8 * k)) % 6;
    std::swap(t[0], t[shuffle % 3]);
    if (shuffle >= 3) std::swap(t[1], t[2]);
  }
  if ((order >> 32) & 1) std::swap(p.a, p.b);
  return p;
}

}  // namespace tact::scenes
