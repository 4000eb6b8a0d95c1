// The first stages of the tests of moving features: the time is cut at the roots of the volume,
// until every span has certainly none, or the polygon misses the origin in it, or it must meet it.
#include <algorithm>
#include <cmath>

#include "tact/geometry/bernstein_impl.h"
#include "tact/geometry/moving_impl.h"
#include "tact/geometry/moving_span_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"

namespace tact::exact {
namespace {

// Touching at an end of the motion is an exact question of its own.
bool touch_at(const MovingPair& pair, Vec3 MovingPoint::*place) {
  const auto p = [&](std::size_t i) -> const Vec3& { return pair.point[i].*place; };
  return pair.edges ? segment_intersects_triangle(p(0), p(1), {p(2), p(3), p(3)})
                    : point_on_triangle(p(0), {p(1), p(2), p(3)});
}

// Of the volume there, exactly.
int volume_sign_at(const MovingPair& pair, Vec3 MovingPoint::*place) {
  const auto p = [&](std::size_t i) -> const Vec3& { return pair.point[i].*place; };
  return pair.edges ? orient3d(p(1), p(0), p(2), p(3)) : orient3d(p(0), p(1), p(2), p(3));
}

// A span with the signs of the volume at its ends, zero where they are not known.
struct OpenSpan {
  MovingSpan span;
  int sign_lo = 0;
  int sign_hi = 0;
  bool last_try = false;  // is not cut again
};

// Below this no sum on the way to a coefficient overflows: they are at most 2^56 times as large.
constexpr double no_overflow = 0x1p900;

bool keeps_sign(const BernsteinCubic& b, double error) {
  const double least = std::min({b[0], b[1], b[2], b[3]});
  const double most = std::max({b[0], b[1], b[2], b[3]});
  return least > error || most < -error;
}

// Strictly up, or strictly down.
bool is_monotone(const BernsteinCubic& b, double error) {
  return (b[1] - b[0] > 3 * error && b[2] - b[1] > 3 * error && b[3] - b[2] > 3 * error) ||
         (b[1] - b[0] < -3 * error && b[2] - b[1] < -3 * error && b[3] - b[2] < -3 * error);
}

class MovingSearch {
 public:
  MovingSearch(const MovingPair& pair, const MovingPolygon& polygon, double width)
      : pair_(pair), polygon_(polygon), error_(polygon.volume_error()), width_(width) {}

  MovingFinding run(const BernsteinCubic& volume) {
    int sign_lo = sign_of(volume[0]);
    if (sign_lo == 0) {
      if (touch_at(pair_, &MovingPoint::from)) return {MovingVerdict::meet, {0, 0}};
      sign_lo = volume_sign_at(pair_, &MovingPoint::from);
    }
    int sign_hi = sign_of(volume[3]);
    if (sign_hi == 0) {
      touches_at_end_ = touch_at(pair_, &MovingPoint::to);
      if (touches_at_end_ && width_ >= 1) return {MovingVerdict::meet, {0, 1}};
      sign_hi = volume_sign_at(pair_, &MovingPoint::to);
    }
    stack_[count_++] = {{0, 1, polygon_.from(), polygon_.to()}, sign_lo, sign_hi, false};
    while (count_ > 0) {
      if (++looks_ > most_looks) return {};
      const OpenSpan next = stack_[--count_];
      if (look_at(next)) return finding_;
    }
    return {MovingVerdict::apart, {}};
  }

 private:
  static constexpr int most_looks = 40;
  static constexpr std::size_t most_open = 16;

  int sign_of(double volume) const { return certified_sign(volume, error_); }
  bool end_with(MovingVerdict verdict, ImpactTime time = {}) {
    finding_ = {verdict, time};
    return true;
  }

