#include "tact/io/load.h"

#include <gtest/gtest.h>

#include "tact/base/error.h"
#include "tests/io/temporary_folder.h"

namespace tact {
namespace {

std::string message_of(const std::filesystem::path& path) {
  try {
    load(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_file);
    return error.what();
  }
  return "no error";
}

TEST(Load, ChoosesByExtensionInAnyCase) {
  const test::TemporaryFolder folder;
  const std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  EXPECT_EQ(load(folder.write("a.obj", text)).triangles.size(), 1U);
  EXPECT_EQ(load(folder.write("b c.OBJ", text)).triangles.size(), 1U);
  const std::vector<std::string> formats = mesh_formats();
  ASSERT_GE(formats.size(), 4U);
  EXPECT_EQ(std::vector<std::string>(formats.begin(), formats.begin() + 4),
            (std::vector<std::string>{".obj", ".ply", ".stl", ".off"}));
}

TEST(Load, KnowsTheOtherSpellingsOfStl) {
  const test::TemporaryFolder folder;
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
  const std::string text =
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
      "endloop\nendfacet\nendsolid\n";
  save(folder.path() / "a.stlb", mesh.view());
  const std::string binary = test::TemporaryFolder::read(folder.path() / "a.stlb");
  ASSERT_EQ(binary.size(), 134U) << "84 bytes, and 50 for each triangle";
  // What is in the file decides, whatever it is called.
  for (const char* name : {"b.stlb", "b.stla", "b.STLA", "b.stl"}) {
    EXPECT_EQ(load(folder.write(name, binary)).triangles.size(), 1U) << name;
    EXPECT_EQ(load(folder.write(name, text)).triangles.size(), 1U) << name;
  }
  try {
    save(folder.path() / "c.stla", mesh.view());
    ADD_FAILURE() << "that would be binary";
  } catch (const Error& error) {
    const std::string says = "format .stla is not written (written: .obj .ply .stl .off .stlb)";
    EXPECT_NE(std::string(error.what()).find(says), std::string::npos) << error.what();
  }
}

TEST(Load, SaysWhichFormatsThereAre) {
  const std::string known = "(supported: .obj .ply .stl .off";
  EXPECT_EQ(
      message_of("a.nonsense").rfind("a.nonsense: format .nonsense is not supported " + known, 0),
      0U);
  EXPECT_EQ(message_of("mesh").rfind(
                "mesh: a name without extension does not say which format it is " + known, 0),
            0U);
}

TEST(Load, NamesWithSpacesAndAccentsAreFine) {
  const test::TemporaryFolder folder;
  const std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  EXPECT_EQ(load(folder.write("Gänse füßchen \"1\".obj", text)).triangles.size(), 1U);
  EXPECT_EQ(load(folder.write("网格 é.obj", text)).triangles.size(), 1U);
}

TEST(Load, FoldersArePointedOutWhateverTheirName) {
  const test::TemporaryFolder folder;
  for (const char* name : {"folder", "folder.obj", "folder.ply", "folder.stl", "folder.off"}) {
    const std::filesystem::path path = folder.path() / name;
    std::filesystem::create_directories(path);
    EXPECT_EQ(message_of(path), path.string() + ": is a folder, not a mesh file");
  }
}

}  // namespace
}  // namespace tact
