// The order in which touches are answered, and what is remembered of them. Bodies lie in rings: a
// first one, those that touch it, those that touch these, and so on; a touch is between bodies of
// one ring or of two that follow each other. So the touches of every second ring have no body in
// common with each other and can be answered at the same time, in two goes for all. Where there are
// only a few, they are answered ring after ring instead, which carries loads further in a sweep.
#include <algorithm>
#include <bit>
#include <utility>

#include "tact/response/impulse.h"

namespace tact {
namespace {

constexpr std::uint32_t nobody = TouchGroup::nobody;

std::size_t bucket_of(std::uint64_t key, std::size_t buckets) {
  return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15U) >> 32) & (buckets - 1);
}

}  // namespace

// What nothing moves is shared by all: it keeps nobody apart.
bool Responder::can_move(const TouchGroup& group, std::span<const Touch> touches, bool is_a) const {
  if ((is_a ? group.body_a : group.body_b) == nobody) return false;
  for (std::uint32_t i = group.touches.first; i < group.touches.end(); ++i) {
    const Grip& grip = is_a ? touches[i].a : touches[i].b;
    for (std::size_t k = 0; k < 3 && grip.weight[k] != 0; ++k) {
      if (set_->lumps[grip.lump[k]].inverse_mass != 0) return true;
    }
  }
  return false;
}

void Responder::find_neighbours(std::span<const TouchGroup> groups,
                                std::span<const Touch> touches) {
  std::uint32_t bodies = 0;
  movers_of_.resize(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Pair& pair = movers_of_[i];
    pair.a = can_move(groups[i], touches, true) ? groups[i].body_a : nobody;
    pair.b = can_move(groups[i], touches, false) ? groups[i].body_b : nobody;
    for (const std::uint32_t body : {pair.a, pair.b}) {
      if (body != nobody) bodies = std::max(bodies, body + 1);
    }
  }
  first_near_.assign(bodies + std::size_t{1}, 0);
  const auto is_link = [](const Pair& pair) { return pair.a != nobody && pair.b != nobody; };
  for (const Pair& pair : movers_of_) {
    if (!is_link(pair)) continue;
    ++first_near_[pair.a];
    ++first_near_[pair.b];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& first : first_near_) first = sum += first;  // ends, for now
  near_.resize(sum);
  for (const Pair& pair : movers_of_) {
    if (!is_link(pair)) continue;
    near_[--first_near_[pair.a]] = pair.b;
    near_[--first_near_[pair.b]] = pair.a;
  }
}

// From a body out to all that hang together with it; they are in queue_ then, the last ones are the
// farthest.
std::uint32_t Responder::walk_rings(std::uint32_t start) {
  queue_.assign(1, start);
  ring_of_[start] = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t body = queue_[i];
    for (std::uint32_t k = first_near_[body]; k < first_near_[body + std::size_t{1}]; ++k) {
      if (ring_of_[near_[k]] != no_ring) continue;
      ring_of_[near_[k]] = ring_of_[body] + 1;
      queue_.push_back(near_[k]);
    }
  }
  return queue_.back();
}

// From one end of a heap, so that there are many small rings: a body that is farthest from another
// is at an end.
void Responder::find_rings() {
  const std::size_t bodies = first_near_.size() - 1;
  ring_of_.assign(bodies, no_ring);
  for (std::uint32_t body = 0; body < bodies; ++body) {
    if (ring_of_[body] != no_ring) continue;
    const std::uint32_t end = walk_rings(body);
    for (const std::uint32_t one : queue_) ring_of_[one] = no_ring;
    walk_rings(end);
  }
}

void Responder::make_parts(std::span<const TouchGroup> groups) {
  const auto ring_of = [&](std::size_t group) {
    const Pair& pair = movers_of_[group];
    const std::uint32_t a = pair.a == nobody ? no_ring : ring_of_[pair.a];
    const std::uint32_t b = pair.b == nobody ? no_ring : ring_of_[pair.b];
    return a == no_ring && b == no_ring ? 0 : std::min(a, b);
  };
  place_.clear();
  std::size_t rows = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::uint32_t ring = ring_of(i);
    if (ring >= place_.size()) place_.resize(ring + std::size_t{1}, 0);
    place_[ring] += groups[i].touches.count;
    rows += groups[i].touches.count;
  }
  parts_.clear();
  std::uint32_t first = 0;
  const auto add = [&](std::size_t ring) {
    const std::uint32_t end = first + std::exchange(place_[ring], first);
    parts_.push_back({first, end});
    first = end;
  };
  if (rows < 2 * worth_sharing) {  // one part, ring after ring
    for (std::size_t ring = 0; ring < place_.size(); ++ring) add(ring);
    parts_.assign(1, {0, first});
    even_parts_ = 1;
  } else {
    for (std::size_t ring = 0; ring < place_.size(); ring += 2) add(ring);
    even_parts_ = parts_.size();
    for (std::size_t ring = 1; ring < place_.size(); ring += 2) add(ring);
  }
  rows_.resize(rows);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::uint32_t& place = place_[ring_of(i)];
    const Range& touches = groups[i].touches;
    for (std::uint32_t k = touches.first; k < touches.end(); ++k) rows_[place++].touch = k;
  }
  // The longest first: nobody waits long for the last one then.
  const auto by_length = [](const Part& a, const Part& b) {
    return a.end - a.first != b.end - b.first ? a.end - a.first > b.end - b.first
                                              : a.first < b.first;
  };
  const auto middle = parts_.begin() + static_cast<std::ptrdiff_t>(even_parts_);
  std::sort(parts_.begin(), middle, by_length);
  std::sort(middle, parts_.end(), by_length);
}

// A contact that lasts begins with what it came to in the last step: what rests stays at rest,
// though a few sweeps alone would not carry the load of a stack down to its foot.
void Responder::begin_warm(const Touch& touch, double share, Row& row) const {
  if (buckets_.empty() || touch.key == 0 || !(share > 0)) return;
  for (std::size_t bucket = bucket_of(touch.key, buckets_.size()); buckets_[bucket] != 0;
       bucket = (bucket + 1) & (buckets_.size() - 1)) {
    const Kept& kept = kept_[buckets_[bucket] - 1];
    if (kept.key != touch.key) continue;
    row.along = share * kept.along;
    row.across = (kept.across - row.away * dot(kept.across, row.away)) * share;
    return;
  }
}

// In force when all of it is there: without memory, what was kept stays.
void Responder::keep_impulses(std::span<const Touch> touches) {
  next_kept_.clear();
  for (const Row& row : rows_) {
    const std::uint64_t key = touches[row.touch].key;
    if (key != 0 && row.along > 0) next_kept_.push_back({key, row.along, row.across});
  }
  next_buckets_.assign(next_kept_.empty() ? 0 : std::bit_ceil(2 * next_kept_.size()), 0);
  for (std::uint32_t i = 0; i < next_kept_.size(); ++i) {
    std::size_t bucket = bucket_of(next_kept_[i].key, next_buckets_.size());
    while (next_buckets_[bucket] != 0) bucket = (bucket + 1) & (next_buckets_.size() - 1);
    next_buckets_[bucket] = i + 1;
  }
  kept_.swap(next_kept_);
  buckets_.swap(next_buckets_);
}

}  // namespace tact
