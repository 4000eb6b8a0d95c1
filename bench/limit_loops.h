#pragma once
// Loops that do the least a method has to do, as fast as the machine can: what results are measured
// against.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/stage.h"

namespace tact::bench {

/// Reads every value once; returns the largest of their magnitudes, so that nothing is left out.
float read_once(std::span<const float> values);

/// Six floats per triangle (lowest x y z, highest x y z) for triangles [first, last) of a body.
/// `boxes` has room for two floats more than six per triangle of the body.
void write_boxes(const StageBody& body, std::size_t first, std::size_t last, float* boxes);

/// a[i] = b[i] + 3 c[i].
void triad(std::span<double> a, std::span<const double> b, std::span<const double> c);
double sum(std::span<const double> values);

/// Boxes side by side, for all-pairs tests. The number is a multiple of 16.
struct BoxSet {
  std::array<std::vector<float>, 3> lo;
  std::array<std::vector<float>, 3> hi;
};
/// How many pairs (i, j) overlap, i in [first, last), j all.
std::uint64_t count_overlaps(const BoxSet& boxes, std::size_t first, std::size_t last);

}  // namespace tact::bench
