// The last stage of the tests of moving features: every case, in big integers. All that matters is
// a sign of a polynomial of time, so the features begin or cease to meet only at roots.
#include <algorithm>
#include <cmath>

#include "tact/geometry/exact_integer_impl.h"
#include "tact/geometry/moving_impl.h"
#include "tact/geometry/polynomial_roots_impl.h"

namespace tact::exact {
namespace {

using PolynomialVec = std::array<Polynomial, 3>;

PolynomialVec operator-(const PolynomialVec& a, const PolynomialVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
PolynomialVec operator+(const PolynomialVec& a, const PolynomialVec& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Polynomial dot(const PolynomialVec& a, const PolynomialVec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
PolynomialVec cross(const PolynomialVec& a, const PolynomialVec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The signs on which it depends whether two features meet.
class Conditions {
 public:
  explicit Conditions(const MovingPair& pair) : corners_(pair.corners()) {
    double x[24];
    std::size_t n = 0;
    for (const MovingPoint& p : pair.point) {
      for (std::size_t k = 0; k < 3; ++k) {
        x[n++] = p.from[k];
        x[n++] = p.to[k];
      }
    }
    const int unit = common_exponent(x, n);
    n = 0;
    std::array<PolynomialVec, 4> point;
    for (PolynomialVec& p : point) {
      for (Polynomial& coordinate : p) {
        coordinate.c[0] = to_integer(x[n++], unit);
        coordinate.c[1] = to_integer(x[n++], unit) - coordinate.c[0];
        coordinate.trim(1);
      }
    }
    for (std::size_t i = 0; i < pair.corners(); ++i) {
      const PolygonCorner& c = polygon_corner(pair, i);
      corner_[i] = point[c.to] - point[c.from];
    }
    weight_[1] = cross(corner_[1], corner_[2]);
    volume_ = dot(corner_[0], weight_[1]);
  }

  /// Zero while the four points are coplanar.
  const Polynomial& volume() const { return volume_; }

  /// Do the features meet at a time at which the four points are coplanar?
  bool hold_at(const Root& time) {
    complete();
    for (std::size_t k = 0; k < 3; ++k) {
      const int side = sign_at_root(normal_[k], time);
      if (side != 0) return weights_agree(k, side, time);
    }
    // The polygon is a segment or a point: then its edges cover it.
    for (std::size_t j = 0; j < corners_; ++j) {
      if (edge_holds_origin(j, time)) return true;
    }
    return false;
  }

  /// At whose roots contact may begin: while weights and dot products keep their signs, so does the
  /// normal wherever the weights agree.
  template <class Visit>
  void each(const Visit& visit) {
    complete();
    for (std::size_t j = 0; j < corners_; ++j) {
      for (const Polynomial& p : weight_[j]) visit(p);
      visit(dot_[j]);
    }
  }

 private:
  void complete() {
    if (is_complete_) return;
    is_complete_ = true;
    for (std::size_t i = 0; i < corners_; ++i) {
      const PolynomialVec& next = corner_[(i + 1) % corners_];
      if (i != 1) weight_[i] = cross(corner_[i], next);
      dot_[i] = dot(corner_[i], next);
      normal_ = normal_ + weight_[i];
    }
  }
  bool weights_agree(std::size_t k, int side, const Root& time) const {
    for (std::size_t j = 0; j < corners_; ++j) {
      if (sign_at_root(weight_[j][k], time) == -side) return false;
    }
    return true;
  }
  bool edge_holds_origin(std::size_t j, const Root& time) const {
    return std::all_of(weight_[j].begin(), weight_[j].end(),
                       [&](const Polynomial& p) { return sign_at_root(p, time) == 0; }) &&
           sign_at_root(dot_[j], time) <= 0;
  }

  std::size_t corners_;
  std::array<PolynomialVec, 4> corner_;
  std::array<PolynomialVec, 4> weight_;  // edges of the polygon seen from the origin: twice an area
  std::array<Polynomial, 4> dot_;
  PolynomialVec normal_;
  Polynomial volume_;
  bool is_complete_ = false;
};

const Root time_zero{nullptr, {0, 0}, {0, 0}, true};
const Root time_one{nullptr, {1, 0}, {1, 0}, true};

// The first root of p in [0, 1] at which the conditions hold.
std::optional<ImpactTime> first_root(Conditions& conditions, Polynomial p, double width) {
  if (p.degree < 1) return {};
  bool at_zero = false;
  while (p.c[0] == 0) {
    at_zero = true;
    p = without_root_at_zero(p);
  }
  bool at_one = false;
  while (p.sign_at(time_one.lo) == 0) {
    at_one = true;
    p = without_root_at_one(p);
  }
  if (at_zero && conditions.hold_at(time_zero)) return ImpactTime{0, 0};
  if (p.degree > 0) {
    std::optional<ImpactTime> found;
    const RootsInside roots(p);
    roots.each([&](const Root& root) {
      if (!conditions.hold_at(root)) return false;
      const auto [lo, hi] = roots.narrow(root, width);
      found = ImpactTime{lo, hi};
      return true;
    });
    if (found) return found;
  }
  if (at_one && conditions.hold_at(time_one)) return ImpactTime{1, 1};
  return {};
}

// The points are coplanar all the time. The times at which the features meet are a closed set that
// begins at a root of a polynomial on whose sign it depends, or at 0.
std::optional<ImpactTime> first_while_coplanar(Conditions& conditions, double width) {
  if (conditions.hold_at(time_zero)) return ImpactTime{0, 0};
  std::optional<ImpactTime> first;
  conditions.each([&](const Polynomial& p) {
    const std::optional<ImpactTime> root = first_root(conditions, p, width);
    if (!root) return;
    if (!first) {
      first = root;
    } else {
      first = ImpactTime{std::min(first->lo, root->lo), std::min(first->hi, root->hi)};
    }
  });
  return first;
}

}  // namespace

std::optional<ImpactTime> first_impact_exactly(const MovingPair& pair, double width) {
  Conditions conditions(pair);
  return conditions.volume().degree >= 0 ? first_root(conditions, conditions.volume(), width)
                                         : first_while_coplanar(conditions, width);
}

bool meet_exactly(const MovingPair& pair) { return first_impact_exactly(pair, 1).has_value(); }

}  // namespace tact::exact
