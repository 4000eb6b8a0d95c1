#include "tact/io/load.h"

#include <gtest/gtest.h>

#include "tests/io/mesh_file.h"

namespace tact {
namespace {

using test::bytes_of;
using test::error_in;
using test::mesh_in;
using test::Triangles;

std::string text_facet(const std::string& last) {
  return "  facet normal 0 0 1\n    outer loop\n      vertex 0 0 0\n      vertex 1 0 0\n"
         "      vertex " +
         last + "\n    endloop\n  endfacet\n";
}

std::string binary(std::uint32_t claimed, std::uint32_t facets, const std::string& title = "any") {
  std::string out = title;
  out.resize(80, '\0');
  out += bytes_of(claimed);
  for (std::uint32_t i = 0; i < facets; ++i) {
    for (int k = 0; k < 12; ++k)
      out += bytes_of(static_cast<float>(i) + 0.125F * static_cast<float>(k));
    out += std::string(2, '\x7f');
  }
  return out;
}

TEST(LoadStl, ReadsTextInAnyCaseAndSeveralSolids) {
  std::string text = "SOLID a name\r\n" + text_facet("0 1e-3 .1") + "endsolid\nsolid\n" +
                     text_facet("0 2 0") + "ENDSOLID b\n";
  const Mesh mesh = mesh_in("a.stl", text);
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(mesh.positions[2], (Vec3{0, 0.001, 0.1})) << "text is read in double";
  EXPECT_TRUE(mesh.topology.empty());
}

TEST(LoadStl, ReadsBinaryAlsoWhereItCallsItselfSolid) {
  for (const char* title : {"any", "solid thing"}) {
    const Mesh mesh = mesh_in("a.stl", binary(2, 2, title));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.positions[3], (Vec3{1.375, 1.5, 1.625})) << "behind the normal";
  }
}

TEST(LoadStl, ErrorsNameFileAndPlace) {
  const auto error = [](const std::string& content) { return error_in("a.stl", content); };
  EXPECT_EQ(error(""), "a.stl: byte 0: is no STL file: it ends within the header");
  EXPECT_EQ(error("solid\nendsolid\n"), "a.stl: has no triangles");
  const std::string cut_off = error("solid\n" + text_facet("0 1 0"));
  EXPECT_NE(cut_off.find("ends without 'endsolid'"), std::string::npos) << cut_off;
  EXPECT_NE(error("solid\n" + text_facet("0 1 0") + "endsolid\nsolid\n" + text_facet("0 2 0"))
                .find("ends without 'endsolid'"),
            std::string::npos);
  EXPECT_EQ(error("solid\n" + text_facet("0 1 0 0")),
            "a.stl:6: vertex has more than 3 coordinates");
  EXPECT_EQ(error("solid\n" + text_facet("0 1")), "a.stl:6: vertex has '', not a number");
  EXPECT_EQ(error("solid\n" + text_facet("0 nan 0")),
            "a.stl:6: vertex has a NaN or infinite coordinate");
  EXPECT_EQ(error("solid\n" + text_facet("0 1 0\nvertex 1 1 0")),
            "a.stl:7: expected 'endloop', not 'vertex'");
  EXPECT_EQ(error("solid\nfacet\nouter loop\n"), "a.stl:4: ends within a facet");
  EXPECT_EQ(error("solid\nnonsense\n"), "a.stl:2: expected 'facet', not 'nonsense'");
  EXPECT_EQ(error(binary(3, 2)),
            "a.stl: byte 80: header says 3 triangles, but there are 100 bytes, not 150");
  EXPECT_EQ(error(binary(1, 2)),
            "a.stl: byte 80: header says 1 triangles, but there are 100 bytes, not 50");
  EXPECT_EQ(error(binary(0xffffffff, 2)),
            "a.stl: byte 80: header says 4294967295 triangles, but there are 100 bytes, not "
            "214748364750");
  std::string poisoned = binary(2, 2);
  poisoned.replace(84 + 50 + 24, 4, bytes_of(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(error(poisoned), "a.stl: byte 158: triangle 1 has a NaN or infinite coordinate");
}

TEST(SaveStl, WritesWhatFloatHolds) {
  const test::TemporaryFolder folder;
  const Mesh mesh = mesh_in("a.obj", "v 0 0 0.1\nv 1 0 0\nv 0 2 0\nv 1 1 1\nf 1 2 3\nf 4 3 2\n");
  save_stl(folder.path() / "a.stl", mesh.view());
  const Mesh back = load_stl(folder.path() / "a.stl");
  ASSERT_EQ(back.triangles.size(), 2U);
  EXPECT_EQ(back.positions[0], (Vec3{0, 0, double{0.1F}}));
  EXPECT_EQ(back.positions[4], (Vec3{0, 2, 0}));
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "a.stl"), 184U);
  const Mesh large = mesh_in("a.obj", "v 0 0 1e39\nv 1 0 0\nv 0 2 0\nf 1 2 3\n");
  EXPECT_THROW(save_stl(folder.path() / "b.stl", large.view()), Error);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "b.stl"));
}

}  // namespace
}  // namespace tact
