#pragma once
// The small structs that every room passes on: ranges, candidates, and the flow of a query.
#include <compare>
#include <cstddef>
#include <cstdint>

namespace tact {

/// A run of `count` items from `first` on, in an array that the context names.
struct Range {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  constexpr std::uint32_t end() const { return first + count; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// Two primitives that may touch, of two bodies that the context names.
struct Pair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
};

/// Two primitives that may touch. The order of the members is the order of every answer.
struct Candidate {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  std::uint32_t primitive_a = 0;
  std::uint32_t primitive_b = 0;
  friend constexpr auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// The form every candidate is delivered in: a <= b by body, and by primitive within a body.
constexpr Candidate ordered(std::uint32_t body_a, std::uint32_t primitive_a, std::uint32_t body_b,
                            std::uint32_t primitive_b) {
  // Without branches: within a body, which of two primitives is the lower cannot be predicted.
  const std::uint64_t a = std::uint64_t{body_a} << 32 | primitive_a;
  const std::uint64_t b = std::uint64_t{body_b} << 32 | primitive_b;
  const std::uint64_t low = b < a ? b : a;
  const std::uint64_t high = b < a ? a : b;
  return {static_cast<std::uint32_t>(low >> 32), static_cast<std::uint32_t>(high >> 32),
          static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
}

/// What a sink answers: more, or enough.
enum class Flow : std::uint8_t { go_on, stop };

}  // namespace tact
