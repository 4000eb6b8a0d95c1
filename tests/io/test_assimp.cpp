// Formats beyond our own: node transforms, units, polygons. Skipped where Assimp is not built in.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "tact/io/assimp_impl.h"
#include "tact/world/world.h"
#include "tests/io/gltf_file.h"
#include "tests/io/mesh_file.h"

namespace tact {
namespace {

std::string collada(const std::string& unit) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="u" meter=")" +
         unit + R"("/><up_axis>Y_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
   <source id="p"><float_array id="pa" count="12">0 0 0 4 0 0 4 4 0 0 4 0</float_array><technique_common>
    <accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
    <param name="Z" type="float"/></accessor></technique_common></source>
   <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
   <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><translate>0 0 1</translate>
   <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_LT(length(a - b), 1e-5) << a.x << " " << a.y << " " << a.z;
}

TEST(LoadByAssimp, AppliesNestedTransforms) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const Mesh mesh = test::mesh_in("a.gltf", test::gltf());
  ASSERT_EQ(mesh.triangles.size(), 2U);
  ASSERT_EQ(mesh.positions.size(), 6U);
  expect_near(mesh.positions[1], {11, 0, 0});
  expect_near(mesh.positions[4], {10, 2, 0});
  expect_near(mesh.positions[5], {8, 0, 0});
}

TEST(LoadByAssimp, AppliesUnitsAndCutsPolygons) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const Mesh metres = test::mesh_in("a.dae", collada("1"));
  EXPECT_EQ(metres.triangles.size(), 2U);
  EXPECT_EQ(metres.face, (std::vector<std::uint32_t>{0, 0}));
  expect_near(metres.positions[2], {4, 4, 1});
  expect_near(test::mesh_in("a.dae", collada("0.01")).positions[2], {0.04, 0.04, 0.01});
}

TEST(LoadByAssimp, IsWeldedSinceItsFormatsRepeatVertices) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const test::TemporaryFolder folder;
  EXPECT_TRUE(load(folder.write("a.dae", collada("1"))).topology.empty()) << "nothing to weld";
  EXPECT_FALSE(load(folder.write("a.gltf", test::gltf())).topology.empty())
      << "the corner at the origin";
}

