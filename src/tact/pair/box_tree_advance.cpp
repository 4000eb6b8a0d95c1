// The question of a BoxTreeQuery that is answered in parts.
#include <algorithm>
#include <cmath>

#include "tact/base/error.h"
#include "tact/pair/box_tree_query_impl.h"

namespace tact {
namespace {

// So many waiting pairs per pair looked at speak for touching. Measured on the bodies of the cage:
// a fifth after a hundred pairs, a tenth after 1,600.
double crowded(double looked_at) { return 0.2 * std::pow(std::max(looked_at, 1.0) / 100, -0.25); }

}  // namespace

void BoxTreeQuery::begin(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  State::Begun& begun = s.begun;
  begun.front.open.reserve(1);  // nothing throws behind the poses' check
  s.pose(begun.posed, pose_a, pose_b);
  begun.posed.meet(s.trees_a->triangles, s.trees_b->triangles);
  begun.front.begin(begun.posed.pair);
  begun.counts = {};
  begun.hit = false;
  begun.asked = true;
  s.counts = {};
}

void BoxTreeQuery::State::look_further(const Budget& budget, std::size_t most) {
  Scratch& scratch = answer.scratch;
  scratch.begin(1);
  NarrowOptions options;
  options.budget.at_most = 1;
  Narrow narrow(begun.posed.bodies(), options, scratch, 1);
  narrow.open(1);
  {
    SeenPairs seen(scratch.chunk_arena(0));
    CandidateWriter writer(narrow, 0, 0);
    advance_box_front(begun.posed.pair, most, budget, begun.front,
                      {writer, 0, 1, true, seen, nullptr}, begun.counts);
    writer.finish();
  }
  narrow.finish(found);
  scratch.end();
  begun.hit = !found.empty();
}

BoxTreeProgress BoxTreeQuery::advance(const Budget& budget, std::size_t most) {
  State& s = state();
  State::Begun& begun = s.begun;
  if (!begun.asked) {
    throw Error(ErrorCode::bad_argument, "BoxTreeQuery: advance() without begin()");
  }
  const BoxTreeFront& front = begun.front;
  if (!begun.hit && !front.done()) {
    try {
      s.look_further(budget, most);
    } catch (...) {
      // What was taken off the front and not tested would read as clear: from the roots again.
      begun.front.begin(begun.posed.pair);
      throw;
    }
  }
  s.counts = begun.counts;
  if (begun.hit) return {BoxTreeVerdict::touching, 1, 0, true};
  if (front.done()) return {BoxTreeVerdict::clear, 1, 0, false};
  const std::size_t waiting = front.open.size() - front.next;
  const auto looked_at = static_cast<double>(begun.counts.splits + begun.counts.leaf_pairs);
  return {BoxTreeVerdict::open, front.resolved(), waiting,
          static_cast<double>(waiting) > crowded(looked_at) * looked_at};
}

}  // namespace tact
