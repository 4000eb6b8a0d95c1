#include "tact/contact/narrow.h"

#include <algorithm>
#include <new>

#include "tact/base/error.h"
#include "tact/contact/closest.h"
#include "tact/contact/sort_pairs.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

// Candidates come in the order of trees, their vertices lie anywhere in memory.
constexpr std::size_t look_ahead = 8;
constexpr std::size_t look_far_ahead = 24;
// Fewer primitives than these are in the cache anyway.
constexpr std::uint64_t worth_prefetching = 1U << 13;

// Corners of a and b that are one vertex and stand in one place. Broken bodies share ids of corners
// that have moved apart: those count as different.
std::size_t shared_corners(const Primitives& body, const Candidate& c, const Triangle& a,
                           const Triangle& b, std::uint8_t (&in_a)[3], std::uint8_t (&in_b)[3]) {
  const std::array<std::uint64_t, 3> ids_a = body.topology(c.primitive_a);
  const std::array<std::uint64_t, 3> ids_b = body.topology(c.primitive_b);
  std::size_t shared = 0;
  bool taken[3] = {};
  for (std::uint8_t i = 0; i < 3; ++i) {
    for (std::uint8_t j = 0; j < 3; ++j) {
      if (taken[j] || ids_a[i] != ids_b[j] || !(a[i] == b[j])) continue;
      taken[j] = true;
      in_a[shared] = i;
      in_b[shared++] = j;
      break;
    }
  }
  return shared;
}

}  // namespace

Narrow::Narrow(std::span<const Primitives* const> bodies, const NarrowOptions& options,
               Scratch& scratch, unsigned workers)
    : bodies_(bodies), options_(options), scratch_(scratch) {
  workers_ = scratch.arena(0).allocate<Worker>(workers);
  for (Worker& worker : workers_) worker.stats = Stats{};
  std::uint64_t primitives = 0;
  for (const Primitives* body : bodies) primitives += body == nullptr ? 0 : body->size();
  prefetches_ = primitives >= worth_prefetching;
}

void Narrow::open(std::size_t count) {
  const std::span<Chunk> more = scratch_.arena(0).allocate<Chunk>(chunks_.size() + count);
  std::copy(chunks_.begin(), chunks_.end(), more.begin());
  std::fill(more.begin() + static_cast<std::ptrdiff_t>(chunks_.size()), more.end(), Chunk{});
  chunks_ = more;
}

bool Narrow::out_of_time() const {
  if (!options_.budget.deadline) return false;
  if (!expired_.load(std::memory_order_relaxed) && options_.budget.expired()) expired_ = true;
  return expired_.load(std::memory_order_relaxed);
}

Flow Narrow::take(std::size_t chunk, unsigned worker, std::span<const Candidate> block) {
  TACT_ASSERT(block.size() <= block_size);
  if (enough_.load(std::memory_order_relaxed) || out_of_time()) return Flow::stop;
  Worker& own = workers_[worker];
  test_block(own, block);
  Chunk& target = chunks_[chunk];
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (own.hit[i] != 0) keep(target, worker, block[i]);
  }
  return target.count >= options_.budget.at_most ? Flow::stop : Flow::go_on;
}

void Narrow::keep(Chunk& chunk, unsigned worker, const Candidate& hit) {
  if (chunk.count == chunk.capacity) {
    const std::size_t larger = chunk.capacity == 0 ? 64 : 2 * chunk.capacity;
    const std::span<Candidate> moved = scratch_.arena(worker).allocate<Candidate>(larger);
    std::copy_n(chunk.hits, chunk.count, moved.data());
    chunk.hits = moved.data();
    chunk.capacity = larger;
  }
  chunk.hits[chunk.count++] = hit;
}

Flow Narrow::close(std::size_t chunk, unsigned) {
  const std::lock_guard lock(prefix_mutex_);
  chunks_[chunk].closed = true;
  while (prefix_chunks_ < chunks_.size() && chunks_[prefix_chunks_].closed) {
    prefix_hits_ += chunks_[prefix_chunks_++].count;
  }
  if (prefix_hits_ >= options_.budget.at_most) enough_ = true;
  return enough_ || expired_ ? Flow::stop : Flow::go_on;
}

bool Narrow::wants(std::size_t) const {
  // The clock is read here, too: a method may look at much and find few candidates.
  return !enough_.load(std::memory_order_relaxed) && !out_of_time();
}