// Assimp leaves such faces out, and says so in its log only.
TEST(LoadByAssimp, AnIndexOutOfRangeIsAnError) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  EXPECT_EQ(test::mesh_in("a.gltf", test::animated_gltf(2, "")).triangles.size(), 2U);
  EXPECT_EQ(test::error_in("a.gltf", test::animated_gltf(9, "")),
            "a.gltf: Some faces had out-of-range indices. Those faces were dropped.");
  const test::TemporaryFolder folder;
  folder.write("2.gltf", test::animated_gltf(2, ""));
  folder.write("3.gltf", test::animated_gltf(3, ""));
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (const int last : {2, 3, 2, 3}) {
    threads.emplace_back([&, last] {
      for (int i = 0; i < 64; ++i) {
        try {
          load(folder.path() / (std::to_string(last) + ".gltf"));
          right += last == 2 ? 1 : 0;
        } catch (const Error&) {
          right += last == 3 ? 1 : 0;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 256) << "each thread hears of its own file";
}

// Other formats, of which Assimp mends some in its own ways: two faces of four vertices, of which
// the second one has a corner of our choice.
std::string direct_x(int corner) {
  return "xof 0303txt 0032\nMesh m "
         "{\n4;\n0;0;0;,\n1;0;0;,\n0;1;0;,\n0;0;1;;\n2;\n3;0,1,2;,\n3;0,1," +
         std::to_string(corner) + ";;\n}\n";
}
std::string ac3d(int corner) {
  return "AC3Db\nMATERIAL \"\" rgb 1 1 1 amb 0 0 0 emis 0 0 0 spec 0 0 0 shi 0 trans 0\nOBJECT "
         "world\n"
         "kids 1\nOBJECT poly\nnumvert 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nnumsurf 2\nSURF 0x0\nmat 0\n"
         "refs 3\n0 0 0\n1 0 0\n2 0 0\nSURF 0x0\nmat 0\nrefs 3\n0 0 0\n1 0 0\n" +
         std::to_string(corner) + " 0 0\nkids 0\n";
}
std::string chunk(std::uint16_t id, const std::string& content) {
  const auto size = static_cast<std::uint32_t>(content.size() + 6);
  std::string bytes(6, '\0');
  std::memcpy(bytes.data(), &id, 2);
  std::memcpy(bytes.data() + 2, &size, 4);
  return bytes + content;
}
std::string studio(int corner) {
  const auto shorts = [](std::initializer_list<int> values) {
    std::string bytes;
    for (const int value : values) {
      const auto v = static_cast<std::uint16_t>(value);
      bytes.append(reinterpret_cast<const char*>(&v), 2);
    }
    return bytes;
  };
  std::string corners = shorts({4});
  for (const float v : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F}) {
    corners.append(reinterpret_cast<const char*>(&v), 4);
  }
  const std::string faces = shorts({2, 0, 1, 2, 7, 0, 1, corner, 7});
  const std::string mesh = chunk(0x4100, chunk(0x4110, corners) + chunk(0x4120, faces));
  return chunk(0x4D4D, chunk(0x3D3D, chunk(0x4000, std::string("part") + '\0' + mesh)));
}

TEST(LoadByAssimp, AnIndexOutOfRangeIsAnErrorInOtherFormats) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const std::pair<const char*, std::string (*)(int)> formats[] = {
      {"a.x", direct_x}, {"a.ac", ac3d}, {"a.3ds", studio}};
  for (const auto& [name, text] : formats) {
    EXPECT_EQ(test::mesh_in(name, text(3)).triangles.size(), 2U) << name;
    const std::string error = test::error_in(name, text(9));
    EXPECT_EQ(error.rfind(std::string(name) + ": ", 0), 0U) << name << ": " << error;
  }
  // One that puts such corners at the origin and says nothing is not read at all.
  EXPECT_NE(test::error_in("a.ase", "*3DSMAX_ASCIIEXPORT 200").find("is not supported"),
            std::string::npos);
  const test::TemporaryFolder folder;
  std::vector<std::string> notes;
  const std::string off_the_list = "ply-like";
  EXPECT_THROW(load(folder.write("a.ogex", off_the_list), {}, notes), Error);
  EXPECT_TRUE(notes.empty()) << "whoever is told of trouble is told nothing else";
}

// What puts a mesh elsewhere than its vertices say, and what Assimp does not survive.
TEST(LoadByAssimp, WhatMovesAMeshAndIsNotReadIsAnError) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const std::string good = test::gltf();
  const auto with = [&](const std::string& more) {
    return good.substr(0, good.rfind('}')) + "," + more + "}";
  };
  EXPECT_EQ(test::mesh_in("a.gltf", with(R"("extensionsRequired":["KHR_materials_unlit"])"))
                .triangles.size(),
            2U);
  EXPECT_EQ(
      test::mesh_in("a.gltf", with(R"("extras":{"weights":[0,0],"skins":[1]})")).triangles.size(),
      2U);
  const std::pair<const char*, const char*> wrong[] = {
      {R"("skins":[{"joints":[0]}])", "has a skin"},
      {R"("extensionsRequired":["FOO_unknown"])", "requires the extension FOO_unknown"},
      {R"("extras":[{"weights":[0,1e-3]}])", "has a morph target with a weight"},
      {R"("nodes":[{"extensions":{"EXT_mesh_gpu_instancing":{}}}])", "has instances"}};
  for (const auto& [more, says] : wrong) {
    EXPECT_NE(test::error_in("a.gltf", with(more)).find(says), std::string::npos) << more;
  }
  EXPECT_NE(test::error_in("a.gltf", std::string(200000, '[')).find("256 deep"), std::string::npos);
  // The binary form: a header, then the same text as its first chunk.
  const std::string text = R"({"asset":{"version":"2.0"},"skins":[{}]})";
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string binary = "glTF";
  for (const std::uint32_t word : {2U, 20 + size, size, 0x4E4F534AU}) {
    binary.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  EXPECT_NE(test::error_in("a.glb", binary + text).find("has a skin"), std::string::npos);
}

TEST(LoadByAssimp, TellsWhichFilesItRead) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.gltf", test::gltf());
  std::vector<std::filesystem::path> opened;
  LoadOptions options;
  options.opened = &opened;
  load(file, options);
  EXPECT_NE(std::find(opened.begin(), opened.end(), file), opened.end());
}

TEST(LoadByAssimp, AnimationsAreNamedAsLeftOut) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  const test::TemporaryFolder folder;
  std::vector<std::string> notes;
  load(folder.write("still.gltf", test::animated_gltf(2, "")), {}, notes);
  EXPECT_EQ(notes.size(), 0U);
  load(folder.write("a.gltf", test::animated_gltf(2, "walk")), {}, notes);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].rfind((folder.path() / "a.gltf").string() + ": has the animation 'walk', ", 0),
            0U)
      << notes[0];
  notes.clear();
  load(folder.write("b.gltf", test::animated_gltf(2, "walk", false, 2)), {}, notes);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find(": has the animation 'walk' and 2 more, "), std::string::npos)
      << notes[0];
  // One that moves nothing is not worth a word.
  notes.clear();
  load(folder.write("c.gltf", test::animated_gltf(2, "pose", true)), {}, notes);
  EXPECT_EQ(notes.size(), 0U) << notes[0];
}

TEST(LoadByAssimp, ErrorsNameTheFile) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  EXPECT_EQ(test::error_in("a.gltf", "nonsense").rfind("a.gltf: ", 0), 0U);
  EXPECT_EQ(test::error_in("a.gltf", "nonsense").find('\n'), std::string::npos);
  const auto formats = mesh_formats();
  for (const char* extension : {".gltf", ".glb", ".dae", ".fbx", ".3ds"}) {
    EXPECT_NE(std::find(formats.begin(), formats.end(), extension), formats.end()) << extension;
  }
}

}  // namespace
}  // namespace tact
