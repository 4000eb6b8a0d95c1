#pragma once
// Expansions: sums of doubles that do not overlap, smallest first, and stand for exact values
// (Priest 1991, Shewchuk 1997). Private to the predicates.
//
// Contract of everything here: round to nearest even, no overflow, and every factor of a product is
// a multiple of a power of two whose product with the others' is representable. The predicates
// check the exponents of their input before they come here.
#include <cmath>
#include <cstddef>

namespace tact::exact {

/// head + tail exactly, with head the rounded sum.
struct TwoTerm {
  double head;
  double tail;
};

inline TwoTerm two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

inline TwoTerm two_diff(double a, double b) { return two_sum(a, -b); }

/// two_sum for |a| >= |b| or a == 0.
inline TwoTerm ordered_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// The upper 26 bits of a and the rest, of which products with the like are exact.
inline TwoTerm split(double a) {
  const double big = 134217729.0 * a;  // 2^27 + 1
  const double high = big - (big - a);
  return {high, a - high};
}

inline TwoTerm two_product(double a, const TwoTerm& a_split, double b, const TwoTerm& b_split) {
  const double product = a * b;
  double error = product - a_split.head * b_split.head;
  error -= a_split.tail * b_split.head;
  error -= a_split.head * b_split.tail;
  return {product, a_split.tail * b_split.tail - error};
}

inline TwoTerm two_product(double a, double b) { return two_product(a, split(a), b, split(b)); }

/// At most N terms without zeros; none at all for the value zero.
template <std::size_t N>
struct Expansion {
  double term[N];
  std::size_t size = 0;

  void push(double t) {
    if (t != 0) term[size++] = t;
  }
  int sign() const { return size == 0 ? 0 : term[size - 1] > 0 ? 1 : -1; }
};

inline Expansion<2> to_expansion(const TwoTerm& t) {
  Expansion<2> e;
  e.push(t.tail);
  e.push(t.head);
  return e;
}

/// e + f: the terms of both in order of magnitude, swept once with a running sum.
template <std::size_t N, std::size_t M>
Expansion<N + M> add(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> h;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto next = [&] {
    const bool take_e = j == f.size || (i < e.size && std::abs(e.term[i]) < std::abs(f.term[j]));
    return take_e ? e.term[i++] : f.term[j++];
  };
  if (e.size + f.size == 0) return h;
  double sum = next();
  while (i < e.size || j < f.size) {
    const TwoTerm t = two_sum(sum, next());
    h.push(t.tail);
    sum = t.head;
  }
  h.push(sum);
  return h;
}

template <std::size_t N>
Expansion<N> negate(Expansion<N> e) {
  for (std::size_t i = 0; i < e.size; ++i) e.term[i] = -e.term[i];
  return e;
}

/// e * b.
template <std::size_t N>
Expansion<2 * N> scale(const Expansion<N>& e, double b) {
  Expansion<2 * N> h;
  if (e.size == 0 || b == 0) return h;
  const TwoTerm b_split = split(b);
  TwoTerm carry = two_product(e.term[0], split(e.term[0]), b, b_split);
  h.push(carry.tail);
  for (std::size_t i = 1; i < e.size; ++i) {
    const TwoTerm product = two_product(e.term[i], split(e.term[i]), b, b_split);
    const TwoTerm low = two_sum(carry.head, product.tail);
    h.push(low.tail);
    carry = ordered_two_sum(product.head, low.head);
    h.push(carry.tail);
  }
  h.push(carry.head);
  return h;
}

/// e * (b.head + b.tail).
template <std::size_t N>
Expansion<4 * N> multiply(const Expansion<N>& e, const TwoTerm& b) {
  return add(scale(e, b.tail), scale(e, b.head));
}

/// a * d - b * c for differences.
inline Expansion<16> minor(const TwoTerm& a, const TwoTerm& b, const TwoTerm& c, const TwoTerm& d) {
  return add(multiply(to_expansion(a), d), negate(multiply(to_expansion(b), c)));
}

}  // namespace tact::exact
