#include "tact/geometry/maps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "tact/base/error.h"

namespace tact {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The symmetric part of the norm's problem: the largest eigenvalue of mᵀm is mean + 2·spread·cos φ,
// cos 3φ = skew.
struct Spectrum {
  double mean;
  double spread;
  double skew;
};

Spectrum spectrum_of(const double m[3][3]) {
  double b[3][3];  // mᵀm
  for (int i = 0; i < 3; ++i) {
    for (int k = i; k < 3; ++k) b[i][k] = m[0][i] * m[0][k] + m[1][i] * m[1][k] + m[2][i] * m[2][k];
  }
  const double mean = (b[0][0] + b[1][1] + b[2][2]) / 3;
  const double x = b[0][0] - mean;
  const double y = b[1][1] - mean;
  const double z = b[2][2] - mean;
  const double off = b[0][1] * b[0][1] + b[0][2] * b[0][2] + b[1][2] * b[1][2];
  const double spread = std::sqrt((x * x + y * y + z * z + 2 * off) / 6);
  if (!(spread > mean * 0x1p-50)) return {mean, spread, 1};
  const double determinant = x * (y * z - b[1][2] * b[1][2]) -
                             b[0][1] * (b[0][1] * z - b[1][2] * b[0][2]) +
                             b[0][2] * (b[0][1] * b[1][2] - y * b[0][2]);
  // Near -1 the cosine follows the skew like a root: what rounding may have taken is put back.
  const double lost = 0x1p-40 + 0x1p-44 * mean / spread;
  const double skew = determinant / (2 * spread * spread * spread) + lost;
  return {mean, spread, std::clamp(skew, -1.0, 1.0)};
}

// Scaling by the largest entry first keeps squares from overflowing or vanishing. Errors are a few
// units in the last place of the mean (twenty operations): 2⁻⁴⁶ is more.
template <class Cosine>
double norm_above(const Matrix3& matrix, Cosine&& cosine) {
  double largest = 0;
  for (const auto& row : matrix.at) {
    for (const double x : row) {
      if (!std::isfinite(x)) return infinite;
      largest = std::max(largest, std::fabs(x));
    }
  }
  if (!(largest > 0)) return 0;
  if (largest < 0x1p-1000) return 0x1p-998;
  double m[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) m[i][k] = matrix.at[i][k] / largest;
  }
  const Spectrum s = spectrum_of(m);
  const double eigenvalue = s.mean + 2 * s.spread * cosine(s.skew);
  return largest * (std::sqrt(eigenvalue) * (1 + 0x1p-45));
}

// The clusters of each point.
class Homes {
 public:
  explicit Homes(const Clusters& clusters) {
    for (std::uint32_t c = 0; c < clusters.size(); ++c) {
      for (const std::uint32_t i : clusters[c]) add(c, i);
    }
  }
  void add(std::uint32_t cluster, std::uint64_t point) {
    if (point >= homes_.size()) homes_.resize(static_cast<std::size_t>(point) + 1);
    homes_[static_cast<std::size_t>(point)].push_back(cluster);
  }
  bool holds(std::uint32_t cluster, std::uint64_t point) const {
    if (point >= homes_.size()) return false;
    const std::vector<std::uint32_t>& homes = homes_[static_cast<std::size_t>(point)];
    return std::find(homes.begin(), homes.end(), cluster) != homes.end();
  }
  /// The cluster that has most of a triangle's vertices, the first of several.
  struct Best {
    std::uint32_t cluster = 0;
    int held = 0;
  };
  Best best_of(const std::array<std::uint64_t, 3>& corners) const {
    Best best;
    for (const std::uint64_t point : corners) {
      if (point >= homes_.size()) continue;
      for (const std::uint32_t c : homes_[static_cast<std::size_t>(point)]) {
        const int held =
            int{holds(c, corners[0])} + int{holds(c, corners[1])} + int{holds(c, corners[2])};
        if (held > best.held || (held == best.held && c < best.cluster)) best = {c, held};
      }
    }
    return best;
  }

 private:
  std::vector<std::vector<std::uint32_t>> homes_;
};

}  // namespace

double norm_bound(const Matrix3& matrix) {
  return norm_above(matrix, [](double skew) { return std::cos(std::acos(skew) / 3) + 0x1p-45; });
}

double quick_norm_bound(const Matrix3& matrix) {
  // cos(acos(skew)/3) is concave: any tangent lies above it. Those at 1, 0 and -0.8.
  return norm_above(matrix, [](double skew) {
    return std::min({1 - (1 - skew) / 9, 0.8660254037844388 + skew / 6,
                     0.6728 + 0.4111 * (skew + 0.8) + 0.0005}) +
           0x1p-40;
  });
}

