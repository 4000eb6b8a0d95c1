#include <algorithm>
#include <cmath>

#include "tact/geometry/polynomial_impl.h"

namespace tact::exact {
namespace {

using Index = std::size_t;

// Digits that all coefficients end in are left out: the sign stays.
void strip_twos(Polynomial& p) {
  unsigned least = ~0U;
  for (int i = 0; i <= p.degree; ++i) {
    const Integer& c = p.c[static_cast<Index>(i)];
    if (c != 0) least = std::min(least, static_cast<unsigned>(lsb(abs(c))));
  }
  if (least == 0 || least == ~0U) return;
  for (int i = 0; i <= p.degree; ++i) p.c[static_cast<Index>(i)] >>= least;
}

// a modulo b, times a positive number.
Polynomial remainder(Polynomial a, const Polynomial& b) {
  const Integer factor = abs(b.leading());
  const bool negative = b.leading() < 0;
  while (a.degree >= b.degree) {
    const Integer top = negative ? Integer(-a.leading()) : a.leading();
    const int up = a.degree - b.degree;
    for (int i = 0; i <= a.degree; ++i) {
      Integer& c = a.c[static_cast<Index>(i)];
      c *= factor;
      if (i >= up) c -= top * b.c[static_cast<Index>(i - up)];
    }
    a.trim(a.degree - 1);
  }
  strip_twos(a);
  return a;
}

Dyadic reduced(Dyadic x) {
  if (x.num == 0) return {};
  const unsigned twos = std::min(x.shift, static_cast<unsigned>(lsb(x.num)));
  x.num >>= twos;
  x.shift -= twos;
  return x;
}

// Digits of x in units of 2^exponent, as many as a double holds; `rest` if there are more.
double leading_digits(const Dyadic& x, int& exponent, bool& rest) {
  const int bits = static_cast<int>(msb(x.num)) + 1;
  exponent = std::max({bits - 53 - static_cast<int>(x.shift), -1074, -static_cast<int>(x.shift)});
  const auto drop = static_cast<unsigned>(exponent + static_cast<int>(x.shift));
  const Integer digits = x.num >> drop;
  rest = drop != 0 && (digits << drop) != x.num;
  return digits.convert_to<double>();
}

}  // namespace

Dyadic between(const Dyadic& lo, const Dyadic& hi, unsigned part, unsigned parts_log2) {
  const unsigned shift = std::max(lo.shift, hi.shift);
  const Integer from = lo.num << (shift - lo.shift);
  const Integer to = hi.num << (shift - hi.shift);
  return reduced({(from << parts_log2) + (to - from) * part, shift + parts_log2});
}

Dyadic to_dyadic(double x) {
  if (x == 0) return {};
  const int unit = last_digit(x);
  return {to_integer(x, unit) << static_cast<unsigned>(std::max(unit, 0)),
          static_cast<unsigned>(std::max(-unit, 0))};
}

double round_down(const Dyadic& x) {
  if (x.num == 0) return 0;
  int exponent = 0;
  bool rest = false;
  const double digits = leading_digits(x, exponent, rest);
  return std::ldexp(digits, exponent);
}

double round_up(const Dyadic& x) {
  if (x.num == 0) return 0;
  int exponent = 0;
  bool rest = false;
  const double digits = leading_digits(x, exponent, rest);
  return std::ldexp(rest ? digits + 1 : digits, exponent);
}

void Polynomial::trim(int highest) {
  degree = highest;
  while (degree >= 0 && c[static_cast<Index>(degree)] == 0) --degree;
}

int Polynomial::sign_at(const Dyadic& t) const {
  if (degree < 0) return 0;
  if (t.num == 0) return c[0].sign();
  Integer value = leading();
  for (int i = degree - 1; i >= 0; --i) {
    value *= t.num;
    value += c[static_cast<Index>(i)] << (t.shift * static_cast<unsigned>(degree - i));
  }
  return value.sign();
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum;
  const int highest = std::max(a.degree, b.degree);
  for (int i = 0; i <= highest; ++i) {
    const auto k = static_cast<Index>(i);
    sum.c[k] = i > a.degree ? b.c[k] : i > b.degree ? a.c[k] : Integer(a.c[k] + b.c[k]);
  }
  sum.trim(highest);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial difference;
  const int highest = std::max(a.degree, b.degree);
  for (int i = 0; i <= highest; ++i) {
    const auto k = static_cast<Index>(i);
    if (i <= a.degree) difference.c[k] = a.c[k];
    if (i <= b.degree) difference.c[k] -= b.c[k];
  }
  difference.trim(highest);
  return difference;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  if (a.degree < 0 || b.degree < 0) return product;
  for (int i = 0; i <= a.degree; ++i) {
    for (int j = 0; j <= b.degree; ++j) {
      product.c[static_cast<Index>(i + j)] +=
          a.c[static_cast<Index>(i)] * b.c[static_cast<Index>(j)];
    }
  }
  product.trim(a.degree + b.degree);
  return product;
}

Polynomial derivative(const Polynomial& p) {
  Polynomial slope;
  for (int i = 1; i <= p.degree; ++i) {
    slope.c[static_cast<Index>(i - 1)] = p.c[static_cast<Index>(i)] * i;
  }
  slope.trim(p.degree - 1);
  return slope;
}

Polynomial without_root_at_zero(const Polynomial& p) {
  Polynomial quotient;
  for (int i = 1; i <= p.degree; ++i) {
    quotient.c[static_cast<Index>(i - 1)] = p.c[static_cast<Index>(i)];
  }
  quotient.trim(p.degree - 1);
  return quotient;
}

Polynomial without_root_at_one(const Polynomial& p) {
  Polynomial quotient;
  Integer carry = 0;
  for (int i = p.degree; i >= 1; --i) {
    carry += p.c[static_cast<Index>(i)];
    quotient.c[static_cast<Index>(i - 1)] = carry;
  }
  quotient.trim(p.degree - 1);
  return quotient;
}

RemainderSequence::RemainderSequence(const Polynomial& p) { build(p, derivative(p)); }

RemainderSequence::RemainderSequence(const Polynomial& p, const Polynomial& q) {
  // What is added to the second polynomial as a multiple of the first changes no count.
  build(p, p.degree < 1 ? Polynomial{} : remainder(derivative(p) * q, p));
}

void RemainderSequence::build(const Polynomial& p, const Polynomial& second) {
  terms_[0] = p;
  terms_[1] = second;
  size_ = 1;
  while (terms_[size_].degree >= 0) {
    ++size_;
    if (terms_[size_ - 1].degree == 0) break;
    terms_[size_] = Polynomial{} - remainder(terms_[size_ - 2], terms_[size_ - 1]);
  }
}

int RemainderSequence::variations(const Dyadic& t) const {
  int count = 0;
  int last = 0;
  for (Index i = 0; i < size_; ++i) {
    const int sign = terms_[i].sign_at(t);
    if (sign == 0) continue;
    count += last * sign < 0 ? 1 : 0;
    last = sign;
  }
  return count;
}

}  // namespace tact::exact
