#include "tact/geometry/polynomial_roots_impl.h"

#include <cmath>

namespace tact::exact {
namespace {

// Is a polynomial of degree two or less, with equal signs at both ends, free of roots between them?
bool keeps_sign(const Polynomial& q, int sign, const Root& root) {
  if (q.degree < 2 || q.leading().sign() == -sign) return true;  // bent away from zero
  const Polynomial slope = derivative(q);
  return slope.sign_at(root.lo) * slope.sign_at(root.hi) >= 0;
}

// Half of the way, or the nearest double to that: while there is one between the two it is taken,
// so that a root which is a double is hit in the end.
Dyadic half_way(const Dyadic& lo, const Dyadic& hi) {
  const Dyadic middle = between(lo, hi, 1, 1);
  const double below = round_down(middle);
  if (below > round_down(lo)) return to_dyadic(below);
  const double above = round_up(middle);
  return above < round_up(hi) ? to_dyadic(above) : middle;
}

}  // namespace

int sign_at_root(const Polynomial& q, const Root& root) {
  if (q.degree < 0) return 0;
  if (root.is_number) return q.sign_at(root.lo);
  const int sign = q.sign_at(root.lo);
  if (sign != 0 && sign == q.sign_at(root.hi) && keeps_sign(q, sign, root)) return sign;
  const RemainderSequence sequence(*root.polynomial, q);
  return sequence.variations(root.lo) - sequence.variations(root.hi);
}

std::pair<double, double> RootsInside::narrow(Root root, double width) const {
  int before = 0;
  if (!root.is_number) before = sequence_.variations(root.lo);
  for (;;) {
    const double lo = round_down(root.lo);
    const double hi = round_up(root.hi);
    if (root.is_number || hi - lo <= width || std::nextafter(lo, 2) >= hi) return {lo, hi};
    const Dyadic middle = half_way(root.lo, root.hi);
    if (p_.sign_at(middle) == 0) {
      root.lo = root.hi = middle;
      root.is_number = true;
    } else if (sequence_.variations(middle) == before) {
      root.lo = middle;
    } else {
      root.hi = middle;
    }
  }
}

Dyadic RootsInside::split(const Dyadic& lo, const Dyadic& hi) const {
  constexpr unsigned eighths[7] = {4, 3, 5, 2, 6, 1, 7};
  for (const unsigned part : eighths) {
    Dyadic middle = between(lo, hi, part, 3);
    if (p_.sign_at(middle) != 0) return middle;
  }
  return lo;
}

}  // namespace tact::exact
