#include "bench/of_paper/tropp_front.h"

#include <algorithm>
#include <cmath>

namespace tact::bench {
namespace {

bool is_turned(const RelativePose& p, const RelativePose& q) {
  return !std::equal(&p.rotation[0][0], &p.rotation[0][0] + 9, &q.rotation[0][0]);
}

}  // namespace

// Algorithm 1.
template <class Box>
Flow TroppFront<Box>::walk(const TroppQuery<Box>& query, const TroppPolicy& policy, double reach_b,
                           double tolerance) {
  const bool goes_on = moves(query, policy, reach_b, tolerance);
  valid_ = false;  // until all is done
  const double e_o = std::min(query.a[0].edge, query.b[0].edge) * query.a.scale();
  const Flow flow = goes_on ? go_on(query) : begin(query);
  if (flow == Flow::stop) return flow;
  if (unpruned_ > policy.prune * e_o) {
    prune(query);
    unpruned_ = 0;
  }
  valid_ = true;
  query.stats.front_pairs += front_.size();
  return flow;
}

// Takes note of the motion. Is the front of the last query of use?
template <class Box>
bool TroppFront<Box>::moves(const TroppQuery<Box>& query, const TroppPolicy& policy, double reach_b,
                            double tolerance) {
  const RelativePose& now = query.at.b_in_a;
  const bool known = valid_ && tolerance == tolerance_;
  motion_ = known ? motion_bound(last_, now, reach_b) : 0;
  turned_ = !known || is_turned(last_, now);
  tolerance_ = tolerance;
  // Equation 3. Before the first motion nothing is known to be small.
  least_edge_ = motion_ / query.a.scale() / policy.sprout;
  unpruned_ += motion_;
  // Equation 2; a motion that is not a number is a large one.
  const double e_o = std::min(query.a[0].edge, query.b[0].edge) * query.a.scale();
  return known && motion_ <= policy.coherence * e_o;
}

template <class Box>
Flow TroppFront<Box>::begin(const TroppQuery<Box>& query) {
  nodes_.clear();
  free_.clear();
  front_.clear();
  unpruned_ = 0;
  last_ = query.at.b_in_a;
  nodes_.push_back({});
  if (is_disjoint(query, nodes_[0])) {
    front_.push_back(0);
    return Flow::go_on;
  }
  return sprout(query, 0);
}

template <class Box>
Flow TroppFront<Box>::go_on(const TroppQuery<Box>& query) {
  std::swap(old_, front_);
  front_.clear();
  for (const std::uint32_t at : old_) {
    Test& test = nodes_[at];
    const bool apart = test.disjoint ? is_still_disjoint(query, test) : is_disjoint(query, test);
    if (apart) {
      front_.push_back(at);
    } else if (sprout(query, at) == Flow::stop) {
      return Flow::stop;
    }
  }
  last_ = query.at.b_in_a;
  return Flow::go_on;
}

// Section 4: by its margin, then along the same axis, then in full.
template <class Box>
bool TroppFront<Box>::is_still_disjoint(const TroppQuery<Box>& query, Test& test) const {
  const double left = test.margin - motion_;
  if (left > 0) {
    test.margin = left;
    return true;
  }
  ++query.stats.axis_tests;
  if (turned_) {
    test.margin = still_apart(query.a[test.a].box, query.b[test.b].box, query.at, test.axis);
  } else {
    const Vec3 shift = query.at.b_in_a.shift - last_.shift;
    const double error =
        (std::fabs(shift.x) + std::fabs(shift.y) + std::fabs(shift.z)) * tropp_rounding;
    test.margin +=
        shifted_along(query.at, test.axis, shift) - error - query.at.b_in_a.slack - last_.slack;
  }
  return test.margin > 0 || is_disjoint(query, test);
}

template <class Box>
bool TroppFront<Box>::is_disjoint(const TroppQuery<Box>& query, Test& test) const {
  test.margin = query.gap(test.a, test.b, test.axis);
  test.disjoint = test.margin > 0;
  return test.disjoint;
}

// Below a test whose boxes may touch: what is apart joins the front, and so do pairs of leaves, and
// pairs of boxes that are small beside the motion.
template <class Box>
Flow TroppFront<Box>::sprout(const TroppQuery<Box>& query, std::uint32_t at) {
  const std::uint32_t a = nodes_[at].a;
  const std::uint32_t b = nodes_[at].b;
  if (query.are_leaves(a, b)) {
    front_.push_back(at);
    return query.push(a, b);
  }
  if (query.a[a].edge < least_edge_ && query.b[b].edge < least_edge_) {
    front_.push_back(at);
    return query.expand(a, b);
  }
  const std::uint32_t below = take_two();
  nodes_[at].below = below;
  const auto pairs = query.below(a, b);
  for (std::uint32_t i = 0; i < 2; ++i) {
    Test& test = nodes_[below + i];
    test = {};
    test.a = pairs[i].first;
    test.b = pairs[i].second;
    test.parent = at;
    if (is_disjoint(query, test)) {
      front_.push_back(below + i);
    } else if (sprout(query, below + i) == Flow::stop) {
      return Flow::stop;
    }
  }
  return Flow::go_on;
}

template <class Box>
std::uint32_t TroppFront<Box>::take_two() {
  if (free_.empty()) {
    nodes_.resize(nodes_.size() + 2);
    return static_cast<std::uint32_t>(nodes_.size() - 2);
  }
  const std::uint32_t two = free_.back();
  free_.pop_back();
  return two;
}

// Stage 6: the parent of two that are apart is tested in full; if its boxes are apart, too, it
// takes their place, and so on upwards.
template <class Box>
void TroppFront<Box>::prune(const TroppQuery<Box>& query) {
  const auto is_apart = [&](const Test& test) { return test.below == none && test.disjoint; };
  bool pruned = false;
  for (const std::uint32_t at : front_) {
    std::uint32_t above = nodes_[at].parent;
    // Asked once, from the first of the two.
    if (above == none || nodes_[above].below != at) continue;
    while (above != none) {
      Test& test = nodes_[above];
      if (!is_apart(nodes_[test.below]) || !is_apart(nodes_[test.below + 1])) break;
      if (!is_disjoint(query, test)) break;
      free_.push_back(test.below);
      test.below = none;
      pruned = true;
      above = test.parent;
    }
  }
  if (!pruned) return;
  front_.clear();
  old_.assign(1, 0);
  while (!old_.empty()) {
    const std::uint32_t at = old_.back();
    old_.pop_back();
    if (nodes_[at].below == none) {
      front_.push_back(at);
    } else {
      old_.push_back(nodes_[at].below + 1);
      old_.push_back(nodes_[at].below);
    }
  }
}

template class TroppFront<Obb>;
template class TroppFront<CentredBox>;

}  // namespace tact::bench
