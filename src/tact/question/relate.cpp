#include "tact/question/relate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "tact/body/solid_pieces.h"
#include "tact/contact/closest.h"
#include "tact/question/solid_probe.h"
#include "tact/question/surface_search.h"
#include "tact/question/touching_pairs.h"

namespace tact {
namespace {

// Where guesses are made: so many contacts, or triangles, and so near to them.
constexpr std::size_t most_guesses = 24;
constexpr double guess_reach[] = {0x1p-4, 0x1p-10, 0x1p-20};

// At most `most_guesses` of `count` things, spread evenly: calls look(i) until it says false.
template <class F>
void look_at_some(std::size_t count, F&& look) {
  const std::size_t some = std::min(count, most_guesses);
  for (std::size_t k = 0; k < some; ++k) {
    if (!look(k * count / some)) return;
  }
}

Vec3 unit_normal(const Triangle& t) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  const double size = length(n);
  return size > 0 && std::isfinite(size) ? n * (1 / size) : Vec3{};
}

double size_of(const Triangle& t) { return std::min(length(t[1] - t[0]), length(t[2] - t[0])); }

// Of two solids of one task.
class TwoSolids {
 public:
  TwoSolids(const Task& task, std::uint32_t a, std::uint32_t b, Arena& arena)
      : a_(task.bodies[a]->primitives),
        b_(task.bodies[b]->primitives),
        in_a_(task, a, arena),
        in_b_(task, b, arena) {}

  // A point that is on no surface is a proof, wherever it comes from.
  void try_point(const Vec3& p, SharedParts& parts) {
    if (!is_finite(p)) return;
    const PointSide of_a = in_a_.side_of(p);
    const PointSide of_b = in_b_.side_of(p);
    if (of_a == PointSide::on_surface || of_b == PointSide::on_surface) return;
    parts.note(of_a == PointSide::inside, of_b == PointSide::inside);
  }

  // Around places where they touch, in the four wedges between the two triangles.
  void guess_near(std::span<const Candidate> pairs, SharedParts& parts) {
    look_at_some(pairs.size(), [&](std::size_t i) {
      const Candidate& pair = pairs[i];
      const Segment common = describe(a_, pair.primitive_a, b_, pair.primitive_b, {}).segment;
      const Vec3 at = 0.5 * common.from + 0.5 * common.to;
      const Triangle s = a_.triangle(pair.primitive_a);
      const Triangle t = b_.triangle(pair.primitive_b);
      const Vec3 ways[2] = {unit_normal(s) + unit_normal(t), unit_normal(s) - unit_normal(t)};
      for (const double reach : guess_reach) {
        const double step = reach * std::min(size_of(s), size_of(t));
        for (const Vec3& way : ways) {
          try_point(at + step * way, parts);
          try_point(at - step * way, parts);
        }
      }
      return !parts.all();
    });
  }

  // Is it shown that a has room inside?
  bool has_inside() {
    bool found = false;
    look_at_some(a_.size(), [&](std::size_t i) {
      const Triangle t = a_.triangle(static_cast<std::uint32_t>(i));
      const Vec3 middle = (1.0 / 3) * t[0] + (1.0 / 3) * t[1] + (1.0 / 3) * t[2];
      for (const double reach : guess_reach) {
        const Vec3 way = reach * size_of(t) * unit_normal(t);
        for (const Vec3& p : {middle + way, middle - way}) {
          found = found || (is_finite(p) && in_a_.side_of(p) == PointSide::inside);
        }
      }
      return !found;
    });
    return found;
  }

