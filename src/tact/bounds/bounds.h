#pragma once
// The concept of bounds: a volume that encloses primitives and can be tested, merged and measured.
#include <concepts>

namespace tact {

template <class B>
concept Bounds = std::copyable<B> && requires(B b, const B c, float amount) {
  { B::nothing() } -> std::same_as<B>;  // encloses nothing, overlaps nothing
  { c.empty() } -> std::convertible_to<bool>;
  { overlaps(c, c) } -> std::same_as<bool>;     // closed: touching counts
  { merge(c, c) } -> std::same_as<B>;           // encloses both
  {b.grow(amount)};                             // by at least `amount` on every side
  { c.cost() } -> std::convertible_to<double>;  // a measure of size, for comparing
};

}  // namespace tact
