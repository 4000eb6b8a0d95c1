// The paths of Tropp 2006: how far they move in a frame.
#include "scenes/rigid_paths.h"

#include <gtest/gtest.h>

namespace tact::scenes {
namespace {

constexpr RigidScene rigid_scenes[] = {RigidScene::torus, RigidScene::pipes, RigidScene::hand,
                                       RigidScene::flange};

TEST(RigidPaths, MoveAsFarAsIsAsked) {
  for (const RigidScene which : rigid_scenes) {
    const PathMotions motions = motions_of(which, 0, {0.03, false, 200});
    EXPECT_NEAR(motions.median, 0.03, 0.001);
    EXPECT_EQ(motions.large, 0);
  }
}

TEST(RigidPaths, OriginalMotionsAreThoseOfTable1) {
  for (const RigidScene which : rigid_scenes) {
    const PathMotions paper = motions_of_paper(which);
    const PathMotions motions = motions_of(which, 0, {0.03, true, 300});
    EXPECT_NEAR(motions.median, paper.median, 0.2 * paper.median) << static_cast<int>(which);
    EXPECT_NEAR(motions.large, paper.large, 0.08) << static_cast<int>(which);
  }
  EXPECT_EQ(motions_of_paper(RigidScene::torus).large, 0);
  EXPECT_EQ(motions_of_paper(RigidScene::flange).large, 0.629);
}

}  // namespace
}  // namespace tact::scenes
