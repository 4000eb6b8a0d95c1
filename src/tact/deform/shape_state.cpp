// The step of a ShapeBody: predict, match, pull, and give back what spin the pull took.
#include <algorithm>
#include <utility>

#include "tact/base/parallel.h"
#include "tact/deform/make_clusters.h"
#include "tact/deform/shape_state_impl.h"

namespace tact {
namespace {

constexpr std::size_t points_per_chunk = 4096;

constexpr std::size_t rounded_up(std::size_t count) {
  return (count + points_at_once - 1) / points_at_once * points_at_once;
}

}  // namespace

ShapeBody::State::State(ShapeDef shape, const ShapeOptions& how)
    : def(std::move(shape)), options(how) {
  clusters = make_clusters(def.points, options.clusters, options.overlap);
  clusters.close_over(std::span<const std::array<std::uint32_t, 3>>(def.triangles));
  for (const double m : def.masses) mass += m;
  positions = def.points;
  positions.resize(rounded_up(size()), positions.back());
  velocities.resize(positions.size());
  // A point of n clusters brings an nth of its mass to each: averages of their goals conserve
  // momentum only then.
  std::vector<double> shares(size(), 0);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    for (const std::uint32_t i : clusters[c]) shares[i] += 1;
  }
  for (std::size_t i = 0; i < size(); ++i) shares[i] = def.masses[i] / shares[i];
  for (std::size_t c = 0; c < clusters.size(); ++c) add_part(c, shares);
  maps.resize(parts.size());
  for (std::size_t c = 0; c < parts.size(); ++c) maps[c].centre = def.points[clusters[c][0]];
  if (!single()) {
    gathered.resize(entries.size());
    goals.resize(entries.size());
    list_homes();
  }
  chunk_sums.resize(chunk_count(positions.size(), points_per_chunk));
  chunk_pulled.resize(chunk_sums.size());
  match(0, 0, 1);
}

void ShapeBody::State::add_part(std::size_t cluster, const std::vector<double>& shares) {
  const std::span<const std::uint32_t> points = clusters[cluster];
  const std::size_t first = entries.size();
  const std::size_t count = rounded_up(points.size());
  double weight = 0;
  Vec3 sum;
  for (const std::uint32_t i : points) {
    entries.push_back(i);
    weights.push_back(shares[i]);
    weight += shares[i];
    sum = sum + (def.points[i] - def.points[points[0]]) * shares[i];
  }
  const Vec3 centre = def.points[points[0]] + sum * (1 / weight);
  entries.resize(first + count, points.back());
  weights.resize(first + count, 0);
  for (std::size_t k = first; k < entries.size(); ++k) q.push_back(def.points[entries[k]] - centre);
  const std::span<const Vec3> own_q(q.data() + first, points.size());
  const std::span<const double> own_weights(weights.data() + first, points.size());
  parts.push_back({first, count, ShapeMatch(centre, own_q, own_weights, options)});
}

void ShapeBody::State::list_homes() {
  first_home.assign(size() + 1, 0);
  for (const Part& part : parts) {
    for (std::size_t k = part.first; k < part.first + part.count; ++k) {
      if (weights[k] > 0) ++first_home[entries[k] + std::size_t{1}];
    }
  }
  for (std::size_t i = 0; i < size(); ++i) first_home[i + 1] += first_home[i];
  homes.resize(first_home.back());
  std::vector<std::uint32_t> next(first_home.begin(), first_home.end() - 1);
  for (std::uint32_t k = 0; k < entries.size(); ++k) {
    if (weights[k] > 0) homes[next[entries[k]]++] = k;
  }
}

// What fills the arrays up follows the last point, so that it never says anything new.
void ShapeBody::State::repeat_last() {
  for (std::size_t i = size(); i < positions.size(); ++i) {
    positions[i] = positions[size() - 1];
    velocities[i] = velocities[size() - 1];
  }
}

void ShapeBody::State::hold_pins() {
  for (const Pin& pin : pins) {
    positions[pin.point] = pin.at;
    velocities[pin.point] = {};
  }
}

void ShapeBody::State::predict_all(double seconds, const Vec3& gain, unsigned threads) {
  repeat_last();
  parallel_for(chunk_sums.size(), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(positions.size(), points_per_chunk, chunk);
    predict(positions.data() + first, velocities.data() + first, last - first, seconds, gain);
  });
  hold_pins();
  repeat_last();
}

void ShapeBody::State::take(const VelocityGain& gain) {
  for (std::size_t i = 0; i < size(); ++i) {
    const Vec3 r = positions[i] - gain.centre;
    velocities[i] = velocities[i] +
                    (((gain.all + gain.rate[0] * r.x) + gain.rate[1] * r.y) + gain.rate[2] * r.z);
  }
}

void ShapeBody::State::step(double seconds, const VelocityGain& gain, unsigned threads) {
  const double share = options.stiffness;
  if (!single() || !pins.empty()) {
    const bool even = gain.rate == std::array<Vec3, 3>{};
    if (!even) take(gain);
    predict_all(seconds, even ? gain.all : Vec3{}, threads);
    match(share, 1 / seconds, threads);
    return;
  }
  repeat_last();
  sum_single(threads, [&](std::size_t first, std::size_t count, bool quadratic) {
    return predict_and_sum_up(positions.data() + first, velocities.data() + first, q.data() + first,
                              weights.data() + first, count, seconds, gain, maps[0].centre,
                              quadratic);
  });
  give_back_spin(pull_single(share, 1 / seconds, threads), threads);
}

