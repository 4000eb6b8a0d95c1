#include "tact/flat/sweep_prune.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "tact/base/error.h"
#include "tact/base/parallel.h"

namespace tact {
namespace {

constexpr std::size_t worth_threads = 1024;  // boxes
constexpr std::uint32_t entries_at_once = 256;

bool overlaps_on(const Aabb& a, const Aabb& b, int axis) {
  return a.lo[axis] <= b.hi[axis] && b.lo[axis] <= a.hi[axis];
}

// Of the axes on which a pair changes in one frame the first one reports it, so that it is reported
// once.
bool overlap_before(const Aabb& a, const Aabb& b, int axis) {
  for (int k = 0; k < axis; ++k) {
    if (!overlaps_on(a, b, k)) return false;
  }
  return true;
}

void require_sap(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("sap: ") + what);
}

}  // namespace

void SweepPrune::reset(std::span<const Aabb> boxes, const BoxOwners& owners, unsigned threads,
                       Scratch& scratch) {
  if (boxes.size() > most_boxes) {
    throw Error(ErrorCode::limit_exceeded, "more boxes than fit into a list of endpoints");
  }
  parallel_for(3, boxes.size() < worth_threads ? 1 : threads, [&](std::size_t k, unsigned worker) {
    Axis& axis = axes_[k];
    axis.list.resize(2 * boxes.size());
    axis.now.resize(2 * boxes.size());
    list_endpoints(boxes, static_cast<int>(k), axis.list);
    full_sort(FullSort::radix, axis.list, scratch.arena(worker));
    axis.overlaps = count_overlaps(axis.list);
  });
  last_.assign(boxes.begin(), boxes.end());
  set_.clear();
  Arena& arena = scratch.arena(0);
  const SweepView view = arrange_sweep(boxes, {}, list(best_axis()), plan(), arena);
  ArenaVector<Pair> found(arena);
  ArenaVector<Pair> wanted(arena);
  for (std::uint32_t first = 0; first < view.count; first += entries_at_once) {
    found.clear();
    sweep_within(view, {first, std::min(entries_at_once, view.count - first)}, found);
    for (const Pair& pair : found) {
      if (!owners.wanted(pair.a, pair.b)) continue;
      wanted.push_back({std::min(pair.a, pair.b), std::max(pair.a, pair.b)});
    }
  }
  // Whoever asks for the pairs reads what they are made of, in their order, as long as they last.
  std::sort(wanted.begin(), wanted.end());
  for (const Pair& pair : wanted) set_.insert(pair);
}

SweepPrune::Counts SweepPrune::update(std::span<const Aabb> boxes, const BoxOwners& owners,
                                      unsigned threads) {
  TACT_ASSERT(boxes.size() == last_.size());
  Counts counts;
  const bool at_once = threads > 1 && boxes.size() >= worth_threads;
  for (Axis& axis : axes_) {
    axis.appeared.clear();
    axis.disappeared.clear();
  }
  list_coordinates(boxes, {axes_[0].now.data(), axes_[1].now.data(), axes_[2].now.data()});
  if (at_once) {
    parallel_for(3, threads, [&](std::size_t k, unsigned) {
      sort_axis(k, boxes, owners, axes_[k].appeared,
                [&](Pair pair) { axes_[k].disappeared.push_back(pair); });
    });
  } else {
    for (std::size_t k = 0; k < 3; ++k) {
      sort_axis(k, boxes, owners, axes_[0].appeared,
                [&](Pair pair) { counts.disappeared += set_.erase(pair) ? 1 : 0; });
    }
  }
  // All that go, then all that come: the set is never larger than before or after, and its order is
  // the same for any number of threads.
  for (const Axis& axis : axes_) {
    counts.steps += axis.steps;
    for (const Pair& pair : axis.disappeared) counts.disappeared += set_.erase(pair) ? 1 : 0;
  }
  for (const Axis& axis : axes_) {
    for (const Pair& pair : axis.appeared) counts.appeared += set_.insert(pair) ? 1 : 0;
  }
  // No more can appear at once than the set will hold: room for them now, and none is made later.
  for (std::size_t k = 0; k < (at_once ? 3 : 1); ++k) {
    axes_[k].appeared.reserve(set_.capacity());
    if (at_once) axes_[k].disappeared.reserve(set_.capacity());
  }
  std::copy(boxes.begin(), boxes.end(), last_.begin());
  return counts;
}

