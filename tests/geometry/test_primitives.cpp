#include "tact/geometry/primitives.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "scenes/triangle_families.h"
#include "tact/base/simd.h"

namespace tact {
namespace {

// Rows of three values, `stride` bytes apart, in memory that ends with the last value.
template <class T>
class Rows {
 public:
  Rows(const std::vector<std::array<double, 3>>& rows, std::size_t stride)
      : count_(rows.size()), stride_(stride), size_((rows.size() - 1) * stride + 3 * sizeof(T)) {
    bytes_ = std::make_unique<std::byte[]>(size_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const T value = static_cast<T>(rows[i][k]);
        std::memcpy(bytes_.get() + i * stride + k * sizeof(T), &value, sizeof(T));
      }
    }
  }
  template <class View>
  View view() const {
    return View(reinterpret_cast<const T*>(bytes_.get()), count_, stride_);
  }

 private:
  std::size_t count_;
  std::size_t stride_;
  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

struct Layout {
  const char* name;
  bool floats;
  bool short_indices;
  std::size_t gap;  // bytes between rows
};
std::ostream& operator<<(std::ostream& out, const Layout& layout) { return out << layout.name; }

constexpr Layout layouts[] = {{"FloatsAndShortIndices", true, true, 0},
                              {"FloatsAndShortIndicesSpacedOut", true, true, 8},
                              {"FloatsAndShortIndicesUnaligned", true, true, 1},
                              {"FloatsAndLongIndices", true, false, 0},
                              {"DoublesAndShortIndices", false, true, 0},
                              {"DoublesAndLongIndicesUnaligned", false, false, 3}};

// A body of random triangles over few vertices, so that many share some.
class PrimitivesOf : public ::testing::TestWithParam<Layout> {
 protected:
  static constexpr std::uint32_t vertices = 40;

  void TearDown() override { use_simd_target(""); }

  Primitives make(std::uint32_t triangles, bool mapped, const Transform* pose = nullptr) {
    scenes::Random random(7);
    corners_.resize(triangles);
    for (auto& t : corners_) {
      for (double& v : t) v = static_cast<double>(random.below(vertices));
    }
    corners_[0] = {vertices - 1, vertices - 2, vertices - 1};
    places_.resize(vertices);
    for (auto& p : places_) {
      for (double& x : p) x = static_cast<float>(random.uniform(-1, 1));
    }
    // Of the vertices that share an id, every other two stand at one place; of the rest, some at
    // places that differ in one coordinate only, and by little.
    for (std::uint32_t v = 1; v < vertices; v += 2) {
      if (v % 4 == 1) places_[v - 1][v % 3] = 0;
      if (v % 4 == 1) places_[v] = places_[v - 1];
      if (v % 4 == 1) places_[v][v % 3] = -0.0;
      if (v % 8 == 3) places_[v] = places_[v - 1];
      if (v % 8 == 3) places_[v][v / 8 % 3] = static_cast<float>(places_[v][v / 8 % 3] + 0x1p-20);
    }
    topology_.resize(vertices);
    for (std::uint32_t v = 0; v < vertices; ++v) topology_[v] = mapped ? 1000 - v / 2 : v;
    const Layout& layout = GetParam();
    floats_ = std::make_unique<Rows<float>>(places_, 3 * sizeof(float) + layout.gap);
    doubles_ = std::make_unique<Rows<double>>(places_, 3 * sizeof(double) + layout.gap);
    short_ = std::make_unique<Rows<std::uint32_t>>(corners_, 12 + layout.gap);
    long_ = std::make_unique<Rows<std::uint64_t>>(corners_, 24 + layout.gap);
    MeshView mesh;
    mesh.positions =
        layout.floats ? floats_->view<PositionsView>() : doubles_->view<PositionsView>();
    mesh.triangles =
        layout.short_indices ? short_->view<TrianglesView>() : long_->view<TrianglesView>();
    if (mapped) mesh.topology = topology_;
    return Primitives::triangles(mesh, pose);
  }
  Vec3 corner(std::uint32_t triangle, std::size_t c) const {
    const auto& p = places_[static_cast<std::size_t>(corners_[triangle][c])];
    return {p[0], p[1], p[2]};
  }
  // A vertex of one id, at one place.
  bool share(std::uint32_t i, std::uint32_t j) const {
    for (const double v : corners_[i]) {
      for (const double w : corners_[j]) {
        const auto one = static_cast<std::size_t>(v);
        const auto other = static_cast<std::size_t>(w);
        if (topology_[one] == topology_[other] && places_[one] == places_[other]) return true;
      }
    }
    return false;
  }