 private:
  const Primitives& a_;
  const Primitives& b_;
  SolidProbe in_a_;
  SolidProbe in_b_;
};

// Triangles as they stand, each begun at its least corner, in order.
std::vector<Triangle> in_order(const Primitives& primitives, bool turned) {
  const auto less = [](const Vec3& p, const Vec3& q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  std::vector<Triangle> list(primitives.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    Triangle t = primitives.triangle(i);
    if (turned) std::swap(t[1], t[2]);
    std::rotate(t.begin(), std::min_element(t.begin(), t.end(), less), t.end());
    list[i] = t;
  }
  std::sort(list.begin(), list.end(), [&](const Triangle& s, const Triangle& t) {
    return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end(), less);
  });
  return list;
}

// The same triangles, all as they are or all turned over: then both wind as often around any point.
bool same_surface(const Primitives& a, const Primitives& b) {
  if (a.size() != b.size()) return false;
  const std::vector<Triangle> of_a = in_order(a, false);
  return of_a == in_order(b, false) || of_a == in_order(b, true);
}

struct PiecesInside {
  bool any = false;
  bool all = true;
};

// Of surfaces that do not touch, so that every piece is in the other solid or out of it.
PiecesInside pieces_inside(const Task& task, std::uint32_t inner, std::uint32_t outer,
                           Arena& arena) {
  const BodyState& body = *task.bodies[inner];
  SolidProbe probe(task, outer, arena);
  PiecesInside found;
  for (const std::uint32_t i : body.solid->firsts) {
    const bool inside = probe.side_of(body.primitives.triangle(i)[0]) == PointSide::inside;
    found.any |= inside;
    found.all &= inside;
  }
  return found;
}

Relation relation_of(const SharedParts& parts) {
  if (!parts.both) return Relation::touching;
  if (parts.only_a) return parts.only_b ? Relation::crossing : Relation::b_inside_a;
  return parts.only_b ? Relation::a_inside_b : Relation::coincident;
}

Relation search_surfaces(const Task& task, std::uint32_t a, std::uint32_t b,
                         std::span<const Candidate> touching, const StreamBodies& streams,
                         SharedParts parts, Scratch& scratch) {
  SurfaceSearch(task, a, b, touching, streams, scratch).run(parts);
  return relation_of(parts);
}

// As pairs are ordered: a before b.
Relation relate_ordered(const Task& task, std::uint32_t a, std::uint32_t b, Scratch& scratch) {
  if (!task.bodies[a]->extent.meets(task.bodies[b]->extent)) return Relation::separate;
  update_solid_boxes(task, a);
  update_solid_boxes(task, b);
  StreamBodies streams{StreamOptions{}};
  streams.update(task, std::array{a, b}, scratch);
  const std::vector<Candidate> touching = find_touching(task, streams, a, b, scratch);
  Arena& arena = scratch.arena(0);
  SharedParts parts;
  if (touching.empty()) {
    const PiecesInside of_a = pieces_inside(task, a, b, arena);
    const PiecesInside of_b = pieces_inside(task, b, a, arena);
    if (!of_a.any && !of_b.any) return Relation::separate;
    const bool a_in_b = of_a.all && !of_b.any && TwoSolids(task, a, b, arena).has_inside();
    if (a_in_b) return Relation::a_inside_b;
    const bool b_in_a = of_b.all && !of_a.any && TwoSolids(task, b, a, arena).has_inside();
    if (b_in_a) return Relation::b_inside_a;
  } else {
    TwoSolids two(task, a, b, arena);
    two.guess_near(touching, parts);
    if (parts.all()) return Relation::crossing;
    if (same_surface(task.bodies[a]->primitives, task.bodies[b]->primitives) && two.has_inside()) {
      return Relation::coincident;
    }
  }
  return search_surfaces(task, a, b, touching, streams, parts, scratch);
}

}  // namespace

Relation relate_solids(const Task& task, std::uint32_t a, std::uint32_t b, Scratch& scratch) {
  if (a < b) return relate_ordered(task, a, b, scratch);
  const Relation turned = relate_ordered(task, b, a, scratch);
  if (turned == Relation::a_inside_b) return Relation::b_inside_a;
  if (turned == Relation::b_inside_a) return Relation::a_inside_b;
  return turned;
}

}  // namespace tact
