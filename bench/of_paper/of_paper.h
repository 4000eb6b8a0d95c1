#pragma once
// The algorithms of the papers as published: plain, scalar, one pair at a time. They are there to
// be compared with ours, under names that end in -of-paper or go on from there (variants.cpp).
// docs/papers.md says of each where the paper left something open.
#include <memory>

#include "bench/of_paper/tropp_front.h"
#include "bench/of_paper/zachmann_tree.h"
#include "tact/method/method.h"

namespace tact::bench {

/// The dynamic hierarchy of Larsson 2006, section 2. `reserves`: with all nodes that a full
/// hierarchy can need allocated beforehand (section 2.4), else nodes come and go.
std::unique_ptr<Method> make_paper_dbvh(bool reserves);
/// SWIPER, section 3.1: k = 8, m = 20.
std::unique_ptr<Method> make_paper_swiper();
/// Sweep and prune with a balanced tree of pairs, which it is compared with.
std::unique_ptr<Method> make_paper_sap();

/// Trees of oriented boxes of Tropp 2006, one test at a time: from the front of the last query, or
/// from the roots.
std::unique_ptr<Method> make_paper_obb(bool coherent, const TroppPolicy& policy);
/// Of axis-aligned boxes, by the axes of their faces ("SAT lite").
std::unique_ptr<Method> make_paper_aabb(bool coherent, const TroppPolicy& policy);
/// From the roots, by all fifteen axes.
std::unique_ptr<Method> make_paper_aabb_all_axes();

/// BoxTrees of Zachmann 1995 and their simultaneous traversal, edges against polygons in leaves.
std::unique_ptr<Method> make_paper_boxtree(const ZachmannOptions& options);
/// The simple algorithm of its section 3.1, the calibration: every edge with every polygon, behind
/// checks of boxes.
std::unique_ptr<Method> make_paper_simple();

}  // namespace tact::bench
