// What two touching triangles have in common: which corners and edges bound it is decided exactly,
// then its end points are computed in double.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "tact/geometry/flat_impl.h"
#include "tact/geometry/measure_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/sides_impl.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

using exact::Sides;

// Beyond these, coordinates are scaled before squares are taken.
constexpr double least_contact_scale = 0x1p-300;
constexpr double most_contact_scale = 0x1p+300;

double fitting_factor(const Triangle& a, const Triangle& b) {
  double most = 0;
  for (const Triangle* t : {&a, &b}) {
    for (const Vec3& p : *t) most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  if (most == 0 || (most >= least_contact_scale && most <= most_contact_scale)) return 1;
  return std::ldexp(1.0, std::min(-std::ilogb(most), 1000));
}

// The farthest two of a few points, by their distances at a harmless scale.
class FarthestPair {
 public:
  explicit FarthestPair(double factor) : factor_(factor) {}
  void add(const Vec3& p) { points_[count_++] = p; }
  bool empty() const { return count_ == 0; }
  Segment segment() const {
    Segment longest{points_[0], points_[0]};
    double most = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double length = length_sq(points_[i] * factor_ - points_[j] * factor_);
        if (length <= most) continue;
        most = length;
        longest = {points_[i], points_[j]};
      }
    }
    if (exact::lexicographically_less(longest.to, longest.from)) {
      std::swap(longest.from, longest.to);
    }
    return longest;
  }

 private:
  std::array<Vec3, 16> points_;  // six corners and up to nine crossings of edges
  std::size_t count_ = 0;
  double factor_;
};

struct Common {
  ContactKind kind = ContactKind::touching;
  Segment segment;
};

// An axis along which all that lies in one plane here projects one to one, or -1 if all is on a
// line.
int common_axis(const Triangle& a, const Triangle& b) {
  for (const auto& [s, t] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    const int axis = exact::projection_axis(*s);
    if (axis >= 0) return axis;
    const exact::Ends ends = exact::ends_of(*s);
    for (const Vec3& p : *t) {
      const int other = exact::projection_axis({ends.from, ends.to, p});
      if (other >= 0) return other;
    }
  }
  return -1;
}

void add_edge_crossings(FarthestPair& points, const Triangle& a, const Triangle& b, int axis) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3& p = a[i];
    const Vec3& q = a[(i + 1) % 3];
    const Vec2 p2 = exact::project(p, axis), q2 = exact::project(q, axis);
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3& r = b[j];
      const Vec3& s = b[(j + 1) % 3];
      const Vec2 r2 = exact::project(r, axis), s2 = exact::project(s, axis);
      if (orient2d(p2, q2, r2) * orient2d(p2, q2, s2) < 0 &&
          orient2d(r2, s2, p2) * orient2d(r2, s2, q2) < 0 && orient3d(p, q, r, s) == 0) {
        points.add(exact::cross_line(p, q, r, s, axis));
      }
    }
  }
}

// Triangles in one plane, and degenerate ones: the common part is spanned by corners of the one on
// the other and by crossings of edges, with each other or with a plane.
Segment common_of_flat(const Triangle& a, const Triangle& b, const Sides& sides_a, double factor) {
  FarthestPair points(factor);
  for (const Vec3& p : a) {
    if (point_on_triangle(p, b)) points.add(p);
  }
  for (const Vec3& p : b) {
    if (point_on_triangle(p, a)) points.add(p);
  }
  const int axis = common_axis(a, b);
  if (axis >= 0) add_edge_crossings(points, a, b, axis);
  if (points.empty()) {  // a segment pierces the inside of a triangle
    const bool a_pierces = !exact::all_zero(sides_a);
    const exact::Ends ends = exact::ends_of(a_pierces ? a : b);
    points.add(exact::cross_plane(ends.from, ends.to, a_pierces ? b : a));
  }
  return points.segment();
}

/// An end of the common part: a corner, or rounded.
struct End {
  Vec3 point;
  bool corner;
};

// Where the edge from corner i to corner j meets the other's plane.
End edge_point(const Triangle& t, const Sides& s, std::size_t i, std::size_t j,
               const Triangle& other) {
  if (s[i] == 0) return {t[i], true};
  if (s[j] == 0) return {t[j], true};
  return {exact::cross_plane(t[i], t[j], other), false};
}

bool on_both_sides(const Sides& s) {
  return std::min({s[0], s[1], s[2]}) < 0 && std::max({s[0], s[1], s[2]}) > 0;
}

