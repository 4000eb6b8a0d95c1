#include "tact/deform/make_clusters.h"

#include <algorithm>
#include <limits>

namespace tact {
namespace {

constexpr int rounds = 12;  // of moving centres to the mean of their points

// Each new centre is the point farthest from those there are.
std::vector<Vec3> far_apart(std::span<const Vec3> points, std::uint32_t count) {
  std::vector<Vec3> centres{points[0]};
  std::vector<double> nearest_sq(points.size(), std::numeric_limits<double>::infinity());
  while (centres.size() < count) {
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      nearest_sq[i] = std::min(nearest_sq[i], length_sq(points[i] - centres.back()));
      if (nearest_sq[i] > nearest_sq[farthest]) farthest = i;
    }
    if (!(nearest_sq[farthest] > 0)) break;  // no other place is left
    centres.push_back(points[farthest]);
  }
  return centres;
}

std::size_t nearest_of(const std::vector<Vec3>& centres, const Vec3& point) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < centres.size(); ++c) {
    if (length_sq(point - centres[c]) < length_sq(point - centres[best])) best = c;
  }
  return best;
}

void spread(std::span<const Vec3> points, std::vector<Vec3>& centres) {
  std::vector<Vec3> sums(centres.size());
  std::vector<double> counts(centres.size(), 0);
  for (const Vec3& point : points) {
    const std::size_t home = nearest_of(centres, point);
    sums[home] = sums[home] + point;
    counts[home] += 1;
  }
  for (std::size_t c = 0; c < centres.size(); ++c) {
    if (counts[c] > 0) centres[c] = sums[c] * (1 / counts[c]);
  }
}

}  // namespace

Clusters make_clusters(std::span<const Vec3> points, std::uint32_t count, double overlap) {
  if (count <= 1 || points.size() <= 1) {
    return Clusters::one(static_cast<std::uint32_t>(points.size()));
  }
  std::vector<Vec3> centres = far_apart(points, count);
  for (int round = 0; round < rounds; ++round) spread(points, centres);
  const double reach_sq = (1 + overlap) * (1 + overlap);
  std::vector<std::vector<std::uint32_t>> lists(centres.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const std::size_t home = nearest_of(centres, points[i]);
    const double limit = length_sq(points[i] - centres[home]) * reach_sq;
    for (std::size_t c = 0; c < centres.size(); ++c) {
      if (c == home || length_sq(points[i] - centres[c]) <= limit) lists[c].push_back(i);
    }
  }
  Clusters clusters;
  for (const std::vector<std::uint32_t>& list : lists) {
    if (!list.empty()) clusters.add(list);
  }
  return clusters;
}

}  // namespace tact
