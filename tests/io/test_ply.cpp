#include "tact/io/load.h"

#include <gtest/gtest.h>

#include "tests/io/mesh_file.h"

namespace tact {
namespace {

using test::bytes_of;
using test::error_in;
using test::mesh_in;
using test::Triangles;

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\nCreated by a test\n" + elements + "end_header\n";
}
const std::string plain =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 2\nproperty list uchar int vertex_indices\n";
const std::string ply_square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

TEST(LoadPly, ReadsText) {
  const Mesh mesh =
      mesh_in("a.ply", header("ascii", plain) + ply_square + "\n3 0 1 2\n4 0 1 2 3\n");
  EXPECT_EQ(mesh.positions.size(), 4U);
  EXPECT_EQ(mesh.positions[2], (Vec3{1, 1, 0}));
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(mesh.face, (std::vector<std::uint32_t>{0, 1, 1}));
}

TEST(LoadPly, TextIsAsPreciseAsItIsWritten) {
  const std::string rows = "0.1 0 0\r\n1e-300 -0 0\r\n1 1 0\r\n0 1 0\r\n3 0 1 2\r\n3 0 2 3\r\n";
  std::string text = header("ascii", plain);
  for (std::size_t i = 0; (i = text.find('\n', i)) != text.npos; i += 2) text.insert(i, "\r");
  const Mesh mesh = mesh_in("a.ply", text + rows);
  EXPECT_EQ(mesh.positions[0].x, 0.1);
  EXPECT_EQ(mesh.positions[1].x, 1e-300);
  EXPECT_TRUE(std::signbit(mesh.positions[1].y));
}

// Every type for coordinates, counts and indices, extra properties before, between and behind,
// lists in vertices, unknown elements with and without lists: both byte orders.
TEST(LoadPly, ReadsBothBinaryOrdersWithExtrasOfEveryType) {
  const std::string elements =
      "element camera 2\nproperty double focus\nproperty list ushort double knots\n"
      "element vertex 3\nproperty uchar red\nproperty int8 x\nproperty double weight\n"
      "property uint16 y\nproperty list int short tags\nproperty float64 z\nproperty uint32 id\n"
      "element material 3\nproperty int16 kind\n"
      "element face 2\nproperty float32 area\nproperty list int32 uint16 vertex_index\n"
      "property list uint8 float texcoord\n";
  for (const bool big : {false, true}) {
    std::string data;
    for (const int knots : {0, 2}) {
      data += bytes_of(1.5, big) + bytes_of(static_cast<std::uint16_t>(knots), big);
      for (int i = 0; i < knots; ++i) data += bytes_of(0.25 * i, big);
    }
    for (int i = 0; i < 3; ++i) {
      data += bytes_of(std::uint8_t{200}) + bytes_of(static_cast<std::int8_t>(-i));
      data += bytes_of(9.0, big) + bytes_of(static_cast<std::uint16_t>(i == 1 ? 65535 : 0), big);
      data += bytes_of(std::int32_t{1}, big) + bytes_of(std::int16_t{-7}, big);
      data += bytes_of(0.1 * i, big) + bytes_of(std::uint32_t{77}, big);
    }
    for (int i = 0; i < 3; ++i) data += bytes_of(std::int16_t{3}, big);
    for (const std::uint16_t last : {std::uint16_t{2}, std::uint16_t{0}}) {
      data += bytes_of(2.5F, big) + bytes_of(std::int32_t{3}, big);
      for (const std::uint16_t v : {std::uint16_t{1}, std::uint16_t{0}, last}) {
        data += bytes_of(v, big);
      }
      data += bytes_of(std::uint8_t{2}) + bytes_of(0.5F, big) + bytes_of(0.5F, big);
    }
    const std::string format = big ? "binary_big_endian" : "binary_little_endian";
    const Mesh mesh = mesh_in("a.ply", header(format, elements) + data);
    ASSERT_EQ(mesh.positions.size(), 3U) << format;
    EXPECT_EQ(mesh.positions[1], (Vec3{-1, 65535, 0.1})) << format;
    EXPECT_EQ(mesh.positions[2], (Vec3{-2, 0, 0.2})) << format;
    EXPECT_EQ(mesh.triangles, (Triangles{{1, 0, 2}, {1, 0, 0}})) << format;
  }
}

TEST(LoadPly, ReadsPlainBinaryInBlocks) {
  // More vertices and faces than a block, and a polygon in the middle of the plain triangles.
  const int n = 10000;
  std::string data;
  for (int i = 0; i < n; ++i) {
    for (const int v : {i, i * i % 97, i % 13}) data += bytes_of(static_cast<float>(v));
  }
  for (int i = 0; i + 3 < n; ++i) {
    const int corners = i == 7000 ? 4 : 3;
    data += bytes_of(static_cast<std::uint8_t>(corners));
    for (int j = 0; j < corners; ++j) data += bytes_of(i + j);
  }
  const std::string elements =
      "element vertex 10000\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 9997\nproperty list uchar int vertex_indices\n";
  const Mesh mesh = mesh_in("a.ply", header("binary_little_endian", elements) + data);
  ASSERT_EQ(mesh.positions.size(), 10000U);
  EXPECT_EQ(mesh.positions[9999], (Vec3{9999, 9999 * 9999 % 97, 9999 % 13}));
  ASSERT_EQ(mesh.triangles.size(), 9998U);
  EXPECT_EQ(mesh.face[7000], 7000U);
  EXPECT_EQ(mesh.face[7001], 7000U);
  EXPECT_EQ(mesh.face[9997], 9996U);
  EXPECT_EQ(mesh.triangles[9997], (test::Triangle{9996, 9997, 9998}));
}

TEST(LoadPly, ReadsTriangleStrips) {
  const std::string elements =
      "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
      "element tristrips 1\nproperty list int int vertex_indices\n";
  const Mesh mesh =
      mesh_in("a.ply", header("ascii", elements) + ply_square + "9 0 1 2 3 -1 3 2 1 -1\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {2, 1, 3}, {3, 2, 1}}));
}

TEST(LoadPly, ErrorsNameFileAndPlace) {
  const std::string text = header("ascii", plain);
  const auto error = [](const std::string& content) { return error_in("a.ply", content); };
  EXPECT_EQ(error(""), "a.ply:1: header ends too early");
  EXPECT_EQ(error("solid\n"), "a.ply: is not a PLY file (it does not begin with 'ply')");
  EXPECT_EQ(error("ply\nformat ascii 2.0\n"), "a.ply:2: version '2.0' is not 1.0");
  EXPECT_EQ(error("ply\nformat text 1.0\n"), "a.ply:2: format 'text' is not one of PLY's");
  EXPECT_EQ(error("ply\nelement vertex -1\n"), "a.ply:2: element 'vertex' has the count '-1'");
  EXPECT_EQ(error("ply\nproperty float x\n"), "a.ply:2: property without an element");
  EXPECT_EQ(error("ply\nelement v 1\nproperty half x\n"), "a.ply:3: 'half' is not a type of PLY");
  EXPECT_EQ(error("ply\nelement v 1\nproperty int x\nproperty int x\n"),
            "a.ply:4: property 'x' twice");
  EXPECT_EQ(error("ply\nelement v 1\nproperty list float int x\n"),
            "a.ply:3: list has a count that is no integer");
  EXPECT_EQ(error("ply\nend_header\n"), "a.ply:2: header has no format");
  EXPECT_EQ(error("ply\nnonsense\n"), "a.ply:2: header has 'nonsense'");
  EXPECT_EQ(error(text), "a.ply:11: vertex 0 is missing");
  EXPECT_EQ(error(text + "0 0\n"), "a.ply:11: vertex 0 has too few values");
  EXPECT_EQ(error(text + "0 0 0 1\n"), "a.ply:11: vertex 0 has more values than the header says");
  EXPECT_EQ(error(text + "0 0 x\n"), "a.ply:11: vertex 0 has 'x', not a number of its type");
  EXPECT_EQ(error(text + "0 0 nan\n"), "a.ply:11: vertex 0 has a NaN or infinite coordinate");
  EXPECT_EQ(error(text + ply_square + "3 0 1 4\n"),
            "a.ply:15: face 0 refers to vertex 4, but there are 4");
  EXPECT_EQ(error(text + ply_square + "3 0 1 -1\n"),
            "a.ply:15: face 0 refers to vertex -1, but there are 4");
  EXPECT_EQ(error(text + ply_square + "3 0 1 1.5\n"),
            "a.ply:15: face 0 has '1.5', not a number of its type");
  EXPECT_EQ(error(text + ply_square + "256 0 1 1\n"),
            "a.ply:15: face 0 has '256', not a number of its type");
  EXPECT_EQ(error(text + ply_square + "2 0 1\n"), "a.ply:15: face 0 has 2 vertices, not 3 or more");
  EXPECT_EQ(error(text + ply_square + "3 0 1 2\n3 0 1 2\n3 0 1 2\n"),
            "a.ply:17: more rows than the header says");
  const std::string cloud = header("ascii",
                                   "element vertex 1\nproperty int x\nproperty int y\n"
                                   "property int z\n");
  EXPECT_EQ(error(cloud + "0 0 0\n"), "a.ply: has no faces (1 vertices)");
  EXPECT_EQ(error(header("ascii", "element vertex 1\nproperty int x\n") + "0\n"),
            "a.ply: vertices have no x, y and z");
}

TEST(LoadPly, BinaryErrorsNameTheByte) {
  const std::string start = header("binary_little_endian", plain);
  const std::string size = std::to_string(start.size());
  std::string vertices;
  for (int i = 0; i < 12; ++i) vertices += bytes_of(static_cast<float>(i));
  const auto face = [](int a, int b, int c) {
    return bytes_of(std::uint8_t{3}) + bytes_of(a) + bytes_of(b) + bytes_of(c);
  };
  const auto error = [&](const std::string& data) { return error_in("a.ply", start + data); };
  const auto byte = [&](std::size_t after) {
    return "a.ply: byte " + std::to_string(start.size() + after) + ": ";
  };
  EXPECT_EQ(error(vertices.substr(0, 40)), byte(40) + "vertex 3 is missing or cut off");
  std::string poisoned = vertices;
  poisoned.replace(28, 4, bytes_of(std::numeric_limits<float>::infinity()));
  EXPECT_EQ(error(poisoned), byte(24) + "vertex 2 has a NaN or infinite coordinate");
  EXPECT_EQ(error(vertices + face(0, 1, 2) + face(0, 1, 4)),
            byte(61) + "face 1 refers to vertex 4, but there are 4");
  EXPECT_EQ(error(vertices + face(0, -1, 2)),
            byte(48) + "face 0 refers to vertex -1, but there are 4");
  EXPECT_EQ(error(vertices + face(0, 1, 2) + face(0, 1, 2) + "more"),
            byte(74) + "more bytes than the header says");
  EXPECT_EQ(error(vertices + face(0, 1, 2) + face(0, 1, 2) + "\n"), "no error");
}

// Read as empty it would look like a row without fault.
TEST(LoadPly, AListOfNegativeLengthIsAnError) {
  const std::string elements =
      "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "property list char int tags\nelement face 1\nproperty list char int vertex_indices\n";
  EXPECT_EQ(
      error_in("a.ply", header("ascii", elements) + "0 0 0 1 7\n1 0 0 -1\n0 1 0 0\n3 0 1 2\n"),
      "a.ply:13: vertex 1 has a list of negative length");
  for (const bool big : {false, true}) {
    const std::string start = header(big ? "binary_big_endian" : "binary_little_endian", elements);
    std::string data;
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) data += bytes_of(static_cast<float>(i == k), big);
      data += bytes_of(static_cast<std::int8_t>(i == 2 ? -1 : 0));
    }
    data += bytes_of(std::int8_t{3});
    for (int i = 0; i < 3; ++i) data += bytes_of(i, big);
    EXPECT_EQ(error_in("a.ply", start + data), "a.ply: byte " + std::to_string(start.size() + 26) +
                                                   ": vertex 2 has a list of negative length");
  }
}

