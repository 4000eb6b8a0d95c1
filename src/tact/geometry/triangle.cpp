#include "tact/geometry/triangle.h"

#include "tact/geometry/flat_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/sides_impl.h"

namespace tact {
namespace {

using exact::Sides;

// All corners of a lie in the plane of b, or b has no plane.
bool flat_touch(const Triangle& a, const Triangle& b) {
  const int axis = exact::projection_axis(b);
  if (axis >= 0) return exact::coplanar_touch(a, b, axis);
  const exact::Ends ends = exact::ends_of(b);
  return segment_intersects_triangle(ends.from, ends.to, a);
}

// The planes differ and each triangle reaches the common line: do they overlap there? On that line
// orient3d(a0, ai, b0, bj) is the sign of (where edge b0 bj meets it) - (where edge a0 ai does).
bool overlap_on_line(const Triangle& a, const Sides& sides_a, const Triangle& b,
                     const Sides& sides_b, Finding& found) {
  const auto [i, j] = exact::arrange(sides_a, sides_b);
  const int first = orient3d(a[i[0]], a[i[1]], b[j[0]], b[j[1]]);
  if (first > 0) return false;
  const int second = orient3d(a[i[0]], a[i[2]], b[j[0]], b[j[2]]);
  if (second < 0) return false;
  found.overlap = first < 0 && second > 0;
  return true;
}

}  // namespace

bool intersects(const Triangle& a, const Triangle& b) {
  Finding unused;
  return intersects(a, b, unused);
}

bool intersects(const Triangle& a, const Triangle& b, Finding& found) {
  Sides sides_a = exact::filtered_sides(b, a);
  if (exact::one_sided(sides_a)) return false;
  Sides sides_b = exact::filtered_sides(a, b);
  if (exact::one_sided(sides_b)) return false;

  exact::resolve(sides_a, b, a);
  if (exact::one_sided(sides_a)) return false;
  found = {};
  found.sides_a = exact::code_of(sides_a);
  if (exact::all_zero(sides_a)) return flat_touch(a, b);
  exact::resolve(sides_b, a, b);
  if (exact::one_sided(sides_b)) return false;
  found.sides_b = exact::code_of(sides_b);
  if (exact::all_zero(sides_b)) {  // b is not in one plane with a, so a has none
    const exact::Ends ends = exact::ends_of(a);
    return segment_intersects_triangle(ends.from, ends.to, b);
  }
  return overlap_on_line(a, sides_a, b, sides_b, found);
}

}  // namespace tact
