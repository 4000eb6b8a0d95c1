// A view refers to arrays that somebody else owns: of an owner that is about to die there is none,
// or rigid(load(file).view()) would compile and dangle.
#include "tact/geometry/mesh.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "tact/body/body.h"
#include "tact/io/sequence.h"

namespace tact {
namespace {

// A part of somebody's array.
template <class T>
struct PartOfArray {
  const T* first;
  std::size_t count;
  const T* data() const { return first; }
  std::size_t size() const { return count; }
  const T* begin() const { return first; }
  const T* end() const { return first + count; }
};

}  // namespace
}  // namespace tact

template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<tact::PartOfArray<T>> = true;

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
template <class T>
concept HasExtent = requires(T&& owner) {
  std::forward<T>(owner).extent();
};
template <class T>
concept HasEdges = requires(T&& owner) {
  std::forward<T>(owner).edges();
};

static_assert(HasView<Mesh&> && HasView<const Mesh&>);
static_assert(!HasView<Mesh> && !HasView<const Mesh>);
static_assert(HasView<FramePositions&> && HasView<const FramePositions&>);
static_assert(!HasView<FramePositions> && !HasView<const FramePositions>);
static_assert(HasMesh<Sequence&> && !HasMesh<Sequence>);
static_assert(HasMesh<Shape&> && HasMesh<const Shape&> && !HasMesh<Shape>);
static_assert(HasExtent<Shape&> && HasExtent<const Shape&> && !HasExtent<Shape>);
static_assert(HasEdges<Shape&> && HasEdges<const Shape&> && !HasEdges<Shape>);

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
// So does every other range that owns nothing: parts of an array, views of one.
template <class View, class Range>
constexpr bool of_passing =
    std::is_convertible_v<Range, View>&& std::is_convertible_v<Range&, View>;
static_assert(of_passing<PositionsView, PartOfArray<Vec3>> &&
              of_passing<PositionsView, PartOfArray<float>>);
static_assert(of_passing<TrianglesView, PartOfArray<Corners>> &&
              of_passing<RadiiView, PartOfArray<double>>);
static_assert(!of_passing<RadiiView, PartOfArray<int>>);
#if !defined(__clang__)  // clang 14 cannot read this of libstdc++
static_assert(of_passing<PositionsView, std::ranges::subrange<const Vec3*>>);
static_assert(of_passing<PositionsView, std::ranges::subrange<std::vector<float>::iterator>>);
static_assert(of_passing<TrianglesView, std::ranges::ref_view<const std::vector<Corners>>>);
static_assert(of_passing<RadiiView, std::ranges::subrange<const double*>>);
// A view that computes what it gives has no array.
static_assert(!std::is_constructible_v<RadiiView, std::ranges::iota_view<int, int>>);
#endif

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
