// Boxes that are collected for a query: that the check of them tells what is wrong with any one.
#include "tact/body/box_collector.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/body/task_fixture.h"

namespace tact {
namespace {

using testing::TaskFixture;

class Collected {
 public:
  Collected() : fixture_(BodyKind::deforming) {
    fixture_.task.threads = 1;
    scratch_.begin(1);
    ready_positions(fixture_.task, scratch_);
    Stats stats;
    overlaps_ = find_overlaps(fixture_.task, {}, scratch_.arena(0), stats);
    boxes_ = gather_boxes(fixture_.task, overlaps_, nullptr, scratch_.arena(0), 1, stats);
  }
  void validate() const { validate_boxes(fixture_.task, overlaps_, boxes_); }
  std::span<BoxItem>& run(std::size_t i) { return boxes_.runs[i]; }
  std::size_t runs() const { return boxes_.runs.size(); }

 private:
  TaskFixture fixture_;
  Scratch scratch_;
  BodyOverlaps overlaps_;
  CollectedBoxes boxes_;
};

TEST(BoxCollector, TheCheckMissesNoBoxThatIsNotThere) {
  Collected collected;
  ASSERT_EQ(collected.runs(), 2U);
  EXPECT_NO_THROW(collected.validate());
  for (std::size_t i = 0; i < 2; ++i) {
    const std::span<BoxItem> all = collected.run(i);
    ASSERT_GT(all.size(), 10U);
    EXPECT_EQ(all[0].id, 0U) << "the first is among them";
    collected.run(i) = all.subspan(1);
    EXPECT_THROW(collected.validate(), std::logic_error) << "the first of " << i;
    collected.run(i) = all.first(all.size() - 1);
    EXPECT_THROW(collected.validate(), std::logic_error) << "the last of " << i;
    collected.run(i) = all;
  }
  EXPECT_NO_THROW(collected.validate());
}

TEST(BoxCollector, TheCheckSeesABoxTwiceAndAWrongOne) {
  Collected collected;
  BoxItem& first = collected.run(0)[0];
  const BoxItem kept = first;
  first = collected.run(0)[1];
  EXPECT_THROW(collected.validate(), std::logic_error) << "twice";
  first = kept;
  first.id = collected.run(0)[1].id;
  collected.run(0)[1].id = kept.id;
  EXPECT_THROW(collected.validate(), std::logic_error) << "the boxes of each other";
}

}  // namespace
}  // namespace tact
