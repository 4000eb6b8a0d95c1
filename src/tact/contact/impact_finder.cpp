#include "tact/contact/impact_finder.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>

#include "tact/contact/choose_impacts.h"

namespace tact {
namespace {

bool has(const MovingSide& side, std::uint8_t bit) { return (side.features() & bit) != 0; }

// One vertex of a body, or two that have one topology id and go the same way.
bool are_one(const MeshView& mesh, std::uint32_t u, const MovingPoint& of_u, std::uint32_t w,
             const MovingPoint& of_w) {
  if (u == w) return true;
  if (mesh.topology.empty() || mesh.topology[u] != mesh.topology[w]) return false;
  return of_u.from == of_w.from && of_u.to == of_w.to;
}

// Corner i of one triangle of a body and corner j of another.
bool share_corner(const MeshView& mesh, const MovingSide& a, std::size_t i, const MovingSide& b,
                  std::size_t j) {
  return are_one(mesh, a.vertex(i), a.corners()[i], b.vertex(j), b.corners()[j]);
}

}  // namespace

ImpactFinder::ImpactFinder(std::span<const MovingBody> bodies, const ImpactFinderOptions& options,
                           Scratch& scratch, unsigned workers)
    : bodies_(bodies), options_(options), scratch_(scratch) {
  static_assert(std::is_trivially_destructible_v<Worker>);
  workers_ = scratch.arena(0).allocate<Worker>(workers);
  for (Worker& worker : workers_) new (&worker) Worker;
}

void ImpactFinder::open(std::size_t count) {
  const std::span<Chunk> more = scratch_.arena(0).allocate<Chunk>(chunks_.size() + count);
  std::copy(chunks_.begin(), chunks_.end(), more.begin());
  std::fill(more.begin() + static_cast<std::ptrdiff_t>(chunks_.size()), more.end(), Chunk{});
  chunks_ = more;
}

// The search ends early only where all impacts are as welcome.
std::size_t ImpactFinder::most_wanted() const {
  return options_.which == Which::all ? options_.budget.at_most : Budget{}.at_most;
}

bool ImpactFinder::out_of_time() const {
  if (!options_.budget.deadline) return false;
  if (!expired_.load(std::memory_order_relaxed) && options_.budget.expired()) expired_ = true;
  return expired_.load(std::memory_order_relaxed);
}

bool ImpactFinder::wants(std::size_t) const {
  return !enough_.load(std::memory_order_relaxed) && !out_of_time();
}

Flow ImpactFinder::take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) {
  if (enough_.load(std::memory_order_relaxed)) return Flow::stop;
  Worker& own = workers_[worker];
  Chunk& target = chunks_[chunk];
  own.stats.candidates += batch.size();
  for (const Candidate& c : batch) {
    // A batch may take long: each pair of features takes microseconds.
    if (out_of_time()) return Flow::stop;
    const double horizon = horizon_.load(std::memory_order_relaxed);
    own.a.read(bodies_[c.body_a], c.body_a, c.primitive_a, horizon);
    own.b.read(bodies_[c.body_b], c.body_b, c.primitive_b, horizon);
    look_at({target, own, scratch_.arena(worker), c});
  }
  return target.count >= most_wanted() ? Flow::stop : Flow::go_on;
}

Flow ImpactFinder::close(std::size_t chunk, unsigned) {
  const std::lock_guard lock(prefix_mutex_);
  chunks_[chunk].closed = true;
  while (prefix_chunks_ < chunks_.size() && chunks_[prefix_chunks_].closed) {
    prefix_hits_ += chunks_[prefix_chunks_++].count;
  }
  if (prefix_hits_ >= most_wanted()) enough_ = true;
  return enough_ || expired_ ? Flow::stop : Flow::go_on;
}

void ImpactFinder::look_at(const Out& out) {
  if (!out.worker.a.way().meets(out.worker.b.way())) return;
  look_at_vertices(out, true);
  look_at_vertices(out, false);
  look_at_edges(out);
}

