#include "bench/statistics.h"

#include <algorithm>
#include <cmath>

namespace tact::bench {
namespace {

// Between the two nearest values, as is usual.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

std::size_t rounds_of(const Samples& samples) {
  std::size_t most = 0;
  for (const auto& frame : samples) most = std::max(most, frame.size());
  return most;
}

double median_total(std::span<const Sample> rounds) {
  std::vector<double> totals;
  for (const Sample& sample : rounds) totals.push_back(sample.total());
  return median_of(totals);
}

}  // namespace

Figure figure_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75)};
}

double median_of(std::vector<double> values) { return figure_of(std::move(values)).median; }

Figure mean_of(const Samples& samples, double (*value)(const Sample&)) {
  double sum = 0;
  std::size_t frames = 0;
  std::size_t complete = rounds_of(samples);
  for (const auto& rounds : samples) {
    if (rounds.empty()) continue;
    std::vector<double> values;
    for (const Sample& sample : rounds) values.push_back(value(sample));
    sum += median_of(values);
    ++frames;
    complete = std::min(complete, rounds.size());
  }
  if (frames == 0) return {};
  std::vector<double> means(complete);
  for (const auto& rounds : samples) {
    if (rounds.empty()) continue;
    for (std::size_t r = 0; r < complete; ++r) {
      means[r] += value(rounds[r]) / static_cast<double>(frames);
    }
  }
  const Figure spread = figure_of(means);
  const double mean = sum / static_cast<double>(frames);
  return {mean, std::min(mean, spread.low), std::max(mean, spread.high)};
}

Figure ratio_of(const Samples& a, const Samples& b) {
  const std::size_t rounds = std::min(rounds_of(a), rounds_of(b));
  std::vector<double> of_a(rounds);
  std::vector<double> of_b(rounds);
  double sum_a = 0;
  double sum_b = 0;
  for (std::size_t f = 0; f < a.size(); ++f) {
    if (a[f].empty() || b[f].empty()) continue;
    for (std::size_t r = 0; r < std::min(a[f].size(), b[f].size()); ++r) {
      of_a[r] += a[f][r].total();
      of_b[r] += b[f][r].total();
    }
    sum_a += median_total(a[f]);
    sum_b += median_total(b[f]);
  }
  if (!(sum_b > 0)) return {};
  std::vector<double> ratios;
  for (std::size_t r = 0; r < rounds; ++r) {
    if (of_b[r] > 0) ratios.push_back(of_a[r] / of_b[r]);
  }
  const Figure spread = figure_of(ratios);
  const double ratio = sum_a / sum_b;
  return {ratio, std::min(ratio, spread.low), std::max(ratio, spread.high)};
}

double growth_exponent(std::span<const double> x, std::span<const double> y) {
  double mean_x = 0;
  double mean_y = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / n;
    mean_y += std::log(y[i]) / n;
  }
  double above = 0;
  double below = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    above += (std::log(x[i]) - mean_x) * (std::log(y[i]) - mean_y);
    below += (std::log(x[i]) - mean_x) * (std::log(x[i]) - mean_x);
  }
  return above / below;
}

}  // namespace tact::bench
