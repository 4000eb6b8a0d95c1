// What encloses the bodies: always all of them, and closely once one that was far away is back.
#include <gtest/gtest.h>

#include <vector>

#include "tact/body/scene_extent.h"
#include "tests/support/random.h"

namespace tact {
namespace {

Extent unit_at(double x) { return {{x, 0, 0}, {x + 1, 1, 1}}; }

class Scene {
 public:
  explicit Scene(std::uint32_t bodies) : at_(bodies) {
    scene.make_room(bodies);
    for (std::uint32_t i = 0; i < bodies; ++i) put(i, unit_at(i));
    scene.settle();
  }
  void put(std::uint32_t slot, const Extent& extent) {
    at_[slot] = extent;
    scene.note(slot, extent);
  }
  Extent exact() const {
    Extent sum;
    for (const Extent& extent : at_) sum.add(extent);
    return sum;
  }
  bool holds_all() const {
    const Extent all = exact();
    const Extent& has = scene.extent();
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(has.lo[k] <= all.lo[k] && has.hi[k] >= all.hi[k])) return false;
    }
    return true;
  }
  bool is_close() const {
    const Extent all = exact();
    return scene.extent().lo == all.lo && scene.extent().hi == all.hi;
  }
  SceneExtent scene;

 private:
  std::vector<Extent> at_;
};

TEST(SceneExtent, OfFewBodiesIsAlwaysClose) {
  Scene few(20);
  for (int step = 0; step < 50; ++step) {
    few.put(static_cast<std::uint32_t>(step % 20),
            step % 3 == 0 ? Extent() : unit_at(step * 7 % 31));
    few.scene.settle();
    EXPECT_TRUE(few.is_close()) << step;
  }
}

TEST(SceneExtent, OfManyHoldsThemAll) {
  Scene many(1000);
  testing::Random random(5);
  for (int step = 0; step < 300; ++step) {
    many.put(random.below(1000), unit_at(random.uniform(-9, 1009)));
    many.scene.settle();
    ASSERT_TRUE(many.holds_all()) << step;
  }
}

// One body that was far away for a moment would leave all boxes coarse.
TEST(SceneExtent, IsCloseAgainSoonAfterABodyCameBack) {
  for (const bool goes : {false, true}) {
    Scene many(1000);
    many.put(7, unit_at(1e9));
    many.scene.settle();
    ASSERT_TRUE(many.holds_all());
    many.put(7, goes ? Extent() : unit_at(7));
    for (std::uint32_t step = 0; step < SceneExtent::patience; ++step) {
      many.scene.settle();
      many.put(500, unit_at(500 + 0.001 * step));
      ASSERT_TRUE(many.holds_all());
    }
    EXPECT_LE(many.scene.extent().hi.x, 1001) << goes;
  }
}

// The outermost body may move in every frame: all are looked at once in a while, not always.
TEST(SceneExtent, DoesNotLookAtAllForEachStepOfTheOutermost) {
  Scene many(1000);
  int measured = 0;
  constexpr int steps = 160;
  for (int step = 0; step < steps; ++step) {
    many.put(999, unit_at(999 - 0.1 * step));
    many.scene.settle();
    measured += many.scene.fits() ? 1 : 0;
  }
  EXPECT_LE(measured, steps / static_cast<int>(SceneExtent::patience));
  EXPECT_GT(measured, 0);
}

}  // namespace
}  // namespace tact
