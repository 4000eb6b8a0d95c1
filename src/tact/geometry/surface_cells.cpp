#include "tact/geometry/surface_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "tact/geometry/predicates.h"
#include "tact/geometry/rational_impl.h"

namespace tact {
namespace {

using exact::Rational;
using exact::RationalPoint;

// In the plane of two coordinates of space.
struct FlatPoint {
  Rational u;
  Rational v;
  friend bool operator==(const FlatPoint&, const FlatPoint&) = default;
};

// Ends in order of u, then of v.
struct FlatSegment {
  FlatPoint from;
  FlatPoint to;
  friend bool operator==(const FlatSegment&, const FlatSegment&) = default;
};

bool before(const FlatPoint& p, const FlatPoint& q) { return p.u != q.u ? p.u < q.u : p.v < q.v; }

// The determinant (q - p) × (r - p).
Rational turn(const FlatPoint& p, const FlatPoint& q, const FlatPoint& r) {
  return (q.u - p.u) * (r.v - p.v) - (q.v - p.v) * (r.u - p.u);
}

// Where a segment that is not upright passes `u`.
Rational height_at(const FlatSegment& s, const Rational& u) {
  return s.from.v + (s.to.v - s.from.v) * (u - s.from.u) / (s.to.u - s.from.u);
}

// A number between two, a double if there is one halfway.
Rational between(const Rational& low, const Rational& high) {
  const double middle = 0.5 * low.convert_to<double>() + 0.5 * high.convert_to<double>();
  if (std::isfinite(middle)) {
    Rational simple(middle);
    if (low < simple && simple < high) return simple;
  }
  return (low + high) / 2;
}

void sort_once(std::vector<Rational>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// A triangle seen along the axis along which it is thinnest, and what cuts it.
class CutTriangle {
 public:
  explicit CutTriangle(const Triangle& t) : t_(t), normal_(exact::normal_of(t)) {
    double size[3];
    for (std::size_t k = 0; k < 3; ++k) size[k] = std::abs(normal_.at[k].convert_to<double>());
    for (std::size_t k = 0; k < 3; ++k) {
      const bool longer = size[k] > size[axis_] || normal_.at[axis_].sign() == 0;
      if (longer && normal_.at[k].sign() != 0) axis_ = k;
    }
    for (std::size_t k = 0; k < 3; ++k) corners_[k] = flat(exact::to_rational(t[k]));
  }

  bool has_area() const { return normal_.at[axis_].sign() != 0; }

  void cut_by(const Triangle& other) {
    int side[3];
    for (std::size_t k = 0; k < 3; ++k) side[k] = orient3d(t_[0], t_[1], t_[2], other[k]);
    if (std::abs(side[0] + side[1] + side[2]) == 3) return;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (side[k] == 0 && side[next] == 0) add_edge(other[k], other[next]);
    }
    const auto in_plane = std::count(std::begin(side), std::end(side), 0);
    if (in_plane > 1) return;
    std::vector<FlatPoint> ends;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t next = (k + 1) % 3;
      if (side[k] == 0) ends.push_back(flat(exact::to_rational(other[k])));
      if (side[k] * side[next] < 0) ends.push_back(passage(other[k], other[next]));
    }
    if (ends.size() == 2) add(ends[0], ends[1]);
  }

  std::vector<SurfacePoint> sample() const {
    std::vector<SurfacePoint> samples;
    const std::vector<Rational> events = list_events();
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      sample_column(between(events[i], events[i + 1]), samples);
    }
    return samples;
  }

 private:
  std::size_t u_axis() const { return (axis_ + 1) % 3; }
  std::size_t v_axis() const { return (axis_ + 2) % 3; }
  FlatPoint flat(const RationalPoint& p) const { return {p.at[u_axis()], p.at[v_axis()]}; }
  FlatSegment edge(std::size_t k) const { return ordered_ends(corners_[k], corners_[(k + 1) % 3]); }
  static FlatSegment ordered_ends(const FlatPoint& p, const FlatPoint& q) {
    return before(p, q) ? FlatSegment{p, q} : FlatSegment{q, p};
  }

  // Where the edge from p to q, whose ends lie on different sides, passes the plane.
  FlatPoint passage(const Vec3& p, const Vec3& q) const {
    const RationalPoint from = exact::to_rational(p);
    const RationalPoint way = exact::to_rational(q) - from;
    const RationalPoint base = exact::to_rational(t_[0]);
    const Rational part = dot(normal_, base - from) / dot(normal_, way);
    RationalPoint at;
    for (std::size_t k = 0; k < 3; ++k) at.at[k] = from.at[k] + way.at[k] * part;
    return flat(at);
  }

