#include "tact/io/load.h"

#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <limits>
#include <random>

#include "tact/base/error.h"
#include "tests/io/mesh_file.h"
#include "tests/io/temporary_folder.h"

namespace tact {
namespace {

using test::TemporaryFolder;
using Triangle = std::array<std::uint32_t, 3>;
using Triangles = std::vector<Triangle>;

constexpr const char* obj_square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

Mesh read(const std::string& text) {
  const TemporaryFolder folder;
  return load_obj(folder.write("mesh.obj", text));
}

/// The message of the error that reading `text` gives, without the folder's name.
std::string obj_error_of(const std::string& text) {
  const TemporaryFolder folder;
  try {
    load_obj(folder.write("mesh.obj", text));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_file);
    const std::string message = error.what();
    const std::string prefix = folder.path().string() + "/";
    EXPECT_EQ(message.rfind(prefix, 0), 0U) << message;
    return message.substr(std::min(prefix.size(), message.size()));
  }
  return "no error";
}

TEST(LoadObj, ReadsEveryFormOfAFace) {
  const Mesh mesh = read(std::string(obj_square) +
                         "vt 0 0\nvn 0 0 1\n"
                         "f 1 2 3\nf 1/1 3/1 4/1\nf 1//1 2//1 4//1\nf 2/1/1 3/1/1 4/1/1\n"
                         "f -4 -3 -2\nf -4/-1 -2/-1/-1 -1//-1\nf 1/ 2/1/ 4//\n");
  EXPECT_EQ(mesh.positions.size(), 4U);
  EXPECT_EQ(
      mesh.triangles,
      (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 3}, {1, 2, 3}, {0, 1, 2}, {0, 2, 3}, {0, 1, 3}}));
  EXPECT_TRUE(mesh.face.empty()) << "only triangles: triangle i is face i";
}