void ShapeBody::State::match(double share, double per_second, unsigned threads) {
  Pulled pulled;
  if (single()) {
    sum_single(threads, [&](std::size_t first, std::size_t count, bool quadratic) {
      return sum_up(positions.data() + first, q.data() + first, weights.data() + first, count,
                    maps[0].centre, quadratic);
    });
    pulled = pull_single(share, per_second, threads);
  } else {
    pulled = match_clusters(share, per_second, threads);
  }
  if (share > 0 && pins.empty()) give_back_spin(pulled, threads);
}

// A pull does not turn the body about where its points were, but they are elsewhere afterwards: a
// spinning body would slow down. It is given back what it lost.
void ShapeBody::State::give_back_spin(const Pulled& pulled, unsigned threads) {
  const Vec3 spin = spin_of(pulled.moments, mass, -pulled.turned);
  const Vec3 centre = maps[0].centre + pulled.moments.first * (1 / mass);
  parallel_for(chunk_sums.size(), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(positions.size(), points_per_chunk, chunk);
    turn(positions.data() + first, velocities.data() + first, last - first, centre, spin);
  });
}

template <class Sum>
void ShapeBody::State::sum_single(unsigned threads, Sum&& sum) {
  const bool quadratic = options.mode == ShapeMode::quadratic;
  parallel_for(chunk_sums.size(), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(positions.size(), points_per_chunk, chunk);
    chunk_sums[chunk] = sum(first, last - first, quadratic);
  });
}

Pulled ShapeBody::State::pull_single(double share, double per_second, unsigned threads) {
  const Vec3 origin = maps[0].centre;
  MatchSums sums = chunk_sums[0];
  for (std::size_t chunk = 1; chunk < chunk_sums.size(); ++chunk) sums += chunk_sums[chunk];
  ClusterMap& map = maps[0];
  map = parts[0].match.solve(sums, origin);
  parallel_for(chunk_sums.size(), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(positions.size(), points_per_chunk, chunk);
    chunk_pulled[chunk] =
        pull(positions.data() + first, velocities.data() + first, q.data() + first,
             weights.data() + first, last - first, map, share, per_second, map.centre);
  });
  Pulled pulled = chunk_pulled[0];
  for (std::size_t chunk = 1; chunk < chunk_pulled.size(); ++chunk) pulled += chunk_pulled[chunk];
  hold_pins();
  for (const Pin& pin : pins) {
    const double away_sq = length_sq(pin.at - map.image(q[pin.point]));
    pulled.farthest_sq = std::max(pulled.farthest_sq, away_sq);
  }
  map.drift = drift_of(pulled.farthest_sq);
  return pulled;
}

void ShapeBody::State::gather(const Part& part) {
  for (std::size_t k = part.first; k < part.first + part.count; ++k) {
    gathered[k] = positions[entries[k]];
  }
}

Pulled ShapeBody::State::match_clusters(double share, double per_second, unsigned threads) {
  const bool quadratic = options.mode == ShapeMode::quadratic;
  parallel_for(parts.size(), threads, [&](std::size_t c, unsigned) {
    const Part& part = parts[c];
    const Vec3 origin = maps[c].centre;
    gather(part);
    maps[c] = part.match.solve(sum_up(gathered.data() + part.first, q.data() + part.first,
                                      weights.data() + part.first, part.count, origin, quadratic),
                               origin);
    find_goals(q.data() + part.first, part.count, maps[c], goals.data() + part.first);
  });
  parallel_for(chunk_count(size(), points_per_chunk), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(size(), points_per_chunk, chunk);
    chunk_pulled[chunk] = pull_points(first, last, share, per_second);
  });
  hold_pins();
  parallel_for(parts.size(), threads, [&](std::size_t c, unsigned) {
    const Part& part = parts[c];
    gather(part);
    maps[c].drift =
        drift_of(farthest_sq(gathered.data() + part.first, goals.data() + part.first, part.count));
  });
  Pulled pulled = chunk_pulled[0];
  for (std::size_t chunk = 1; chunk < chunk_pulled.size(); ++chunk) pulled += chunk_pulled[chunk];
  return pulled;
}

Pulled ShapeBody::State::pull_points(std::size_t first, std::size_t last, double share,
                                     double per_second) {
  Pulled pulled;
  const Vec3 origin = maps[0].centre;
  for (std::size_t i = first; i < last; ++i) {
    Vec3 goal;
    for (std::uint32_t k = first_home[i]; k < first_home[i + 1]; ++k) goal = goal + goals[homes[k]];
    const Vec3 mean = goal * (1.0 / (first_home[i + 1] - first_home[i]));
    const Vec3 way = (mean - positions[i]) * share;
    pulled.turned = pulled.turned + cross(way * def.masses[i], velocities[i]);
    positions[i] = positions[i] + way;
    velocities[i] = velocities[i] + way * per_second;
    const Vec3 r = positions[i] - origin;
    const Vec3 wr = r * def.masses[i];
    pulled.moments.first = pulled.moments.first + wr;
    const double products[6] = {wr.x * r.x, wr.y * r.y, wr.z * r.z,
                                wr.x * r.y, wr.y * r.z, wr.z * r.x};
    for (std::size_t k = 0; k < 6; ++k) pulled.moments.second[k] += products[k];
  }
  return pulled;
}

}  // namespace tact
