#pragma once
// Polynomials of small degree with integer coefficients, and the signs of one at the roots of
// another (Sturm 1829, Tarski 1951). Private to the last stage of the tests of moving features.
#include <array>
#include <cstddef>

#include "tact/geometry/exact_integer_impl.h"

namespace tact::exact {

/// num / 2^shift.
struct Dyadic {
  Integer num = 0;
  unsigned shift = 0;
};
/// Halfway, or of `parts` equal parts (a power of two) the first `part`.
Dyadic between(const Dyadic& lo, const Dyadic& hi, unsigned part, unsigned parts_log2);
/// Of a number in [0, 1].
Dyadic to_dyadic(double x);
/// The next double that is not larger, and not smaller; for numbers in [0, 1].
double round_down(const Dyadic& x);
double round_up(const Dyadic& x);

/// c[0] + c[1] t + …, of degree `degree`; -1 for zero.
struct Polynomial {
  static constexpr std::size_t most = 6;
  std::array<Integer, most> c;
  int degree = -1;

  const Integer& leading() const { return c[static_cast<std::size_t>(degree)]; }
  /// Sets the degree by the coefficients up to `highest`.
  void trim(int highest);
  int sign_at(const Dyadic& t) const;
};

Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
Polynomial derivative(const Polynomial& p);
/// Divides by t, or by t - 1, of which the value there is 0.
Polynomial without_root_at_zero(const Polynomial& p);
Polynomial without_root_at_one(const Polynomial& p);

/// Signed remainders of p and p' q, each up to a positive factor. For lo < hi that are no roots of
/// p, variations(lo) - variations(hi) is the sum of the signs of q at the roots of p between them,
/// each root once whatever its multiplicity; for q = 1, their number.
class RemainderSequence {
 public:
  explicit RemainderSequence(const Polynomial& p);
  RemainderSequence(const Polynomial& p, const Polynomial& q);

  int variations(const Dyadic& t) const;

 private:
  void build(const Polynomial& p, const Polynomial& second);

  std::array<Polynomial, Polynomial::most> terms_;
  std::size_t size_ = 0;
};

}  // namespace tact::exact
