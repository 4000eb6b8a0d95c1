#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/box_tree_search.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/traverse/box_tree_search.h"
#include "tact/traverse/box_tree_walk_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

using Walk = BoxTreeWalk<const BoxTreeOut>;

Flow walk_all(const BoxTreePair& pair, std::span<const BoxPairState> open, const BoxTreeOut& out,
              BoxTreeCounts& counts) {
  Walk walk(pair, out, counts);
  for (BoxPairState state : open) {
    if (walk.walk(state) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

Flow walk_aligned(const BoxTreePair& pair, const BoxTreeOut& out, BoxTreeCounts& counts) {
  AlignedPair roots = aligned_roots(pair);
  return AlignedWalk<const BoxTreeOut>(pair, out, counts).walk(roots);
}

// Takes no candidates.
struct NoOut {
  bool eager = false;
  Flow operator()(std::uint32_t, std::uint32_t, bool) const { return Flow::go_on; }
  Flow row_ends() const { return Flow::go_on; }
};

void open_pairs(const BoxTreePair& pair, std::size_t enough, ArenaVector<BoxPairState>& open,
                Arena& arena, BoxTreeCounts& counts) {
  const NoOut out;
  BoxTreeWalk<const NoOut> walk(pair, out, counts);
  ArenaVector<BoxPairState> next(arena);
  bool more = true;
  while (more && open.size() < enough) {
    next.clear();
    more = false;
    for (BoxPairState& state : open.span()) {
      if (walk.both_wide(state)) {
        next.push_back(state);
        continue;
      }
      BoxPairState left;
      BoxPairState right;
      const int kept = walk.split(state, left, right);
      if (kept == walk.same) next.push_back(state);
      if ((kept & 1) != 0) next.push_back(left);
      if ((kept & 2) != 0) next.push_back(right);
      more = true;
    }
    std::swap(open, next);
  }
}

// Splits one pair; what is left of it goes to the end.
HWY_INLINE void split_first(Walk& walk, BoxTreeFront& front) {
  BoxPairState state = front.open[front.next++];
  BoxPairState left;
  BoxPairState right;
  const int kept = walk.split(state, left, right);
  if (kept == Walk::same) front.open.push_back(state);
  if ((kept & 1) != 0) front.open.push_back(left);
  if ((kept & 2) != 0) front.open.push_back(right);
}

Flow advance(const BoxTreePair& pair, std::size_t most, const Budget& budget, BoxTreeFront& front,
             const BoxTreeOut& out, BoxTreeCounts& counts) {
  constexpr std::size_t pairs_per_look = 8;  // at the clock
  Walk walk(pair, out, counts);
  for (std::size_t i = 0; i < most && !front.done(); ++i) {
    // A step within leaves takes as long as many splits.
    const bool in_leaves = walk.both_wide(front.open[front.next]);
    if ((in_leaves || i % pairs_per_look == 0) && budget.expired()) break;
    if (!in_leaves) {
      split_first(walk, front);
      continue;
    }
    const Flow flow = walk.leaves_step(front.open[front.next], front.inside);
    if (front.inside.empty()) ++front.next;
    if (flow == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(walk_all);
HWY_EXPORT(walk_aligned);
HWY_EXPORT(open_pairs);
HWY_EXPORT(advance);

// Every item of one block with every item of the other.
Flow all_items(const BoxBlock& a, const BoxBlock& b, const BoxTreeOut& out) {
  for (std::uint32_t i = 0; i < a.lanes; ++i) {
    for (std::uint32_t j = 0; j < b.lanes; ++j) {
      if (out(a.id[i], b.id[j], true) == Flow::stop) return Flow::stop;
    }
  }
  return Flow::go_on;
}

// Every item of a with every item of b.
Flow walk_blindly(const BoxTreePair& pair, const BoxTreeOut& out) {
  for (const BoxBlock& a : pair.tree[0].blocks) {
    for (const BoxBlock& b : pair.tree[1].blocks) {
      if (all_items(a, b, out) == Flow::stop) return Flow::stop;
    }
  }
  return out.row_ends();
}

// The same in parts.
Flow advance_blindly(const BoxTreePair& pair, std::size_t most, const Budget& budget,
                     BoxTreeFront& front, const BoxTreeOut& out) {
  const auto& a = pair.tree[0].blocks;
  const auto& b = pair.tree[1].blocks;
  for (std::size_t i = 0; i < most && !front.done() && !budget.expired(); ++i) {
    const std::size_t at = front.blocks_done++;
    if (front.blocks_done == a.size() * b.size()) ++front.next;
    if (all_items(a[at / b.size()], b[at % b.size()], out) == Flow::stop) return Flow::stop;
    if (out.row_ends() == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

bool begins(const BoxTreePair& pair, BoxTreeCounts& counts) {
  if (pair.tree[0].nodes.empty() || pair.tree[1].nodes.empty()) return false;
  ++counts.halves;
  return !apart(pair.roots);
}

}  // namespace

Flow walk_box_trees(const BoxTreePair& pair, const BoxTreeOut& out, BoxTreeCounts& counts) {
  if (pair.blind) return walk_blindly(pair, out);
  if (!begins(pair, counts)) return Flow::go_on;
  return walk_box_pairs(pair, {&pair.roots, 1}, out, counts);
}

Flow walk_aligned_trees(const BoxTreePair& pair, const BoxTreeOut& out, BoxTreeCounts& counts) {
  if (pair.blind) return walk_blindly(pair, out);
  if (!begins(pair, counts)) return Flow::go_on;
  return HWY_DYNAMIC_DISPATCH(walk_aligned)(pair, out, counts);
}

void open_box_pairs(const BoxTreePair& pair, std::size_t enough, ArenaVector<BoxPairState>& open,
                    Arena& arena, BoxTreeCounts& counts) {
  open.clear();
  if (!begins(pair, counts)) return;
  open.push_back(pair.roots);
  HWY_DYNAMIC_DISPATCH(open_pairs)(pair, enough, open, arena, counts);
}

Flow walk_box_pairs(const BoxTreePair& pair, std::span<const BoxPairState> open,
                    const BoxTreeOut& out, BoxTreeCounts& counts) {
  return HWY_DYNAMIC_DISPATCH(walk_all)(pair, open, out, counts);
}

void BoxTreeFront::begin(const BoxTreePair& pair) {
  open.clear();
  inside.clear();
  next = 0;
  blocks_done = 0;
  BoxTreeCounts counts;
  const bool both = !pair.tree[0].blocks.empty() && !pair.tree[1].blocks.empty();
  if (pair.blind ? both : begins(pair, counts)) open.push_back(pair.roots);
}

double BoxTreeFront::resolved() const {
  double left = 0;
  for (std::size_t i = next; i < open.size(); ++i) left += double{open[i].share};
  return 1 - left;
}

Flow advance_box_front(const BoxTreePair& pair, std::size_t most, const Budget& budget,
                       BoxTreeFront& front, const BoxTreeOut& out, BoxTreeCounts& counts) {
  if (pair.blind) return advance_blindly(pair, most, budget, front, out);
  const Flow flow = HWY_DYNAMIC_DISPATCH(advance)(pair, most, budget, front, out, counts);
  // What is done is given up once it is most of the memory.
  if (2 * front.next > front.open.size()) {
    front.open.erase(front.open.begin(),
                     front.open.begin() + static_cast<std::ptrdiff_t>(front.next));
    front.next = 0;
  }
  return flow;
}

}  // namespace tact
#endif
