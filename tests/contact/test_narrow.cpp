#include <gtest/gtest.h>

#include <algorithm>

#include "tact/base/parallel.h"
#include "tact/contact/narrow.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

struct Bodies {
  Mesh a;
  Mesh b;
  Primitives primitives[2];
  const Primitives* table[2];

  explicit Bodies(std::uint64_t seed) {
    testing::Random random(seed);
    a = testing::grid_soup(40, random);
    b = testing::soup(60, 0.4, random);
    primitives[0] = Primitives::triangles(a.view(), nullptr);
    primitives[1] = Primitives::triangles(b.view(), nullptr);
    table[0] = &primitives[0];
    table[1] = &primitives[1];
  }
  std::vector<Candidate> all() const {
    std::vector<Candidate> candidates;
    for (std::uint32_t i = 0; i < primitives[0].size(); ++i) {
      for (std::uint32_t j = 0; j < primitives[1].size(); ++j) candidates.push_back({0, 1, i, j});
    }
    return candidates;
  }
  std::vector<Candidate> touching() const {
    std::vector<Candidate> hits;
    for (const Candidate& c : all()) {
      if (intersects(primitives[0].triangle(c.primitive_a),
                     primitives[1].triangle(c.primitive_b))) {
        hits.push_back(c);
      }
    }
    return hits;
  }
};

struct Answer {
  std::vector<Candidate> pairs;
  std::vector<Finding> findings;
  Stopped stopped;
  Stats stats;
};

// Hands over `candidates` in chunks of 100, as a method would.
Answer ask(std::span<const Primitives* const> bodies, const std::vector<Candidate>& candidates,
           const NarrowOptions& options, unsigned threads) {
  Scratch scratch;
  scratch.begin(threads);
  Narrow narrow(bodies, options, scratch, threads);
  const std::size_t chunks = chunk_count(candidates.size(), 100);
  narrow.open(chunks);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
    if (!narrow.wants(chunk)) return;
    CandidateWriter writer(narrow, chunk, worker);
    const auto [first, last] = chunk_range(candidates.size(), 100, chunk);
    for (std::size_t i = first; i < last; ++i) {
      if (writer.push(candidates[i]) == Flow::stop) break;
    }
    writer.finish();
  });
  Answer answer;
  narrow.finish(answer.pairs);
  answer.findings.assign(narrow.findings().begin(), narrow.findings().end());
  answer.stopped = narrow.stopped();
  answer.stats = narrow.stats();
  return answer;
}

TEST(Narrow, KeepsWhatTouchesSortedWhateverTheOrderOfCandidates) {
  const Bodies bodies(1);
  std::vector<Candidate> candidates = bodies.all();
  std::reverse(candidates.begin(), candidates.end());
  const std::vector<Candidate> expected = bodies.touching();
  ASSERT_GT(expected.size(), 20U);
  for (const unsigned threads : {1U, 2U, 4U}) {
    const Answer answer = ask(bodies.table, candidates, {}, threads);
    EXPECT_EQ(answer.pairs, expected);
    EXPECT_EQ(answer.stopped, Stopped::no);
    EXPECT_EQ(answer.stats.candidates, candidates.size());
    EXPECT_EQ(answer.stats.primitive_tests, candidates.size());
  }
}

// Three bodies that do not stay in the cache, one of them of points, and hardly two candidates in a
// row of the same two: how memory is asked for ahead then must not matter.
TEST(Narrow, TellsMinglingBodiesApart) {
  testing::Random random(5);
  const Mesh a = testing::soup(20000, 0.5, random);
  const Mesh b = testing::soup(20000, 0.5, random);
  std::vector<Vec3> centres(100);
  for (Vec3& p : centres) p = random.vector(-1, 1);
  const Primitives bodies[3] = {Primitives::triangles(a.view(), nullptr),
                                Primitives::triangles(b.view(), nullptr),
                                Primitives::points(PositionsView(centres), 0.25, nullptr)};
  const Primitives* const table[3] = {&bodies[0], &bodies[1], &bodies[2]};
  std::vector<Candidate> candidates;
  std::vector<Candidate> expected;
  for (std::uint32_t i = 0; i < 6000; ++i) {  // no two alike, and in no order
    const std::uint32_t other = 1 + i % 2;
    const Candidate c{0, other, i * 7919 % 20000, random.below(bodies[other].size())};
    candidates.push_back(c);
    const Triangle t = bodies[0].triangle(c.primitive_a);
    const bool touch = other == 1
                           ? intersects(t, bodies[1].triangle(c.primitive_b))
                           : ball_touches_triangle(bodies[2].ball(c.primitive_b).centre, 0.25, t);
    if (touch) expected.push_back(c);
  }
  std::sort(expected.begin(), expected.end());
  ASSERT_GT(expected.size(), 20U);
  for (const unsigned threads : {1U, 2U}) {
    EXPECT_EQ(ask(table, candidates, {}, threads).pairs, expected);
  }
}

