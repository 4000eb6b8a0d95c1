// The totals that a world keeps are those that looking at every body gives.
#include <gtest/gtest.h>

#include <deque>

#include "tact/body/census.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

bool same(const BodyCensus& a, const BodyCensus& b) {
  for (std::size_t kind = 0; kind < a.kinds.size(); ++kind) {
    if (a.kinds[kind].bodies != b.kinds[kind].bodies ||
        a.kinds[kind].primitives != b.kinds[kind].primitives) {
      return false;
    }
  }
  return true;
}

TEST(Census, KeptIsCensusTaken) {
  testing::Random random(3);
  constexpr std::uint32_t slots = 12;
  Task task;
  CensusTaker taker;
  std::deque<Mesh> meshes(slots);
  std::deque<BodyState> states(slots);
  task.bodies.assign(slots, nullptr);
  taker.make_room(slots);
  std::uint64_t version = 0;
  for (int step = 0; step < 400; ++step) {
    const auto slot = random.below(slots);
    BodyState& state = states[slot];
    if (random.chance(3)) {
      task.bodies[slot] = nullptr;
    } else {
      meshes[slot] = testing::soup(random.below(9), 0.5, random);
      state.kind = static_cast<BodyKind>(random.below(4));
      state.primitives = state.kind == BodyKind::points
                             ? Primitives::points(meshes[slot].view().positions, 0.1, nullptr)
                             : Primitives::triangles(meshes[slot].view(), nullptr);
      state.shape_version = ++version;
      task.bodies[slot] = &state;
    }
    taker.note(slot, task.bodies[slot]);
    ASSERT_TRUE(same(taker.census(), census_of(task))) << step;
    EXPECT_EQ(taker.census().latest_shape, version);
  }
  EXPECT_GT(taker.census().triangles(), 0U);
  EXPECT_GT(taker.census().all().primitives, taker.census().triangles());
  task.census = BodyCensus{};
  EXPECT_EQ(census_of(task).all().bodies, 0U) << "where somebody counts, nobody is looked at";
}

}  // namespace
}  // namespace tact
