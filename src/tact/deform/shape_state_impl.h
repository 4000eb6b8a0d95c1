#pragma once
// What a ShapeBody is made of, inside.
#include <cmath>
#include <cstdint>
#include <vector>

#include "tact/deform/shape_body.h"
#include "tact/deform/shape_kernels.h"
#include "tact/deform/shape_match.h"

namespace tact {

/// A drift that covers ways whose squares are at most this, whatever squaring lost.
inline double drift_of(double farthest_sq) {
  return std::sqrt(farthest_sq) * (1 + 0x1p-48) + 0x1p-500;
}

struct ShapeBody::State {
  // A cluster: its points stand one after the other in `entries`, from `first` on.
  struct Part {
    std::size_t first;
    std::size_t count;  // rounded up
    ShapeMatch match;
  };
  struct Pin {
    std::uint32_t point;
    Vec3 at;
  };

  ShapeDef def;
  ShapeOptions options;
  Clusters clusters;
  double mass = 0;
  double last_seconds = 0;      // of the last step
  std::vector<Vec3> positions;  // rounded up, as all that follows
  std::vector<Vec3> velocities;
  std::vector<Part> parts;
  std::vector<ClusterMap> maps;
  std::vector<std::uint32_t> entries;  // points of the clusters
  std::vector<double> weights;         // by entry
  std::vector<Vec3> q;                 // by entry: at rest, about the centre of the cluster
  std::vector<Pin> pins;
  std::vector<MatchSums> chunk_sums;
  std::vector<Pulled> chunk_pulled;
  // Of several clusters only.
  std::vector<std::uint32_t> first_home;  // by point: where its entries begin in `homes`
  std::vector<std::uint32_t> homes;       // entries
  std::vector<Vec3> gathered;             // by entry
  std::vector<Vec3> goals;                // by entry

  State(ShapeDef shape, const ShapeOptions& how);
  std::size_t size() const { return def.points.size(); }
  bool single() const { return parts.size() == 1; }
  void add_part(std::size_t cluster, const std::vector<double>& shares);
  void list_homes();
  void repeat_last();
  void hold_pins();
  void predict_all(double seconds, const Vec3& gain, unsigned threads);
  void match(double share, double per_second, unsigned threads);
  void take(const VelocityGain& gain);
  void step(double seconds, const VelocityGain& gain, unsigned threads);
  template <class Sum>
  void sum_single(unsigned threads, Sum&& sum);
  Pulled pull_single(double share, double per_second, unsigned threads);
  Pulled match_clusters(double share, double per_second, unsigned threads);
  void gather(const Part& part);
  Pulled pull_points(std::size_t first, std::size_t last, double share, double per_second);
  void give_back_spin(const Pulled& pulled, unsigned threads);
};

}  // namespace tact
