#pragma once
// The last step before the exact test where leaves are spheres: the boxes of the primitives of two
// leaves, computed where they are needed, and which of them overlap.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/traverse/sphere_walk.h"
#include "tact/world/task.h"

namespace tact {

class LeafBoxes {
 public:
  /// A job names two bodies by slot; twice the same: within it.
  LeafBoxes(const Task& task, const Pair& job, const SphereTree& a, const SphereTree& b,
            double tolerance)
      : job_(job),
        primitives_a_(task.bodies[job.a]->primitives),
        primitives_b_(task.bodies[job.b]->primitives),
        a_(a),
        b_(b),
        tolerance_(tolerance) {}

  /// Delivers the pairs of a pair of leaves.
  Flow deliver(const SpherePair& pair, BlockWriter& writer, Stats& stats) {
    read(pair.a, a_, primitives_a_, side_a_, stats);
    if (job_.a == job_.b && pair.a == pair.b) {
      for (std::uint32_t i = 0; i < side_a_.count; ++i) {
        if (meet(i, i + 1, side_a_, writer, stats) == Flow::stop) return Flow::stop;
      }
      return Flow::go_on;
    }
    read(pair.b, b_, primitives_b_, side_b_, stats);
    for (std::uint32_t i = 0; i < side_a_.count; ++i) {
      if (meet(i, 0, side_b_, writer, stats) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

 private:
  static constexpr std::uint32_t most = 4;  // primitives in a leaf (SphereTreeShape::leaf_size)
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Box {
    Vec3 lo;
    Vec3 hi;
    std::uint32_t id;
  };
  // The leaf that was read last: walks come back to it.
  struct Side {
    std::uint32_t node = none;
    std::uint32_t count = 0;
    Box boxes[most];
  };

  static double largest(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
  }

  void read(std::uint32_t node, const SphereTree& tree, const Primitives& primitives, Side& side,
            Stats& stats) const {
    if (side.node == node) return;
    const bool points = primitives.kind() == PrimitiveKind::points;
    const std::span<const std::uint32_t> ids = points ? tree.points(node) : tree.triangles(node);
    side.node = node;
    side.count = 0;
    stats.primitives_read += ids.size();
    for (const std::uint32_t id : ids) {
      Box box{{}, {}, id};
      double reach = tolerance_ / 2;
      if (points) {
        const Ball ball = primitives.ball(id);
        box.lo = box.hi = ball.centre;
        reach += ball.radius;
      } else {
        const Triangle t = primitives.triangle(id);
        box.lo = min(min(t[0], t[1]), t[2]);
        box.hi = max(max(t[0], t[1]), t[2]);
      }
      if (reach > 0) {  // sums are rounded: so much more
        reach = reach * (1 + 0x1p-50) + std::max(largest(box.lo), largest(box.hi)) * 0x1p-51;
        box.lo = box.lo - Vec3{reach, reach, reach};
        box.hi = box.hi + Vec3{reach, reach, reach};
      }
      side.boxes[side.count++] = box;
    }
  }

  Flow meet(std::uint32_t i, std::uint32_t first, const Side& other, BlockWriter& writer,
            Stats& stats) const {
    const Box& a = side_a_.boxes[i];
    for (std::uint32_t k = first; k < other.count; ++k) {
      const Box& b = other.boxes[k];
      ++stats.bounds_tests;
      const bool apart = a.lo.x > b.hi.x || b.lo.x > a.hi.x || a.lo.y > b.hi.y || b.lo.y > a.hi.y ||
                         a.lo.z > b.hi.z || b.lo.z > a.hi.z;
      if (apart) continue;
      if (writer.push(ordered(job_.a, a.id, job_.b, b.id)) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  Pair job_;
  const Primitives& primitives_a_;
  const Primitives& primitives_b_;
  const SphereTree& a_;
  const SphereTree& b_;
  double tolerance_;
  Side side_a_;
  Side side_b_;
};

}  // namespace tact
