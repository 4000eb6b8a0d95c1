#pragma once
// Expansions: sums of doubles that do not overlap, smallest first, and stand for exact values
// (Priest 1991, Shewchuk 1997). Private to the predicates.
//
// Contract of everything here: round to nearest even, no overflow, and every factor of a product is
// a multiple of a power of two whose product with the others' is representable. The predicates
// check the exponents of their input before they come here. Real is double, or long double where
// that has a wider range.
#include <cmath>
#include <cstddef>
#include <limits>

namespace tact::exact {

/// head + tail exactly, with head the rounded sum.
template <class Real>
struct TwoTerm {
  Real head;
  Real tail;
};

template <class Real>
TwoTerm<Real> two_sum(Real a, Real b) {
  const Real sum = a + b;
  const Real b_part = sum - a;
  const Real a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

template <class Real>
TwoTerm<Real> two_diff(Real a, Real b) {
  return two_sum(a, -b);
}

/// two_sum for |a| >= |b| or a == 0.
template <class Real>
TwoTerm<Real> ordered_two_sum(Real a, Real b) {
  const Real sum = a + b;
  return {sum, b - (sum - a)};
}

/// The upper half of a's digits and the rest, of which products with the like are exact.
template <class Real>
TwoTerm<Real> split(Real a) {
  constexpr int half = (std::numeric_limits<Real>::digits + 1) / 2;
  constexpr auto splitter = static_cast<Real>((1ULL << half) + 1);
  const Real big = splitter * a;
  const Real high = big - (big - a);
  return {high, a - high};
}

template <class Real>
TwoTerm<Real> two_product(Real a, const TwoTerm<Real>& a_split, Real b,
                          const TwoTerm<Real>& b_split) {
  const Real product = a * b;
  Real error = product - a_split.head * b_split.head;
  error -= a_split.tail * b_split.head;
  error -= a_split.head * b_split.tail;
  return {product, a_split.tail * b_split.tail - error};
}

/// At most N terms without zeros; none at all for the value zero.
template <class Real, std::size_t N>
struct Expansion {
  Real term[N];
  std::size_t size = 0;

  void push(Real t) {
    term[size] = t;
    size += t != 0 ? 1 : 0;
  }
  int sign() const { return size == 0 ? 0 : term[size - 1] > 0 ? 1 : -1; }
};

template <class Real>
Expansion<Real, 2> to_expansion(const TwoTerm<Real>& t) {
  Expansion<Real, 2> e;
  e.push(t.tail);
  e.push(t.head);
  return e;
}

/// e + f: the terms of both in order of magnitude, swept once with a running sum.
template <class Real, std::size_t N, std::size_t M>
Expansion<Real, N + M> add(const Expansion<Real, N>& e, const Expansion<Real, M>& f) {
  Expansion<Real, N + M> h;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto next = [&] {
    const bool take_e = j == f.size || (i < e.size && std::abs(e.term[i]) < std::abs(f.term[j]));
    return take_e ? e.term[i++] : f.term[j++];
  };
  if (e.size + f.size == 0) return h;
  Real sum = next();
  while (i < e.size || j < f.size) {
    const TwoTerm<Real> t = two_sum(sum, next());
    h.push(t.tail);
    sum = t.head;
  }
  h.push(sum);
  return h;
}

template <class Real, std::size_t N>
Expansion<Real, N> negate(Expansion<Real, N> e) {
  for (std::size_t i = 0; i < e.size; ++i) e.term[i] = -e.term[i];
  return e;
}

/// h = e * b; h has room for twice as many terms as e has.
template <class Real, std::size_t N, std::size_t M>
void scale(const Expansion<Real, N>& e, Real b, Expansion<Real, M>& h) {
  h.size = 0;
  if (e.size == 0 || b == 0) return;
  const TwoTerm<Real> b_split = split(b);
  TwoTerm<Real> carry = two_product(e.term[0], split(e.term[0]), b, b_split);
  h.push(carry.tail);
  for (std::size_t i = 1; i < e.size; ++i) {
    const TwoTerm<Real> product = two_product(e.term[i], split(e.term[i]), b, b_split);
    const TwoTerm<Real> low = two_sum(carry.head, product.tail);
    h.push(low.tail);
    carry = ordered_two_sum(product.head, low.head);
    h.push(carry.tail);
  }
  h.push(carry.head);
}

/// e * (b.head + b.tail).
template <class Real, std::size_t N>
Expansion<Real, 4 * N> multiply(const Expansion<Real, N>& e, const TwoTerm<Real>& b) {
  Expansion<Real, 4 * N> h;
  if (b.tail == 0) {
    scale(e, b.head, h);
    return h;
  }
  Expansion<Real, 2 * N> low;
  Expansion<Real, 2 * N> high;
  scale(e, b.tail, low);
  scale(e, b.head, high);
  return add(low, high);
}

/// a * d - b * c for differences.
template <class Real>
auto minor(const TwoTerm<Real>& a, const TwoTerm<Real>& b, const TwoTerm<Real>& c,
           const TwoTerm<Real>& d) {
  return add(multiply(to_expansion(a), d), negate(multiply(to_expansion(b), c)));
}

}  // namespace tact::exact
