// A view refers to arrays that somebody else owns: of an owner that is about to die there is none,
// or rigid(load(file).view()) would compile and dangle.
#include "tact/geometry/mesh.h"

#include <gtest/gtest.h>

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
