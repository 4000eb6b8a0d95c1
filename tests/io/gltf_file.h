#pragma once
// glTF files, small enough to write down.
#include <string>

#include "tests/io/mesh_file.h"

namespace tact::test {

/// `data` in groups of three bytes.
inline std::string base64_of(const std::string& data) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string base64;
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const auto byte = [&](std::size_t j) {
      return std::uint32_t{static_cast<unsigned char>(data[j])};
    };
    const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (const int shift : {18, 12, 6, 0}) base64 += digits[bits >> shift & 63];
  }
  return base64;
}

inline std::string corners() {
  std::string data;
  for (const float v : {0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F}) data += bytes_of(v);
  return data;
}

/// Two instances of one triangle under nested nodes, the inner one turned and scaled.
inline std::string gltf() {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"translation":[10,0,0],"children":[1],"mesh":0},
             {"scale":[2,2,2],"rotation":[0,0,0.70710678118654752,0.70710678118654752],"mesh":0}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":4}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],
    "bufferViews":[{"buffer":0,"byteLength":36}],
    "buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)" +
         base64_of(corners()) + R"("}]})";
}

/// Two triangles on three vertices, the second with this index for its last corner; and animations
/// that move them up, if they have a name, and the first of them unless it is said to be still.
inline std::string animated_gltf(std::uint16_t last, const std::string& name, bool still = false,
                                 int more = 0) {
  std::string data = corners();
  for (const float v : {0.F, 1.F, 0.F, 0.F, 0.F, 0.F, 0.F, 1.F}) data += bytes_of(v);
  for (const int i : {0, 1, 2, 0, 1}) data += bytes_of(static_cast<std::uint16_t>(i));
  data += bytes_of(last) + '\0';  // 81 bytes
  const std::string moves =
      R"(","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]})";
  std::string animation =
      R"("animations":[{"name":")" + name + (still ? R"(","samplers":[],"channels":[]})" : moves);
  for (int i = 0; i < more; ++i) animation += R"(,{"name":"more)" + moves;
  animation += "],";
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)" +
         (name.empty() ? "" : animation) +
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":3,"mode":4}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
                 {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
                 {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"},
                 {"bufferView":3,"componentType":5123,"count":6,"type":"SCALAR"}],
    "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
                   {"buffer":0,"byteOffset":44,"byteLength":24},{"buffer":0,"byteOffset":68,"byteLength":12}],
    "buffers":[{"byteLength":81,"uri":"data:application/octet-stream;base64,)" +
         base64_of(data) + R"("}]})";
}

}  // namespace tact::test
