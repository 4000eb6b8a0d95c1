// Formats beyond our own: node transforms, units, polygons. Skipped where Assimp is not built in.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tact/io/assimp_impl.h"
#include "tact/world/collide.h"
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
  if (!assimp_built_in()) GTEST_SKIP();
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

TEST(LoadByAssimp, AnimationsAreNamedAsLeftOut) {
  if (!assimp_built_in()) GTEST_SKIP();
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
