// Which pairs of bodies are near, frame after frame: whatever happens to the bodies, the list is
// that of all against all.
#include "tact/body/body_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "tests/body/crowd.h"

namespace tact {
namespace {

using testing::Crowd;
using testing::Random;

std::vector<Pair> copy_of(std::span<const Pair> pairs) { return {pairs.begin(), pairs.end()}; }

bool always(std::uint32_t, std::uint32_t) { return true; }

// Bodies of every thickness in a cube in which each meets some others.
void fill(Crowd& crowd, std::uint32_t count, Random& random) {
  const double side = std::cbrt(static_cast<double>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 size{i % 5 == 0 ? 0 : random.uniform(0.2, 1.2), random.uniform(0, 1),
                    i % 11 == 0 ? 3 : random.uniform(0.2, 1)};
    crowd.add(random.vector(0, side), size);
  }
}

// Everything that can happen to a crowd, some of it many times in a frame.
class Fate {
 public:
  Fate(Crowd& crowd, Random& random) : crowd_(crowd), random_(random) {}

  void strike(std::uint32_t moving, std::uint32_t others) {
    for (std::uint32_t i = 0; i < moving; ++i) crowd_.shift(any(), random_.vector(-0.05, 0.05));
    for (std::uint32_t i = 0; i < others; ++i) {
      const std::uint32_t slot = any();
      switch (random_.below(7)) {
        case 0:
          crowd_.put(slot, random_.vector(0, 10));
          break;
        case 1:
          crowd_.set_rule(slot, 1U + random_.below(3), 1U + random_.below(7), random_.below(2) > 0);
          break;
        case 2:
          exclude(slot, any());
          break;
        case 3:
          remove(slot);
          break;
        case 4:
          if (crowd_.task.bodies[slot] == nullptr) crowd_.put_back(slot);
          break;
        case 5:
          crowd_.add(random_.vector(0, 10), random_.vector(0, 1));
          break;
        default:
          crowd_[slot].extent.hi = crowd_[slot].extent.lo + random_.vector(0, 2);
          crowd_.near.note(slot);
          break;
      }
    }
  }
  bool tested(std::uint32_t a, std::uint32_t b) const { return excluded_.count({a, b}) == 0; }

 private:
  std::uint32_t any() { return random_.below(crowd_.size()); }
  void exclude(std::uint32_t a, std::uint32_t b) {
    if (a == b || crowd_.task.bodies[a] == nullptr || crowd_.task.bodies[b] == nullptr) return;
    const Pair pair{std::min(a, b), std::max(a, b)};
    EXPECT_EQ(crowd_.near.excluded(b, a), excluded_.count(pair) == 1);
    if (excluded_.count(pair) == 1) {
      EXPECT_TRUE(crowd_.near.include(a, b));
      excluded_.erase(pair);
    } else {
      EXPECT_TRUE(crowd_.near.exclude(a, b));
      excluded_.insert(pair);
    }
  }
  void remove(std::uint32_t slot) {
    crowd_.remove(slot);
    std::erase_if(excluded_, [&](const Pair& pair) { return pair.a == slot || pair.b == slot; });
  }

