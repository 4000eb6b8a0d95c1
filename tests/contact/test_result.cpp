// A Result is the range of the contacts that it counts, whatever was asked of each.
#include "tact/contact/result.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "tact/contact/result_writer.h"
#include "tests/support/print.h"
#include "tests/support/random.h"

namespace tact {
namespace {

static_assert(std::ranges::random_access_range<const Result>);
static_assert(std::ranges::sized_range<const Result>);
static_assert(std::is_same_v<std::ranges::range_value_t<Result>, Contact>);

BodyId handle(std::uint32_t slot) { return {slot, 100 + slot, 7}; }

// Some pairs of some bodies; counts how often it was asked who a body is.
struct Written {
  Result result;
  std::size_t asked = 0;

  void give(std::vector<Candidate> pairs, std::uint32_t slots) {
    std::sort(pairs.begin(), pairs.end());
    ResultWriter writer(result);
    writer.begin(slots);
    writer.pairs() = std::move(pairs);
    asked = 0;
    writer.name_bodies([&](std::uint32_t slot) {
      ++asked;
      return std::pair(handle(slot), std::uint64_t{1000} + slot);
    });
  }
};

TEST(Result, AnEmptyOneHasNoContacts) {
  const Result result;
  EXPECT_TRUE(result.empty());
  EXPECT_EQ(result.size(), 0U);
  EXPECT_EQ(result.begin(), result.end());
  EXPECT_EQ(result.verdict(), Verdict::clear);
}

TEST(Result, PairsAreContactsWithHandlesAndWithoutAKind) {
  Written written;
  written.give({{0, 4, 7, 8}, {2, 2, 5, 6}}, 5);
  const Result& result = written.result;
  ASSERT_EQ(result.size(), 2U);
  EXPECT_EQ(result.end() - result.begin(), 2);
  EXPECT_TRUE(result.contacts().empty());
  const Contact first = result[0];
  EXPECT_EQ(first.body_a, handle(0));
  EXPECT_EQ(first.body_b, handle(4));
  EXPECT_EQ(first.primitive_a, 7U);
  EXPECT_EQ(first.primitive_b, 8U);
  EXPECT_EQ(first.user_a, 1000U);
  EXPECT_EQ(first.user_b, 1004U);
  EXPECT_EQ(first.kind, ContactKind::undescribed);
  EXPECT_EQ(result.begin()[1].body_a, handle(2));
  EXPECT_EQ((result.begin() + 1)->body_b, handle(2));
  EXPECT_EQ((--result.end())->primitive_b, 6U);
}

TEST(Result, DescribedContactsAreWhatItIterates) {
  Written written;
  written.give({{0, 1, 2, 3}, {0, 1, 2, 4}}, 2);
  std::vector<Contact> made;
  for (const Contact& contact : written.result) made.push_back(contact);
  std::vector<Contact>& contacts = ResultWriter(written.result).contacts();
  contacts = made;
  contacts[0].depth = 0.5;
  contacts[1].depth = 0.25;
  double sum = 0;
  std::size_t count = 0;
  for (const Contact& contact : written.result) {
    sum += contact.depth;
    ++count;
  }
  EXPECT_EQ(count, written.result.size());
  EXPECT_EQ(sum, 0.75);
  EXPECT_EQ(written.result[1].depth, 0.25);
  written.give({{0, 1, 9, 9}}, 2);
  EXPECT_TRUE(written.result.contacts().empty()) << "the next answer begins anew";
  EXPECT_EQ(written.result[0].primitive_a, 9U);
}

TEST(Result, EveryBodyOfEveryRunHasItsName) {
  testing::Random random(5);
  Written written;
  for (int round = 0; round < 200; ++round) {
    std::vector<Candidate> pairs;
    const std::uint32_t slots = 1 + random.below(12);
    const std::uint32_t runs = random.below(8);
    for (std::uint32_t run = 0; run < runs; ++run) {
      const std::uint32_t a = random.below(slots);
      const std::uint32_t b = a + random.below(slots - a);
      const std::uint32_t length = random.below(40);
      for (std::uint32_t i = 0; i < length; ++i) pairs.push_back({a, b, i, i});
    }
    written.give(pairs, slots);
    ASSERT_EQ(written.result.size(), pairs.size());
    const std::vector<Candidate>& sorted = written.result.pairs_by_slot();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const Contact contact = written.result[i];
      ASSERT_EQ(contact.body_a, handle(sorted[i].body_a));
      ASSERT_EQ(contact.body_b, handle(sorted[i].body_b));
      ASSERT_EQ(contact.user_b, 1000U + sorted[i].body_b);
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> bodies;
    for (const Candidate& pair : sorted) bodies.insert({pair.body_a, pair.body_b});
    EXPECT_EQ(written.asked, 2 * bodies.size()) << "once for each two bodies, not for each pair";
  }
}

TEST(Result, ListsOfATemporaryAreHandedOver) {
  const auto made = [] {
    Written written;
    written.give({{0, 1, 2, 3}}, 2);
    return written.result;
  };
  const std::vector<Candidate>& pairs = made().pairs_by_slot();  // lives as long as its name
  EXPECT_EQ(pairs, (std::vector<Candidate>{{0, 1, 2, 3}}));
  std::size_t count = 0;
  for (const Contact& contact : made()) count += contact.primitive_b;
  EXPECT_EQ(count, 3U);
  static_assert(!std::is_reference_v<decltype(made().contacts())>);
}

}  // namespace
}  // namespace tact
