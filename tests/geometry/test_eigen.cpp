// Eigen's matrices: read in place where points lie one after the other, else copied by name.
#if __has_include(<Eigen/Core>)
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <type_traits>
#include <vector>

#include "tact/base/error.h"
#include "tact/geometry/mesh.h"
#include "tact/geometry/triples.h"

namespace tact {
namespace {

using ByRows = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;
using ThreeByRows = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;

template <class M>
constexpr bool in_place =
    std::is_convertible_v<M&, PositionsView>&& std::is_convertible_v<const M&, PositionsView> &&
    !std::is_constructible_v<PositionsView, M>;

static_assert(in_place<Eigen::Matrix3Xd> && in_place<Eigen::Matrix3Xf> &&
              in_place<Eigen::Matrix3d>);
static_assert(in_place<ByRows> && in_place<Eigen::MatrixXd> && in_place<Eigen::VectorXf>);
static_assert(in_place<std::vector<Eigen::Vector3f>> && in_place<std::vector<Eigen::Vector3d>>);
// By columns, three columns of n: x x x … y y y … z z z …
static_assert(!std::is_constructible_v<PositionsView, Eigen::MatrixX3d&>);
static_assert(!std::is_constructible_v<PositionsView, ThreeByRows&>);
static_assert(!std::is_constructible_v<PositionsView, Eigen::Matrix4Xd&>);
static_assert(!std::is_constructible_v<PositionsView, Eigen::Matrix3Xi&>);
static_assert(std::is_convertible_v<Eigen::Matrix3Xi&, TrianglesView>);
// What points elsewhere, or has yet to be computed.
static_assert(!std::is_constructible_v<PositionsView, std::vector<Eigen::Map<Eigen::Vector3d>>&>);
static_assert(!std::is_constructible_v<PositionsView, std::vector<Eigen::VectorXd>&>);
static_assert(
    !std::is_constructible_v<PositionsView, decltype(std::declval<Eigen::Matrix3Xd&>() * 2.0)&>);

const Vec3 first_point{1, 2, 3};
const Vec3 second_point{4, 5, 6};

void expect_points(const PositionsView& view, const void* data) {
  EXPECT_EQ(view.data(), data);
  ASSERT_EQ(view.size(), 2U);
  EXPECT_EQ(view[0], first_point);
  EXPECT_EQ(view[1], second_point);
}

TEST(Eigen, ColumnsOfThreeAreReadInPlace) {
  Eigen::Matrix3Xd columns(3, 2);
  columns << 1, 4, 2, 5, 3, 6;
  expect_points(columns, columns.data());
  const Eigen::MatrixXd any = columns;
  expect_points(any, any.data());
  const ByRows rows = columns.transpose().cast<float>();
  expect_points(rows, rows.data());
  const std::vector<Eigen::Vector3f> list{{1, 2, 3}, {4, 5, 6}};
  expect_points(list, list.data());
  Eigen::VectorXf flat(6);
  flat << 1, 2, 3, 4, 5, 6;
  expect_points(flat, flat.data());
  const Eigen::Map<const Eigen::Matrix3Xf> map(flat.data(), 3, 2);
  expect_points(map, flat.data());
}

TEST(Eigen, ABlockIsReadByItsStride) {
  Eigen::Matrix4Xd four(4, 2);
  four << 1, 4, 2, 5, 3, 6, 9, 9;
  const auto top = four.topRows<3>();
  const PositionsView view = top;
  EXPECT_EQ(view.stride(), 4 * sizeof(double));
  expect_points(view, four.data());
}

TEST(Eigen, OtherShapesAreRefusedWhenTheyAreMet) {
  const Eigen::MatrixXd by_columns = Eigen::MatrixXd::Zero(5, 3);
  try {
    const PositionsView view = by_columns;
    ADD_FAILURE() << view.size() << " points";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_mesh);
    EXPECT_NE(std::string(error.what()).find("5 by 3"), std::string::npos);
  }
  Eigen::VectorXd loose(12);
  const Eigen::Map<Eigen::Matrix3Xd, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> gaps(
      loose.data(), 3, 2, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(6, 2));
  EXPECT_THROW(PositionsView{gaps}, Error);
}

TEST(Eigen, OtherLayoutsAreCopied) {
  Eigen::MatrixX3d by_columns(2, 3);
  by_columns << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(points_from_rows(by_columns), (std::vector<Vec3>{first_point, second_point}));
  const ThreeByRows by_rows = by_columns.transpose();
  EXPECT_EQ(points_from_columns(by_rows), (std::vector<Vec3>{first_point, second_point}));
  EXPECT_EQ(points_from_rows(by_columns * 1.0), (std::vector<Vec3>{first_point, second_point}));
  EXPECT_THROW(points_from_rows(by_rows), Error);
  EXPECT_THROW(points_from_columns(by_columns), Error);
}

TEST(Eigen, TrianglesLikewise) {
  Eigen::Matrix3Xi columns(3, 2);
  columns << 0, 2, 1, 1, 2, 3;
  const TrianglesView view = columns;
  EXPECT_EQ(view.data(), static_cast<const void*>(columns.data()));
  EXPECT_EQ(view[1], (std::array<std::uint64_t, 3>{2, 1, 3}));
  const Eigen::MatrixX3i by_columns = columns.transpose();
  const std::vector<std::array<std::uint32_t, 3>> expected{{0, 1, 2}, {2, 1, 3}};
  EXPECT_EQ(triangles_from_rows(by_columns), expected);
  EXPECT_EQ(triangles_from_columns(columns), expected);
  Eigen::MatrixX3i negative = by_columns;
  negative(1, 2) = -1;
  EXPECT_THROW(triangles_from_rows(negative), Error);
}

}  // namespace
}  // namespace tact
#endif