  Crowd& crowd_;
  Random& random_;
  std::set<Pair> excluded_;
};

TEST(NearPairs, AreThoseOfAllAgainstAllWhateverHappens) {
  Random random(71);
  for (const std::uint32_t count : {0U, 1U, 2U, 40U, 300U, 1500U}) {
    Crowd crowd;
    fill(crowd, count, random);
    if (count == 0) crowd.add({}, {1, 1, 1});
    Fate fate(crowd, random);
    int tracked = 0;
    for (int frame = 0; frame < 60; ++frame) {
      // Calm, but for some frames in which all goes elsewhere.
      const bool calm = frame % 20 != 19;
      fate.strike(calm ? count / 20 : count, calm ? count / 100 + 1 : count / 2);
      if (frame == 33) ++crowd.task.frame.version;
      const std::vector<Pair> pairs = copy_of(crowd.update());
      ASSERT_EQ(pairs, crowd.all_pairs([&](auto a, auto b) { return fate.tested(a, b); }))
          << count << " bodies, frame " << frame;
      ASSERT_NO_THROW(crowd.near.validate(crowd.task));
      tracked += crowd.near.tracks() ? 1 : 0;
    }
    EXPECT_EQ(tracked > 20, count >= 300) << count;
    EXPECT_LT(tracked, 60) << "frames in which all is swept";
  }
}

TEST(NearPairs, AsksTheFilterOnceAboutPairsThatAreNear) {
  Random random(72);
  for (const std::uint32_t count : {30U, 600U}) {
    Crowd crowd;
    fill(crowd, count, random);
    crowd.set_rule(3, 1, ~0U, true);
    crowd.near.exclude(1, 2);
    crowd.put(1, {1, 1, 1});
    crowd.put(2, {1, 1, 1});
    std::vector<Pair> asked;
    crowd.near.set_filter([&](const BodyId& a, const BodyId& b) {
      asked.push_back({a.slot, b.slot});
      return (a.slot + b.slot) % 3 != 0;
    });
    for (std::uint32_t frame = 0; frame < 8; ++frame) {
      asked.clear();
      crowd.shift(frame, {0.5, 0, 0});
      const std::vector<Pair> pairs = copy_of(crowd.update());
      const auto included = [](auto a, auto b) { return a != 1 || b != 2; };
      std::vector<Pair> expected = crowd.all_pairs(included);
      std::erase(expected, Pair{3, 3});
      EXPECT_EQ(asked, expected) << "each once, in order, and nobody about himself";
      EXPECT_EQ(pairs, crowd.all_pairs(
                           [&](auto a, auto b) { return included(a, b) && (a + b) % 3 != 0; }));
      asked.clear();
      crowd.update();
      EXPECT_TRUE(asked.empty()) << "nothing has changed";
      EXPECT_EQ(crowd.list({}), pairs);
      EXPECT_TRUE(asked.empty()) << "a question without tolerance knows";
      Request request;
      request.tolerance = 0.3;
      const std::vector<Pair> more = crowd.list(request);
      EXPECT_EQ(more, crowd.all_pairs(
                          [&](auto a, auto b) { return included(a, b) && (a + b) % 3 != 0; }, 0.3));
      EXPECT_FALSE(asked.empty());
      for (const Pair& pair : asked) {
        EXPECT_FALSE(std::binary_search(expected.begin(), expected.end(), pair));
      }
      std::sort(asked.begin(), asked.end());
      EXPECT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end());
    }
  }
}

TEST(NearPairs, AFilterThatThrowsLeavesTheListToBeMadeAgain) {
  Random random(73);
  for (const std::uint32_t count : {30U, 600U}) {
    Crowd crowd;
    fill(crowd, count, random);
    for (int frame = 0; frame < 5; ++frame) {
      crowd.shift(7, {0.2, 0, 0});
      crowd.near.set_filter(
          [](const BodyId&, const BodyId&) -> bool { throw std::runtime_error("no"); });
      EXPECT_THROW(crowd.update(), std::runtime_error);
      EXPECT_FALSE(crowd.near.fresh());
      EXPECT_THROW(crowd.near.validate(crowd.task), std::logic_error);
      crowd.near.set_filter(nullptr);
      EXPECT_EQ(copy_of(crowd.update()), crowd.all_pairs(always));
      EXPECT_NO_THROW(crowd.near.validate(crowd.task));
    }
  }
}

TEST(BodyPairs, AreThoseThatTheRequestIsAbout) {
  Random random(74);
  Crowd crowd;
  fill(crowd, 120, random);
  for (std::uint32_t slot = 0; slot < crowd.size(); slot += 3) crowd.set_rule(slot, 1, ~0U, true);
  for (const bool listed : {false, true}) {
    if (listed) crowd.update();
    EXPECT_EQ(crowd.list({}), crowd.all_pairs(always)) << "found anew where nobody has listed them";
    Request request;
    request.only = {9, 4};
    EXPECT_EQ(crowd.list(request), (std::vector<Pair>{{4, 9}})) << "however far apart";
    request.only = {4, 4};
    EXPECT_EQ(crowd.list(request), (std::vector<Pair>{{4, 4}}));
    for (const double tolerance : {0.0, 0.2}) {
      Request some;
      some.tolerance = tolerance;
      std::array<bool, 120> settled{};
      for (std::size_t slot = 0; slot < settled.size(); ++slot) settled[slot] = slot % 2 == 0;
      some.settled = settled;
      std::vector<Pair> expected = crowd.all_pairs(always, tolerance);
      const std::vector<Pair> all = expected;
      std::erase_if(expected, [&](const Pair& p) { return settled[p.a] && settled[p.b]; });
      EXPECT_EQ(crowd.list(some), expected);
      Arena arena;
      Stats stats;
      some.settled = {};
      const BodyPairs among = list_body_pairs(crowd.task, some, arena, stats, settled);
      expected = all;
      std::erase_if(expected, [&](const Pair& p) { return !settled[p.a] || !settled[p.b]; });
      EXPECT_EQ(copy_of(among.pairs), expected);
    }
  }
}

// Boxes looked at in a frame, by how many bodies move: what moved and what meets, and not how many
// there are.
TEST(NearPairsCost, AFrameCostsWhatMovedAndWhatMeets) {
  constexpr std::uint32_t count = 100000;
  Crowd crowd;
  Random random(75);
  const double side = std::cbrt(8.0 * count / 3);
  for (std::uint32_t i = 0; i < count; ++i) crowd.add(random.vector(0, side), {1, 1, 1});
  for (int frame = 0; frame < 4; ++frame) {
    crowd.shift(0, {0.01, 0, 0});
    crowd.update();
  }
  ASSERT_TRUE(crowd.near.tracks());
  for (const std::uint32_t moving : {1U, count / 1000, count / 100}) {
    std::uint64_t looked_at = 0;
    constexpr std::uint32_t frames = 20;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (std::uint32_t i = 0; i < moving; ++i) {
        crowd.shift(i * (count / moving), random.vector(-0.02, 0.02));
      }
      crowd.update();
      looked_at += crowd.near.boxes_looked_at();
    }
    // Each meets about three others; one in some frames leaves its roomy box, and then about twenty
    // levels of the tree are repaired and searched.
    EXPECT_LT(looked_at, std::uint64_t{frames} * moving * 100) << moving;
    EXPECT_GE(looked_at, std::uint64_t{frames} * moving);
  }
  // Those that go far every time.
  for (std::uint32_t i = 0; i < 1000; ++i) crowd.put(i * 100, random.vector(0, side));
  crowd.update();
  EXPECT_TRUE(crowd.near.tracks());
  EXPECT_LT(crowd.near.boxes_looked_at(), 1000U * 600);
  const std::vector<Pair> tracked = copy_of(crowd.update());
  crowd.near = NearPairs();
  crowd.near.make_room(count);
  EXPECT_EQ(copy_of(crowd.update()), tracked) << "as found anew";
}

}  // namespace
}  // namespace tact
