// Formats beyond our own: node transforms, units, polygons. Skipped where Assimp is not built in.
#include <gtest/gtest.h>

#include "tact/io/assimp_impl.h"
#include "tact/world/collide.h"
#include "tests/io/mesh_file.h"

namespace tact {
namespace {

// Two instances of one triangle under nested nodes, the inner one turned and scaled.
std::string gltf() {
  std::string data;
  for (const float v : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F}) data += test::bytes_of(v);
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string base64;
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const auto byte = [&](std::size_t j) {
      return std::uint32_t{static_cast<unsigned char>(data[j])};
    };
    const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (const int shift : {18, 12, 6, 0}) base64 += digits[bits >> shift & 63];
  }
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"translation":[10,0,0],"children":[1],"mesh":0},
             {"scale":[2,2,2],"rotation":[0,0,0.70710678118654752,0.70710678118654752],"mesh":0}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":4}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)" +
         base64 + R"("}]})";
}

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
  const Mesh mesh = test::mesh_in("a.gltf", gltf());
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
  EXPECT_FALSE(load(folder.write("a.gltf", gltf())).topology.empty()) << "the corner at the origin";
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