Matrix3 ClusterMap::jacobian(const Vec3& q) const {
  Matrix3 j = linear;
  if (!is_quadratic) return j;
  for (int i = 0; i < 3; ++i) {
    const double* const m = mixed.at[i];
    j.at[i][0] += 2 * quadratic.at[i][0] * q.x + (m[0] * q.y + m[2] * q.z);
    j.at[i][1] += 2 * quadratic.at[i][1] * q.y + (m[0] * q.x + m[1] * q.z);
    j.at[i][2] += 2 * quadratic.at[i][2] * q.z + (m[1] * q.y + m[2] * q.x);
  }
  return j;
}

void ClusterMap::measure_norms() {
  norm_linear = norm_bound(linear);
  norm_quadratic = is_quadratic ? norm_bound(quadratic) : 0;
  norm_mixed = is_quadratic ? norm_bound(mixed) : 0;
}

bool ClusterMap::is_finite() const {
  bool fine = tact::is_finite(rest_centre) && tact::is_finite(centre);
  for (const Matrix3* m : {&linear, &quadratic, &mixed}) {
    for (const auto& row : m->at) {
      for (const double x : row) fine = fine && std::isfinite(x);
    }
  }
  for (const double x : {norm_linear, norm_quadratic, norm_mixed, drift}) {
    fine = fine && std::isfinite(x) && x >= 0;
  }
  return fine;
}

ClusterMap map_of(const Transform& pose, const Vec3& rest_centre, double reach) {
  ClusterMap map;
  map.rest_centre = rest_centre;
  map.centre = pose.apply(rest_centre);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) map.linear.at[i][k] = pose.row(i)[k];
  }
  map.norm_linear = norm_bound(map.linear);
  const auto largest = [](const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  };
  // Each coordinate goes through six operations on either side, on numbers of about this size.
  map.drift = (largest(rest_centre) + largest(pose.translation()) + reach) * 0x1p-47;
  return map;
}

double measure_drift(const ClusterMap& map, std::span<const Vec3> rest,
                     const PositionsView& positions, std::span<const std::uint32_t> points) {
  double farthest_sq = 0;
  for (const std::uint32_t i : points) {
    const double away_sq = length_sq(positions[i] - map.apply(rest[i]));
    if (!(away_sq <= farthest_sq)) farthest_sq = away_sq;  // a NaN stays
    if (std::isnan(farthest_sq)) return infinite;
  }
  return std::sqrt(farthest_sq) * (1 + 0x1p-48) + 0x1p-500;  // what squaring may have lost
}

Clusters Clusters::one(std::uint32_t points) {
  std::vector<std::uint32_t> all(points);
  std::iota(all.begin(), all.end(), 0U);
  Clusters clusters;
  clusters.add(all);
  return clusters;
}

void Clusters::add(std::span<const std::uint32_t> points) {
  points_.insert(points_.end(), points.begin(), points.end());
  end_.push_back(static_cast<std::uint32_t>(points_.size()));
}

void Clusters::close_over(const TrianglesView& triangles) {
  if (size() == 1) return;
  std::vector<std::vector<std::uint32_t>> lists(size());
  for (std::uint32_t c = 0; c < size(); ++c) lists[c].assign((*this)[c].begin(), (*this)[c].end());
  Homes homes(*this);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Homes::Best best = homes.best_of(triangles[t]);
    if (best.held == 3) continue;
    for (const std::uint64_t corner : triangles[t]) {
      if (homes.holds(best.cluster, corner)) continue;
      homes.add(best.cluster, corner);
      lists[best.cluster].push_back(static_cast<std::uint32_t>(corner));
    }
  }
  *this = {};
  for (std::vector<std::uint32_t>& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    add(list);
  }
}

void Clusters::check(std::uint32_t points, const TrianglesView& triangles) const {
  std::vector<bool> held(points, false);
  for (const std::uint32_t i : points_) {
    if (i >= points) {
      throw Error(ErrorCode::bad_argument, "clusters: point " + std::to_string(i) + " of " +
                                               std::to_string(points) + " is named");
    }
    held[i] = true;
  }
  const auto lost = std::find(held.begin(), held.end(), false);
  if (lost != held.end()) {
    throw Error(ErrorCode::bad_argument,
                "clusters: point " + std::to_string(lost - held.begin()) + " is in none of them");
  }
  if (size() == 1) return;
  const Homes homes(*this);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    if (homes.best_of(triangles[t]).held == 3) continue;
    throw Error(ErrorCode::bad_argument, "clusters: triangle " + std::to_string(t) +
                                             " lies in none of them as a whole (see close_over)");
  }
}

}  // namespace tact
