#include "tact/io/load.h"

#include <gtest/gtest.h>

#include "tests/io/mesh_file.h"

namespace tact {
namespace {

using test::error_in;
using test::mesh_in;
using test::Triangles;

const std::string off_square = "0 0 0\n1 0 0\n1 1 0\n0 1 0.1\n";

TEST(LoadOff, ReadsEveryFormOfTheHeader) {
  const std::string faces = "3 0 1 2\n4 0 1 2 3 255 0 0\n";
  for (const char* start :
       {"OFF\n4 2 5\n", "OFF 4 2 5\n", "# first\n\nOFF # here\n# there\n4 2 5\n", "4 2 5\n",
        "OFF\r\n4 2\r\n"}) {
    const Mesh mesh = mesh_in("a.off", start + off_square + "\n# faces\n" + faces);
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}})) << start;
    EXPECT_EQ(mesh.face, (std::vector<std::uint32_t>{0, 1, 1}));
    EXPECT_EQ(mesh.positions[3].z, 0.1);
  }
}

TEST(LoadOff, PassesOverColoursAndNormals) {
  const Mesh mesh = mesh_in("a.off",
                            "CNOFF\n3 1 0\n0 0 0 0 0 1 1 0 0 1\n1 0 0 0 0 1 1 0 0 1\n"
                            "0 1 0 0 0 1 1 0 0 1\n3 0 1 2 0.5 0.5 0.5\n");
  EXPECT_EQ(mesh.positions[2], (Vec3{0, 1, 0}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}}));
}

TEST(LoadOff, FacesMayTakeSeveralLines) {
  const Mesh mesh = mesh_in("a.off", "OFF\n4 3 0\n" + off_square +
                                         "4 0 1\n2 3\n3\n\n0 # the first\n1 2 255 0 0\n3 1 2 3\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 2}, {1, 2, 3}}));
  EXPECT_EQ(mesh.face, (std::vector<std::uint32_t>{0, 0, 1, 2}));
}

TEST(LoadOff, ErrorsNameFileAndLine) {
  const auto error = [](const std::string& content) { return error_in("a.off", content); };
  EXPECT_EQ(error(""), "a.off:1: is empty");
  EXPECT_EQ(error("OFF\n"), "a.off:2: ends before the counts");
  EXPECT_EQ(error("solid a\n"), "a.off:1: is no OFF file: 'solid' is not a number of vertices");
  EXPECT_EQ(error("OFF\n4 x 0\n"), "a.off:2: is no OFF file: 'x' is not a number of faces");
  EXPECT_EQ(error("4OFF\n1 1 0\n"), "a.off:1: 4OFF has other than three dimensions");
  EXPECT_EQ(error("OFF BINARY\n"), "a.off:1: binary OFF is not supported");
  EXPECT_EQ(error("OFF\n4 1 0\n0 0 0\n"), "a.off:4: ends before vertex 1 of 4");
  EXPECT_EQ(error("OFF\n4 4294967296 0\n" + off_square + "3 0 1 2\n"),
            "a.off:8: ends before face 1 of 4294967296");
  EXPECT_EQ(error("OFF\n4294967296 1 0\n"), "a.off:2: more than 2^32 - 1 vertices");
  EXPECT_EQ(error("OFF\n4294967295 1 0\n"), "a.off:3: ends before vertex 0 of 4294967295");
  EXPECT_EQ(error("OFF\n4 1 0\n0 0\n"), "a.off:3: vertex has 2 coordinates, not 3");
  EXPECT_EQ(error("OFF\n4 1 0\n0 0 inf\n"), "a.off:3: vertex has a NaN or infinite coordinate");
  EXPECT_EQ(error("OFF\n4 1 0\n" + off_square + "3 0 1 4\n"),
            "a.off:7: face refers to vertex 4, but there are 4");
  EXPECT_EQ(error("OFF\n4 1 0\n" + off_square + "4 0 1 2\n"),
            "a.off:8: ends within face 0, which has 3 vertices, not 4");
  EXPECT_EQ(error("OFF\n4 2 0\n" + off_square + "4 0 1\n2 x\n3 0 1 2\n"),
            "a.off:8: face has 'x', not an index");
  EXPECT_EQ(error("OFF\n4 2 0\n" + off_square + "4 0 1 2\n3 0 1 2\n"),
            "a.off:9: ends before face 1 of 2");
  EXPECT_EQ(error("OFF\n4 1 0\n" + off_square + "2 0 1\n"),
            "a.off:7: face has 2 vertices, not 3 or more");
  EXPECT_EQ(error("OFF\n4 1 0\n" + off_square + "3 0 1 2\n3 0 1 2\n"),
            "a.off:8: more lines than the header says");
  EXPECT_EQ(error("OFF\n4 0 0\n" + off_square), "a.off: has no faces (4 vertices)");
}

}  // namespace
}  // namespace tact
