#include "bench/of_paper/zachmann_clip.h"

#include <algorithm>
#include <cmath>

namespace tact::bench {
namespace {

// Edges parallel to a plane have no parameter there: they are turned by nothing that counts.
ZachmannPlaces::Way way_of(const RelativePose& own_in_other, double outward) {
  ZachmannPlaces::Way way{};
  const double least = own_in_other.ratio * 0x1p-60;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double x = own_in_other.rotation[i][j] * own_in_other.ratio;
      way.column[i][j] = std::fabs(x) >= least ? x : std::copysign(least, x);
      way.inverse[i][j] = 1 / way.column[i][j];
    }
    way.shift[i] = own_in_other.shift[i];
  }
  way.outward = outward;
  return way;
}

void narrow_by(double t0, double t1, double& enter, double& leave) {
  const double first = t0 < t1 ? t0 : t1;
  const double last = t0 < t1 ? t1 : t0;
  if (first > enter) enter = first;
  if (last < leave) leave = last;
}

double corner(const ZachmannBox& box, std::size_t axis, bool high) {
  return high ? box.hi[axis] : box.lo[axis];
}

// Where the line of an edge is at parameter zero, in coordinate i of the other body.
double line_at(const ZachmannPlaces::Way& way, const ZachmannBox& box, std::size_t i, std::size_t j,
               std::size_t lane) {
  const std::size_t k = (j + 1) % 3;
  const std::size_t l = (j + 2) % 3;
  return way.column[i][k] * corner(box, k, (lane & 1U) != 0) +
         way.column[i][l] * corner(box, l, (lane & 2U) != 0) + way.shift[i];
}

// The interval of one edge, from scratch: three slabs.
void clip_edge(ZachmannPair& pair, const ZachmannPlaces& places, std::size_t s, std::size_t j,
               std::size_t lane) {
  ZachmannSide& own = pair.side[s];
  const ZachmannBox& other = pair.side[1 - s].box;
  const ZachmannPlaces::Way& way = places.way[s];
  const double outward = places.way[1 - s].outward;
  double& enter = own.enter[j][lane] = own.box.lo[j];
  double& leave = own.leave[j][lane] = own.box.hi[j];
  for (std::size_t i = 0; i < 3; ++i) {
    const double line = line_at(way, own.box, i, j, lane);
    narrow_by((other.lo[i] - outward - line) * way.inverse[i][j],
              (other.hi[i] + outward - line) * way.inverse[i][j], enter, leave);
  }
}

}  // namespace

ZachmannPlaces places_of(const ZachmannTree& a, const ZachmannTree& b, const Transform& pose_a,
                         const Transform& pose_b, double tolerance_a, double tolerance_b) {
  const RigidPlace at_a = a.at(pose_a);
  const RigidPlace at_b = b.at(pose_b);
  const RelativePose b_in_a = relative_pose(at_b, at_a);
  const RelativePose a_in_b = relative_pose(at_a, at_b);
  const double sizes_a = at_a.reach + at_b.reach * b_in_a.ratio + std::fabs(b_in_a.shift.x) +
                         std::fabs(b_in_a.shift.y) + std::fabs(b_in_a.shift.z);
  const double sizes_b = at_b.reach + at_a.reach * a_in_b.ratio + std::fabs(a_in_b.shift.x) +
                         std::fabs(a_in_b.shift.y) + std::fabs(a_in_b.shift.z);
  // Items may be beyond their boxes by the thickness of planes: 1.74 and 3.01 are a little more
  // than the root of three, and one more than its double less its half.
  const double thick_a = a.thickness() + tolerance_a;
  const double thick_b = b.thickness() + tolerance_b;
  const double slack_a =
      b_in_a.slack + sizes_a * 0x1p-40 + 0x1p-100 + 3.01 * thick_a + 1.74 * thick_b * b_in_a.ratio;
  const double slack_b =
      a_in_b.slack + sizes_b * 0x1p-40 + 0x1p-100 + 3.01 * thick_b + 1.74 * thick_a * a_in_b.ratio;
  ZachmannPlaces places{};
  places.way[0] = way_of(a_in_b, slack_a);
  places.way[1] = way_of(b_in_a, slack_b);
  constexpr double most = 0x1p200;
  places.blind = !(b_in_a.ratio < most && a_in_b.ratio < most && sizes_a < most && sizes_b < most &&
                   slack_a < most && slack_b < most);
  return places;
}

bool ZachmannPair::apart() const {
  for (const ZachmannSide& own : side) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t lane = 0; lane < 4; ++lane) {
        if (!(own.enter[j][lane] > own.leave[j][lane])) return false;
      }
    }
  }
  return true;
}

ZachmannPair pair_of_roots(const ZachmannTree& a, const ZachmannTree& b,
                           const ZachmannPlaces& places) {
  ZachmannPair pair{};
  pair.side[0].box = a.root();
  pair.side[1].box = b.root();
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t lane = 0; lane < 4; ++lane) clip_edge(pair, places, s, j, lane);
    }
  }
  return pair;
}

ZachmannPair half_of(const ZachmannPair& whole, const ZachmannPlaces& places, std::size_t s,
                     std::size_t axis, double cut, std::size_t half) {
  ZachmannPair out = whole;
  ZachmannSide& own = out.side[s];
  ZachmannSide& other = out.side[1 - s];
  (half == 0 ? own.box.hi : own.box.lo)[axis] = cut;
  // Edges across the plane lose an end.
  for (std::size_t lane = 0; lane < 4; ++lane) {
    double& enter = own.enter[axis][lane];
    double& leave = own.leave[axis][lane];
    if (half == 0) {
      leave = std::min(leave, cut);
    } else {
      enter = std::max(enter, cut);
    }
  }
  // Of those along it, the four in the new face are new: of family j the lanes whose bit for the
  // axis is that of the new face.
  for (const std::size_t j : {(axis + 1) % 3, (axis + 2) % 3}) {
    const std::size_t bit = (j + 1) % 3 == axis ? 1 : 2;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const bool is_high = (lane & bit) != 0;
      if (is_high == (half == 0)) clip_edge(out, places, s, j, lane);
    }
  }
  // The other box's edges are cut once more, by the new face, moved outwards.
  const ZachmannPlaces::Way& way = places.way[1 - s];
  const double plane = half == 0 ? cut + places.way[s].outward : cut - places.way[s].outward;
  for (std::size_t j = 0; j < 3; ++j) {
    const bool ends = (way.column[axis][j] > 0) == (half == 0);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const double t = (plane - line_at(way, other.box, axis, j, lane)) * way.inverse[axis][j];
      if (ends && t < other.leave[j][lane]) other.leave[j][lane] = t;
      if (!ends && t > other.enter[j][lane]) other.enter[j][lane] = t;
    }
  }
  return out;
}

}  // namespace tact::bench
