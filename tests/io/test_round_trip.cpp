// Through every format and back, bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <random>

#include "tact/base/error.h"
#include "tact/io/load.h"
#include "tests/io/temporary_folder.h"

namespace tact {
namespace {

Mesh random_mesh(std::uint64_t seed) {
  Mesh mesh;
  std::mt19937_64 bits(seed);
  while (mesh.positions.size() < 1000) {
    const Vec3 p{std::bit_cast<double>(bits()), std::bit_cast<double>(bits()),
                 std::bit_cast<double>(bits())};
    if (is_finite(p)) mesh.positions.push_back(p);
  }
  // Short decimals, which are read another way than long ones.
  for (int i = 0; i < 1000; ++i) {
    const auto value = [&] { return static_cast<double>(bits() % 2000000) / 1e6 - 1; };
    const double x = value();
    const double y = value();
    mesh.positions.push_back({x, y, value()});
  }
  mesh.positions.push_back({-0.0, 5e-324, std::numeric_limits<double>::max()});
  mesh.positions.push_back({9007199254740994.0, 9007199254740992.0, 1e22});
  for (std::uint32_t i = 0; i + 2 < mesh.positions.size(); ++i) {
    mesh.triangles.push_back({i + 2, i, i + 1});
  }
  return mesh;
}

void expect_same_bits(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.triangles, b.triangles);
  ASSERT_EQ(a.positions.size(), b.positions.size());
  for (std::size_t i = 0; i < a.positions.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(a.positions[i][axis]),
                std::bit_cast<std::uint64_t>(b.positions[i][axis]))
          << i;
    }
  }
}

TEST(RoundTrip, ObjPlyOffObjKeepsEveryBit) {
  const test::TemporaryFolder folder;
  const Mesh mesh = random_mesh(1);
  Mesh last = mesh;
  for (const char* name : {"a.obj", "b.ply", "c.off", "d.obj"}) {
    save(folder.path() / name, last.view());
    last = load(folder.path() / name);
    expect_same_bits(last, mesh);
  }
  EXPECT_EQ(test::TemporaryFolder::read(folder.path() / "a.obj"),
            test::TemporaryFolder::read(folder.path() / "d.obj"));
}

TEST(RoundTrip, EveryFormOfPlyKeepsEveryBit) {
  const test::TemporaryFolder folder;
  const Mesh mesh = random_mesh(2);
  for (const PlyFormat format :
       {PlyFormat::ascii, PlyFormat::little_endian, PlyFormat::big_endian}) {
    save_ply(folder.path() / "a.ply", mesh.view(), format);
    expect_same_bits(load(folder.path() / "a.ply"), mesh);
  }
}

TEST(RoundTrip, StlKeepsFloats) {
  const test::TemporaryFolder folder;
  Mesh mesh;
  for (int i = 0; i < 300; ++i) {
    mesh.positions.push_back(
        {double{0.1F * static_cast<float>(i)}, static_cast<double>(i % 7), 1e-30F});
  }
  for (std::uint32_t i = 0; i < 300; i += 3) mesh.triangles.push_back({i, i + 1, i + 2});
  save(folder.path() / "a.stl", mesh.view());
  expect_same_bits(load(folder.path() / "a.stl"), mesh);
}

TEST(RoundTrip, SaveKnowsItsFormats) {
  const test::TemporaryFolder folder;
  const Mesh mesh = random_mesh(1);
  EXPECT_THROW(save(folder.path() / "a.fbx", mesh.view()), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(RoundTrip, WhatLoadWouldRefuseIsNotWritten) {
  const test::TemporaryFolder folder;
  Mesh hole;
  hole.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  hole.triangles = {{0, 1, 3}};
  Mesh nowhere = hole;
  nowhere.triangles = {{0, 1, 2}};
  nowhere.positions[1].y = std::numeric_limits<double>::quiet_NaN();
  for (const char* const name : {"a.obj", "a.ply", "a.stl", "a.off"}) {
    for (const Mesh* const mesh : {&hole, &nowhere}) {
      try {
        save(folder.path() / name, mesh->view());
        ADD_FAILURE() << name;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_mesh) << error.what();
      }
    }
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace tact
