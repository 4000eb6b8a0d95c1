#pragma once
// Impacts: what meets while bodies go from where they were to where they are, and how it is asked
// for. Impact is one line of it.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tact/base/types.h"
#include "tact/base/vec.h"
#include "tact/contact/result.h"

namespace tact {

/// What of a surface may meet something.
enum class FeatureKind : std::uint8_t {
  vertex,   ///< that a triangle has
  edge,     ///< of a triangle, between two different vertices
  triangle  ///< with its edges and its inside
};

/// A feature of a body, in the user's own numbers, and a point of it.
struct Feature {
  FeatureKind kind = FeatureKind::vertex;  ///< what it is
  std::uint32_t triangle = 0;  ///< which one; for others the first one that has the vertex or edge
  /// As many of them as it has; those of an edge in order.
  std::array<std::uint32_t, 3> vertices{};
  /// The point where the features meet is the sum of weight · vertex, where the vertices are then.
  /// Rounded, not negative; their sum is 1. Those of no vertex are 0.
  std::array<double, 3> weights{};
};

/// Two features that meet during a motion: a vertex and a triangle, in either order (a vertex first
/// within a body), or two edges.
struct Impact {
  BodyId body_a;  ///< the first body
  BodyId body_b;  ///< the second; the same one for an impact within a body
  Feature a;      ///< of body_a
  Feature b;      ///< of body_b
  /// Of the motion, which takes from 0 to 1: the features do not meet before it, nor at it unless
  /// it is time_hi, too.
  double time_lo = 0;
  double time_hi = 0;  ///< by then they have met
  /// Unit vector from a to b: the normal of the triangle or of both edges, or, where they move
  /// along that or have none, the direction in which the two points came together. Rounded. Zero
  /// where there is no such direction either.
  Vec3 normal;
  std::uint64_t user_a = 0;  ///< the user id of body_a
  std::uint64_t user_b = 0;  ///< of body_b
};

/// Which of all impacts are wanted.
enum class Which : std::uint8_t {
  all,                ///< each two features that meet, once
  earliest,           ///< the first one of all: the least time_lo, then time_hi, then in order
  first_of_features,  ///< of each vertex, edge and triangle the first that it is in
  first_of_bodies     ///< of each two bodies, and within each
};

/// What is asked of a motion. The default: everything that meets.
struct ImpactOptions {
  Which which = Which::all;  ///< of all impacts
  /// At most n impacts, or until a moment. n cuts `all` short where n are found; of the others it
  /// keeps the first in order.
  Budget budget;
  /// Most that time_hi − time_lo may be: from 2^-52 on. Each half of it costs a few more steps for
  /// each pair that meets, and none for the others.
  double width = 0x1p-20;
  unsigned threads = 0;  ///< 0: as the world has it

  /// Only when something meets for the first time. The search leaves out what is later than what it
  /// has found.
  static ImpactOptions earliest() {
    ImpactOptions options;
    options.which = Which::earliest;
    return options;
  }
  /// At most n; which ones does not depend on the threads.
  static ImpactOptions at_most(std::size_t n) {
    ImpactOptions options;
    options.budget.at_most = n;
    return options;
  }
};

/// Impacts, each once, sorted by the bodies, then by their features: first those of a vertex of a
/// and a triangle of b, then those of a triangle and a vertex, then edges; each by the vertices or
/// the triangle of a, then of b. The same list for any number of threads.
struct Impacts {
  std::vector<Impact> list;       ///< all of them
  Stopped stopped = Stopped::no;  ///< why there may be more, or earlier ones
  Stats stats;                    ///< what was done: primitive_tests counts pairs of features
  Times times;                    ///< where the time went

  /// False if a bound cut the answer: what is there is true, but there may be more.
  bool complete() const { return stopped == Stopped::no; }
  /// Clear, touching or undecided; never throws.
  Verdict verdict() const {
    if (!empty()) return Verdict::touching;
    return complete() ? Verdict::clear : Verdict::undecided;
  }
  /// How many there are.
  std::size_t size() const { return list.size(); }
  /// Are there none?
  bool empty() const { return list.empty(); }
  /// The one at place i < size().
  const Impact& operator[](std::size_t i) const { return list[i]; }
  /// Over the impacts.
  std::vector<Impact>::const_iterator begin() const { return list.begin(); }
  /// Behind the last one.
  std::vector<Impact>::const_iterator end() const { return list.end(); }
};

}  // namespace tact
