#include "tact/question/separation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tact/body/stream_bodies.h"
#include "tact/body/stream_search.h"
#include "tact/bounds/fit.h"
#include "tact/contact/closest.h"
#include "tact/contact/narrow.h"
#include "tact/flat/stream_nearest.h"

namespace tact {
namespace {

class PrimitiveMeasure final : public LeafMeasure {
 public:
  PrimitiveMeasure(const Task& task, const StreamBodies& streams, std::uint32_t a, std::uint32_t b)
      : frame_(task.frame),
        a_(task.bodies[a]->primitives),
        b_(task.bodies[b]->primitives),
        leaves_a_(streams.at(task, a).leaves),
        leaves_b_(streams.at(task, b).leaves) {}

  float operator()(std::uint32_t leaf_a, std::uint32_t leaf_b, float best) override {
    fill(b_, leaves_b_.ids(leaf_b));
    for (const std::uint32_t i : leaves_a_.ids(leaf_a)) {
      Aabb box;
      fit_boxes(a_, frame_, {i, 1}, std::span<Aabb>(&box, 1));
      const std::span<const std::uint32_t> ids = leaves_b_.ids(leaf_b);
      for (std::size_t k = 0; k < ids.size(); ++k) {
        ++nearest.stats.bounds_tests;
        if (distance_below(box, boxes_[k]) < best) best = measure(i, ids[k]);
      }
    }
    return best;
  }

  Distance nearest{std::numeric_limits<double>::infinity(), {}, {}, 0, 0, {}};

 private:
  void fill(const Primitives& primitives, std::span<const std::uint32_t> ids) {
    boxes_.resize(ids.size());
    fit_boxes(primitives, frame_, ids, boxes_);
  }
  float measure(std::uint32_t i, std::uint32_t j) {
    ++nearest.stats.primitive_tests;
    const ClosestPrimitives found = closest_primitives(a_, i, b_, j);
    if (found.distance < nearest.distance) {
      nearest.distance = found.distance;
      nearest.point_a = found.a;
      nearest.point_b = found.b;
      nearest.primitive_a = i;
      nearest.primitive_b = j;
    }
    return static_cast<float>(nearest.distance * frame_.scale * (1 + 0x1p-20)) * (1 + 0x1p-20F);
  }

  const BoundsFrame& frame_;
  const Primitives& a_;
  const Primitives& b_;
  const StreamLeaves& leaves_a_;
  const StreamLeaves& leaves_b_;
  std::vector<Aabb> boxes_;  // of the primitives of b's leaf
};

struct Reach {
  double lo;
  double hi;
};

Reach along(const Primitives& primitives, std::uint32_t id, const Vec3& direction) {
  if (primitives.kind() == PrimitiveKind::points) {
    const Ball ball = primitives.ball(id);
    const double at = dot(ball.centre, direction);
    return {at - ball.radius, at + ball.radius};
  }
  const Triangle t = primitives.triangle(id);
  const double p = dot(t[0], direction);
  const double q = dot(t[1], direction);
  const double r = dot(t[2], direction);
  return {std::min({p, q, r}), std::max({p, q, r})};
}

// The mean normal of the contacts, from a to b, and thirteen directions, both ways.
std::vector<Vec3> directions(const Primitives& a, const Primitives& b,
                             std::span<const Candidate> pairs) {
  std::vector<Vec3> list;
  Vec3 mean;
  for (const Candidate& pair : pairs) {
    mean = mean + describe(a, pair.primitive_a, b, pair.primitive_b, Finding{}).normal;
  }
  if (length(mean) > 0) list.push_back(mean * (1 / length(mean)));
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Vec3 d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        if (length_sq(d) > 0) list.push_back(d * (1 / length(d)));
      }
    }
  }
  return list;
}

// All pairs that touch.
std::vector<Candidate> touching_pairs(const Task& task, const StreamBodies& streams,
                                      std::uint32_t a, std::uint32_t b, Scratch& scratch,
                                      Stats& stats) {
  Request request;
  request.only = {a, b};
  request.threads = task.threads;
  NarrowOptions options;
  options.triangles = census_of(task).triangles();
  Narrow narrow(task.primitives, options, scratch, task.threads);
  stats += search_streams(task, request, streams, narrow, scratch);
  std::vector<Candidate> pairs;
  narrow.finish(pairs);
  stats += narrow.stats();
  return pairs;
}

// Of bodies that do not touch.
Distance measure_distance(const Task& task, const StreamBodies& streams, std::uint32_t a,
                          std::uint32_t b, Scratch& scratch) {
  PrimitiveMeasure measure(task, streams, a, b);
  Stats stats;
  find_nearest(streams.at(task, a).stream(), streams.at(task, b).stream(), measure,
               scratch.arena(0), stats);
  measure.nearest.stats += stats;
  return measure.nearest;
}

// Of bodies that touch, from all pairs that do: at least one.
Separation measure_depth(const Primitives& a, const Primitives& b,
                         std::span<const Candidate> pairs) {
  Separation out;
  out.depth = std::numeric_limits<double>::infinity();
  for (const Vec3& direction : directions(a, b, pairs)) {
    double needed = 0;
    for (const Candidate& pair : pairs) {
      const double top = along(a, pair.primitive_a, direction).hi;
      const double bottom = along(b, pair.primitive_b, direction).lo;
      needed = std::max(needed, top - bottom);
      if (needed >= out.depth) break;
    }
    if (needed >= out.depth) continue;
    out.depth = needed;
    out.direction = direction;
  }
  const Candidate& first = pairs.front();
  const ContactGeometry contact = describe(a, first.primitive_a, b, first.primitive_b, Finding{});
  out.point_a = out.point_b = contact.segment.from;
  out.primitive_a = first.primitive_a;
  out.primitive_b = first.primitive_b;
  return out;
}

// As pairs are ordered: a before b.
Separation measure_ordered(const Task& task, std::uint32_t a, std::uint32_t b, Scratch& scratch) {
  StreamBodies streams{StreamOptions{}};
  Stats stats = streams.update(task, std::array{a, b}, scratch);
  const std::vector<Candidate> pairs = touching_pairs(task, streams, a, b, scratch, stats);
  Separation out;
  if (pairs.empty()) {
    static_cast<Distance&>(out) = measure_distance(task, streams, a, b, scratch);
  } else {
    out = measure_depth(task.bodies[a]->primitives, task.bodies[b]->primitives, pairs);
  }
  out.stats += stats;
  return out;
}

}  // namespace

Separation measure_separation(const Task& task, std::uint32_t a, std::uint32_t b,
                              Scratch& scratch) {
  if (a < b) return measure_ordered(task, a, b, scratch);
  Separation turned = measure_ordered(task, b, a, scratch);
  std::swap(turned.point_a, turned.point_b);
  std::swap(turned.primitive_a, turned.primitive_b);
  turned.direction = -turned.direction;
  return turned;
}

}  // namespace tact
