#include "tact/io/load.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "tact/base/error.h"
#include "tact/geometry/validate.h"
#include "tact/io/atomic_file.h"
#include "tact/io/line_reader.h"
#include "tact/io/mesh_builder.h"
#include "tact/io/number.h"
#include "tact/io/number_impl.h"

namespace tact {
namespace {

static_assert(std::endian::native == std::endian::little, "STL's numbers are copied as they are");

constexpr std::size_t preamble = 84;  // a title of 80 bytes and the number of triangles
constexpr std::size_t facet_size = 50;
constexpr std::size_t facet_vertices = 12;  // after the normal
constexpr std::uint64_t most_facets = most_items / 3;

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

class TextStl {
 public:
  explicit TextStl(FileReader& file) : reader_(file) {
    mesh_.reserve(most_items, 30, most_items, 90, file.left());  // lines are rarely shorter
  }

  Mesh load() {
    std::string_view line;
    bool ended = false;
    while (reader_.next_filled(line, '\n')) {
      const std::string keyword = lower(take_word(line));
      if (keyword == "facet") {
        read_facet();
      } else if (keyword == "solid" || keyword == "endsolid") {
        ended = keyword == "endsolid";
      } else {
        reader_.fail("expected 'facet', not " + in_quotes(keyword));
      }
    }
    // Whole facets may be missing, and nothing else would tell.
    if (!ended) reader_.fail("ends without 'endsolid': it is cut off");
    return mesh_.take();
  }

 private:
  void read_facet() {
    expect("outer", "loop");
    const std::uint64_t first = mesh_.positions().size();
    if (first > most_items - 3) reader_.fail("more than 2^32 - 1 vertices");
    for (int corner = 0; corner < 3; ++corner) read_vertex();
    expect("endloop", "");
    expect("endfacet", "");
    const auto index = static_cast<std::uint32_t>(first);
    mesh_.add_triangle(index, index + 1, index + 2);
  }

  std::string_view expect(const char* keyword, const char* second) {
    std::string_view line;
    if (!reader_.next_filled(line, '\n')) reader_.fail("ends within a facet");
    const std::string_view word = take_word(line);
    const bool right =
        lower(word) == keyword && (*second == '\0' || lower(take_word(line)) == second);
    if (!right) reader_.fail(std::string("expected '") + keyword + "', not " + in_quotes(word));
    return line;
  }

  void read_vertex() {
    std::string_view line = expect("vertex", "");
    Vec3 p;
    std::string_view word;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!take_double(line, p[axis], word)) {
        reader_.fail("vertex has " + in_quotes(word) + ", not a number");
      }
    }
    if (!take_word(line).empty()) reader_.fail("vertex has more than 3 coordinates");
    if (!is_finite(p)) reader_.fail("vertex has a NaN or infinite coordinate");
    mesh_.positions().push_back(p);
  }

  LineReader reader_;
  MeshBuilder mesh_;
};

std::uint32_t facet_count(std::string_view start) {
  std::uint32_t count = 0;
  std::memcpy(&count, start.data() + preamble - sizeof count, sizeof count);
  return count;
}

Mesh load_binary(FileReader& file) {
  const std::string_view start = file.peek(preamble);
  if (start.size() < preamble) file.fail("is no STL file: it ends within the header", start.size());
  const std::uint64_t count = facet_count(start);
  file.consume(preamble);
  if (file.has_size() && file.left() != count * facet_size) {
    file.fail("header says " + std::to_string(count) + " triangles, but there are " +
                  std::to_string(file.left()) + " bytes, not " + std::to_string(count * facet_size),
              preamble - sizeof(std::uint32_t));
  }
  if (count > most_facets) file.fail("more than 2^32 - 1 vertices");
  MeshBuilder mesh;
  mesh.reserve(3 * count, facet_size / 3, count, facet_size, file.left());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view bytes = file.peek(facet_size);
    if (bytes.size() < facet_size)
      file.fail("ends within triangle " + std::to_string(i), file.position() + bytes.size());
    float value[9];
    std::memcpy(value, bytes.data() + facet_vertices, sizeof value);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3 p{value[3 * corner], value[3 * corner + 1], value[3 * corner + 2]};
      if (!is_finite(p)) {
        file.fail("triangle " + std::to_string(i) + " has a NaN or infinite coordinate",
                  file.position() + facet_vertices + corner * 12);
      }
      mesh.positions().push_back(p);
    }
    const auto first = static_cast<std::uint32_t>(3 * i);
    mesh.add_triangle(first, first + 1, first + 2);
    file.consume(facet_size);
  }
  if (!file.peek(1).empty()) file.fail("more bytes than the header says", file.position());
  return mesh.take();
}

// Binary files may begin with "solid", too; their length gives them away.
bool is_text(FileReader& file) {
  const std::string_view start = file.peek(preamble);
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const bool solid = first != start.npos && lower(start.substr(first, 5)) == "solid";
  if (!solid || start.size() < preamble) return solid;
  if (file.has_size() && file.size() == preamble + facet_size * std::uint64_t{facet_count(start)}) {
    return false;
  }
  return start.find('\0') == start.npos;
}

Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double size = length(n);
  return size > 0 && std::isfinite(size) ? n * (1 / size) : Vec3{};
}

void append_float(std::string& out, double value) {
  const auto rounded = static_cast<float>(value);
  char bytes[sizeof rounded];
  std::memcpy(bytes, &rounded, sizeof rounded);
  out.append(bytes, sizeof rounded);
}

}  // namespace

Mesh load_stl(const std::filesystem::path& path) {
  FileReader file(path);
  Mesh mesh = is_text(file) ? TextStl(file).load() : load_binary(file);
  file.check_unchanged();
  if (mesh.triangles.empty()) file.fail("has no triangles");
  return mesh;
}

void save_stl(const std::filesystem::path& path, const MeshView& mesh) {
  check_mesh(mesh, path.string());
  AtomicFile file(path);
  const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
  std::string out = "binary STL";
  out.resize(preamble - sizeof count, ' ');
  char bytes[sizeof count];
  std::memcpy(bytes, &count, sizeof count);
  out.append(bytes, sizeof count);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Vec3 corner[3];
    for (std::size_t j = 0; j < 3; ++j) {
      corner[j] = mesh.positions[static_cast<std::size_t>(mesh.triangles[i][j])];
    }
    for (const Vec3& v :
         {normal_of(corner[0], corner[1], corner[2]), corner[0], corner[1], corner[2]}) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!(std::fabs(v[axis]) <= double{std::numeric_limits<float>::max()})) {
          throw Error(ErrorCode::bad_file, path.string() + ": triangle " + std::to_string(i) +
                                               " has a coordinate too large for STL");
        }
        append_float(out, v[axis]);
      }
    }
    out.append(2, '\0');
    if (out.size() > (std::size_t{1} << 16)) {
      file.write(out);
      out.clear();
    }
  }
  file.write(out);
  file.commit();
}

}  // namespace tact
