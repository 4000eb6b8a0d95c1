#pragma once
// Coordinates that span few binary digits are, after a common power of two is taken out, 62-bit
// integers; their determinants then cost a dozen integer multiplications. This is the usual case
// for data of one scene. Private to the predicates.
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tact::exact {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

inline double power_of_two(int exponent) {  // of a normal double
  const auto bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double value;
  static_assert(sizeof value == sizeof bits);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/// Exponent k with |x| < 2^k for a normal x.
inline int exponent_above(double x) {
  std::uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return static_cast<int>((bits >> 52) & 0x7ff) - 1022;
}

/// Below this the caller multiplies all coordinates by 2^600 first, which is exact.
inline constexpr double tiny_scale_limit = 0x1p-900;

/// out[i] = x[i] / 2^s with |out[i]| < 2^61, for one s common to all. False if there is none.
/// `largest`, the largest |x[i]|, is at least tiny_scale_limit.
inline bool to_integers(const double* x, std::size_t n, double largest, std::int64_t* out) {
  const int shift = exponent_above(largest) - 61;
  const double down = power_of_two(-shift);
  const double up = power_of_two(shift);
  bool exact = true;
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<std::int64_t>(x[i] * down);
    exact &= static_cast<double>(out[i]) * up == x[i];  // also refuses what underflowed
  }
  return exact;
}

inline int sign_of(Int128 x) { return (x > 0) - (x < 0); }

/// a * d - b * c.
inline Int128 minor(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return static_cast<Int128>(a) * d - static_cast<Int128>(b) * c;
}

/// A sum of up to four products of 128-bit and 64-bit integers, each product below 2^188.
class WideSum {
 public:
  void add_product(Int128 a, std::int64_t b) {
    const auto low = static_cast<std::uint64_t>(a);
    const auto high = static_cast<std::int64_t>(a >> 64);
    const Int128 low_product = static_cast<Int128>(low) * b;  // below 2^126
    low_ += static_cast<std::uint64_t>(low_product);
    high_ += (low_product >> 64) + static_cast<Int128>(high) * b;
  }
  int sign() const {
    const Int128 high = high_ + static_cast<Int128>(low_ >> 64);
    if (high != 0) return high > 0 ? 1 : -1;
    return static_cast<std::uint64_t>(low_) != 0 ? 1 : 0;
  }

 private:
  Uint128 low_ = 0;  // of weight 1, with its carries
  Int128 high_ = 0;  // of weight 2^64
};

}  // namespace tact::exact