TEST(Narrow, ABoundTakesFromTheLowestChunksWhateverTheThreads) {
  const Bodies bodies(2);
  const std::vector<Candidate> candidates = bodies.all();
  const std::vector<Candidate> touching = bodies.touching();
  for (std::size_t n = 0; n <= touching.size() + 1; ++n) {
    NarrowOptions options;
    options.budget.at_most = n;
    const std::size_t count = std::min(n, touching.size());
    // The candidates come in ascending order, so the first n hits are the first n of the list.
    const std::vector<Candidate> expected(touching.begin(),
                                          touching.begin() + static_cast<std::ptrdiff_t>(count));
    for (const unsigned threads : {1U, 2U, 4U}) {
      const Answer answer = ask(bodies.table, candidates, options, threads);
      ASSERT_EQ(answer.pairs, expected) << n << " with " << threads << " threads";
      ASSERT_EQ(answer.stopped, n <= touching.size() ? Stopped::count : Stopped::no);
    }
  }
}

TEST(Narrow, StopsEarly) {
  const Bodies bodies(3);
  const std::vector<Candidate> candidates = bodies.all();
  NarrowOptions options;
  options.budget.at_most = 1;
  EXPECT_LT(ask(bodies.table, candidates, options, 1).stats.primitive_tests, candidates.size() / 2);
}

TEST(Narrow, AnExpiredBudgetTestsNothing) {
  const Bodies bodies(4);
  NarrowOptions options;
  options.budget = Budget::until(0);
  const Answer answer = ask(bodies.table, bodies.all(), options, 2);
  EXPECT_TRUE(answer.pairs.empty());
  EXPECT_EQ(answer.stopped, Stopped::deadline);
  EXPECT_EQ(answer.stats.primitive_tests, 0U);
}

TEST(Narrow, WithinABodyNeighboursAreCountedAndLeftOut) {
  Bodies bodies(5);
  std::vector<Candidate> candidates;
  std::uint64_t neighbours = 0;
  std::vector<Candidate> expected;
  const Primitives& a = bodies.primitives[0];
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = i + 1; j < a.size(); ++j) {
      candidates.push_back({0, 0, i, j});
      bool shared = false;
      for (const std::uint32_t v : bodies.a.triangles[i]) {
        for (const std::uint32_t w : bodies.a.triangles[j]) shared = shared || v == w;
      }
      neighbours += shared ? 1 : 0;
      if (!shared && intersects(a.triangle(i), a.triangle(j))) expected.push_back({0, 0, i, j});
    }
  }
  const Answer answer = ask(bodies.table, candidates, {}, 1);
  EXPECT_EQ(answer.pairs, expected);
  EXPECT_EQ(answer.stats.neighbours, neighbours);
  EXPECT_GT(neighbours, 0U);
  EXPECT_EQ(answer.stats.primitive_tests + neighbours, candidates.size());
  NarrowOptions beyond;
  beyond.neighbours = true;
  EXPECT_GT(ask(bodies.table, candidates, beyond, 1).pairs.size(), expected.size());
}