TEST(LoadPly, HeadersMayClaimMoreThanThereIs) {
  for (const char* count : {"4294967296", "9223372036854775807", "18446744073709551615"}) {
    for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
      const std::string many = std::string("element vertex ") + count +
                               "\nproperty float x\nproperty float y\nproperty float z\n"
                               "element face " +
                               count + "\nproperty list uint uint vertex_indices\n";
      EXPECT_NE(error_in("a.ply", header(format, many) + "0 0 0\n1 1 1\n"), "no error");
      const std::string faces =
          "element vertex 1\nproperty uchar x\nproperty uchar y\n"
          "property uchar z\nelement face " +
          std::string(count) + "\nproperty list uint uint vertex_indices\n";
      EXPECT_NE(error_in("a.ply", header(format, faces) + "123\xff\xff\xff\xff"), "no error");
    }
  }
}

// An element of five thousand million bytes between vertices and faces, most of it a hole.
TEST(LoadPly, OffsetsHaveMoreThan32Bits) {
  const test::TemporaryFolder folder;
  const std::string elements =
      "element vertex 3\nproperty char x\nproperty char y\nproperty char z\n"
      "element padding 5000000000\nproperty uchar nothing\n"
      "element face 1\nproperty list uchar uchar vertex_indices\n";
  const auto path =
      folder.write("large.ply", header("binary_little_endian", elements) + std::string(9, '\1'));
  const auto end = std::filesystem::file_size(path) + 5000000000U;
  std::filesystem::resize_file(path, end);
  std::ofstream(path, std::ios::binary | std::ios::app) << std::string("\3\0\1\2", 4);
  EXPECT_EQ(load_ply(path).triangles, (Triangles{{0, 1, 2}}));
  std::filesystem::resize_file(path, end + 3);
  try {
    load_ply(path);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              path.string() + ": byte " + std::to_string(end) + ": face 0 is longer than the file");
  }
}

TEST(LoadPly, FacesInTwoElementsAreAnError) {
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
      "z\n";
  const std::string list = "property list int int vertex_indices\n";
  const std::string corners = "end_header\n0 0 0\n1 0 0\n0 1 0\n";
  const std::string both = head + "element face 1\n" + list + "element tristrips 1\n" + list;
  EXPECT_NE(test::error_in("a.ply", both + corners + "3 0 1 2\n3 0 1 2\n").find("in two elements"),
            std::string::npos);
  const std::string empty = head + "element face 0\n" + list + "element tristrips 1\n" + list;
  EXPECT_EQ(test::mesh_in("a.ply", empty + corners + "3 0 1 2\n").triangles.size(), 1U);
}

}  // namespace
}  // namespace tact
