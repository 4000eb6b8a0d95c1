#include "tact/io/sequence.h"

#include <gtest/gtest.h>

#include "tests/io/mesh_file.h"

namespace tact {
namespace {

using test::TemporaryFolder;

std::string triangle(double z, const std::string& face = "f 1 2 3\n") {
  return "v 0 0 " + std::to_string(z) + "\nv 1 0 0\nv 0 1 0\n" + face;
}

double height(const Sequence& sequence, std::uint64_t frame) {
  FramePositions positions;
  sequence.read(frame, positions);
  return positions.view()[0].z;
}

std::string error_of(const std::string& source, std::uint64_t frame = 0) {
  try {
    FramePositions positions;
    Sequence(source).read(frame, positions);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Sequence, ReadsFoldersAndPatterns) {
  const TemporaryFolder folder;
  const auto walk = folder.path() / "walk me";
  std::filesystem::create_directory(walk);
  for (const int i : {10, 9, 8}) {
    folder.write("walk me/f" + std::to_string(i) + ".obj", triangle(i));
  }
  folder.write("walk me/notes.txt", "no mesh");
  folder.write("walk me/f.mtl", "no mesh");
  for (const std::string& source : {walk.string(), walk.string() + "/*.obj"}) {
    const Sequence sequence(source);
    ASSERT_EQ(sequence.frames(), 3U);
    EXPECT_TRUE(sequence.moves());
    EXPECT_EQ(sequence.mesh().positions[0].z, 8);
    EXPECT_EQ(height(sequence, 2), 10);
    EXPECT_EQ(height(sequence, 1), 9);
    EXPECT_EQ(sequence.file_of(2), (walk / "f10.obj").string());
  }
  const Sequence still((walk / "f9.obj").string());
  EXPECT_FALSE(still.moves());
  EXPECT_EQ(still.frames(), 1U);
  folder.write("walk me/f9.ply", "ply");
  EXPECT_NE(error_of(walk.string()).find("has both .obj and .ply files"), std::string::npos);
}

TEST(Sequence, AFolderHoldsOneMotion) {
  const TemporaryFolder folder;
  for (const char* name : {"run1.obj", "run2.obj", "walk1.obj"}) folder.write(name, triangle(0));
  EXPECT_NE(error_of(folder.path().string()).find("run1.obj and walk1.obj; say which by a pattern"),
            std::string::npos);
  EXPECT_EQ(Sequence((folder.path() / "run*.obj").string()).frames(), 2U);
  EXPECT_EQ(Sequence((folder.path() / "*.obj").string()).frames(), 3U) << "who says so gets all";
}

TEST(Sequence, AFrameThatCannotBeReadIsNotLeftOut) {
  const TemporaryFolder folder;
  for (const char* name : {"f1.obj", "f2.obj", "._f2.obj"}) folder.write(name, triangle(0));
  EXPECT_EQ(Sequence(folder.path().string()).frames(), 2U) << "hidden files are no frames";
  std::filesystem::create_symlink("gone.obj", folder.path() / "f3.obj");
  EXPECT_NE(error_of(folder.path().string()).find("f3.obj: is no file, or leads to none"),
            std::string::npos);
}

TEST(Sequence, SaysThatFramesAreMissing) {
  const TemporaryFolder folder;
  for (const int i : {1, 2, 5, 6}) folder.write("f" + std::to_string(i) + ".obj", triangle(i));
  const Sequence sequence(folder.path().string());
  ASSERT_EQ(sequence.notes().size(), 1U);
  EXPECT_NE(sequence.notes().front().find("f2.obj: the file that follows is f5.obj"),
            std::string::npos);
}

TEST(Sequence, ReadsMeshAndCache) {
  const TemporaryFolder folder;
  const auto mesh = folder.write("a:b.obj", triangle(0));
  for (const char* name : {"c.pc2", "c.mdd"}) {
    PointCacheWriter writer(folder.path() / name, 3, 4);
    for (int f = 0; f < 4; ++f) {
      const float xyz[] = {0, 0, static_cast<float>(f), 1, 0, 0, 0, 1, 0};
      writer.add(PositionsView(std::span<const float>(xyz)));
    }
    writer.commit();
    const Sequence sequence(mesh.string() + ":" + (folder.path() / name).string());
    EXPECT_EQ(sequence.frames(), 4U);
    EXPECT_EQ(height(sequence, 3), 3);
    EXPECT_EQ(sequence.mesh().triangles.size(), 1U);
  }
  folder.write("d.obj", triangle(0) + "v 0 0 0\n");
  EXPECT_EQ(error_of((folder.path() / "d.obj").string() + ":" + (folder.path() / "c.pc2").string()),
            (folder.path() / "c.pc2").string() + ": has 3 points, but " +
                (folder.path() / "d.obj").string() + " has 4 vertices");
  EXPECT_NE(error_of((folder.path() / "none.pc2").string()).find("write MESH:CACHE"),
            std::string::npos);
}

TEST(Sequence, ErrorsNameFrameAndFile) {
  const TemporaryFolder folder;
  const std::string base = folder.path().string();
  folder.write("f0.obj", triangle(0));
  folder.write("f1.obj", triangle(0) + "v 0 0 0\n");
  folder.write("f2.obj", triangle(0, "f 1 3 2\n"));
  folder.write("f3.obj", triangle(0, "f 1 2 3\nf 1 2 3\n"));
  folder.write("f4.obj", triangle(0, "f 1 2 4\n"));
  EXPECT_EQ(error_of(base, 0), "no error");
  EXPECT_EQ(error_of(base, 1), "frame 1: " + base +
                                   "/f1.obj: has 4 vertices, but the first frame, " + base +
                                   "/f0.obj, has 3");
  EXPECT_EQ(error_of(base, 2), "frame 2: " + base +
                                   "/f2.obj: has other triangles than the first frame, " + base +
                                   "/f0.obj");
  EXPECT_EQ(error_of(base, 3), "frame 3: " + base +
                                   "/f3.obj: has 2 triangles, but the first frame, " + base +
                                   "/f0.obj, has 1");
  EXPECT_EQ(error_of(base, 4),
            "frame 4: " + base + "/f4.obj:4: face refers to vertex 4, but only 3 are defined");
  EXPECT_EQ(error_of(base + "/*.stl"), base + "/*.stl: no file has such a name");
  std::filesystem::create_directory(folder.path() / "empty");
  EXPECT_EQ(error_of(base + "/empty"), base + "/empty: has no mesh files in it");
}

// A quadrangle whose reflex corner moves is cut another way, and still the same face.
TEST(Sequence, PolygonsStayCutAsInTheFirstFrame) {
  const TemporaryFolder folder;
  const std::string remaining = "v 4 -2 0\nv 4 2 0\nv 0 0 0\n";
  folder.write("f0.obj", "v 1 0 0\n" + remaining + "f 2 1 3 4\n");
  folder.write("f1.obj", "v 9 0 0\n" + remaining + "f 2 1 3 4\n");
  const Sequence sequence(folder.path().string());
  FramePositions positions;
  sequence.read(1, positions);
  EXPECT_EQ(positions.view()[0], (Vec3{9, 0, 0}));
  EXPECT_EQ(sequence.mesh().face, (std::vector<std::uint32_t>{0, 0}));
}

}  // namespace
}  // namespace tact
