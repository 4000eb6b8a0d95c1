#pragma once
// CGAL's answers, with exact predicates. CGAL is GPL: tests only.
#include "tact/geometry/triangle.h"

namespace tact::exactness {

/// do_intersect; neither triangle may be degenerate.
bool touch_by_cgal(const Triangle& a, const Triangle& b);

bool degenerate_by_cgal(const Triangle& t);

}  // namespace tact::exactness
