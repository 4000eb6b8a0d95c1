#pragma once
// Finding: what an exact test of two primitives learnt on its way, in three bytes. Whoever
// describes their contact goes on from there instead of testing again.
#include <array>
#include <cstdint>

namespace tact {

/// Of two primitives that touch or are near. A default one says that they touch and no more.
struct Finding {
  /// The sides of a's corners with respect to b's plane, by code_of(); 0 where nobody looked.
  std::uint8_t sides_a = 0;
  std::uint8_t sides_b = 0;
  /// With both sides known and planes that cross: is there more than a point where the later of the
  /// two begins and the earlier ends, on the planes' common line?
  bool overlap : 1 = false;
  /// They do not touch, and are no further apart than was asked for.
  bool near : 1 = false;
  /// They are of one body, and share a vertex that stands at one place.
  bool neighbours : 1 = false;

  /// Three signs (-1, 0, 1) as a number from 1 to 27.
  static constexpr std::uint8_t code_of(int s0, int s1, int s2) {
    return static_cast<std::uint8_t>(9 * s0 + 3 * s1 + s2 + 14);
  }
  static constexpr std::array<int, 3> signs_of(std::uint8_t code) {
    return {(code - 1) / 9 - 1, (code - 1) / 3 % 3 - 1, (code - 1) % 3 - 1};
  }
  static constexpr Finding of_near() {
    Finding finding;
    finding.near = true;
    return finding;
  }
  static constexpr Finding of_neighbours() {
    Finding finding;
    finding.neighbours = true;
    return finding;
  }
};
static_assert(sizeof(Finding) == 3);

}  // namespace tact
