#pragma once
// Medians and quartiles, and the ratio of two participants that took turns.
#include <cstddef>
#include <span>
#include <vector>

namespace tact::bench {

/// A median and the quartiles on both sides of it.
struct Figure {
  double median = 0;
  double low = 0;
  double high = 0;
  /// Half the distance between the quartiles, as a part of the median.
  double spread() const { return median > 0 ? (high - low) / (2 * median) : 0; }
};

/// All zero for no values.
Figure figure_of(std::vector<double> values);
double median_of(std::vector<double> values);

/// Seconds of one frame in one round.
struct Sample {
  double update = 0;
  double query = 0;
  double tests = 0;  ///< part of the query, where it is measured
  double total() const { return update + query; }
};

/// What one participant needed: samples by frame, then by round. A frame may lack later rounds.
using Samples = std::vector<std::vector<Sample>>;

/// Mean over frames of the median over rounds; the quartiles are those of the rounds' own means
/// (rounds that measured every frame).
Figure mean_of(const Samples& samples, double (*value)(const Sample&));

/// How many times slower `a` is than `b`, over the frames that both measured: the sums of the
/// frames' medians, each over all of its rounds, so that a first slow one does not count where the
/// other has but two. The quartiles are those of single rounds, in which both met the same noise.
Figure ratio_of(const Samples& a, const Samples& b);

/// The exponent k of y = c · x^k that fits best in log-log. Needs two values at least.
double growth_exponent(std::span<const double> x, std::span<const double> y);

}  // namespace tact::bench
