#include "tests/exactness/cgal_oracle.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>

namespace tact::exactness {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 to_cgal(const Vec3& p) { return {p.x, p.y, p.z}; }
Kernel::Triangle_3 to_cgal(const Triangle& t) {
  return {to_cgal(t[0]), to_cgal(t[1]), to_cgal(t[2])};
}

}  // namespace

bool touch_by_cgal(const Triangle& a, const Triangle& b) {
  return CGAL::do_intersect(to_cgal(a), to_cgal(b));
}

bool degenerate_by_cgal(const Triangle& t) { return to_cgal(t).is_degenerate(); }

}  // namespace tact::exactness