// Those that one of the two triangles owns, against the other triangle.
void ImpactFinder::look_at_vertices(const Out& out, bool of_a) {
  const MovingSide& own = of_a ? out.worker.a : out.worker.b;
  const MovingSide& other = of_a ? out.worker.b : out.worker.a;
  const Candidate& c = out.triangles;
  const bool within = c.body_a == c.body_b;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!has(own, vertex_bit(k)) || !own.vertex_way(k).meets(other.way())) continue;
    if (within) {
      const MeshView& mesh = bodies_[c.body_a].to->mesh();
      const auto shares = [&](std::size_t j) { return share_corner(mesh, own, k, other, j); };
      if (shares(0) || shares(1) || shares(2)) {
        ++out.worker.stats.neighbours;
        continue;
      }
    }
    ++out.worker.stats.primitive_tests;
    const std::optional<ImpactTime> time =
        first_impact_vertex_triangle(own.corners()[k], other.corners(), options_.width);
    if (!time) continue;
    FeaturePair pair{c.body_a, c.body_b, FeaturePair::Kind::vertex_triangle, own.vertex_numbers(k),
                     other.triangle_numbers()};
    if (!of_a && !within) {  // within a body the vertex comes first
      pair.kind = FeaturePair::Kind::triangle_vertex;
      std::swap(pair.a, pair.b);
    }
    keep(out, {pair, time->lo, time->hi});
  }
}

void ImpactFinder::look_at_edges(const Out& out) {
  const MovingSide& a = out.worker.a;
  const MovingSide& b = out.worker.b;
  const Candidate& c = out.triangles;
  const bool within = c.body_a == c.body_b;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!has(a, edge_bit(i)) || !a.edge_way(i).meets(b.way())) continue;
    for (std::size_t j = 0; j < 3; ++j) {
      if (!has(b, edge_bit(j)) || !a.edge_way(i).meets(b.edge_way(j))) continue;
      if (within) {
        const MeshView& mesh = bodies_[c.body_a].to->mesh();
        const auto shares = [&](std::size_t p, std::size_t q) {
          return share_corner(mesh, a, (i + p) % 3, b, (j + q) % 3);
        };
        if (shares(0, 0) || shares(0, 1) || shares(1, 0) || shares(1, 1)) {
          ++out.worker.stats.neighbours;
          continue;
        }
      }
      ++out.worker.stats.primitive_tests;
      FeaturePair pair{c.body_a, c.body_b, FeaturePair::Kind::edges, a.edge_numbers(i),
                       b.edge_numbers(j)};
      MovingEdge of_a = a.edge(i);
      MovingEdge of_b = b.edge(j);
      // In the order of the answer, whichever triangles they are found with.
      if (within && pair.b < pair.a) {
        std::swap(pair.a, pair.b);
        std::swap(of_a, of_b);
      }
      const std::optional<ImpactTime> time = first_impact_edge_edge(of_a, of_b, options_.width);
      if (time) keep(out, {pair, time->lo, time->hi});
    }
  }
}

void ImpactFinder::keep(const Out& out, const FoundImpact& hit) {
  Chunk& chunk = out.chunk;
  if (only_first()) {
    come_nearer(hit.lo);
    if (chunk.count > 0) {
      if (is_earlier(hit, chunk.hits[0])) chunk.hits[0] = hit;
      return;
    }
  }
  if (chunk.count == chunk.capacity) {
    const std::size_t larger = chunk.capacity == 0 ? 16 : 2 * chunk.capacity;
    const std::span<FoundImpact> moved = out.arena.allocate<FoundImpact>(larger);
    std::copy_n(chunk.hits, chunk.count, moved.data());
    chunk.hits = moved.data();
    chunk.capacity = larger;
  }
  chunk.hits[chunk.count++] = hit;
}

// A pair that does not meet until lo + width has a bracket, at most that wide, that begins later.
// Twice the width: the sum is rounded.
void ImpactFinder::come_nearer(double lo) {
  const double horizon = std::min(1.0, lo + 2 * options_.width);
  double known = horizon_.load(std::memory_order_relaxed);
  while (horizon < known &&
         !horizon_.compare_exchange_weak(known, horizon, std::memory_order_relaxed)) {
  }
}

std::span<const FoundImpact> ImpactFinder::finish() {
  Arena& arena = scratch_.arena(0);
  std::size_t count = 0;
  for (const Chunk& chunk : chunks_) {
    count += std::min(chunk.count, most_wanted() - count);
  }
  std::span<FoundImpact> all = arena.allocate<FoundImpact>(count);
  std::size_t next = 0;
  for (const Chunk& chunk : chunks_) {
    const std::size_t some = std::min(chunk.count, count - next);
    std::copy_n(chunk.hits, some, all.data() + next);
    next += some;
  }
  all = choose_impacts(all, options_.which, arena);
  // As in Narrow: a full answer is always said to be cut.
  if (all.size() >= options_.budget.at_most) {
    all = all.first(options_.budget.at_most);
    stopped_ = Stopped::count;
  }
  if (expired_) stopped_ = Stopped::deadline;
  return all;
}

Stats ImpactFinder::stats() const {
  Stats sum;
  for (const Worker& worker : workers_) sum += worker.stats;
  return sum;
}

}  // namespace tact
