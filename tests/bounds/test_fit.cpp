// Boxes enclose what they are fitted to: checked with rationals, for every way of reading
// positions.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

#include "tact/base/simd.h"
#include "tact/bounds/fit.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

// x · scale - offset ± amount · scale, without any rounding.
Rational exactly(double x, const BoundsFrame& frame, std::size_t axis, double amount) {
  return (Rational(x) + Rational(amount)) * Rational(frame.scale) - Rational(frame.offset[axis]);
}

struct Scale {
  double size;
  double place;
};
const Scale scales[] = {{1, 0},    {1e-6, 0},   {1, 1e6},   {1e-3, 1e6}, {1e-30, 0},     {1e30, 0},
                        {1, 1e15}, {1e-300, 0}, {1e300, 0}, {1e-310, 0}, {1e-38, 1e-30}, {3e37, 0}};

struct Cloud {
  std::vector<Vec3> exact;  // what the arrays hold, as double
  std::vector<float> floats;
  std::vector<std::uint32_t> triangles;
  Extent extent;

  Cloud(const Scale& scale, bool as_float, std::uint64_t seed) {
    testing::Random random(seed);
    for (int i = 0; i < 60; ++i) {
      Vec3 p = random.vector(-1, 1) * scale.size;
      if (i % 7 == 0) p.x = 0;
      p = p + Vec3{scale.place, -scale.place, 0};
      if (as_float) {
        for (std::size_t k = 0; k < 3; ++k) {
          floats.push_back(static_cast<float>(p[k]));
          p[k] = double{floats.back()};
        }
      }
      exact.push_back(p);
      extent.add(p);
    }
    for (int i = 0; i < 3 * 101; ++i) triangles.push_back(random.below(60));
    triangles[5] = 59;  // the last vertex, behind which nothing may be read
  }
  MeshView view() const {
    MeshView mesh;
    if (floats.empty()) {
      mesh.positions = PositionsView(std::span<const Vec3>(exact));
    } else {
      mesh.positions = PositionsView(std::span<const float>(floats));
    }
    mesh.triangles = TrianglesView(std::span<const std::uint32_t>(triangles));
    return mesh;
  }
};

void expect_enclosed(const Primitives& primitives, const BoundsFrame& frame) {
  std::vector<Aabb> boxes(primitives.size());
  fit_boxes(primitives, frame, {0, primitives.size()}, boxes);
  for (std::uint32_t i = 0; i < primitives.size(); ++i) {
    const bool points = primitives.kind() == PrimitiveKind::points;
    const Ball ball = points ? primitives.ball(i) : Ball{};
    const Triangle t =
        points ? Triangle{ball.centre, ball.centre, ball.centre} : primitives.triangle(i);
    for (std::size_t k = 0; k < 3; ++k) {
      const double lo = std::min({t[0][k], t[1][k], t[2][k]});
      const double hi = std::max({t[0][k], t[1][k], t[2][k]});
      const Rational low = exactly(lo, frame, k, -ball.radius);
      const Rational high = exactly(hi, frame, k, ball.radius);
      ASSERT_LE(Rational(boxes[i].lo[k]), low) << "primitive " << i << ", axis " << k;
      ASSERT_GE(Rational(boxes[i].hi[k]), high) << "primitive " << i << ", axis " << k;
      // In a frame of its own the scene has size one: float is good for 2^-22 of that. The reach
      // of a ball is rounded in the world, which shows where an ulp is as large as the scene.
      if (points && std::fabs(ball.centre.x) * frame.scale > 0x1p25) continue;
      ASSERT_LE(low - Rational(boxes[i].lo[k]), Rational(0x1p-21)) << "loose";
      ASSERT_LE(Rational(boxes[i].hi[k]) - high, Rational(0x1p-21)) << "loose";
    }
  }
}

class EachTarget : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(EachTarget, BoxesEncloseTriangles) {
  for (const bool as_float : {true, false}) {
    for (const Scale& scale : scales) {
      if (as_float && (scale.size > 1e38 || scale.size < 1e-38)) continue;
      SCOPED_TRACE(scale.size);
      const Cloud cloud(scale, as_float, 17);
      const BoundsFrame frame = BoundsFrame::around(cloud.extent);
      expect_enclosed(Primitives::triangles(cloud.view(), nullptr), frame);
    }
  }
}

TEST_P(EachTarget, BoxesEnclosePosedTriangles) {
  testing::Random random(18);
  for (const Scale& scale : scales) {
    SCOPED_TRACE(scale.size);
    const Cloud cloud(scale, false, 19);
    const Transform pose = Transform::from_quaternion(
        random.quaternion(), random.vector(-1, 1) * (scale.size + scale.place));
    const Primitives posed = Primitives::triangles(cloud.view(), &pose);
    Extent extent;
    for (std::uint32_t i = 0; i < posed.size(); ++i) {
      for (const Vec3& p : posed.triangle(i)) extent.add(p);
    }
    expect_enclosed(posed, BoundsFrame::around(extent));
  }
}