  // An edge in the plane: most of them lie along one of the triangle's own, or beyond it.
  void add_edge(const Vec3& from, const Vec3& to) {
    const auto seen = [&](const Vec3& p) { return Vec2{p[u_axis()], p[v_axis()]}; };
    const int front = normal_.at[axis_].sign();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec2 p = seen(t_[k]);
      const Vec2 q = seen(t_[(k + 1) % 3]);
      if (orient2d(p, q, seen(from)) * front <= 0 && orient2d(p, q, seen(to)) * front <= 0) return;
    }
    add(flat(exact::to_rational(from)), flat(exact::to_rational(to)));
  }

  // What lies along an edge or beyond it cuts nothing.
  bool reaches_inside(const FlatSegment& s) const {
    const int front = normal_.at[axis_].sign();
    for (std::size_t k = 0; k < 3; ++k) {
      const FlatPoint& p = corners_[k];
      const FlatPoint& q = corners_[(k + 1) % 3];
      if (turn(p, q, s.from).sign() * front <= 0 && turn(p, q, s.to).sign() * front <= 0) {
        return false;
      }
    }
    return true;
  }

  void add(const FlatPoint& p, const FlatPoint& q) {
    if (p == q) return;
    const FlatSegment s = ordered_ends(p, q);
    if (!reaches_inside(s)) return;
    if (std::find(cuts_.begin(), cuts_.end(), s) == cuts_.end()) cuts_.push_back(s);
  }

  // Where anything begins, ends or meets something: between two of them nothing changes places.
  std::vector<Rational> list_events() const {
    std::vector<FlatSegment> all = cuts_;
    for (std::size_t k = 0; k < 3; ++k) all.push_back(edge(k));
    std::vector<Rational> events;
    for (std::size_t i = 0; i < all.size(); ++i) {
      events.push_back(all[i].from.u);
      events.push_back(all[i].to.u);
      for (std::size_t j = 0; j < i; ++j) add_meeting(all[i], all[j], events);
    }
    sort_once(events);
    const auto [least, most] = std::minmax({corners_[0].u, corners_[1].u, corners_[2].u});
    std::erase_if(events,
                  [&, low = least, high = most](const Rational& u) { return u < low || u > high; });
    return events;
  }

  static void add_meeting(const FlatSegment& s, const FlatSegment& t, std::vector<Rational>& out) {
    const Rational from = turn(t.from, t.to, s.from);
    const Rational to = turn(t.from, t.to, s.to);
    if (from.sign() * to.sign() >= 0) return;  // at an end, which is an event already
    if (turn(s.from, s.to, t.from).sign() * turn(s.from, s.to, t.to).sign() > 0) return;
    out.push_back(s.from.u + (s.to.u - s.from.u) * from / (from - to));
  }

  void sample_column(const Rational& u, std::vector<SurfacePoint>& out) const {
    std::vector<Rational> ends;
    for (std::size_t k = 0; k < 3; ++k) {
      const FlatSegment e = edge(k);
      if (e.from.u < u && u < e.to.u) ends.push_back(height_at(e, u));
    }
    sort_once(ends);
    if (ends.size() < 2) return;
    std::vector<Rational> heights = ends;
    for (const FlatSegment& s : cuts_) {
      if (!(s.from.u < u && u < s.to.u)) continue;
      const Rational v = height_at(s, u);
      if (ends.front() < v && v < ends.back()) heights.push_back(v);
    }
    sort_once(heights);
    for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
      out.push_back(point_at(u, between(heights[i], heights[i + 1])));
    }
  }

  SurfacePoint point_at(const Rational& u, const Rational& v) const {
    auto point = std::make_shared<RationalPoint>();
    const RationalPoint base = exact::to_rational(t_[0]);
    point->at[u_axis()] = u;
    point->at[v_axis()] = v;
    point->at[axis_] = base.at[axis_] - (normal_.at[u_axis()] * (u - base.at[u_axis()]) +
                                         normal_.at[v_axis()] * (v - base.at[v_axis()])) /
                                            normal_.at[axis_];
    return {std::move(point), axis_, normal_.at[axis_].sign()};
  }

  const Triangle& t_;
  RationalPoint normal_;
  std::size_t axis_ = 0;
  std::array<FlatPoint, 3> corners_;
  std::vector<FlatSegment> cuts_;
};

}  // namespace

SurfacePoint::SurfacePoint(std::shared_ptr<const RationalPoint> point, std::size_t axis, int front)
    : point_(std::move(point)), axis_(axis), front_(front) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double near = point_->at[k].convert_to<double>();
    const double slack = std::abs(near) * 0x1p-48 + 0x1p-1040;
    const bool is_double = point_->at[k] == Rational(near);
    extent_.lo[k] = is_double ? near : near - slack;
    extent_.hi[k] = is_double ? near : near + slack;
  }
}

std::vector<SurfacePoint> sample_cells(const Triangle& t, std::span<const Triangle> others) {
  CutTriangle cut(t);
  if (!cut.has_area()) return {};
  for (const Triangle& other : others) cut.cut_by(other);
  return cut.sample();
}

}  // namespace tact
