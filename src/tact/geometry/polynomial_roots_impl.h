#pragma once
// The roots of a polynomial between 0 and 1, isolated, and the signs of others there. Private to
// the last stage of the tests of moving features.
#include <array>
#include <cstddef>
#include <utility>

#include "tact/geometry/polynomial_impl.h"

namespace tact::exact {

/// A root of `polynomial`, the only one between lo and hi, which are none; or the number lo == hi.
struct Root {
  const Polynomial* polynomial = nullptr;
  Dyadic lo;
  Dyadic hi;
  bool is_number = false;
};

/// Of a polynomial of degree two or less.
int sign_at_root(const Polynomial& q, const Root& root);

/// Roots strictly between 0 and 1 of a polynomial that is not zero at these.
class RootsInside {
 public:
  explicit RootsInside(const Polynomial& p) : p_(p), sequence_(p) {}

  /// One after the other, ascending, until `visit` returns true.
  template <class Visit>
  bool each(const Visit& visit) const {
    const Dyadic one{1, 0};
    // Each holds a root at least, and they are apart: there are never more than roots.
    std::array<Part, Polynomial::most> parts;
    std::size_t count = 0;
    parts[count++] = {{}, one, sequence_.variations({}), sequence_.variations(one)};
    while (count > 0) {
      Part& last = parts[count - 1];
      if (last.at_lo - last.at_hi < 2) {
        const bool holds_root = last.at_lo != last.at_hi;
        if (holds_root && visit(Root{&p_, last.lo, last.hi, false})) return true;
        --count;
        continue;
      }
      const Dyadic middle = split(last.lo, last.hi);
      const int at_middle = sequence_.variations(middle);
      const Part left{last.lo, middle, last.at_lo, at_middle};
      last.lo = middle;
      last.at_lo = at_middle;
      if (at_middle == last.at_hi) --count;
      if (left.at_lo != at_middle) parts[count++] = left;
    }
    return false;
  }

  /// Halves the interval until it is narrow enough, or its ends are neighbouring doubles.
  std::pair<double, double> narrow(Root root, double width) const;

 private:
  // Signs change as often at its ends.
  struct Part {
    Dyadic lo;
    Dyadic hi;
    int at_lo = 0;
    int at_hi = 0;
  };

  /// A number between the two that is no root: of seven one is not, for a polynomial has not so
  /// many.
  Dyadic split(const Dyadic& lo, const Dyadic& hi) const;

  const Polynomial& p_;
  RemainderSequence sequence_;
};

}  // namespace tact::exact
