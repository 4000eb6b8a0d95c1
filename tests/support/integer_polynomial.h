#pragma once
// Polynomials with GMP integers and their roots in [0, 1], for oracles: Descartes' rule and
// halving, square-free parts, common factors. Shares nothing with the library.
#include <gmpxx.h>

#include <vector>

namespace tact::testing {

/// Coefficients from the constant one on, the last not zero; empty for zero.
using IntegerPolynomial = std::vector<mpz_class>;

/// num / 2^shift.
struct DyadicNumber {
  mpz_class num;
  unsigned long shift = 0;
};
int compare(const DyadicNumber& a, const DyadicNumber& b);
DyadicNumber middle_of(const DyadicNumber& a, const DyadicNumber& b);
/// A double that is not negative.
DyadicNumber dyadic_of(double x);

IntegerPolynomial plus(const IntegerPolynomial& a, const IntegerPolynomial& b);
IntegerPolynomial minus(const IntegerPolynomial& a, const IntegerPolynomial& b);
IntegerPolynomial times(const IntegerPolynomial& a, const IntegerPolynomial& b);
int sign_at(const IntegerPolynomial& p, const DyadicNumber& t);
/// Up to a constant factor.
IntegerPolynomial common_factor(IntegerPolynomial a, IntegerPolynomial b);
/// With the same roots, each once, and without a common divisor of its coefficients.
IntegerPolynomial square_free(const IntegerPolynomial& p);

/// The only root of a square-free polynomial in the open interval; lo = hi: that number.
struct IsolatedRoot {
  const IntegerPolynomial* polynomial = nullptr;
  DyadicNumber lo;
  DyadicNumber hi;

  bool is_number() const { return compare(lo, hi) == 0; }
  /// Halves the interval, or finds the number.
  void refine();
  /// -1, 0, 1: the root is less, equal, larger.
  int compare_with(const DyadicNumber& x);
};
/// Those in [0, 1], ascending, with disjoint intervals. p is square-free and outlives them.
std::vector<IsolatedRoot> roots_in_unit_interval(const IntegerPolynomial& p);
/// False only if it has none.
bool may_have_root_in_unit_interval(const IntegerPolynomial& p);
/// The sign of q there. Narrows the interval.
int sign_at(const IntegerPolynomial& q, IsolatedRoot& root);
/// -1, 0, 1: the first is less, equal, larger. Narrows both.
int compare(IsolatedRoot& a, IsolatedRoot& b);

}  // namespace tact::testing
