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
  EXPECT_EQ(mesh_formats(), std::vector<std::string>{".obj"});
}

TEST(Load, SaysWhichFormatsThereAre) {
  EXPECT_EQ(message_of("a.xyz"), "a.xyz: format .xyz is not supported (supported: .obj)");
  EXPECT_EQ(message_of("mesh"),
            "mesh: a name without extension does not say which format it is (supported: .obj)");
}

}  // namespace
}  // namespace tact
