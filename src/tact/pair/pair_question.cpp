#include "tact/pair/pair_question.h"

#include <chrono>

#include "tact/base/error.h"
#include "tact/geometry/validate.h"

namespace tact {

void PosedShapes::place(const Shape& a, const Transform& pose_a, const Shape& b,
                        const Transform& pose_b) {
  Extent both = check_pose(a.extent(), pose_a, "body a");
  both.add(check_pose(b.extent(), pose_b, "body b"));
  extent = both;
  primitives[0] = Primitives::triangles(a.mesh(), &pose_a);
  primitives[1] = Primitives::triangles(b.mesh(), &pose_b);
}

void PairAnswer::report(Budget::Clock::time_point start, const char* method) {
  result.method = method;
  result.stats += built;
  result.times.update = build_seconds;
  result.times.query = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  built = {};
  build_seconds = 0;
}

}  // namespace tact
