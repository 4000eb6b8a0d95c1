#include "tact/traverse/rigid_front.h"

#include <algorithm>
#include <cmath>

namespace tact {
namespace {

template <class T>
void reserve_twice(std::vector<T>& items) {
  constexpr std::size_t least = 32;
  const std::size_t wanted = std::max(least, 2 * items.size());
  if (items.capacity() < wanted) items.reserve(wanted);
}

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

double RigidFront::admit(double wanted) {
  constexpr double little = 1 + 0x1p-10;
  if (wanted <= tolerance && tolerance <= wanted * little) return tolerance;
  tolerance = wanted;
  // Whoever asks by turns with one tolerance and another would begin a front in every query.
  if (valid) give_up();
  return wanted;
}

FrontStep RigidFront::advance(const RelativePose& b_to_a, const RelativePose& a_to_b,
                              double reach_a, double reach_b, double edge, bool bounded,
                              const FrontPolicy& policy) {
  // The same motion, seen from either body: the smaller bound holds.
  const bool first = !known;
  motion = first ? 0
                 : std::min(motion_bound(b_in_a, b_to_a, reach_b),
                            motion_bound(a_in_b, a_to_b, reach_a) * b_to_a.ratio);
  if (first || !same_rotation(b_in_a, b_to_a) || !same_rotation(a_in_b, a_to_b)) ++turns;
  b_in_a = b_to_a;
  a_in_b = a_to_b;
  known = true;
  // Written so that a motion that is not a number is a large one.
  if (!(motion <= policy.trail * edge)) touched = false;
  if (!(motion <= policy.coherence * edge)) {
    valid = false;
    return FrontStep::plain;
  }
  moved += motion;
  if (moved - begun_at > policy.prune * edge) valid = false;
  // While bodies touch, a bounded query finds a pair sooner from the roots, led by its trail.
  if (bounded && touched) return FrontStep::plain;
  if (pause > 0 && motion >= 0.5 * pause_motion) {
    --pause;
    valid = false;
    return FrontStep::plain;
  }
  pause = 0;
  if (!valid) return FrontStep::begin;
  if (moved > rebase_at) {
    for (FrontSide& side : sides) {
      for (float& end : side.expiry) {
        end = static_cast<float>(double{end} - moved - std::fabs(double{end}) * 0x1p-22);
      }
    }
    begun_at -= moved;
    moved = 0;
  }
  return FrontStep::go_on;
}

void RigidFront::make_room() {
  for (FrontSide& side : sides) {
    reserve_twice(side.lanes);
    reserve_twice(side.places);
    reserve_twice(side.expiry);
  }
  reserve_twice(rows);
  reserve_twice(trail);
}

void RigidFront::give_up() {
  valid = false;
  pause = next_pause;
  pause_motion = motion;
  next_pause = std::min(2 * next_pause, 256U);
}

void RigidFront::clear() {
  for (FrontSide& side : sides) side.clear();
  rows.clear();
  trail.clear();
  moved = 0;
  begun_at = 0;
  valid = false;
  known = false;
  touched = false;
  pause = 0;
  next_pause = 4;
}

}  // namespace tact
