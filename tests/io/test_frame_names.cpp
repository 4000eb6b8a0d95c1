#include "tact/io/frame_names.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tact {
namespace {

using Files = std::vector<std::filesystem::path>;

TEST(FrameNames, NumbersInNamesCountAsNumbers) {
  std::vector<std::string> names{"f10.obj",   "f9.obj",    "f1.obj",     "e99.obj", "f010b.obj",
                                 "f0009.obj", "f10.5.obj", "f10.12.obj", "f.obj"};
  std::sort(names.begin(), names.end(), comes_before);
  EXPECT_EQ(names, (std::vector<std::string>{"e99.obj", "f.obj", "f1.obj", "f0009.obj", "f9.obj",
                                             "f10.5.obj", "f10.12.obj", "f10.obj", "f010b.obj"}));
  EXPECT_FALSE(comes_before("a1", "a1"));
}

TEST(FrameNames, OfOneMotionDifferInOneNumber) {
  EXPECT_TRUE(several_motions({}).empty());
  EXPECT_TRUE(several_motions({"d/walk.obj"}).empty());
  EXPECT_TRUE(several_motions({"d/walk1.obj", "d/walk2.obj"}).empty());
  EXPECT_TRUE(several_motions({"d/f1_lod2.obj", "d/f2_lod2.obj"}).empty());
  EXPECT_TRUE(several_motions({"left.obj", "middle.obj", "right.obj"}).empty());
  using Names = std::vector<std::string>;
  EXPECT_EQ(several_motions({"d/run1.obj", "d/walk1.obj"}), (Names{"run1.obj", "walk1.obj"}));
  EXPECT_EQ(several_motions({"body.obj", "walk1.obj"}), (Names{"body.obj", "walk1.obj"}));
  // As two boxes of a simulation: each has its own number, and so has each frame.
  EXPECT_EQ(several_motions({"box-1-00.obj", "box-1-01.obj", "box-2-00.obj"}),
            (Names{"box-1-00.obj", "box-2-00.obj"}));
}

TEST(FrameNames, ZerosInFrontMakeNoOtherFrame) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(same_frames({"d/f4.obj", "d/f05.obj", "d/f5.obj"}), (Names{"f05.obj", "f5.obj"}));
  EXPECT_EQ(same_frames({"f0.obj", "f00.obj"}), (Names{"f0.obj", "f00.obj"}));
  EXPECT_EQ(same_frames({"a01/f2.obj", "a1/f002.obj"}), (Names{"f2.obj", "f002.obj"}));
  EXPECT_TRUE(same_frames({"f0.obj", "f1.obj", "f10.obj", "f100.obj"}).empty());
  EXPECT_TRUE(same_frames({"a1/f.obj", "a2/f.obj"}).empty());
  EXPECT_TRUE(same_frames({"f1_02.obj", "f1_20.obj", "f.obj"}).empty());
  EXPECT_TRUE(same_frames({}).empty());
}

TEST(FrameNames, APatternThatWasExpandedIsKnownByItsNumbers) {
  EXPECT_FALSE(is_one_motion({}));
  EXPECT_FALSE(is_one_motion({"f1.obj"}));
  EXPECT_FALSE(is_one_motion({"ball.obj", "floor.obj"}));
  EXPECT_TRUE(is_one_motion({"f1.obj", "f2.obj", "f10.obj"}));
}

TEST(FrameNames, MissingFramesAreSaid) {
  EXPECT_EQ(missing_frames({}), "");
  EXPECT_EQ(missing_frames({"f1.obj", "f7.obj"}), "") << "two tell nothing of their step";
  EXPECT_EQ(missing_frames({"f1.obj", "f2.obj", "f3.obj"}), "");
  EXPECT_EQ(missing_frames({"f10.obj", "f20.obj", "f30.obj"}), "") << "every tenth";
  EXPECT_EQ(missing_frames({"f1_2.obj", "f2_2.obj", "f3_2.obj"}), "");
  EXPECT_EQ(missing_frames({"left.obj", "middle.obj", "right.obj"}), "");
  EXPECT_EQ(missing_frames({"f1.obj", "f01.obj", "f2.obj"}), "");
  EXPECT_NE(
      missing_frames({"f1.obj", "f2.obj", "f4.obj"}).find("f2.obj: the file that follows is f4"),
      std::string::npos);
  EXPECT_NE(missing_frames({"f0.obj", "f20.obj", "f30.obj"}).find("f0.obj: "), std::string::npos);
  EXPECT_EQ(missing_frames({"f99999999999999999999.obj", "f1.obj", "f2.obj"}), "");
}

}  // namespace
}  // namespace tact
