#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "scenes/triangle_families.h"
#include "tact/base/simd.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/triangle.h"
#include "tact/geometry/triangle_batch.h"

namespace tact {
namespace {

using scenes::TrianglePair;

void put(TrianglePairs& pairs, std::size_t i, const TrianglePair& p) {
  for (std::size_t k = 0; k < 9; ++k) {
    pairs.v[k][i] = p.a[k / 3][k % 3];
    pairs.v[9 + k][i] = p.b[k / 3][k % 3];
  }
}

std::vector<TrianglePair> make_pairs(scenes::Family family, std::size_t count) {
  scenes::Random random(17);
  std::vector<TrianglePair> pairs(count);
  for (TrianglePair& p : pairs) p = scenes::make_pair(family, random);
  return pairs;
}

struct Answer {
  std::vector<std::uint8_t> hit;
  std::vector<Finding> found;
  std::size_t open = 0;
};

Answer in_batches(const std::vector<TrianglePair>& all, std::size_t batch) {
  Answer answer;
  answer.hit.assign(all.size(), 9);
  answer.found.resize(all.size());
  TrianglePairs pairs;
  for (std::size_t first = 0; first < all.size(); first += batch) {
    const std::size_t count = std::min(batch, all.size() - first);
    for (std::size_t i = 0; i < count; ++i) put(pairs, i, all[first + i]);
    answer.open += intersects_batch(pairs, count, std::span(answer.hit).subspan(first, count),
                                    std::span(answer.found).subspan(first, count));
  }
  return answer;
}

class BatchOnFamily : public ::testing::TestWithParam<int> {
 protected:
  void TearDown() override { use_simd_target(""); }
};

TEST_P(BatchOnFamily, EveryInstructionSetAnswersAsTheExactTest) {
  const auto pairs = make_pairs(static_cast<scenes::Family>(GetParam()), 2000);
  std::vector<std::uint8_t> expected;
  for (const TrianglePair& p : pairs) expected.push_back(intersects(p.a, p.b) ? 1 : 0);
  const Answer best = in_batches(pairs, TrianglePairs::capacity);
  EXPECT_EQ(best.hit, expected);
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    const Answer answer = in_batches(pairs, TrianglePairs::capacity);
    EXPECT_EQ(answer.hit, expected) << target;
    EXPECT_EQ(answer.open, best.open) << target;
  }
}

bool same(const Finding& a, const Finding& b) {
  return a.sides_a == b.sides_a && a.sides_b == b.sides_b && a.overlap == b.overlap &&
         a.near == b.near && a.neighbours == b.neighbours;
}

// The filter and the exact test learn the same, and the description that goes on from there is the
// one that finds out everything itself, to the last bit. Nothing is left to be found out but where
// a triangle lies in the other's plane, or the other has none.
TEST_P(BatchOnFamily, WhatTheTestFoundIsWhatADescriptionWouldFind) {
  const auto pairs = make_pairs(static_cast<scenes::Family>(GetParam()), 2000);
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    const Answer answer = in_batches(pairs, 100);
    std::size_t unknown = 0;
    std::size_t flat = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (answer.hit[i] == 0) continue;
      const auto& [a, b] = pairs[i];
      Finding exact;
      ASSERT_TRUE(intersects(a, b, exact));
      ASSERT_TRUE(same(answer.found[i], exact)) << target << ", pair " << i;
      unknown += exact.sides_a == 0 || exact.sides_b == 0 ? 1U : 0U;
      const auto side = [&b = b](const Vec3& p) { return orient3d(b[0], b[1], b[2], p); };
      flat += side(a[0]) == 0 && side(a[1]) == 0 && side(a[2]) == 0 ? 1U : 0U;
      const ContactGeometry on_its_own = describe_contact(a, b);
      const ContactGeometry continued = describe_contact(a, b, answer.found[i]);
      ASSERT_EQ(std::memcmp(&continued.segment, &on_its_own.segment, sizeof(Segment)), 0);
      ASSERT_EQ(std::memcmp(&continued.normal, &on_its_own.normal, sizeof(Vec3)), 0);
      ASSERT_EQ(continued.kind, on_its_own.kind);
      ASSERT_EQ(continued.depth, on_its_own.depth);
    }
    EXPECT_EQ(unknown, flat) << target;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BatchOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

TEST(TriangleBatch, TheFilterDecidesOrdinaryPairsAlone) {
  EXPECT_EQ(in_batches(make_pairs(scenes::Family::random, 10000), 256).open, 0U);
  EXPECT_EQ(in_batches(make_pairs(scenes::Family::near, 10000), 256).open, 0U);
}

TEST(TriangleBatch, EverySizeOfBatch) {
  const auto pairs = make_pairs(scenes::Family::lattice, 300);
  const Answer whole = in_batches(pairs, 256);
  for (std::size_t batch = 1; batch <= 20; ++batch)
    EXPECT_EQ(in_batches(pairs, batch).hit, whole.hit);
  TrianglePairs none;
  EXPECT_EQ(intersects_batch(none, 0, {}), 0U);
}

TEST(TriangleBatch, LeavesTheHitsBeyondCountAlone) {
  const auto pairs = make_pairs(scenes::Family::random, 3);
  TrianglePairs batch;
  for (std::size_t i = 0; i < 3; ++i) put(batch, i, pairs[i]);
  std::uint8_t hit[8];
  std::memset(hit, 7, sizeof hit);
  std::vector<Finding> found(8, Finding::of_near());
  intersects_batch(batch, 3, hit, found);
  for (std::size_t i = 3; i < 8; ++i) EXPECT_EQ(hit[i], 7);
  for (std::size_t i = 3; i < 8; ++i) EXPECT_TRUE(found[i].near);
}

}  // namespace
}  // namespace tact