// A whole batch of pairs of one body, none of which are neighbours: not one place is free.
TEST(Narrow, ABatchWithoutNeighboursWithinABody) {
  testing::Random random(6);
  const Mesh soup = testing::soup(60, 2, random);
  const Primitives b = Primitives::triangles(soup.view(), nullptr);
  const Primitives* const table[] = {&b};
  std::vector<Candidate> batch;
  for (std::uint32_t i = 0; i < b.size() && batch.size() < CandidateSink::batch_size; ++i) {
    for (std::uint32_t j = i + 1; j < b.size() && batch.size() < CandidateSink::batch_size; ++j) {
      batch.push_back({0, 0, i, j});
    }
  }
  std::vector<Candidate> expected;
  for (const Candidate& c : batch) {
    if (intersects(b.triangle(c.primitive_a), b.triangle(c.primitive_b))) expected.push_back(c);
  }
  Scratch scratch;
  scratch.begin(1);
  Narrow narrow(table, {}, scratch, 1);
  narrow.open(1);
  narrow.take(0, 0, batch);
  narrow.close(0, 0);
  std::vector<Candidate> found;
  narrow.finish(found);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(narrow.stats().neighbours, 0U);
  EXPECT_GT(expected.size(), 3U);
}

// What a test found is handed on with its pair: whoever describes the pair tests nothing again.
TEST(Narrow, HandsOnWhatItFoundOfEachPair) {
  const Bodies bodies(1);
  std::vector<Candidate> candidates = bodies.all();
  std::reverse(candidates.begin(), candidates.end());
  const std::vector<Candidate> expected = bodies.touching();
  const Stats plain = ask(bodies.table, candidates, {}, 1).stats;
  NarrowOptions options;
  options.findings = true;
  for (const unsigned threads : {1U, 4U}) {
    const Answer answer = ask(bodies.table, candidates, options, threads);
    ASSERT_EQ(answer.pairs, expected);
    ASSERT_EQ(answer.findings.size(), expected.size());
    EXPECT_EQ(answer.stats, plain) << "no test more";
    std::size_t learnt = 0;
    std::size_t flat = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Triangle s = bodies.primitives[0].triangle(expected[i].primitive_a);
      const Triangle t = bodies.primitives[1].triangle(expected[i].primitive_b);
      Finding found;
      intersects(s, t, found);
      const auto side = [&](const Vec3& p) { return orient3d(t[0], t[1], t[2], p); };
      flat += side(s[0]) == 0 && side(s[1]) == 0 && side(s[2]) == 0 ? 1U : 0U;
      EXPECT_EQ(answer.findings[i].sides_a, found.sides_a);
      EXPECT_EQ(answer.findings[i].sides_b, found.sides_b);
      EXPECT_EQ(answer.findings[i].overlap, found.overlap);
      EXPECT_FALSE(answer.findings[i].near);
      learnt += found.sides_a != 0 && found.sides_b != 0 ? 1U : 0U;
    }
    EXPECT_EQ(learnt + flat, expected.size()) << "all but what lies in the other's plane";
    EXPECT_LT(flat, 5U);
  }
  EXPECT_TRUE(ask(bodies.table, candidates, {}, 1).findings.empty());
}

TEST(Narrow, SaysWhatIsNearAndWhatAreNeighbours) {
  Bodies bodies(5);
  std::vector<Candidate> candidates;
  const Primitives& a = bodies.primitives[0];
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = i + 1; j < a.size(); ++j) candidates.push_back({0, 0, i, j});
  }
  NarrowOptions options;
  options.findings = true;
  options.neighbours = true;
  options.tolerance = 0.05;
  const Answer answer = ask(bodies.table, candidates, options, 2);
  ASSERT_EQ(answer.findings.size(), answer.pairs.size());
  std::size_t near = 0;
  std::size_t neighbours = 0;
  for (std::size_t i = 0; i < answer.pairs.size(); ++i) {
    const Candidate& c = answer.pairs[i];
    const bool touch = intersects(a.triangle(c.primitive_a), a.triangle(c.primitive_b));
    EXPECT_EQ(answer.findings[i].near, !touch);
    EXPECT_EQ(answer.findings[i].neighbours, a.neighbours(c.primitive_a, c.primitive_b));
    near += answer.findings[i].near ? 1U : 0U;
    neighbours += answer.findings[i].neighbours ? 1U : 0U;
  }
  EXPECT_GT(near, 0U);
  EXPECT_GT(neighbours, 0U);
}

}  // namespace
}  // namespace tact