// Two triangles in different planes. Along the common line a reaches from its edge 0-2 to 0-1, b
// from 0-1 to 0-2 (see Arranged), and what they share from the later start to the earlier end.
Common common_on_line(const Triangle& a, const Sides& sides_a, const Triangle& b,
                      const Sides& sides_b, const Finding& found) {
  const auto [i, j] = exact::arrange(sides_a, sides_b);
  const auto gap = [&, &i = i, &j = j](std::size_t k, std::size_t l) {
    return orient3d(a[i[0]], a[i[k]], b[j[0]], b[j[l]]);
  };
  const auto of_a = [&, &i = i](std::size_t k) { return edge_point(a, sides_a, i[0], i[k], b); };
  const auto of_b = [&, &j = j](std::size_t k) { return edge_point(b, sides_b, j[0], j[k], a); };
  // Of two that coincide, the corner is the more accurate.
  const auto pick = [](int order, const End& a_end, const End& b_end) {
    return order > 0 || (order == 0 && b_end.corner) ? b_end : a_end;
  };
  End from = pick(gap(2, 1), of_a(2), of_b(1));
  End to = pick(-gap(1, 2), of_a(1), of_b(2));
  const bool tested = found.sides_a != 0 && found.sides_b != 0;
  const bool overlap = tested ? found.overlap : gap(2, 2) > 0 && gap(1, 1) < 0;
  if (!overlap) from = to = to.corner ? to : from;  // one point
  if (exact::lexicographically_less(to.point, from.point)) std::swap(from, to);
  const bool crossing = overlap && on_both_sides(sides_a) && on_both_sides(sides_b);
  return {crossing ? ContactKind::crossing : ContactKind::touching, {from.point, to.point}};
}

// How far t reaches behind the plane with this normal through `base`, given the exact sides.
double depth_behind(const Triangle& t, const Sides& sides, const Vec3& base, const Vec3& normal,
                    double factor) {
  double depth = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (sides[i] < 0) depth = std::max(depth, -dot(normal, t[i] * factor - base * factor));
  }
  return std::min(depth / factor, std::numeric_limits<double>::max());
}

ContactGeometry describe_in_order(const Triangle& a, const Triangle& b, const Finding& found) {
  const Sides sides_a = exact::known_sides(found.sides_a, b, a);
  const Sides sides_b = exact::known_sides(found.sides_b, a, b);
  const bool plane_a = !exact::all_zero(sides_b) || exact::projection_axis(a) >= 0;
  const bool plane_b = !exact::all_zero(sides_a) || exact::projection_axis(b) >= 0;
  const double factor = fitting_factor(a, b);

  ContactGeometry contact;
  if (plane_a && plane_b && !exact::all_zero(sides_a)) {
    const Common common = common_on_line(a, sides_a, b, sides_b, found);
    contact.kind = common.kind;
    contact.segment = common.segment;
  } else {
    contact.kind = plane_a && plane_b ? ContactKind::coplanar : ContactKind::touching;
    if (std::is_permutation(a.begin(), a.end(), b.begin())) contact.kind = ContactKind::coincident;
    contact.segment = common_of_flat(a, b, sides_a, factor);
  }
  const double none = std::numeric_limits<double>::infinity();
  const Vec3 normal_a = plane_a ? exact::unit_normal(a) : Vec3{};
  const Vec3 normal_b = plane_b ? exact::unit_normal(b) : Vec3{};
  const double behind_a = plane_a ? depth_behind(b, sides_b, a[0], normal_a, factor) : none;
  const double behind_b = plane_b ? depth_behind(a, sides_a, b[0], normal_b, factor) : none;
  if (plane_a && behind_a < behind_b) {
    contact.normal = normal_a;
    contact.depth = behind_a;
  } else if (plane_b) {
    contact.normal = -normal_b;
    contact.depth = behind_b;
  }
  return contact;
}

std::size_t least_corner(const Triangle& t) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (exact::lexicographically_less(t[i], t[least])) least = i;
  }
  return least;
}

// The same winding from another corner on.
Triangle from_corner(std::size_t first, const Triangle& t) {
  return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]};
}
std::uint8_t from_corner(std::size_t first, std::uint8_t code) {
  if (code == 0) return 0;
  const Sides s = Finding::signs_of(code);
  return Finding::code_of(s[first], s[(first + 1) % 3], s[(first + 2) % 3]);
}

}  // namespace

ContactGeometry describe_contact(const Triangle& a, const Triangle& b, const Finding& found) {
  // One order whatever the caller's: then all orders give the same bits, but for the normal's sign.
  // A turned triangle has its plane where it was: what was found turns with its corners alone.
  const std::size_t first_a = least_corner(a);
  const std::size_t first_b = least_corner(b);
  const Triangle x = from_corner(first_a, a);
  const Triangle y = from_corner(first_b, b);
  Finding turned = found;
  turned.sides_a = from_corner(first_a, found.sides_a);
  turned.sides_b = from_corner(first_b, found.sides_b);
  if (!std::lexicographical_compare(y.begin(), y.end(), x.begin(), x.end(),
                                    exact::lexicographically_less)) {
    return describe_in_order(x, y, turned);
  }
  const std::uint8_t of_x = turned.sides_a;
  turned.sides_a = turned.sides_b;
  turned.sides_b = of_x;
  ContactGeometry contact = describe_in_order(y, x, turned);
  contact.normal = -contact.normal;
  return contact;
}

}  // namespace tact