  std::vector<std::array<double, 3>> corners_;
  std::vector<std::array<double, 3>> places_;
  std::vector<std::uint32_t> topology_;
  std::unique_ptr<Rows<float>> floats_;
  std::unique_ptr<Rows<double>> doubles_;
  std::unique_ptr<Rows<std::uint32_t>> short_;
  std::unique_ptr<Rows<std::uint64_t>> long_;
};

TEST_P(PrimitivesOf, GathersTheCornersOfAnyNumberOfTriangles) {
  const Transform pose = Transform::from_axis_angle({0, 0, 1}, 0.5, {1, -2, 3});
  for (const std::uint32_t triangles : {50U, 33000U}) {
    for (const bool posed : {false, true}) {
      const Primitives body = make(triangles, false, posed ? &pose : nullptr);
      for (const std::string& target : simd_targets()) {
        use_simd_target(target);
        for (std::size_t count = 0; count < 40; ++count) {
          constexpr std::size_t stride = 48;
          std::vector<std::uint32_t> ids(count);
          for (std::size_t k = 0; k < count; ++k) {
            ids[k] = static_cast<std::uint32_t>(k * 37 % triangles);
          }
          std::vector<double> rows(9 * stride, -77);
          body.gather(ids, rows.data(), stride);
          for (std::size_t k = 0; k < stride; ++k) {
            for (std::size_t c = 0; c < 3; ++c) {
              Vec3 expected{-77, -77, -77};
              if (k < count) expected = corner(ids[k], c);
              if (k < count && posed) expected = pose.apply(expected);
              const double* const at = rows.data() + 3 * c * stride + k;
              ASSERT_EQ((Vec3{at[0], at[stride], at[2 * stride]}), expected)
                  << target << ", triangle " << k << " of " << count;
            }
          }
        }
      }
    }
  }
}

TEST_P(PrimitivesOf, StrangersAreThePairsThatShareNoVertexAtOnePlace) {
  for (const std::uint32_t triangles : {60U, 33000U}) {
    for (const bool mapped : {false, true}) {
      Primitives body = make(triangles, mapped);
      std::vector<std::array<std::uint32_t, 3>> lent(triangles);
      for (const bool lend : {false, true}) {
        if (lend) {
          body.write_corners(lent);
          body.lend_corners(lent);
          EXPECT_TRUE(body.knows_corners());
        }
        for (const std::string& target : simd_targets()) {
          use_simd_target(target);
          for (std::uint32_t shift = 0; shift < 60; shift += 7) {
            std::vector<std::uint32_t> i(256);
            std::vector<std::uint32_t> j(256);
            for (std::uint32_t k = 0; k < 256; ++k) {
              i[k] = k * 31 % triangles;
              j[k] = (k * 17 + shift) % triangles;
            }
            std::vector<std::uint8_t> expected;
            for (std::uint32_t k = 0; k < 256; ++k) {
              if (!share(i[k], j[k])) expected.push_back(static_cast<std::uint8_t>(k));
              EXPECT_EQ(body.neighbours(i[k], j[k]), share(i[k], j[k]));
            }
            std::vector<std::uint8_t> found(256);
            found.resize(body.non_neighbours(i, j, found.data()));
            ASSERT_EQ(found, expected) << target;
            ASSERT_GT(expected.size(), 0U);
            ASSERT_LT(expected.size(), 256U);
          }
        }
      }
    }
  }
}

// Coordinates are read only where ids were given, and then only of triangles that share one: here
// there are none to read.
TEST(Primitives, WhoSharesNoIdIsToldWithoutCoordinates) {
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {2, 3, 4}, {5, 6, 7}};
  const std::vector<std::uint32_t> ids{10, 11, 12, 13, 14, 15, 16, 17};
  MeshView mesh;
  mesh.triangles = std::span<const std::array<std::uint32_t, 3>>(triangles);
  const Primitives whole = Primitives::triangles(mesh, nullptr);
  EXPECT_TRUE(whole.neighbours(0, 1));
  EXPECT_FALSE(whole.neighbours(0, 2));
  mesh.topology = ids;
  const Primitives broken = Primitives::triangles(mesh, nullptr);
  EXPECT_TRUE(broken.neighbours(0, 1)) << "by index: one vertex stands where it stands";
  EXPECT_FALSE(broken.neighbours(0, 2));
}

INSTANTIATE_TEST_SUITE_P(Layouts, PrimitivesOf, ::testing::ValuesIn(layouts),
                         [](const auto& layout) { return std::string(layout.param.name); });

}  // namespace
}  // namespace tact
