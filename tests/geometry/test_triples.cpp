// Arrays of triples that views read in place, and those that they leave alone.
#include "tact/geometry/triples.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "tact/base/error.h"
#include "tact/geometry/mesh.h"
#include "tact/geometry/validate.h"

namespace tact {

// A type of somebody else's, told where its numbers are.
struct Marked {
  int number = 0;
  float place[3] = {};
};
template <>
struct TripleLayout<Marked> : TripleAt<float, sizeof(int)> {};

namespace {

struct MyVec3 {
  float x, y, z;
};
struct Vertex {
  std::uint64_t id;
  double x, y, z;
  float colour[2];
};
struct WithConstructors {
  WithConstructors(float a, float b, float c) : x(a), y(b), z(c) {}
  WithConstructors(const WithConstructors& o) : x(o.x), y(o.y), z(o.z) {}
  float x, y, z;
};
struct Scattered {
  float x, y, w, z;
};
struct Mixed {
  float x, y;
  double z;
};
struct Whole {
  int x, y, z;
};
struct Hidden {
  explicit Hidden(float v) : x(v), y(v), z(v) {}
  float sum() const { return x + y + z; }

 private:
  float x, y, z;  // NOLINT(readability-identifier-naming): the names are the point
};
struct Unnamed {
  float a, b, c;
};

template <class T>
constexpr bool are_positions =
    std::is_convertible_v<std::vector<T>&, PositionsView>&& std::is_convertible_v<
        const std::vector<T>&, PositionsView>&& std::is_convertible_v<std::span<T>, PositionsView>&&
        std::is_convertible_v<std::span<const T>, PositionsView> &&
    !std::is_constructible_v<PositionsView, std::vector<T>>;
template <class T>
constexpr bool are_triangles = std::is_convertible_v<std::vector<T>&, TrianglesView>&&
                                   std::is_convertible_v<std::span<const T>, TrianglesView> &&
                               !std::is_constructible_v<TrianglesView, std::vector<T>>;
template <class T>
constexpr bool are_nothing = !std::is_constructible_v<PositionsView, std::vector<T>&> &&
                             !std::is_constructible_v<TrianglesView, std::vector<T>&>;

static_assert(are_positions<float> && are_positions<double> && are_positions<Vec3>);
static_assert(are_positions<std::array<float, 3>> && are_positions<std::array<double, 3>>);
static_assert(are_positions<MyVec3> && are_positions<Vertex> && are_positions<WithConstructors>);
static_assert(are_positions<Marked>);
static_assert(are_triangles<int> && are_triangles<std::uint32_t> && are_triangles<long long> &&
              are_triangles<std::size_t>);
static_assert(are_triangles<std::array<int, 3>> && are_triangles<std::array<std::uint64_t, 3>> &&
              are_triangles<Whole>);
// Neither: numbers of another kind, four of them, with gaps, or nobody knows what.
static_assert(!are_positions<int> && !are_triangles<float>);
static_assert(are_nothing<long double> && are_nothing<short> && are_nothing<bool>);
static_assert(are_nothing<std::array<float, 4>> && are_nothing<std::array<float, 2>>);
static_assert(are_nothing<Scattered> && are_nothing<Mixed> && are_nothing<Hidden> &&
              are_nothing<Unnamed>);
// As large as three numbers, but the numbers are elsewhere.
static_assert(sizeof(std::vector<double>) == 3 * sizeof(double));
static_assert(are_nothing<std::vector<double>> && are_nothing<std::span<double, 3>> &&
              are_nothing<std::string>);
static_assert(!std::is_constructible_v<PositionsView, std::list<MyVec3>&>);
static_assert(!std::is_constructible_v<PositionsView, std::vector<bool>&>);
// Temporaries, in every form.
static_assert(!std::is_constructible_v<PositionsView, const std::vector<MyVec3>>);
static_assert(!std::is_constructible_v<PositionsView, std::array<MyVec3, 4>>);
static_assert(!std::is_constructible_v<RadiiView, std::vector<float>>);
static_assert(std::is_convertible_v<const std::vector<float>&, RadiiView>);
static_assert(std::is_convertible_v<std::span<const double>, RadiiView>);
static_assert(!std::is_constructible_v<RadiiView, std::vector<int>&>);

void expect_counting(const PositionsView& view, const void* first) {
  EXPECT_EQ(view.data(), first) << "in place";
  ASSERT_EQ(view.size(), 2U);
  EXPECT_EQ(view[0], (Vec3{1, 2, 3}));
  EXPECT_EQ(view[1], (Vec3{4, 5, 6}));
  EXPECT_EQ(view.remainder(), 0U);
}

TEST(Triples, PositionsAreReadInPlace) {
  const std::vector<float> flat{1, 2, 3, 4, 5, 6};
  expect_counting(flat, flat.data());
  const std::vector<std::array<float, 3>> arrays{{1, 2, 3}, {4, 5, 6}};
  expect_counting(arrays, arrays.data());
  const std::vector<MyVec3> structs{{1, 2, 3}, {4, 5, 6}};
  expect_counting(structs, structs.data());
  expect_counting(std::span<const MyVec3>(structs), structs.data());
  const std::vector<Vertex> vertices{{9, 1, 2, 3, {}}, {9, 4, 5, 6, {}}};
  expect_counting(vertices, &vertices[0].x);
  const std::vector<Marked> marked{{9, {1, 2, 3}}, {9, {4, 5, 6}}};
  expect_counting(marked, marked[0].place);
  const double rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  expect_counting(rows, rows);
  const std::array<double, 6> fixed{1, 2, 3, 4, 5, 6};
  expect_counting(fixed, fixed.data());
  const WithConstructors made[] = {{1, 2, 3}, {4, 5, 6}};
  expect_counting(made, made);
}

TEST(Triples, NumbersLeftOverAreRefused) {
  const std::vector<double> seven(7);
  const PositionsView view = seven;
  EXPECT_EQ(view.size(), 2U);
  EXPECT_EQ(view.remainder(), 1U);
  EXPECT_THROW(check_positions(view, "seven"), Error);
  const std::vector<MyVec3> none;
  EXPECT_TRUE(check_positions(none, "none").empty());
}

TEST(Triples, TrianglesAreReadInPlaceWhateverTheirIntegers) {
  const auto expect = [](const TrianglesView& view, const void* first) {
    EXPECT_EQ(view.data(), first);
    ASSERT_EQ(view.size(), 2U);
    EXPECT_EQ(view[1], (std::array<std::uint64_t, 3>{2, 1, 3}));
    check_triangles(view, 4, "in range");
  };
  const std::vector<int> flat{0, 1, 2, 2, 1, 3};
  expect(flat, flat.data());
  const std::vector<std::array<long long, 3>> wide{{0, 1, 2}, {2, 1, 3}};
  expect(wide, wide.data());
  const std::vector<std::array<std::uint32_t, 3>> plain{{0, 1, 2}, {2, 1, 3}};
  expect(plain, plain.data());
  const Whole whole[] = {{0, 1, 2}, {2, 1, 3}};
  expect(whole, whole);
}

std::string complaint(const TrianglesView& triangles, std::size_t vertices) {
  try {
    check_triangles(triangles, vertices, "body");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_mesh);
    return error.what();
  }
  return "";
}

TEST(Triples, NegativeIndicesAreRefused) {
  const std::vector<std::array<int, 3>> narrow{{0, 1, 2}, {2, -3, 1}};
  const std::vector<std::array<std::int64_t, 3>> wide{{0, 1, 2}, {2, -3, 1}};
  const std::string expected = "body: triangle 1 refers to vertex -3, but there are ";
  EXPECT_EQ(complaint(narrow, 3), expected + "3");
  EXPECT_EQ(complaint(wide, 3), expected + "3");
  // So many vertices that the same bits without a sign were one of them.
  const std::size_t most = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(complaint(narrow, most), expected + std::to_string(most));
  const std::vector<std::uint32_t> large{0, 1, 0xFFFFFFFDU};
  EXPECT_EQ(complaint(large, most), "");
}

}  // namespace
}  // namespace tact
