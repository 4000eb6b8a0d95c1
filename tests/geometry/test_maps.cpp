// Norms are upper bounds and close; derivatives are what differences say; clusters hold triangles.
#include <gtest/gtest.h>

#include <algorithm>

#include "tact/base/error.h"
#include "tact/geometry/maps.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

Matrix3 any_matrix(testing::Random& random, double size) {
  Matrix3 m;
  for (auto& row : m.at) {
    for (double& x : row) x = random.uniform(-size, size);
  }
  return m;
}

// The norm by brute force: power iteration from many starts.
double norm_of(const Matrix3& m, testing::Random& random) {
  double most = 0;
  for (int start = 0; start < 4; ++start) {
    Vec3 v = random.direction();
    for (int round = 0; round < 2000; ++round) {
      const Vec3 w = m * v;
      const Vec3 back{m.at[0][0] * w.x + m.at[1][0] * w.y + m.at[2][0] * w.z,
                      m.at[0][1] * w.x + m.at[1][1] * w.y + m.at[2][1] * w.z,
                      m.at[0][2] * w.x + m.at[1][2] * w.y + m.at[2][2] * w.z};
      const double size = length(back);
      if (!(size > 0)) break;
      v = back * (1 / size);
    }
    most = std::max(most, length(m * v));
  }
  return most;
}

TEST(Maps, NormsAreUpperBoundsAndClose) {
  testing::Random random(1);
  for (int round = 0; round < 400; ++round) {
    Matrix3 m = any_matrix(random, 2);
    if (round % 4 == 1) {  // nearly a rotation
      const Transform pose = Transform::from_quaternion(random.quaternion(), {});
      const Matrix3 little = any_matrix(random, round % 8 == 1 ? 1e-9 : 1e-3);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) m.at[i][k] = pose.row(i)[k] + little.at[i][k];
      }
    }
    if (round % 4 == 2) std::fill(std::begin(m.at[2]), std::end(m.at[2]), 0);        // flat
    if (round % 4 == 3) m = {{{2, 0, 0}, {0, 2, 0}, {0, 0, random.uniform(0, 2)}}};  // double
    const double norm = norm_of(m, random);
    EXPECT_GE(norm_bound(m), norm * (1 - 1e-14)) << round;
    // Power iteration is slow where two singular values are nearly the same.
    EXPECT_LE(norm_bound(m), norm * (round % 4 == 1 ? 1 + 1e-4 : 1 + 1e-6)) << round;
    EXPECT_GE(quick_norm_bound(m), norm * (1 - 1e-14)) << round;
    EXPECT_LE(quick_norm_bound(m), norm * 1.06) << round;
  }
  EXPECT_EQ(norm_bound({}), 0);
  EXPECT_GE(norm_bound({{{1e200, 0, 0}, {0, 0, 0}, {0, 0, 0}}}), 1e200);
  EXPECT_GE(norm_bound({{{1e-320, 0, 0}, {0, 0, 0}, {0, 0, 0}}}), 1e-320);
  EXPECT_TRUE(std::isinf(norm_bound({{{std::nan(""), 0, 0}, {0, 0, 0}, {0, 0, 0}}})));
}

TEST(Maps, TheJacobianIsTheDerivative) {
  testing::Random random(2);
  ClusterMap map;
  map.rest_centre = {1, 2, 3};
  map.centre = {-1, 0, 4};
  map.linear = any_matrix(random, 1);
  map.quadratic = any_matrix(random, 1);
  map.mixed = any_matrix(random, 1);
  map.is_quadratic = true;
  const Vec3 q{0.3, -0.7, 0.2};
  const Matrix3 j = map.jacobian(q);
  const double h = 1e-6;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Vec3 more = q;
    Vec3 less = q;
    more[axis] += h;
    less[axis] -= h;
    const Vec3 slope = (map.image(more) - map.image(less)) * (0.5 / h);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(j.at[i][axis], slope[i], 1e-8);
  }
}

TEST(Maps, APoseIsAMapWithinItsDrift) {
  testing::Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Vec3 centre = random.vector(-1, 1) * (round % 2 == 0 ? 1 : 1e6);
    const Transform pose =
        Transform::from_quaternion(random.quaternion(), random.vector(-100, 100));
    const ClusterMap map = map_of(pose, centre, 2);
    for (int i = 0; i < 20; ++i) {
      const Vec3 p = centre + random.vector(-1, 1);
      EXPECT_LE(length(pose.apply(p) - map.apply(p)), map.drift);
    }
    EXPECT_LE(map.drift, 1e-8);
  }
}

TEST(Maps, DriftIsTheLongestWay) {
  const std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Vec3> now{{0, 0, 0}, {1, 0, 0.25}, {0, 5, 0}};
  const std::vector<std::uint32_t> two{0, 1};
  EXPECT_NEAR(measure_drift({}, rest, std::span<const Vec3>(now), two), 0.25, 1e-12);
  EXPECT_GE(measure_drift({}, rest, std::span<const Vec3>(now), two), 0.25);
}

TEST(Clusters, CloseOverEveryTriangle) {
  const Mesh mesh = testing::sheet(9, 0);
  Clusters clusters;
  std::vector<std::uint32_t> halves[2];
  for (std::uint32_t i = 0; i < mesh.positions.size(); ++i) {
    halves[mesh.positions[i].x < 0.05 ? 0 : 1].push_back(i);
  }
  clusters.add(halves[0]);
  clusters.add(halves[1]);
  clusters.check(100);
  clusters.close_over(mesh.view().triangles);
  clusters.check(100);
  EXPECT_GT(clusters[0].size() + clusters[1].size(), 100U);
  for (const auto& t : mesh.triangles) {
    bool held = false;
    for (std::size_t c = 0; c < 2; ++c) {
      held = held || std::all_of(t.begin(), t.end(), [&](std::uint32_t corner) {
               return std::binary_search(clusters[c].begin(), clusters[c].end(), corner);
             });
    }
    EXPECT_TRUE(held);
  }
}

TEST(Clusters, RefuseWhatTheyDoNotHold) {
  Clusters clusters;
  const std::vector<std::uint32_t> some{0, 1, 3};
  clusters.add(some);
  EXPECT_THROW(clusters.check(4), Error);  // 2 is nowhere
  EXPECT_THROW(clusters.check(3), Error);  // 3 is beyond
  EXPECT_NO_THROW(Clusters::one(7).check(7));
}

}  // namespace
}  // namespace tact