TEST(LoadObj, SkipsWhatIsNoGeometryAndJoinsContinuedLines) {
  const std::string text =
      "\xEF\xBB\xBF# a comment\r\n  \t\r\nmtllib a.mtl\r\no thing\r\nv\t1e0  +2 -.5 # here\r\nv 1 "
      "0 0 1.0\r\n"
      "v 0 1 0 0.5 0.5 0.5\r\ng a b\r\ns off\r\nl 1 2\r\np 1\r\nusemtl x\r\nf 1 \\\r\n 2 \\\r\n 3";
  const Mesh mesh = read(text);
  ASSERT_EQ(mesh.positions.size(), 3U);
  EXPECT_EQ(mesh.positions[0], (Vec3{1, 2, -0.5}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(LoadObj, CutsPolygonsAndKeepsTheirFace) {
  // The third face is an arrowhead whose reflex corner forbids the fan around its first corner.
  const Mesh mesh =
      read(std::string(obj_square) +
           "v 0 0 0\nv 4 -2 0\nv 1 0 0\nv 4 2 0\nf 1 2 3\nf 1 2 3 4\nf 6 7 8 5\nf 1 3 4\n");
  EXPECT_EQ(mesh.face, (std::vector<std::uint32_t>{0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(mesh.triangles[1], (Triangle{0, 1, 2}));
  EXPECT_EQ(mesh.triangles[2], (Triangle{0, 2, 3}));
  for (const std::size_t i : {3U, 4U}) {
    const Triangle& t = mesh.triangles[i];
    const Vec3 a = mesh.positions[t[0]];
    EXPECT_GT(cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a).z, 0) << i;
  }
}

TEST(LoadObj, ErrorsNameFileAndLine) {
  const std::string v = obj_square;
  EXPECT_EQ(obj_error_of(v + "f 1 2 12\n"),
            "mesh.obj:5: face refers to vertex 12, but only 4 are defined");
  EXPECT_EQ(obj_error_of(v + "f 1 2 -5\n"),
            "mesh.obj:5: face refers to vertex -5, but only 4 are defined");
  EXPECT_EQ(obj_error_of(v + "f 1 0 3\n"),
            "mesh.obj:5: face refers to vertex 0; vertices are counted from 1");
  EXPECT_EQ(obj_error_of(v + "f 1 2\n"), "mesh.obj:5: face has 2 vertices, not 3 or more");
  EXPECT_EQ(obj_error_of(v + "\n# x\nf\n"), "mesh.obj:7: face has 0 vertices, not 3 or more");
  EXPECT_EQ(obj_error_of(v + "f \\\n1 \\\n2\n"), "mesh.obj:5: face has 2 vertices, not 3 or more");
  for (const char* bad : {"1/x", "1/1/1/1", "/1", "x", "1.5", "1///", "99999999999999999999"}) {
    EXPECT_EQ(obj_error_of(v + "f 1 2 " + bad),
              "mesh.obj:5: face has '" + std::string(bad) + "', not v, v/vt, v//vn or v/vt/vn");
  }
  EXPECT_EQ(obj_error_of("v 0 nan 0\n"), "mesh.obj:1: vertex has a NaN or infinite coordinate");
  EXPECT_EQ(obj_error_of("v 0 0 -inf\n"), "mesh.obj:1: vertex has a NaN or infinite coordinate");
  EXPECT_EQ(obj_error_of("v 0 0 1e999\n"), "mesh.obj:1: vertex has '1e999', not a number");
  EXPECT_EQ(obj_error_of("v 0 0\n"), "mesh.obj:1: vertex has 2 coordinates, not 3");
  EXPECT_EQ(obj_error_of("v 0 0 1,5\n"), "mesh.obj:1: vertex has '1,5', not a number");
  EXPECT_EQ(obj_error_of("v 0 0 0 red\n"), "mesh.obj:1: vertex has 'red', not a number");
  EXPECT_EQ(obj_error_of("solid cube\n"), "mesh.obj:1: unknown keyword 'solid'");
  EXPECT_EQ(obj_error_of("cstype bezier\n"),
            "mesh.obj:1: free-form curves and surfaces (cstype) are not supported; export the mesh "
            "as polygons");
  EXPECT_EQ(obj_error_of(""), "mesh.obj: has no faces (0 vertices)");
  EXPECT_EQ(obj_error_of(v), "mesh.obj: has no faces (4 vertices)");
  EXPECT_EQ(obj_error_of(std::string("v 0 0 0\0\n", 9)),
            "mesh.obj: is not a text file (it has zero bytes)");
}

TEST(LoadObj, MissingFileAndFolderAreErrors) {
  const TemporaryFolder folder;
  const auto message = [](const std::filesystem::path& path) {
    try {
      load_obj(path);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string base = folder.path().string();
  EXPECT_EQ(message(base + "/none.obj"),
            base + "/none.obj: cannot be opened: No such file or directory");
  EXPECT_EQ(message(base), base + ": is a folder, not a mesh file");
}

TEST(LoadObj, EveryTruncationIsAnErrorOrAMeshWithItsIndicesInRange) {
  const TemporaryFolder folder;
  const std::string text = std::string(obj_square) + "f 1/1 2//2 3/3/3 4\r\nf -1 \\\n-2 -3\n";
  std::size_t meshes = 0;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    try {
      const Mesh mesh = load_obj(folder.write("cut.obj", text.substr(0, size)));
      ++meshes;
      for (const Triangle& t : mesh.triangles) {
        for (const std::uint32_t vertex : t) EXPECT_LT(vertex, mesh.positions.size());
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_file);
    }
  }
  EXPECT_GT(meshes, 0U);
  EXPECT_LT(meshes, text.size());
}

TEST(LoadObj, LinesAndPolygonsOfAnyLength) {
  constexpr std::uint32_t corners = 60000;  // a face line longer than the reader's chunk
  std::string text;
  std::string face = "f";
  for (std::uint32_t i = 0; i < corners; ++i) {
    // Points of a parabola: convex without a sine.
    const std::int64_t x = static_cast<std::int64_t>(i) - corners / 2;
    text.append("v ").append(std::to_string(x)).append(" ").append(std::to_string(x * x));
    text.append(" 0\n");
    face.append(" ").append(std::to_string(i + 1));
  }
  const Mesh mesh = read(text + "#" + std::string(1000000, 'x') + "\n" + face + "\n");
  ASSERT_EQ(mesh.triangles.size(), corners - 2);
  EXPECT_EQ(mesh.triangles.back(), (Triangle{0, corners - 2, corners - 1}));
  EXPECT_EQ(mesh.face, std::vector<std::uint32_t>(corners - 2, 0));
}

TEST(SaveObj, GivesBackEveryBit) {
  Mesh mesh;
  std::mt19937_64 bits(1);
  while (mesh.positions.size() < 1000) {
    const Vec3 p{std::bit_cast<double>(bits()), std::bit_cast<double>(bits()),
                 std::bit_cast<double>(bits())};
    if (is_finite(p)) mesh.positions.push_back(p);
  }
  const double largest = std::numeric_limits<double>::max();
  mesh.positions.push_back({-0.0, 5e-324, largest});
  mesh.positions.push_back({0.1F, 1e22, 2.2250738585072014e-308});
  for (std::uint32_t i = 0; i + 2 < mesh.positions.size(); ++i) {
    mesh.triangles.push_back({i + 2, i, i + 1});
  }
  const TemporaryFolder folder;
  save_obj(folder.path() / "a.obj", mesh.view());
  const Mesh back = load_obj(folder.path() / "a.obj");
  EXPECT_EQ(back.triangles, mesh.triangles);
  ASSERT_EQ(back.positions.size(), mesh.positions.size());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(back.positions[i][axis]),
                std::bit_cast<std::uint64_t>(mesh.positions[i][axis]));
    }
  }
}

TEST(SaveObj, ReadsFloatAndStridedViewsInPlace) {
  const float values[] = {0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0.5F, 9};
  const std::uint64_t indices[] = {0, 1, 2};
  const MeshView view{PositionsView(values, 3, 4 * sizeof(float)),
                      TrianglesView(std::span<const std::uint64_t>(indices)),
                      {}};
  const TemporaryFolder folder;
  save_obj(folder.path() / "a.obj", view);
  EXPECT_EQ(TemporaryFolder::read(folder.path() / "a.obj"),
            "v 0 0 0\nv 1 0 0\nv 0 1 0.5\nf 1 2 3\n");
}

TEST(SaveObj, LeavesNothingBehindWhenItFails) {
  const TemporaryFolder folder;
  const Mesh mesh = read(std::string(obj_square) + "f 1 2 3\n");
  std::filesystem::create_directories(folder.path() / "taken.obj" / "inside");
  EXPECT_THROW(save_obj(folder.path() / "taken.obj", mesh.view()), Error);
  EXPECT_THROW(save_obj(folder.path() / "no-such-folder" / "a.obj", mesh.view()), Error);
  std::size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().filename(), "taken.obj");
    ++entries;
  }
  EXPECT_EQ(entries, 1U);
}

TEST(LoadObj, OtherFilesAreNotFollowedWithoutAWord) {
  EXPECT_NE(test::error_in("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ncall b.obj\n")
                .find("not followed"),
            std::string::npos);
}

}  // namespace
}  // namespace tact
