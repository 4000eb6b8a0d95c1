#include "tact/contact/narrow.h"

#include <algorithm>
#include <new>

#include "tact/base/error.h"
#include "tact/contact/closest.h"
#include "tact/contact/sort_pairs.h"
#include "tact/geometry/look_ahead.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

// Where bodies mingle, candidates of two bodies come in runs of a few.
bool in_short_runs(std::span<const Candidate> batch) {
  constexpr std::size_t long_run = 16;
  std::size_t runs = 1;
  for (std::size_t i = 1; i < batch.size(); ++i) {
    const Candidate& last = batch[i - 1];
    runs += batch[i].body_a == last.body_a && batch[i].body_b == last.body_b ? 0U : 1U;
  }
  return runs * long_run > batch.size();
}

// Asks for the triangles of a batch, since gather() cannot look ahead in short runs: all indices,
// then all vertices. A function that does nothing else the compiler would leave out: hence inline.
[[gnu::always_inline]] inline void ask_for(std::span<const Primitives* const> bodies,
                                           std::span<const Candidate> batch) {
  for (const Candidate& c : batch) {
    const Primitives& a = *bodies[c.body_a];
    const Primitives& b = *bodies[c.body_b];
    if (a.kind() == PrimitiveKind::triangles) __builtin_prefetch(a.indices_at(c.primitive_a));
    if (b.kind() == PrimitiveKind::triangles) __builtin_prefetch(b.indices_at(c.primitive_b));
  }
  for (const Candidate& c : batch) {
    const std::uint32_t primitive[2] = {c.primitive_a, c.primitive_b};
    const Primitives* const of[2] = {bodies[c.body_a], bodies[c.body_b]};
    for (std::size_t side = 0; side < 2; ++side) {
      if (of[side]->kind() != PrimitiveKind::triangles) continue;
      const std::array<std::uint64_t, 3> corners = of[side]->mesh().triangles[primitive[side]];
      // The second is, as a rule, near one of the others.
      __builtin_prefetch(of[side]->position_at(corners[0]));
      __builtin_prefetch(of[side]->position_at(corners[2]));
    }
  }
}

// Corners of a and b that are one vertex and stand in one place; each counts once.
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

bool touch_beyond_what_they_share(const Primitives& body, const Candidate& c) {
  const Triangle a = body.triangle(c.primitive_a);
  const Triangle b = body.triangle(c.primitive_b);
  std::uint8_t in_a[3] = {};
  std::uint8_t in_b[3] = {};
  const std::size_t shared = shared_corners(body, c, a, b, in_a, in_b);
  TACT_ASSERT(shared > 0);
  return intersects_beyond(a, b, std::span<const std::uint8_t>(in_a, shared),
                           std::span<const std::uint8_t>(in_b, shared));
}

// Two points, or a point and a triangle.
bool touch_mixed(const Primitives& a, const Primitives& b, const Candidate& c) {
  if (a.kind() == PrimitiveKind::points && b.kind() == PrimitiveKind::points) {
    const Ball p = a.ball(c.primitive_a);
    const Ball q = b.ball(c.primitive_b);
    return balls_touch(p.centre, p.radius, q.centre, q.radius);
  }
  const bool a_is_ball = a.kind() == PrimitiveKind::points;
  const Ball p = a_is_ball ? a.ball(c.primitive_a) : b.ball(c.primitive_b);
  const Triangle t = a_is_ball ? b.triangle(c.primitive_b) : a.triangle(c.primitive_a);
  return ball_touches_triangle(p.centre, p.radius, t);
}

}  // namespace

Narrow::Narrow(std::span<const Primitives* const> bodies, const NarrowOptions& options,
               Scratch& scratch, unsigned workers)
    : bodies_(bodies), options_(options), scratch_(scratch) {
  workers_ = scratch.arena(0).allocate<Worker>(workers);
  for (Worker& worker : workers_) new (&worker) Worker;
  large_ = options.triangles >= worth_prefetching;
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

Flow Narrow::take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) {
  TACT_ASSERT(batch.size() <= batch_size);
  if (enough_.load(std::memory_order_relaxed) || out_of_time()) return Flow::stop;
  Worker& own = workers_[worker];
  test_batch(own, batch);
  Chunk& target = chunks_[chunk];
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (own.hit[i] != 0) keep(target, worker, batch[i], own.found[i]);
  }
  return target.count >= options_.budget.at_most ? Flow::stop : Flow::go_on;
}

void Narrow::keep(Chunk& chunk, unsigned worker, const Candidate& hit, const Finding& found) {
  if (chunk.count == chunk.capacity) grow(chunk, scratch_.arena(worker));
  if (options_.findings) chunk.found[chunk.count] = found;
  chunk.hits[chunk.count++] = hit;
}

