// A view refers to arrays that somebody else owns: of an owner that is about to die there is none,
// or rigid(load(file).view()) would compile and dangle.
#include "tact/geometry/mesh.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "tact/io/sequence.h"

namespace tact {
namespace {

template <class T>
concept HasView = requires(T&& owner) {
  std::forward<T>(owner).view();
};
template <class T>
concept HasMesh = requires(T&& owner) {
  std::forward<T>(owner).mesh();
};

static_assert(HasView<Mesh&> && HasView<const Mesh&>);
static_assert(!HasView<Mesh> && !HasView<const Mesh>);
static_assert(HasView<FramePositions&> && HasView<const FramePositions&>);
static_assert(!HasView<FramePositions> && !HasView<const FramePositions>);
static_assert(HasMesh<Sequence&> && !HasMesh<Sequence>);

// The same for what reads plain arrays. A span says that somebody else owns them, and is taken.
template <class View, class Array>
constexpr bool only_while_it_lasts =
    std::is_constructible_v<View, Array&>&& std::is_constructible_v<View, const Array&> &&
    !std::is_constructible_v<View, Array> && !std::is_constructible_v<View, const Array>;
template <class View, class T>
constexpr bool of_spans =
    std::is_constructible_v<View, std::span<T>>&& std::is_convertible_v<std::span<const T>, View>;
using Corners = std::array<std::uint32_t, 3>;

static_assert(only_while_it_lasts<PositionsView, std::vector<Vec3>>);
static_assert(only_while_it_lasts<PositionsView, std::vector<float>>);
static_assert(only_while_it_lasts<PositionsView, std::vector<double>>);
static_assert(only_while_it_lasts<PositionsView, std::array<double, 9>>);
static_assert(only_while_it_lasts<TrianglesView, std::vector<std::uint32_t>>);
static_assert(only_while_it_lasts<TrianglesView, std::vector<Corners>>);
static_assert(only_while_it_lasts<TrianglesView, std::array<std::uint64_t, 6>>);
static_assert(only_while_it_lasts<RadiiView, std::vector<double>>);
static_assert(only_while_it_lasts<RadiiView, std::array<float, 4>>);
static_assert(of_spans<PositionsView, Vec3> && of_spans<PositionsView, float>);
static_assert(of_spans<TrianglesView, Corners> && of_spans<RadiiView, double>);
static_assert(std::is_convertible_v<double, RadiiView>);

TEST(Mesh, AViewReadsTheArraysInPlace) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  mesh.topology = {7, 8, 9};
  const MeshView view = mesh.view();
  EXPECT_EQ(view.positions.size(), 3U);
  EXPECT_EQ(view.triangles.size(), 1U);
  EXPECT_EQ(view.topology.data(), mesh.topology.data());
  mesh.positions[1] = {5, 6, 7};
  EXPECT_EQ(view.positions[1], (Vec3{5, 6, 7}));
}

}  // namespace
}  // namespace tact
