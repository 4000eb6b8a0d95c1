// Extent: which points it holds, of boxes that are the wrong way round, too.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tact/base/vec.h"

namespace tact {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

bool holds(const Extent& box, const Vec3& p) {
  return box.lo.x <= p.x && p.x <= box.hi.x && box.lo.y <= p.y && p.y <= box.hi.y &&
         box.lo.z <= p.z && p.z <= box.hi.z;
}

// All with corners on a small grid, most of them inverted on some axis.
std::vector<Extent> boxes() {
  std::vector<Extent> all{Extent{}};
  for (int code = 0; code < 729; ++code) {
    const auto digit = [code](int place) { return static_cast<double>(code / place % 3); };
    all.push_back({{digit(1), digit(3), digit(9)}, {digit(27), digit(81), digit(243)}});
  }
  for (const Vec3& p : {Vec3{no_number, 1, 1}, Vec3{1, no_number, 1}, Vec3{1, 1, no_number}}) {
    all.push_back({p, {1, 1, 1}});
    all.push_back({{1, 1, 1}, p});
  }
  return all;
}

// Boxes on the grid that meet share a point of it.
bool any_point(const Extent& a, const Extent& b) {
  for (int code = 0; code < 27; ++code) {
    const Vec3 p{static_cast<double>(code % 3), static_cast<double>(code / 3 % 3),
                 static_cast<double>(code / 9 % 3)};
    if (holds(a, p) && holds(b, p)) return true;
  }
  return false;
}

TEST(Extent, IsEmptyWhereItHoldsNoPoint) {
  int empty = 0;
  for (const Extent& box : boxes()) {
    EXPECT_EQ(box.empty(), !any_point(box, box)) << box.lo.x << " " << box.lo.y << " " << box.lo.z;
    empty += box.empty() ? 1 : 0;
  }
  EXPECT_EQ(empty, 1 + 729 - 216 + 6);
}

TEST(Extent, MeetsWhereBothHoldAPoint) {
  const std::vector<Extent> all = boxes();
  for (const Extent& a : all) {
    for (const Extent& b : all) {
      ASSERT_EQ(a.meets(b), any_point(a, b))
          << a.lo.x << " " << a.lo.y << " " << a.lo.z << " to " << a.hi.x << " " << a.hi.y << " "
          << a.hi.z << ", and " << b.lo.x << " " << b.lo.y << " " << b.lo.z << " to " << b.hi.x
          << " " << b.hi.y << " " << b.hi.z;
    }
  }
}

TEST(Extent, ContainsWhatIsEmpty) {
  const Extent inverted{{0, 2, 0}, {1, 1, 1}};
  const Extent one{{0, 0, 0}, {1, 1, 1}};
  EXPECT_TRUE(one.contains(inverted));
  EXPECT_TRUE(Extent{}.contains(inverted));
  EXPECT_FALSE(Extent{}.contains(one));
  EXPECT_FALSE(inverted.contains(one));
  EXPECT_TRUE(one.contains(one));
}

}  // namespace
}  // namespace tact
