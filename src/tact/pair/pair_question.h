#pragma once
// What questions about two shapes have in common, whatever walks their trees: where they stand, and
// the answer.
#include <array>
#include <span>
#include <utility>

#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/body/body.h"
#include "tact/contact/narrow.h"
#include "tact/contact/result_writer.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Two shapes at a pose each.
struct PosedShapes {
  std::array<Primitives, 2> primitives;
  std::array<const Primitives*, 2> pointers{&primitives[0], &primitives[1]};
  Extent extent;  ///< of both, an outer bound

  PosedShapes() = default;
  PosedShapes(const PosedShapes&) = delete;  // it points into itself
  PosedShapes& operator=(const PosedShapes&) = delete;

  /// Throws Error{bad_pose} where a vertex would not be finite, and stays as it was.
  void place(const Shape& a, const Transform& pose_a, const Shape& b, const Transform& pose_b);
  std::span<const Primitives* const> bodies() const { return pointers; }
};

/// The answers of an asker, one after the other.
struct PairAnswer {
  Scratch scratch;
  Result result;
  Stats built;  ///< when the asker was made; the first answer reports it
  double build_seconds = 0;

  /// `walk(narrow, workers)` delivers what may touch, and counts in result.stats.
  template <class Walk>
  void find(const PosedShapes& at, const CollideOptions& asked, Walk&& walk) {
    // Zero is one here: an asker is one thread's, and its questions are short as a rule.
    const unsigned workers = asked.threads == 0 ? 1 : resolve_threads(asked.threads);
    scratch.begin(workers);
    ResultWriter answer(result);
    answer.begin(2);
    result.stats = {};
    const bool describes = asked.detail == Detail::contacts;
    const std::uint64_t triangles =
        std::uint64_t{at.primitives[0].size()} + at.primitives[1].size();
    Narrow narrow(at.bodies(),
                  {asked.budget, asked.tolerance, asked.neighbours, describes, triangles}, scratch,
                  workers);
    if (asked.budget.at_most > 0) walk(narrow, workers);
    narrow.finish(answer.pairs());
    // Slots of no world.
    answer.name_bodies([](std::uint32_t side) {
      return std::pair(BodyId{side, 0, 0}, std::uint64_t{0});
    });
    result.stats += narrow.stats();
    result.stopped = narrow.stopped();
    if (describes) answer.describe(at.bodies(), narrow.findings(), workers);
    scratch.end();
  }

  /// What find() leaves to say, of a question that began at `start`.
  void report(Budget::Clock::time_point start, const char* method);
};

}  // namespace tact
