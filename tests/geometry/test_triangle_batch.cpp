#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "scenes/triangle_families.h"
#include "tact/base/simd.h"
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
  std::size_t open = 0;
};

Answer in_blocks(const std::vector<TrianglePair>& all, std::size_t block) {
  Answer answer;
  answer.hit.assign(all.size(), 9);
  TrianglePairs pairs;
  for (std::size_t first = 0; first < all.size(); first += block) {
    const std::size_t count = std::min(block, all.size() - first);
    for (std::size_t i = 0; i < count; ++i) put(pairs, i, all[first + i]);
    answer.open += intersects_batch(pairs, count, std::span(answer.hit).subspan(first, count));
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
  const Answer best = in_blocks(pairs, TrianglePairs::capacity);
  EXPECT_EQ(best.hit, expected);
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    const Answer answer = in_blocks(pairs, TrianglePairs::capacity);
    EXPECT_EQ(answer.hit, expected) << target;
    EXPECT_EQ(answer.open, best.open) << target;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BatchOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

TEST(TriangleBatch, TheFilterDecidesOrdinaryPairsAlone) {
  EXPECT_EQ(in_blocks(make_pairs(scenes::Family::random, 10000), 256).open, 0U);
  EXPECT_EQ(in_blocks(make_pairs(scenes::Family::near, 10000), 256).open, 0U);
}

TEST(TriangleBatch, EverySizeOfBlock) {
  const auto pairs = make_pairs(scenes::Family::lattice, 300);
  const Answer whole = in_blocks(pairs, 256);
  for (std::size_t block = 1; block <= 20; ++block)
    EXPECT_EQ(in_blocks(pairs, block).hit, whole.hit);
  TrianglePairs none;
  EXPECT_EQ(intersects_batch(none, 0, {}), 0U);
}

TEST(TriangleBatch, LeavesTheHitsBeyondCountAlone) {
  const auto pairs = make_pairs(scenes::Family::random, 3);
  TrianglePairs block;
  for (std::size_t i = 0; i < 3; ++i) put(block, i, pairs[i]);
  std::uint8_t hit[8];
  std::memset(hit, 7, sizeof hit);
  intersects_batch(block, 3, hit);
  for (std::size_t i = 3; i < 8; ++i) EXPECT_EQ(hit[i], 7);
}

}  // namespace
}  // namespace tact