TEST_P(EachTarget, BoxesEncloseBalls) {
  testing::Random random(20);
  for (const Scale& scale : scales) {
    SCOPED_TRACE(scale.size);
    const Cloud cloud(scale, false, 21);
    std::vector<double> radii;
    for (std::size_t i = 0; i < cloud.exact.size(); ++i) {
      radii.push_back(i % 5 == 0 ? 0 : random.uniform(0, 0.3) * scale.size);
    }
    const Primitives balls = Primitives::points(std::span<const Vec3>(cloud.exact),
                                                std::span<const double>(radii), nullptr);
    expect_enclosed(balls, BoundsFrame::around(cloud.extent));
  }
}

// Float arrays take a kernel of their own; boxes from float and from double must both enclose, and
// a range must give the same boxes as the whole.
TEST_P(EachTarget, AnyRangeGivesTheSameBoxes) {
  const Cloud cloud({1, 3}, true, 22);
  const BoundsFrame frame = BoundsFrame::around(cloud.extent);
  const Primitives all = Primitives::triangles(cloud.view(), nullptr);
  std::vector<Aabb> whole(all.size());
  fit_boxes(all, frame, {0, all.size()}, whole);
  for (std::uint32_t first = 0; first < all.size(); ++first) {
    const std::uint32_t count = std::min<std::uint32_t>(8, all.size() - first);
    Aabb part[8];
    fit_boxes(all, frame, {first, count}, part);
    for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(part[i], whole[first + i]);
  }
  const std::vector<std::uint32_t> ids{100, 7, 7, 0, 1, 55};
  std::vector<Aabb> chosen(ids.size());
  fit_boxes(all, frame, ids, chosen);
  for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(chosen[i], whole[ids[i]]);
}

INSTANTIATE_TEST_SUITE_P(Simd, EachTarget, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

TEST(Fit, AnAmountIsNeverLessThanAsked) {
  for (const Scale& scale : scales) {
    const Cloud cloud(scale, false, 23);
    const BoundsFrame frame = BoundsFrame::around(cloud.extent);
    for (const double part : {1e-20, 1e-3, 1.0, 30.0}) {
      const double amount = part * scale.size;
      if (!std::isfinite(amount)) continue;
      EXPECT_GE(Rational(frame_amount(frame, amount)), Rational(amount) * Rational(frame.scale));
    }
  }
  EXPECT_EQ(frame_amount(BoundsFrame{}, 0), 0);
}

// A tolerance larger than any scene must not make boxes that even "nothing" overlaps.
TEST(Fit, AHugeAmountStaysFinite) {
  const BoundsFrame frame = BoundsFrame::around(Extent{{0, 0, 0}, {1e-9, 1e-9, 1e-9}});
  Aabb box{{0, 0, 0}, {1, 1, 1}};
  box.grow(frame_amount(frame, std::numeric_limits<double>::max()));
  EXPECT_FALSE(overlaps(box, Aabb::nothing()));
  EXPECT_TRUE(overlaps(box, {{-9, -9, -9}, {-8, -8, -8}}));
}

TEST(Fit, NothingHasNoBoxWhateverTheAmount) {
  const BoundsFrame frame = BoundsFrame::around({{3, 4, 5}, {6, 7, 8}});
  for (const double amount : {0.0, 1.0, 1e300}) {
    EXPECT_TRUE(fit(Extent{}, frame, amount) == Aabb::nothing()) << amount;
  }
}

// Behind the last vertex begins a page that nobody may read.
TEST(Fit, NothingIsReadBehindTheLastVertex) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages =
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(static_cast<char*>(pages) + page, page, PROT_NONE), 0);
  constexpr std::uint32_t vertices = 20;
  float* const floats = static_cast<float*>(pages) + page / sizeof(float) - 3 * vertices;
  for (std::uint32_t i = 0; i < 3 * vertices; ++i) floats[i] = static_cast<float>(i % 7);
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t i = 0; i < 12; ++i) {  // the last vertex here and there, in every corner
    for (const std::uint32_t v : {i, i + 1, i + 2}) triangles.push_back(v);
    triangles.insert(triangles.end(), {5, 6, 7});
    triangles[triangles.size() - 1 - i % 3] = vertices - 1;
  }
  MeshView mesh;
  mesh.positions = PositionsView(std::span<const float>(floats, 3 * vertices));
  mesh.triangles = TrianglesView(std::span<const std::uint32_t>(triangles));
  const Primitives primitives = Primitives::triangles(mesh, nullptr);
  std::vector<Aabb> boxes(primitives.size());
  fit_boxes(primitives, BoundsFrame{}, {0, primitives.size()}, boxes);
  EXPECT_TRUE(encloses({{-1, -1, -1}, {7, 7, 7}}, boxes[0]));
  munmap(pages, 2 * page);
}

}  // namespace
}  // namespace tact
