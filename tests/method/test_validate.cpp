// validate() itself: a method whose structures are not those of the bodies must say so, or the
// tests that call it after every step would pass whatever happens.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/body/task_fixture.h"
#include "tests/support/print.h"

namespace tact {
namespace {

using testing::TaskFixture;

// What makes its structures anew for every query has none that could be of an earlier frame: its
// update counts no work, not even that of a frame whose bodies a query had reached before. `auto`
// counts that of the method it chose, which it does not validate.
bool keeps_something(const MethodInfo& info) {
  TaskFixture fixture(BodyKind::deforming);
  const auto method = info.make();
  fixture.update(*method);
  fixture.query(*method);
  for (const std::size_t body : {std::size_t{0}, std::size_t{1}}) fixture.move(body);
  const Stats stats = fixture.update(*method);
  return info.name != "auto" &&
         stats.nodes_updated + stats.nodes_split + stats.primitives_read + stats.sort_steps > 0;
}

// Before other tests of this program bring methods of their own.
const std::vector<MethodInfo> own_methods = methods();

// Or the tests below would say nothing of those that they are for.
TEST(Validating, AllMethodsButTheseKeepSomething) {
  for (const MethodInfo& info : own_methods) {
    const bool nothing = info.name == "auto" || info.name == "brute" || info.name == "octree" ||
                         info.name == "rebuild";
    EXPECT_NE(keeps_something(info), nothing) << info.name;
  }
}

// What keeps bodies at rest, wherever they stand.
bool keeps_poses_out(std::string_view name) {
  for (const std::string_view other : {"obb", "aabb", "boxtree"}) {
    if (name.starts_with(other)) return true;
  }
  return false;
}

class Validate : public ::testing::TestWithParam<MethodInfo> {};
INSTANTIATE_TEST_SUITE_P(Methods, Validate, ::testing::ValuesIn(methods()),
                         [](const ::testing::TestParamInfo<MethodInfo>& method) {
                           std::string name(method.param.name);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST_P(Validate, GoodAfterAnUpdateAndNotAfterAMoveWithoutOne) {
  TaskFixture fixture(BodyKind::deforming);
  const auto method = GetParam().make();
  fixture.update(*method);
  EXPECT_NO_THROW(method->validate(fixture.task));
  if (!keeps_something(GetParam())) return;
  for (std::size_t i = 0; i < 2; ++i) {
    fixture.move(i);
    EXPECT_THROW(method->validate(fixture.task), std::logic_error) << i;
    fixture.update(*method);
    EXPECT_NO_THROW(method->validate(fixture.task)) << i;
  }
}

// The versions say that nothing has moved: the bounds themselves are looked at.
TEST_P(Validate, NotIfAPrimitiveIsOutsideItsBounds) {
  if (!keeps_something(GetParam())) return;
  TaskFixture fixture(BodyKind::deforming);
  const auto method = GetParam().make();
  fixture.update(*method);
  fixture.query(*method);  // what is lazy is made there
  EXPECT_NO_THROW(method->validate(fixture.task));
  fixture.disturb(0);
  EXPECT_THROW(method->validate(fixture.task), std::logic_error);
}

TEST_P(Validate, NotAfterATriangleLess) {
  if (!keeps_something(GetParam())) return;
  TaskFixture fixture(BodyKind::breaking);
  const auto method = GetParam().make();
  fixture.update(*method);
  fixture.shrink(1);
  EXPECT_THROW(method->validate(fixture.task), std::logic_error);
  fixture.update(*method);
  EXPECT_NO_THROW(method->validate(fixture.task));
}

TEST_P(Validate, NotWithABodyThatItHasNotSeen) {
  if (!keeps_something(GetParam())) return;
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::deforming}) {
    for (std::size_t i = 0; i < 2; ++i) {
      TaskFixture fixture(kind);
      const auto method = GetParam().make();
      fixture.remove(i);
      fixture.update(*method);
      EXPECT_NO_THROW(method->validate(fixture.task)) << i;
      fixture.put_back(i);
      // Shapes keep their trees, whoever built them: that of the second body is there.
      if (i == 1 && kind == BodyKind::rigid && keeps_poses_out(GetParam().name)) continue;
      EXPECT_THROW(method->validate(fixture.task), std::logic_error) << i;
    }
  }
}

TEST_P(Validate, NotWithARigidBodyOfAnotherShape) {
  if (!keeps_poses_out(GetParam().name)) return;
  TaskFixture fixture(BodyKind::rigid);
  const auto method = GetParam().make();
  fixture.update(*method);
  EXPECT_NO_THROW(method->validate(fixture.task));
  fixture.move(1);
  EXPECT_THROW(method->validate(fixture.task), std::logic_error);
}

}  // namespace
}  // namespace tact