  // Where to look along: at the middle the polygon is seen at its largest so.
  static std::size_t best_axis(const MovingSpan& s) {
    const auto middle = [&](std::size_t i) { return s.at_lo[i] + s.at_hi[i]; };
    const Vec3 normal = cross(middle(1) - middle(0), middle(2) - middle(0));
    const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  // Another axis helps where coordinates are equal, so that a weight along it is exactly zero.
  WeightSigns signs_in(const MovingSpan& s) const {
    const std::size_t axis = best_axis(s);
    WeightSigns signs = weight_signs(polygon_, s, axis);
    for (std::size_t k = 1; k < 3 && signs == WeightSigns::open; ++k) {
      signs = weight_signs(polygon_, s, (axis + k) % 3);
    }
    return signs;
  }

  // True if all is decided. Spans come in their order, so nothing met before this one.
  bool look_at(const OpenSpan& s) {
    const BernsteinCubic volume = volume_of(s.span);
    if (keeps_sign(volume, error_)) return false;
    // Where the whole motion begins or ends, the sign is exact: zero is a root there, the only one
    // of a span in which the volume goes one way.
    const bool root_at_lo = s.sign_lo == 0 && s.span.lo == 0;
    const bool root_at_hi = s.sign_hi == 0 && s.span.hi == 1;
    if ((s.sign_lo * s.sign_hi > 0 || root_at_lo || root_at_hi) && is_monotone(volume, error_)) {
      return root_at_hi && touches_at_end_ && end_with(MovingVerdict::meet, {1, 1});
    }
    const WeightSigns signs = signs_in(s.span);
    if (signs == WeightSigns::differ) return false;
    if (s.span.hi - s.span.lo <= width_) {
      const bool crosses = signs == WeightSigns::agree && s.sign_lo * s.sign_hi < 0;
      if (crosses || (root_at_hi && touches_at_end_ && s.sign_lo != 0)) {
        return end_with(MovingVerdict::meet, {s.span.lo, s.span.hi});
      }
    }
    if (s.last_try || !cut(s, volume)) return end_with(MovingVerdict::open);
    return false;
  }

  // Puts parts of the span on the stack, the first one on top.
  bool cut(const OpenSpan& s, const BernsteinCubic& volume) {
    if (s.sign_lo == 0) return cut_beside(s, volume, true);
    if (s.sign_hi == 0) return cut_beside(s, volume, false);
    if (s.sign_lo != s.sign_hi) {
      const double root = estimate_root(volume);
      const double steep = std::abs(slope_at(volume, root));
      return cut_around(s, root, 4 * error_ / steep + 0x1p-48);
    }
    const std::optional<double> turn = estimate_turn(volume);
    if (!turn) return cut_at(s, 0.5);
    if (std::abs(value_at(volume, *turn)) > 2 * error_) return cut_at(s, *turn);
    const double bend = std::abs(bend_at(volume, *turn));
    return cut_around(s, *turn, std::sqrt(8 * error_ / bend) + 0x1p-24);
  }

  // The volume vanishes at an end, or nearly: as little as possible is cut off there.
  bool cut_beside(const OpenSpan& s, const BernsteinCubic& volume, bool at_lo) {
    for (double way = 0x1p-46; way < 0.5; way *= 16) {
      const double t = at_lo ? way : 1 - way;
      if (std::abs(value_at(volume, t)) <= 4 * error_) continue;
      return at_lo ? cut_around(s, 0, way) : cut_around(s, 1, way);
    }
    return cut_at(s, 0.5);
  }

  bool cut_at(const OpenSpan& s, double t) {
    const double middle = s.span.lo + t * (s.span.hi - s.span.lo);
    if (!(s.span.lo < middle && middle < s.span.hi) || count_ + 2 > most_open) return false;
    const Place cut = place(s, middle);
    push_part(cut, {s.span.hi, s.span.at_hi, s.sign_hi}, false);
    push_part({s.span.lo, s.span.at_lo, s.sign_lo}, cut, false);
    return true;
  }

  // Before, around and after a time, which is a part of the span.
  bool cut_around(const OpenSpan& s, double t, double way) {
    if (!(way < 0.25) || count_ + 3 > most_open) return false;
    const double length = s.span.hi - s.span.lo;
    const double before = t - way > 0x1p-30 ? s.span.lo + (t - way) * length : s.span.lo;
    const double after = 1 - (t + way) > 0x1p-30 ? s.span.lo + (t + way) * length : s.span.hi;
    const Place lo = place(s, before);
    const Place hi = place(s, std::min(after, s.span.hi));
    if (hi.t < s.span.hi) push_part(hi, {s.span.hi, s.span.at_hi, s.sign_hi}, false);
    push_part(lo, hi, true);
    if (lo.t > s.span.lo) push_part({s.span.lo, s.span.at_lo, s.sign_lo}, lo, false);
    return true;
  }

  struct Place {
    double t;
    PolygonAt polygon;
    int sign;
  };
  Place place(const OpenSpan& s, double t) const {
    if (t == s.span.lo) return {t, s.span.at_lo, s.sign_lo};
    if (t == s.span.hi) return {t, s.span.at_hi, s.sign_hi};
    const PolygonAt polygon = polygon_.at(t);
    return {t, polygon, sign_of(dot(polygon[0], cross(polygon[1], polygon[2])))};
  }
  void push_part(const Place& lo, const Place& hi, bool last_try) {
    stack_[count_++] = {{lo.t, hi.t, lo.polygon, hi.polygon}, lo.sign, hi.sign, last_try};
  }

  const MovingPair& pair_;
  const MovingPolygon& polygon_;
  const double error_;
  const double width_;
  bool touches_at_end_ = false;
  int looks_ = 0;
  std::size_t count_ = 0;
  MovingFinding finding_;
  std::array<OpenSpan, most_open> stack_;
};

}  // namespace

MovingFinding filter_moving(const MovingPair& pair, double width) {
  const MovingPolygon polygon(pair);
  if (polygon.misses_along_an_axis()) return {MovingVerdict::apart, {}};
  if (!(polygon.volume_error() < no_overflow)) return {};
  const BernsteinCubic volume = volume_of({0, 1, polygon.from(), polygon.to()});
  if (keeps_sign(volume, polygon.volume_error())) return {MovingVerdict::apart, {}};
  return MovingSearch(pair, polygon, width).run(volume);
}

}  // namespace tact::exact