void Narrow::test_block(Worker& worker, std::span<const Candidate> block) const {
  std::size_t lanes = 0;
  Stats& stats = worker.stats;
  stats.candidates += block.size();
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Candidate& c = block[i];
    if (prefetches_ && i + look_ahead < block.size()) {
      const Candidate& soon = block[i + look_ahead];
      const bool within = may_be_neighbours_ && soon.body_a == soon.body_b;
      bodies_[soon.body_a]->prefetch_vertices(soon.primitive_a, within);
      bodies_[soon.body_b]->prefetch_vertices(soon.primitive_b, within);
    }
    if (prefetches_ && i + look_far_ahead < block.size()) {
      const Candidate& later = block[i + look_far_ahead];
      bodies_[later.body_a]->prefetch_indices(later.primitive_a);
      bodies_[later.body_b]->prefetch_indices(later.primitive_b);
    }
    const Primitives& a = *bodies_[c.body_a];
    const Primitives& b = *bodies_[c.body_b];
    worker.hit[i] = 0;
    if (a.kind() == PrimitiveKind::triangles && b.kind() == PrimitiveKind::triangles) {
      if (may_be_neighbours_ && c.body_a == c.body_b &&
          a.neighbours(c.primitive_a, c.primitive_b)) {
        ++stats.neighbours;
        if (options_.neighbours) worker.hit[i] = test_neighbours(a, c) ? 1 : 0;
        continue;
      }
      a.gather(c.primitive_a, &worker.pairs.v[0][lanes], TrianglePairs::stride);
      b.gather(c.primitive_b, &worker.pairs.v[9][lanes], TrianglePairs::stride);
      worker.lane_place[lanes++] = static_cast<std::uint8_t>(i);
    } else {
      ++stats.primitive_tests;
      worker.hit[i] = test_mixed(a, b, c) ? 1 : 0;
    }
  }
  stats.primitive_tests += lanes;
  stats.exact_fallbacks += intersects_batch(worker.pairs, lanes, worker.lane_hit);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::size_t place = worker.lane_place[lane];
    worker.hit[place] = worker.lane_hit[lane];
    if (worker.lane_hit[lane] == 0 && options_.tolerance > 0) {
      const Candidate& c = block[place];
      worker.hit[place] = near(*bodies_[c.body_a], *bodies_[c.body_b], c) ? 1 : 0;
    }
  }
}

bool Narrow::test_neighbours(const Primitives& body, const Candidate& c) const {
  const Triangle a = body.triangle(c.primitive_a);
  const Triangle b = body.triangle(c.primitive_b);
  std::uint8_t in_a[3] = {};
  std::uint8_t in_b[3] = {};
  const std::size_t shared = shared_corners(body, c, a, b, in_a, in_b);
  if (shared == 0) return intersects(a, b);
  return intersects_beyond(a, b, std::span<const std::uint8_t>(in_a, shared),
                           std::span<const std::uint8_t>(in_b, shared));
}

bool Narrow::test_mixed(const Primitives& a, const Primitives& b, const Candidate& c) const {
  if (a.kind() == PrimitiveKind::points && b.kind() == PrimitiveKind::points) {
    const Ball p = a.ball(c.primitive_a);
    const Ball q = b.ball(c.primitive_b);
    return balls_touch(p.centre, p.radius, q.centre, q.radius) || near(a, b, c);
  }
  const bool a_is_ball = a.kind() == PrimitiveKind::points;
  const Ball p = a_is_ball ? a.ball(c.primitive_a) : b.ball(c.primitive_b);
  const Triangle t = a_is_ball ? b.triangle(c.primitive_b) : a.triangle(c.primitive_a);
  return ball_touches_triangle(p.centre, p.radius, t) || near(a, b, c);
}

bool Narrow::near(const Primitives& a, const Primitives& b, const Candidate& c) const {
  if (!(options_.tolerance > 0)) return false;
  return closest_primitives(a, c.primitive_a, b, c.primitive_b).distance <= options_.tolerance;
}

void Narrow::finish(std::vector<Candidate>& pairs) {
  pairs.clear();
  for (const Chunk& chunk : chunks_) {
    const std::size_t room = options_.budget.at_most - pairs.size();
    pairs.insert(pairs.end(), chunk.hits, chunk.hits + std::min(chunk.count, room));
  }
  // Whether a further chunk happened to be finished depends on the threads, so that a full
  // answer is always said to be cut, even where it may be all there is.
  if (pairs.size() >= options_.budget.at_most) stopped_ = Stopped::count;
  if (expired_) stopped_ = Stopped::deadline;
  sort_pairs(pairs, scratch_.arena(0));
}

Stats Narrow::stats() const {
  Stats sum;
  for (const Worker& worker : workers_) sum += worker.stats;
  return sum;
}

}  // namespace tact
