#include "tests/support/moving_oracle.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tests/support/integer_polynomial.h"

namespace tact::testing {

struct MovingAnswer::State {
  std::vector<IntegerPolynomial> critical;  // of one of which `first` is a root
  std::optional<IsolatedRoot> first;
  bool coplanar = false;
};

namespace {

using Vector = std::array<IntegerPolynomial, 3>;

Vector difference(const Vector& a, const Vector& b) {
  return {minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])};
}
IntegerPolynomial dot(const Vector& a, const Vector& b) {
  return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
}
Vector cross(const Vector& a, const Vector& b) {
  return {minus(times(a[1], b[2]), times(a[2], b[1])), minus(times(a[2], b[0]), times(a[0], b[2])),
          minus(times(a[0], b[1]), times(a[1], b[0]))};
}

// All coordinates in units of the smallest digit that a double has, or of a larger power of two.
std::array<Vector, 4> to_polynomials(const std::array<MovingPoint, 4>& points) {
  int least = 1024;
  const auto note = [&](double x) {
    if (x != 0) least = std::min(least, std::max(std::ilogb(x) - 52, -1074));
  };
  for (const MovingPoint& p : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      note(p.from[k]);
      note(p.to[k]);
    }
  }
  const auto integer = [&](double x) {
    if (x == 0) return mpz_class(0);
    int exponent = 0;
    mpz_class value(std::ldexp(std::frexp(x, &exponent), 53));
    const int shift = exponent - 53 - least;
    if (shift >= 0) return mpz_class(value << static_cast<unsigned long>(shift));
    return mpz_class(value >> static_cast<unsigned long>(-shift));  // zeros of a denormal
  };
  std::array<Vector, 4> out;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const mpz_class from = integer(points[i].from[k]);
      const IntegerPolynomial constant{from};
      const IntegerPolynomial way{0, integer(points[i].to[k]) - from};
      out[i][k] = plus(plus({}, constant), way);
    }
  }
  return out;
}

// Does the origin lie on the closed segment from a to b?
struct OnSegment {
  IntegerPolynomial length_sq, along, off, start_sq;

  OnSegment(const Vector& a, const Vector& b) {
    const Vector way = difference(b, a);
    length_sq = dot(way, way);
    along = minus({}, dot(a, way));
    start_sq = dot(a, a);
    off = minus(times(start_sq, length_sq), times(along, along));  // Lagrange
  }
  template <class Sign>
  bool holds(const Sign& sign) const {
    if (sign(length_sq) == 0) return sign(start_sq) == 0;
    return sign(off) == 0 && sign(along) >= 0 && sign(minus(length_sq, along)) >= 0;
  }
  void list(std::vector<IntegerPolynomial>& out) const {
    for (const auto& p : {length_sq, start_sq, off, along, minus(length_sq, along)}) {
      out.push_back(p);
    }
  }
};

// What has to be true: the volume is zero; where `gram` is not, no weight is negative; where it is,
// the origin lies on some segment.
struct Question {
  IntegerPolynomial volume, gram;
  std::vector<IntegerPolynomial> weights;
  std::vector<OnSegment> segments;

  template <class Sign>
  bool holds(const Sign& sign) const {
    if (sign(volume) != 0) return false;
    if (sign(gram) != 0) {
      return std::all_of(weights.begin(), weights.end(),
                         [&](const IntegerPolynomial& w) { return sign(w) >= 0; });
    }
    return std::any_of(segments.begin(), segments.end(),
                       [&](const OnSegment& s) { return s.holds(sign); });
  }
};

// The origin of `to` is where first and second begin: to = s first + u second.
struct Frame {
  Vector first, second, to, normal;
};

void add_weights(Question& q, const Frame& f) {
  q.gram = dot(f.normal, f.normal);
  const IntegerPolynomial s = dot(cross(f.to, f.second), f.normal);
  const IntegerPolynomial u = dot(cross(f.first, f.to), f.normal);
  q.weights = {s, u};
}

void add_vertex_triangle(Question& q, const std::array<Vector, 4>& p) {
  q.weights.push_back(minus(minus(q.gram, q.weights[0]), q.weights[1]));
  for (std::size_t i = 1; i < 4; ++i) {
    q.segments.emplace_back(difference(p[i], p[0]), difference(p[i % 3 + 1], p[0]));
  }
}

void add_edge_edge(Question& q, const std::array<Vector, 4>& p) {
  q.weights.push_back(minus(q.gram, q.weights[0]));
  q.weights.push_back(minus(q.gram, q.weights[1]));
  for (std::size_t i = 0; i < 2; ++i) {
    q.segments.emplace_back(difference(p[2], p[i]), difference(p[3], p[i]));
    q.segments.emplace_back(difference(p[0], p[2 + i]), difference(p[1], p[2 + i]));
  }
}

