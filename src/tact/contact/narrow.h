#pragma once
// Narrow: candidates to confirmed pairs. The one place where primitives are tested, in batches,
// exactly; stops when the budget allows, and sorts. Its output is "the list" of every method.
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/contact/triangle_tester.h"
#include "tact/geometry/finding.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// What counts as a contact, and how many are wanted.
struct NarrowOptions {
  Budget budget;
  double tolerance = 0;         ///< at most this far apart counts too, in world units
  bool neighbours = false;      ///< within a body: test neighbours beyond what they share
  bool findings = false;        ///< keep what the tests find, for whoever describes the contacts
  std::uint64_t triangles = 0;  ///< of all bodies together: of many, memory is asked for ahead
};

class Narrow final : public CandidateSink {
 public:
  /// `bodies` are indexed by Candidate::body_a and body_b; null where there is none. Everything
  /// referred to must outlive the Narrow. `scratch` has been begun for `workers` workers.
  Narrow(std::span<const Primitives* const> bodies, const NarrowOptions& options, Scratch& scratch,
         unsigned workers);

  void open(std::size_t count) override;
  void promise_no_neighbours() override { promised_no_neighbours_ = true; }
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override;
  Flow close(std::size_t chunk, unsigned worker) override;
  bool wants(std::size_t chunk) const override;

  /// The confirmed pairs, sorted, at most as many as asked for. Call once, after find_pairs.
  void finish(std::vector<Candidate>& pairs);
  /// After finish(), where they were asked for: what was found of each pair, in the same order. In
  /// the scratch memory, until that ends.
  std::span<const Finding> findings() const { return findings_; }
  Stopped stopped() const { return stopped_; }
  /// Tests done and candidates left out, over all workers.
  Stats stats() const;

 private:
  // What one worker needs to test a batch, and what it counted.
  struct Worker {
    TriangleTester tester;
    std::uint8_t hit[batch_size];  // by place in the batch
    std::uint32_t a[batch_size];   // the triangles of a run of candidates of two bodies
    std::uint32_t b[batch_size];
    std::uint8_t place[batch_size];  // where they are in the batch
    Finding found[batch_size];       // by place in the batch, where it is asked for
    Stats stats;
  };
  struct Chunk {
    Candidate* hits;
    Finding* found;  // null unless it is asked for
    std::size_t count;
    std::size_t capacity;
    bool closed;
  };

  void test_batch(Worker& worker, std::span<const Candidate> batch) const;
  void test_triangles(Worker& worker, std::span<const Candidate> batch, std::size_t first,
                      std::size_t last) const;
  static void test_neighbours(const Primitives& body, std::span<const Candidate> run,
                              std::span<const std::uint8_t> non_neighbours,
                              const TriangleTester::Out& out);
  TriangleTester::Out out_of(Worker& worker) const {
    return {worker.hit, options_.findings ? worker.found : nullptr};
  }
  bool may_be_neighbours(const Candidate& c) const;
  void add_near(Worker& worker, std::span<const Candidate> batch) const;
  void keep(Chunk& chunk, unsigned worker, const Candidate& hit, const Finding& found);
  void grow(Chunk& chunk, Arena& arena) const;
  void finish_with_findings(std::vector<Candidate>& pairs);
  bool out_of_time() const;

  std::span<const Primitives* const> bodies_;
  NarrowOptions options_;
  bool promised_no_neighbours_ = false;
  bool large_ = false;  // do the bodies leave the cache?
  Scratch& scratch_;
  std::span<Worker> workers_;
  std::span<Chunk> chunks_;
  std::mutex prefix_mutex_;
  std::size_t prefix_chunks_ = 0;             // all chunks before it are closed
  std::size_t prefix_hits_ = 0;               // and hold this many pairs
  std::atomic<bool> enough_{false};           // the prefix holds as many as asked for
  mutable std::atomic<bool> expired_{false};  // work was refused because the time was over
  Stopped stopped_ = Stopped::no;
  std::span<const Finding> findings_;
};

}  // namespace tact
