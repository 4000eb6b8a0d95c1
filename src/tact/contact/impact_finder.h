#pragma once
// ImpactFinder: pairs of triangles whose ways may meet, to impacts of their features. The one place
// where moving features are tested, exactly; stops when the question allows, and sorts.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/contact/impact.h"
#include "tact/contact/moving_side.h"

namespace tact {

/// Two features by their numbers: vertex and triangle, triangle and vertex, or two edges. The order
/// of the members is that of every answer.
struct FeaturePair {
  enum class Kind : std::uint32_t { vertex_triangle, triangle_vertex, edges };
  std::uint32_t body_a = 0;  ///< slot of the first body
  std::uint32_t body_b = 0;  ///< not below it
  Kind kind = Kind::vertex_triangle;
  FeatureNumbers a;
  FeatureNumbers b;
  friend constexpr auto operator<=>(const FeaturePair&, const FeaturePair&) = default;
};

/// They meet, for the first time in [lo, hi].
struct FoundImpact {
  FeaturePair pair;
  double lo = 0;
  double hi = 0;
};
/// Which of two comes first.
inline bool is_earlier(const FoundImpact& x, const FoundImpact& y) {
  if (x.lo != y.lo) return x.lo < y.lo;
  return x.hi != y.hi ? x.hi < y.hi : x.pair < y.pair;
}

/// What is asked of it.
struct ImpactFinderOptions {
  Which which = Which::all;
  Budget budget;
  double width = 0x1p-20;
};

class ImpactFinder final : public CandidateSink {
 public:
  /// `bodies` by slot, of triangles; those in no candidate are not looked at. Everything referred
  /// to must outlive it. `scratch` has been begun for `workers` workers.
  ImpactFinder(std::span<const MovingBody> bodies, const ImpactFinderOptions& options,
               Scratch& scratch, unsigned workers);

  void open(std::size_t count) override;
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override;
  Flow close(std::size_t chunk, unsigned worker) override;
  bool wants(std::size_t chunk) const override;

  /// The impacts that were asked for, sorted; in the scratch memory. Call once, at the end.
  std::span<const FoundImpact> finish();
  Stopped stopped() const { return stopped_; }
  /// Pairs of features tested, and those left out because they share a vertex, over all workers.
  Stats stats() const;

 private:
  struct Chunk {
    FoundImpact* hits;
    std::size_t count;
    std::size_t capacity;
    bool closed;
  };
  struct Worker {
    MovingSide a;
    MovingSide b;
    Stats stats;
  };
  // Where what a pair of triangles comes to is kept.
  struct Out {
    Chunk& chunk;
    Worker& worker;
    Arena& arena;
    Candidate triangles;
  };

  void look_at(const Out& out);
  void look_at_vertices(const Out& out, bool of_a);
  void look_at_edges(const Out& out);
  void keep(const Out& out, const FoundImpact& hit);
  void come_nearer(double lo);
  bool out_of_time() const;
  bool only_first() const { return options_.which == Which::earliest; }
  std::size_t most_wanted() const;

  std::span<const MovingBody> bodies_;
  ImpactFinderOptions options_;
  Scratch& scratch_;
  std::span<Worker> workers_;
  std::span<Chunk> chunks_;
  std::mutex prefix_mutex_;
  std::size_t prefix_chunks_ = 0;  // all chunks before it are closed
  std::size_t prefix_hits_ = 0;    // and hold this many impacts
  std::atomic<bool> enough_{false};
  mutable std::atomic<bool> expired_{false};
  // What begins to meet after this moment is not the first. 1: everything may be.
  std::atomic<double> horizon_{1};
  Stopped stopped_ = Stopped::no;
};

}  // namespace tact
