// Pairs that are found from either of their bodies, against a plain set of them.
#include "tact/body/meeting_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/random.h"

namespace tact {
namespace {

using Known = std::map<Pair, bool>;  // and whether it is near

Known of(const Known& all, std::uint32_t slot) {
  Known own;
  for (const auto& [pair, near] : all) {
    if (pair.a == slot || pair.b == slot) own[pair] = near;
  }
  return own;
}

TEST(MeetingGraph, KnowsThePairsOfEveryBody) {
  testing::Random random(81);
  constexpr std::uint32_t slots = 12;
  MeetingGraph graph;
  graph.clear(slots / 2);
  graph.make_room(slots);
  Known all;
  for (int step = 0; step < 4000; ++step) {
    const std::uint32_t a = random.below(slots);
    const std::uint32_t b = random.below(slots);
    const Pair pair{std::min(a, b), std::max(a, b)};
    const bool near = random.below(2) > 0;
    Known seen;
    if (random.below(12) == 0) {
      graph.take_all(a, [&](const Pair& p, bool n) { EXPECT_TRUE(seen.emplace(p, n).second); });
      EXPECT_EQ(seen, of(all, a));
      for (const auto& [gone, was] : seen) all.erase(gone);
    } else if (a != b && all.emplace(pair, near).second) {
      graph.add(pair, near);
    } else {
      graph.for_each(b, [&](const Pair& p, bool& n) {
        EXPECT_TRUE(seen.emplace(p, n).second);
        n = near;
      });
      EXPECT_EQ(seen, of(all, b));
      for (auto& [one, is] : all) is = seen.count(one) == 1 ? near : is;
    }
  }
  graph.clear(slots);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    graph.for_each(slot, [](const Pair&, bool) { ADD_FAILURE() << "nothing is there"; });
  }
}

}  // namespace
}  // namespace tact