template <class Gone>
void SweepPrune::sort_axis(std::size_t index, std::span<const Aabb> boxes, const BoxOwners& owners,
                           std::vector<Pair>& appeared, Gone&& gone) {
  Axis& axis = axes_[index];
  const int k = static_cast<int>(index);
  const auto visit = [&](Endpoint moving, Endpoint passed) {
    const std::uint32_t i = box_of(moving);
    const std::uint32_t j = box_of(passed);
    if (is_end(moving)) {
      if (tact::overlaps(last_[i], last_[j]) && overlap_before(boxes[i], boxes[j], k) &&
          owners.wanted(i, j)) {
        gone(Pair{i, j});
      }
    } else if (tact::overlaps(boxes[i], boxes[j]) && overlap_before(last_[i], last_[j], k) &&
               owners.wanted(i, j)) {
      appeared.push_back({i, j});
    }
  };
  const SortOutcome outcome =
      insertion_sort(axis.now, axis.list, {std::numeric_limits<std::uint64_t>::max()}, visit);
  axis.steps = outcome.steps;
  axis.overlaps += static_cast<std::uint64_t>(outcome.overlaps);
}

int SweepPrune::best_axis() const {
  int best = 0;
  for (int k = 1; k < 3; ++k) {
    if (overlaps(k) < overlaps(best)) best = k;
  }
  return best;
}

SweepPlan SweepPrune::plan() const {
  SweepPlan plan;
  plan.axis = best_axis();
  const int next = (plan.axis + 1) % 3;
  const int last = (plan.axis + 2) % 3;
  plan.strip_axis = overlaps(next) <= overlaps(last) ? next : last;
  const double boxes = std::max(1.0, static_cast<double>(list(0).size()) / 2);
  plan.strips = SweepPlan::strips_for(static_cast<double>(overlaps(plan.axis)) / boxes);
  return plan;
}

std::size_t SweepPrune::bytes() const {
  std::size_t sum = set_.bytes() + last_.capacity() * sizeof(Aabb);
  for (const Axis& axis : axes_) {
    sum += axis.list.capacity() * sizeof(Endpoint) + axis.now.capacity() * sizeof(std::uint32_t) +
           (axis.appeared.capacity() + axis.disappeared.capacity()) * sizeof(Pair);
  }
  return sum;
}

void SweepPrune::validate(std::span<const Aabb> boxes, const BoxOwners& owners) const {
  require_sap(last_.size() == boxes.size() && std::equal(boxes.begin(), boxes.end(), last_.begin()),
              "the boxes are not those of the last update");
  std::vector<std::uint32_t> now(2 * boxes.size());
  for (int k = 0; k < 3; ++k) {
    const std::span<const Endpoint> list_k = list(k);
    list_coordinates(boxes, k, now);
    for (std::size_t i = 0; i < list_k.size(); ++i) {
      require_sap(list_k[i] == refreshed(list_k[i], now), "an endpoint is not where its box ends");
      require_sap(i == 0 || key_of(list_k[i - 1]) <= key_of(list_k[i]), "a list is not sorted");
    }
    require_sap(overlaps(k) == count_overlaps(list_k), "the overlaps of an axis are miscounted");
  }
  for (const Pair& pair : pairs()) {
    require_sap(pair.a < pair.b && set_.contains(pair), "the set of pairs has lost one");
    require_sap(tact::overlaps(boxes[pair.a], boxes[pair.b]) && owners.wanted(pair.a, pair.b),
                "a pair in the set does not overlap");
  }
  // All that are in it overlap; if there are as many as a sweep finds, then none is missing.
  Arena arena;
  const SweepView view = arrange_sweep(boxes, {}, list(best_axis()), plan(), arena);
  ArenaVector<Pair> found(arena);
  sweep_within(view, {0, view.count}, found);
  const auto wanted = std::count_if(
      found.begin(), found.end(), [&](const Pair& pair) { return owners.wanted(pair.a, pair.b); });
  require_sap(static_cast<std::size_t>(wanted) == set_.size(), "the set of pairs is incomplete");
}

}  // namespace tact
