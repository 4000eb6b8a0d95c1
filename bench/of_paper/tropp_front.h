#pragma once
// The walk of Tropp 2006 over two binary trees of boxes: plain from the roots, or from the front of
// the bounding volume test tree that the last query left (algorithm 1), which has no bound here.
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "bench/of_paper/tropp_boxes.h"
#include "bench/of_paper/tropp_tree.h"
#include "tact/base/candidate_sink.h"
#include "tact/traverse/rigid_front.h"

namespace tact::bench {

/// Motions are shares of the longest edge of the smaller body's box (section 5).
struct TroppPolicy {
  double coherence = 0.14;  ///< above it a front is begun anew
  /// The front ends where the motion is more than that share of both boxes' edges; infinity: at
  /// the leaves.
  double sprout = std::numeric_limits<double>::infinity();
  double prune = 0.17;  ///< motion after which the front is pruned
};

/// The two bodies of a query, and where candidates go.
template <class Box>
struct TroppQuery {
  const TroppTree<Box>& a;
  const TroppTree<Box>& b;
  std::uint32_t slot_a;
  std::uint32_t slot_b;
  TroppPlaces at;
  CandidateWriter& writer;
  Stats& stats;

  double gap(std::uint32_t node_a, std::uint32_t node_b, TroppAxis<Box>& axis) const {
    ++stats.bounds_tests;
    return separate(a[node_a].box, b[node_b].box, at, axis);
  }
  bool are_leaves(std::uint32_t node_a, std::uint32_t node_b) const {
    return a[node_a].is_leaf() && b[node_b].is_leaf();
  }
  Flow push(std::uint32_t node_a, std::uint32_t node_b) const {
    return writer.push(ordered(slot_a, a[node_a].primitive, slot_b, b[node_b].primitive));
  }
  /// The two pairs below one: the larger box at rest is opened, so that every pair has one parent.
  std::array<std::pair<std::uint32_t, std::uint32_t>, 2> below(std::uint32_t node_a,
                                                               std::uint32_t node_b) const {
    const TroppNode<Box>& p = a[node_a];
    const TroppNode<Box>& q = b[node_b];
    if (q.is_leaf() || (!p.is_leaf() && p.edge >= q.edge)) {
      return {{{p.below, node_b}, {p.below + 1, node_b}}};
    }
    return {{{node_a, q.below}, {node_a, q.below + 1}}};
  }

  /// The plain algorithm, below two boxes that may touch.
  Flow expand(std::uint32_t node_a, std::uint32_t node_b) const {
    if (are_leaves(node_a, node_b)) return push(node_a, node_b);
    for (const auto& [p, q] : below(node_a, node_b)) {
      if (plain(p, q) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }
  Flow plain(std::uint32_t node_a, std::uint32_t node_b) const {
    TroppAxis<Box> axis{};
    return gap(node_a, node_b, axis) > 0 ? Flow::go_on : expand(node_a, node_b);
  }
  /// One body against itself.
  Flow within(std::uint32_t node) const {
    const TroppNode<Box>& p = a[node];
    if (p.is_leaf()) return Flow::go_on;
    if (within(p.below) == Flow::stop || within(p.below + 1) == Flow::stop) return Flow::stop;
    return plain(p.below, p.below + 1);
  }
};

/// The test tree of two bodies, down to its front.
template <class Box>
class TroppFront {
 public:
  Flow walk(const TroppQuery<Box>& query, const TroppPolicy& policy, double reach_b,
            double tolerance);
  std::size_t size() const { return front_.size(); }
  /// How many nodes the tests before the front take: freed ones are used again.
  std::size_t node_count() const { return nodes_.size() - 2 * free_.size(); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Test {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t parent = none;
    std::uint32_t below = none;  // two of them, one after the other
    bool disjoint = false;
    double margin = 0;
    TroppAxis<Box> axis{};
  };

  bool moves(const TroppQuery<Box>& query, const TroppPolicy& policy, double reach_b,
             double tolerance);
  Flow begin(const TroppQuery<Box>& query);
  Flow go_on(const TroppQuery<Box>& query);
  bool is_still_disjoint(const TroppQuery<Box>& query, Test& test) const;
  bool is_disjoint(const TroppQuery<Box>& query, Test& test) const;
  Flow sprout(const TroppQuery<Box>& query, std::uint32_t at);
  std::uint32_t take_two();
  void prune(const TroppQuery<Box>& query);

  std::vector<Test> nodes_;
  std::vector<std::uint32_t> free_;  // first of two
  std::vector<std::uint32_t> front_;
  std::vector<std::uint32_t> old_;
  RelativePose last_{};
  double tolerance_ = 0;
  double motion_ = 0;      // since the last query, in units of a's frame
  double unpruned_ = 0;    // since the front was pruned
  double least_edge_ = 0;  // above it boxes are sprouted, in the user's units
  bool turned_ = false;
  bool valid_ = false;
};

extern template class TroppFront<Obb>;
extern template class TroppFront<CentredBox>;

}  // namespace tact::bench