void Narrow::grow(Chunk& chunk, Arena& arena) const {
  const std::size_t larger = chunk.capacity == 0 ? 64 : 2 * chunk.capacity;
  const std::span<Candidate> moved = arena.allocate<Candidate>(larger);
  std::copy_n(chunk.hits, chunk.count, moved.data());
  if (options_.findings) {
    const std::span<Finding> moved_found = arena.allocate<Finding>(larger);
    std::copy_n(chunk.found, chunk.count, moved_found.data());
    chunk.found = moved_found.data();
  }
  chunk.hits = moved.data();
  chunk.capacity = larger;
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

void Narrow::test_batch(Worker& worker, std::span<const Candidate> batch) const {
  worker.stats.candidates += batch.size();
  if (options_.findings) std::fill_n(worker.found, batch.size(), Finding{});
  if (large_ && in_short_runs(batch)) ask_for(bodies_, batch);
  for (std::size_t first = 0; first < batch.size();) {
    const Candidate& c = batch[first];
    std::size_t last = first + 1;
    while (last < batch.size() && batch[last].body_a == c.body_a && batch[last].body_b == c.body_b)
      ++last;
    if (bodies_[c.body_a]->kind() == PrimitiveKind::triangles &&
        bodies_[c.body_b]->kind() == PrimitiveKind::triangles) {
      test_triangles(worker, batch, first, last);
    } else {
      worker.stats.primitive_tests += last - first;
      for (std::size_t i = first; i < last; ++i) {
        worker.hit[i] = touch_mixed(*bodies_[c.body_a], *bodies_[c.body_b], batch[i]) ? 1 : 0;
      }
    }
    first = last;
  }
  worker.tester.finish(out_of(worker), worker.stats);
  if (options_.tolerance > 0) add_near(worker, batch);
}

void Narrow::test_triangles(Worker& worker, std::span<const Candidate> batch, std::size_t first,
                            std::size_t last) const {
  const std::span<const Candidate> run = batch.subspan(first, last - first);
  const Primitives& a = *bodies_[run[0].body_a];
  const Primitives& b = *bodies_[run[0].body_b];
  for (std::size_t k = 0; k < run.size(); ++k) {
    worker.a[k] = run[k].primitive_a;
    worker.b[k] = run[k].primitive_b;
    worker.place[k] = static_cast<std::uint8_t>(k);
  }
  std::size_t count = run.size();
  if (may_be_neighbours(run[0])) {
    count = a.non_neighbours({worker.a, count}, {worker.b, count}, worker.place);
    worker.stats.neighbours += run.size() - count;
    std::fill_n(worker.hit + first, run.size(), std::uint8_t{0});
    if (options_.neighbours) {
      const auto [hit, found] = out_of(worker);
      test_neighbours(a, run, {worker.place, count},
                      {hit + first, found == nullptr ? nullptr : found + first});
    }
    for (std::size_t k = 0; k < count; ++k) {
      worker.a[k] = worker.a[worker.place[k]];
      worker.b[k] = worker.b[worker.place[k]];
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    worker.place[k] = static_cast<std::uint8_t>(worker.place[k] + first);
  }
  worker.tester.add(a, {worker.a, count}, b, {worker.b, count}, worker.place, out_of(worker),
                    worker.stats);
}

bool Narrow::may_be_neighbours(const Candidate& c) const {
  if (c.body_a != c.body_b) return false;
  const Primitives& body = *bodies_[c.body_a];
  return body.kind() == PrimitiveKind::triangles && (!promised_no_neighbours_ || body.has_ids());
}

void Narrow::add_near(Worker& worker, std::span<const Candidate> batch) const {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Candidate& c = batch[i];
    const Primitives& a = *bodies_[c.body_a];
    const Primitives& b = *bodies_[c.body_b];
    if (worker.hit[i] != 0) continue;
    if (may_be_neighbours(c) && a.neighbours(c.primitive_a, c.primitive_b)) continue;
    const double distance = closest_primitives(a, c.primitive_a, b, c.primitive_b).distance;
    worker.hit[i] = distance <= options_.tolerance ? 1 : 0;
    worker.found[i] = Finding::of_near();
  }
}

void Narrow::test_neighbours(const Primitives& body, std::span<const Candidate> run,
                             std::span<const std::uint8_t> non_neighbours,
                             const TriangleTester::Out& out) {
  std::size_t next = 0;
  for (std::size_t k = 0; k < run.size(); ++k) {
    if (next < non_neighbours.size() && non_neighbours[next] == k) {
      ++next;
    } else {
      out.hit[k] = touch_beyond_what_they_share(body, run[k]) ? 1 : 0;
      if (out.found != nullptr) out.found[k] = Finding::of_neighbours();
    }
  }
}

void Narrow::finish(std::vector<Candidate>& pairs) {
  pairs.clear();
  if (options_.findings) {
    finish_with_findings(pairs);
  } else {
    for (const Chunk& chunk : chunks_) {
      const std::size_t room = options_.budget.at_most - pairs.size();
      pairs.insert(pairs.end(), chunk.hits, chunk.hits + std::min(chunk.count, room));
    }
    sort_pairs(pairs, scratch_.arena(0));
  }
  // Whether a further chunk happened to be finished depends on the threads, so that a full
  // answer is always said to be cut, even where it may be all there is.
  if (pairs.size() >= options_.budget.at_most) stopped_ = Stopped::count;
  if (expired_) stopped_ = Stopped::deadline;
}

void Narrow::finish_with_findings(std::vector<Candidate>& pairs) {
  Arena& arena = scratch_.arena(0);
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) {
    count += std::min(chunk.count, options_.budget.at_most - count);
  }
  const std::span<Hit> hits = arena.allocate<Hit>(count);
  std::size_t next = 0;
  for (const Chunk& chunk : chunks_) {
    const std::size_t some = std::min(chunk.count, count - next);
    for (std::size_t i = 0; i < some; ++i) hits[next++] = {chunk.hits[i], chunk.found[i]};
  }
  sort_pairs(hits, arena);
  pairs.assign(hits.begin(), hits.end());
  const std::span<Finding> found = arena.allocate<Finding>(count);
  for (std::size_t i = 0; i < count; ++i) found[i] = hits[i].found;
  findings_ = found;
}

Stats Narrow::stats() const {
  Stats sum;
  for (const Worker& worker : workers_) sum += worker.stats;
  return sum;
}

}  // namespace tact
