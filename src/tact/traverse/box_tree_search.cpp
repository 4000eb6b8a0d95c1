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

// Splits or finishes one pair; what is left of it goes to `push`.
template <class Push>
HWY_INLINE Flow look_at(Walk& walk, BoxPairState& state, Push&& push) {
  if (walk.both_wide(state)) return walk.leaves(state);
  BoxPairState left;
  BoxPairState right;
  const int kept = walk.split(state, left, right);
  if (kept == Walk::same) push(state);
  if ((kept & 1) != 0) push(left);
  if ((kept & 2) != 0) push(right);
  return Flow::go_on;
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

Flow advance(const BoxTreePair& pair, std::size_t most, const Budget& budget, BoxTreeFront& front,
             const BoxTreeOut& out, BoxTreeCounts& counts) {
  constexpr std::size_t pairs_per_look = 8;  // at the clock
  Walk walk(pair, out, counts);
  for (std::size_t i = 0; i < most && !front.done(); ++i) {
    // Two wide nodes may take as long as many splits.
    const bool look = i % pairs_per_look == 0 || walk.both_wide(front.open[front.next]);
    if (look && budget.expired()) break;
    BoxPairState state = front.open[front.next++];
    const auto push = [&](const BoxPairState& child) { front.open.push_back(child); };
    if (look_at(walk, state, push) == Flow::stop) return Flow::stop;
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

// Every item of a with every item of b.
Flow walk_blindly(const BoxTreePair& pair, const BoxTreeOut& out) {
  for (const BoxBlock& a : pair.tree[0].blocks) {
    for (const BoxBlock& b : pair.tree[1].blocks) {
      for (std::uint32_t i = 0; i < a.lanes; ++i) {
        for (std::uint32_t j = 0; j < b.lanes; ++j) {
          if (out(a.id[i], b.id[j], true) == Flow::stop) return Flow::stop;
        }
      }
    }
  }
  return out.row_ends();
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
  next = 0;
  if (pair.blind) return;
  BoxTreeCounts counts;
  if (begins(pair, counts)) open.push_back(pair.roots);
}

double BoxTreeFront::resolved() const {
  double left = 0;
  for (std::size_t i = next; i < open.size(); ++i) left += double{open[i].share};
  return 1 - left;
}

Flow advance_box_front(const BoxTreePair& pair, std::size_t most, const Budget& budget,
                       BoxTreeFront& front, const BoxTreeOut& out, BoxTreeCounts& counts) {
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
