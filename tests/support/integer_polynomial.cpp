#include "tests/support/integer_polynomial.h"

#include <algorithm>
#include <cmath>

namespace tact::testing {
namespace {

void trim(IntegerPolynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

// Divides by what divides all coefficients; the sign stays.
void make_primitive(IntegerPolynomial& p) {
  mpz_class content = 0;
  for (const mpz_class& c : p) content = gcd(content, c);
  if (content == 0 || content == 1) return;
  for (mpz_class& c : p) mpz_divexact(c.get_mpz_t(), c.get_mpz_t(), content.get_mpz_t());
}

IntegerPolynomial slope_of(const IntegerPolynomial& p) {
  IntegerPolynomial d;
  for (std::size_t i = 1; i < p.size(); ++i) d.push_back(p[i] * static_cast<unsigned long>(i));
  return d;
}

// a / b, which is a polynomial up to a constant factor.
IntegerPolynomial quotient(IntegerPolynomial a, const IntegerPolynomial& b) {
  IntegerPolynomial q(a.size() - b.size() + 1);
  while (a.size() >= b.size()) {
    const std::size_t up = a.size() - b.size();
    const mpz_class top = a.back();
    for (mpz_class& c : a) c *= b.back();
    for (mpz_class& c : q) c *= b.back();
    q[up] += top;
    for (std::size_t i = 0; i < b.size(); ++i) a[i + up] -= top * b[i];
    trim(a);
  }
  make_primitive(q);
  return q;
}

// q(t) -> q(t + 1).
void shift_by_one(IntegerPolynomial& q) {
  for (std::size_t i = 0; i + 1 < q.size(); ++i) {
    for (std::size_t j = q.size() - 1; j > i; --j) q[j - 1] += q[j];
  }
}

// Changes of sign of (1 + t)^n q(1 / (1 + t)): as many as roots in (0, 1), or two, four, … more.
int variations_inside(IntegerPolynomial q) {
  std::reverse(q.begin(), q.end());
  shift_by_one(q);
  int count = 0;
  int last = 0;
  for (const mpz_class& c : q) {
    if (c == 0) continue;
    count += last * sgn(c) < 0 ? 1 : 0;
    last = sgn(c);
  }
  return count;
}

// 2^n q(t / 2).
IntegerPolynomial left_half(IntegerPolynomial q) {
  for (std::size_t i = 0; i < q.size(); ++i) q[i] <<= q.size() - 1 - i;
  return q;
}

// q on (0, 1) is p on (k, k + 1) / 2^depth; q may have lost roots at ends.
void isolate(const IntegerPolynomial& p, IntegerPolynomial q, const mpz_class& k,
             unsigned long depth, std::vector<IsolatedRoot>& out) {
  const int count = variations_inside(q);
  if (count == 0) return;
  if (count == 1) {
    out.push_back({&p, {k, depth}, {k + 1, depth}});
    return;
  }
  q = left_half(std::move(q));
  isolate(p, q, 2 * k, depth + 1, out);
  shift_by_one(q);
  if (q[0] == 0) {
    out.push_back({&p, {2 * k + 1, depth + 1}, {2 * k + 1, depth + 1}});
    q.erase(q.begin());
  }
  isolate(p, std::move(q), 2 * k + 1, depth + 1, out);
}

// p(lo + (hi - lo) t), times a positive number.
IntegerPolynomial part_of(const IntegerPolynomial& p, const DyadicNumber& lo,
                          const DyadicNumber& hi) {
  const unsigned long shift = std::max(lo.shift, hi.shift);
  const mpz_class from = lo.num << (shift - lo.shift);
  const mpz_class length = (hi.num << (shift - hi.shift)) - from;
  IntegerPolynomial part;
  for (std::size_t i = p.size(); i-- > 0;) {
    part = plus(times(part, {from, length}), {mpz_class(p[i] << (shift * (p.size() - 1 - i)))});
  }
  return part;
}

// The interval's ends may be other roots of p: they are moved until they are none.
void leave_other_roots(IsolatedRoot& root) {
  while (!root.is_number() &&
         (sign_at(*root.polynomial, root.lo) == 0 || sign_at(*root.polynomial, root.hi) == 0)) {
    const DyadicNumber middle = middle_of(root.lo, root.hi);
    if (sign_at(*root.polynomial, middle) == 0) {
      root.lo = root.hi = middle;
      return;
    }
    IntegerPolynomial part = part_of(*root.polynomial, root.lo, middle);
    while (part[0] == 0) part.erase(part.begin());
    // Which half has it says Descartes' rule.
    (variations_inside(part) % 2 == 1 ? root.hi : root.lo) = middle;
  }
}

}  // namespace

int compare(const DyadicNumber& a, const DyadicNumber& b) {
  const unsigned long shift = std::max(a.shift, b.shift);
  return cmp(mpz_class(a.num << (shift - a.shift)), mpz_class(b.num << (shift - b.shift)));
}

DyadicNumber middle_of(const DyadicNumber& a, const DyadicNumber& b) {
  const unsigned long shift = std::max(a.shift, b.shift);
  return {(a.num << (shift - a.shift)) + (b.num << (shift - b.shift)), shift + 1};
}

DyadicNumber dyadic_of(double x) {
  int exponent = 0;
  DyadicNumber out{mpz_class(std::ldexp(std::frexp(x, &exponent), 53)), 0};
  if (exponent >= 53) {
    out.num <<= static_cast<unsigned long>(exponent - 53);
  } else {
    out.shift = static_cast<unsigned long>(53 - exponent);
  }
  return out;
}

IntegerPolynomial plus(const IntegerPolynomial& a, const IntegerPolynomial& b) {
  IntegerPolynomial sum(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  trim(sum);
  return sum;
}

IntegerPolynomial minus(const IntegerPolynomial& a, const IntegerPolynomial& b) {
  IntegerPolynomial difference(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) difference[i] -= b[i];
  trim(difference);
  return difference;
}

IntegerPolynomial times(const IntegerPolynomial& a, const IntegerPolynomial& b) {
  if (a.empty() || b.empty()) return {};
  IntegerPolynomial product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  }
  return product;
}

int sign_at(const IntegerPolynomial& p, const DyadicNumber& t) {
  mpz_class value = 0;
  for (std::size_t i = p.size(); i-- > 0;) {
    value = value * t.num + (p[i] << (t.shift * (p.size() - 1 - i)));
  }
  return sgn(value);
}

IntegerPolynomial common_factor(IntegerPolynomial a, IntegerPolynomial b) {
  make_primitive(a);
  make_primitive(b);
  while (!b.empty()) {
    while (a.size() >= b.size()) {
      const std::size_t up = a.size() - b.size();
      const mpz_class top = a.back();
      for (mpz_class& c : a) c *= b.back();
      for (std::size_t i = 0; i < b.size(); ++i) a[i + up] -= top * b[i];
      trim(a);
    }
    make_primitive(a);
    std::swap(a, b);
  }
  return a;
}

IntegerPolynomial square_free(const IntegerPolynomial& p) {
  return quotient(p, p.size() < 3 ? IntegerPolynomial{1} : common_factor(p, slope_of(p)));
}

void IsolatedRoot::refine() {
  if (is_number()) return;
  const DyadicNumber middle = middle_of(lo, hi);
  const int sign = sign_at(*polynomial, middle);
  if (sign == 0) {
    lo = hi = middle;
  } else {
    (sign == sign_at(*polynomial, lo) ? lo : hi) = middle;
  }
}

int IsolatedRoot::compare_with(const DyadicNumber& x) {
  if (is_number()) return compare(lo, x);
  if (compare(x, lo) <= 0) return 1;
  if (compare(x, hi) >= 0) return -1;
  const int sign = sign_at(*polynomial, x);
  return sign == 0 ? 0 : sign == sign_at(*polynomial, lo) ? 1 : -1;
}

std::vector<IsolatedRoot> roots_in_unit_interval(const IntegerPolynomial& p) {
  std::vector<IsolatedRoot> roots;
  if (p.size() < 2) return roots;
  IntegerPolynomial inside = p;
  if (inside[0] == 0) {
    roots.push_back({&p, {0, 0}, {0, 0}});
    inside.erase(inside.begin());
  }
  isolate(p, std::move(inside), 0, 0, roots);
  for (IsolatedRoot& root : roots) leave_other_roots(root);
  if (sign_at(p, DyadicNumber{1, 0}) == 0) roots.push_back({&p, {1, 0}, {1, 0}});
  return roots;
}

int sign_at(const IntegerPolynomial& q, IsolatedRoot& root) {
  if (q.empty()) return 0;
  // Most often a few halvings leave q no root between the ends; else it may be this very root.
  constexpr int hopeful = 8;
  for (int halvings = 0;; ++halvings) {
    if (root.is_number()) return sign_at(q, root.lo);
    if (variations_inside(part_of(q, root.lo, root.hi)) == 0) {
      return sign_at(q, middle_of(root.lo, root.hi));
    }
    if (halvings == hopeful) {
      const IntegerPolynomial common = common_factor(*root.polynomial, q);
      if (common.size() > 1 && sign_at(common, root.lo) * sign_at(common, root.hi) < 0) return 0;
    }
    root.refine();
  }
}

bool may_have_root_in_unit_interval(const IntegerPolynomial& p) {
  return p.empty() || p[0] == 0 || sign_at(p, DyadicNumber{1, 0}) == 0 || variations_inside(p) > 0;
}

int compare(IsolatedRoot& a, IsolatedRoot& b) {
  const auto overlap = [&] { return compare(a.hi, b.lo) >= 0 && compare(b.hi, a.lo) >= 0; };
  if (overlap() && sign_at(*a.polynomial, b) == 0) {
    // A root of a's polynomial, which has only one where a is.
    const bool equal = a.is_number() ? b.compare_with(a.lo) == 0
                                     : b.compare_with(a.lo) > 0 && b.compare_with(a.hi) < 0;
    if (equal) return 0;
  }
  while (overlap()) {
    a.refine();
    b.refine();
  }
  return compare(a.hi, b.lo) < 0 ? -1 : 1;
}

}  // namespace tact::testing
