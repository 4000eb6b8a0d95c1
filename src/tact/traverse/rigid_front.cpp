#include "tact/traverse/rigid_front.h"

#include <algorithm>
#include <cmath>

namespace tact {
namespace {

constexpr double rebase_at = 64;  // in units of a frame: beyond it float would lose fine margins

bool same_rotation(const RelativePose& p, const RelativePose& q) {
  return std::equal(&p.rotation[0][0], &p.rotation[0][0] + 9, &q.rotation[0][0]);
}

}  // namespace

double motion_bound(const RelativePose& before, const RelativePose& now, double reach) {
  // The difference of two rotations stretches by at most 2 sin(angle / 2), which is its Frobenius
  // norm over the root of two.
  double squares = 0;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) {
      const double change = now.rotation[k][j] - before.rotation[k][j];
      squares += change * change;
    }
  }
  const double turned = std::sqrt(squares / 2) * reach * now.ratio;
  const double shifted = length(now.shift - before.shift);
  if (turned == 0 && shifted == 0) return 0;
  return (turned + shifted) * (1 + 0x1p-40) + now.slack + before.slack;
}

template <class Eight>
FrontStep RigidFront<Eight>::advance(const RelativePose& b_to_a, const RelativePose& a_to_b,
                                     double reach_a, double reach_b, double edge,
                                     const FrontPolicy& policy) {
  // The same motion, seen from either body: the smaller bound holds.
  const bool first = !known;
  const double motion = first ? 0
                              : std::min(motion_bound(b_in_a, b_to_a, reach_b),
                                         motion_bound(a_in_b, a_to_b, reach_a) * b_to_a.ratio);
  if (first || !same_rotation(b_in_a, b_to_a) || !same_rotation(a_in_b, a_to_b)) ++turns;
  b_in_a = b_to_a;
  a_in_b = a_to_b;
  known = true;
  // Written so that a motion that is not a number is a large one.
  if (!(motion <= policy.coherence * edge)) {
    valid = false;
    return FrontStep::plain;
  }
  if (!valid) return FrontStep::begin;
  moved += motion;
  if (moved > rebase_at) {
    for (float& end : expiry) {
      end = static_cast<float>(double{end} - moved - std::fabs(double{end}) * 0x1p-22);
    }
    pruned_at -= moved;
    moved = 0;
  }
  return FrontStep::go_on;
}

template struct RigidFront<Obb8>;
template struct RigidFront<CentredBox8>;

}  // namespace tact