std::vector<IntegerPolynomial> critical_while_coplanar(const Question& q) {
  std::vector<IntegerPolynomial> all = q.weights;
  all.push_back(q.gram);
  for (const OnSegment& s : q.segments) s.list(all);
  std::vector<IntegerPolynomial> critical{{0, 1}};  // time 0 is one
  for (const IntegerPolynomial& p : all) {
    if (p.size() > 1) critical.push_back(square_free(p));
  }
  std::sort(critical.begin(), critical.end());
  critical.erase(std::unique(critical.begin(), critical.end()), critical.end());
  return critical;
}

// Each time once, in their order.
std::vector<IsolatedRoot> critical_times(const std::vector<IntegerPolynomial>& critical) {
  std::vector<IsolatedRoot> times;
  for (const IntegerPolynomial& p : critical) {
    for (IsolatedRoot& root : roots_in_unit_interval(p)) {
      auto place = times.begin();
      int order = 1;
      while (place != times.end() && (order = compare(root, *place)) > 0) ++place;
      if (place == times.end() || order < 0) times.insert(place, std::move(root));
    }
  }
  return times;
}

// Between a critical time and the next one nothing changes: a number there.
DyadicNumber number_after(IsolatedRoot& root, IsolatedRoot* next) {
  if (next == nullptr) {
    while (compare(root.hi, {1, 0}) >= 0 && !root.is_number()) root.refine();
    return middle_of(root.hi, {1, 0});
  }
  while (compare(root.hi, next->lo) >= 0) {
    root.refine();
    next->refine();
  }
  return middle_of(root.hi, next->lo);
}

void decide_while_coplanar(const Question& q, MovingAnswer::State& state) {
  state.critical = critical_while_coplanar(q);
  std::vector<IsolatedRoot> roots = critical_times(state.critical);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    IsolatedRoot& root = roots[i];
    if (q.holds([&](const IntegerPolynomial& p) { return sign_at(p, root); })) {
      state.first = root;
      return;
    }
    if (compare(root.lo, {1, 0}) == 0) return;
    const DyadicNumber after = number_after(root, i + 1 < roots.size() ? &roots[i + 1] : nullptr);
    if (q.holds([&](const IntegerPolynomial& p) { return sign_at(p, after); })) {
      throw std::logic_error("moving oracle: the times of meeting are no closed set");
    }
  }
}

MovingAnswer decide(const std::array<MovingPoint, 4>& points, bool edges) {
  auto state = std::make_shared<MovingAnswer::State>();
  const std::array<Vector, 4> p = to_polynomials(points);
  Frame f;
  f.first = edges ? difference(p[1], p[0]) : difference(p[2], p[1]);
  f.second = edges ? difference(p[2], p[3]) : difference(p[3], p[1]);
  f.to = edges ? difference(p[2], p[0]) : difference(p[0], p[1]);
  f.normal = cross(f.first, f.second);
  Question q;
  q.volume = dot(f.normal, f.to);
  if (!may_have_root_in_unit_interval(q.volume)) return MovingAnswer(state);
  add_weights(q, f);
  if (edges) {
    add_edge_edge(q, p);
  } else {
    add_vertex_triangle(q, p);
  }
  if (q.volume.empty()) {
    state->coplanar = true;
    decide_while_coplanar(q, *state);
    return MovingAnswer(state);
  }
  state->critical = {square_free(q.volume)};
  for (IsolatedRoot& root : roots_in_unit_interval(state->critical[0])) {
    if (!q.holds([&](const IntegerPolynomial& w) { return sign_at(w, root); })) continue;
    state->first = root;
    break;
  }
  return MovingAnswer(state);
}

}  // namespace

MovingAnswer::MovingAnswer(std::shared_ptr<State> state) : state_(std::move(state)) {}

bool MovingAnswer::meet() const { return state_->first.has_value(); }
bool MovingAnswer::coplanar() const { return state_->coplanar; }

bool MovingAnswer::first_is_in(const ImpactTime& bracket) const {
  if (!meet() || !(0 <= bracket.lo && bracket.lo <= bracket.hi && bracket.hi <= 1)) return false;
  IsolatedRoot& root = *state_->first;
  const int above = root.compare_with(dyadic_of(bracket.lo));
  return (bracket.lo == bracket.hi ? above == 0 : above > 0) &&
         root.compare_with(dyadic_of(bracket.hi)) <= 0;
}

MovingAnswer oracle_vertex_triangle(const MovingPoint& v, const MovingTriangle& t) {
  return decide({v, t[0], t[1], t[2]}, false);
}

MovingAnswer oracle_edge_edge(const MovingEdge& a, const MovingEdge& b) {
  return decide({a[0], a[1], b[0], b[1]}, true);
}

}  // namespace tact::testing
