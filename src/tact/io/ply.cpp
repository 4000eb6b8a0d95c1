#include "tact/io/load.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tact/base/error.h"
#include "tact/io/mesh_builder.h"
#include "tact/io/ply_rows.h"

namespace tact {
namespace {

constexpr std::size_t rows_at_a_time = 4096;

template <class T, bool swapped>
T load(const char* at) {
  T value;
  if constexpr (swapped) {
    char bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = at[sizeof(T) - 1 - i];
    std::memcpy(&value, bytes, sizeof(T));
  } else {
    std::memcpy(&value, at, sizeof(T));
  }
  return value;
}

// Positions of a run of rows, T x y z at `offset` each. Returns false if one is not finite.
template <class T, bool swapped>
bool copy_positions(const char* rows, std::size_t row_size, const std::size_t (&offset)[3],
                    std::span<Vec3> out) {
  double poison = 0;  // stays 0 as long as everything is finite
  for (Vec3& p : out) {
    p = {double{load<T, swapped>(rows + offset[0])}, double{load<T, swapped>(rows + offset[1])},
         double{load<T, swapped>(rows + offset[2])}};
    poison += p.x * 0 + p.y * 0 + p.z * 0;
    rows += row_size;
  }
  return poison == 0;
}

// Triangles of a run of rows (3, then three 32-bit indices), up to the first row that is not one
// or refers to none of the vertices. Returns how many. Nearly always that is all of them, so that
// nothing is decided before the end.
template <bool swapped>
std::size_t copy_triangles(const char* rows, std::uint64_t vertices,
                           std::span<std::array<std::uint32_t, 3>> out) {
  constexpr std::size_t size = 13;
  unsigned not_three = 0;
  std::uint32_t most = 0;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const char* const row = rows + size * k;
    for (std::size_t i = 0; i < 3; ++i) {
      out[k][i] = load<std::uint32_t, swapped>(row + 1 + 4 * i);
      most = std::max(most, out[k][i]);
    }
    not_three |= static_cast<unsigned char>(*row) ^ 3U;
  }
  if (not_three == 0 && most < vertices) return out.size();
  const auto is_right = [&](std::size_t k) {
    return rows[size * k] == 3 && std::max({out[k][0], out[k][1], out[k][2]}) < vertices;
  };
  std::size_t done = 0;
  while (done < out.size() && is_right(done)) ++done;
  return done;
}

class PlyLoader {
 public:
  explicit PlyLoader(const std::filesystem::path& path)
      : file_(path), header_(read_ply_header(file_)), rows_(file_, header_) {}

  Mesh load() {
    reserve();
    for (const PlyElement& element : header_.elements) {
      if (element.name == "vertex" && !has_vertices_) {
        read_vertices(element);
      } else if (&element == faces_) {
        if (!has_vertices_) file_.fail("has its faces before its vertices, which is not supported");
        read_faces(element);
      } else {
        rows_.skip(element);
      }
    }
    rows_.expect_end();
    file_.check_unchanged();
    Mesh mesh = mesh_.take();
    if (mesh.triangles.empty()) {
      file_.fail("has no faces (" + std::to_string(mesh.positions.size()) + " vertices)");
    }
    return mesh;
  }

 private:
  // Looks for the faces, and keeps space for what the header says and the file can hold.
  void reserve() {
    std::uint64_t vertices = 0;
    for (const PlyElement& e : header_.elements) {
      if (e.name == "vertex") vertices = std::max(vertices, e.count);
      if (e.name != "face" && e.name != "tristrips") continue;
      // Programs write an empty one beside the one they mean.
      if (faces_ != nullptr && faces_->count > 0 && e.count > 0) {
        file_.fail("has faces in two elements, " + faces_->name + " and " + e.name +
                   ", of which only one is read");
      }
      if (faces_ == nullptr || e.count > 0) faces_ = &e;
    }
    mesh_.reserve(vertices, 3, faces_ != nullptr ? faces_->count : 0, 4, file_.left());
  }

  void read_vertices(const PlyElement& element) {
    std::size_t axis[3] = {element.find("x"), element.find("y"), element.find("z")};
    for (const std::size_t i : axis) {
      if (i == element.properties.size() || element.properties[i].list) {
        file_.fail("vertices have no x, y and z");
      }
    }
    if (element.count > most_items) file_.fail("more than 2^32 - 1 vertices");
    has_vertices_ = true;
    std::uint64_t row = read_plain_vertices(element, axis);
    for (; row < element.count; ++row) {
      rows_.read(element, row);
      const Vec3 p{rows_.property(axis[0])[0], rows_.property(axis[1])[0],
                   rows_.property(axis[2])[0]};
      if (!is_finite(p)) rows_.fail(element, row, "has a NaN or infinite coordinate");
      mesh_.positions().push_back(p);
    }
  }

  // The rows that can be copied as they lie there; returns how many. One that is not finite is left
  // to the way that has the messages, with all behind it.
  std::uint64_t read_plain_vertices(const PlyElement& element, const std::size_t (&axis)[3]) {
    const std::size_t size = element.row_size();
    const PlyType type = element.properties[axis[0]].type;
    bool plain = rows_.binary() && size > 0 && size <= 4096 &&
                 (type == PlyType::f32 || type == PlyType::f64);
    std::size_t offset[3] = {};
    for (std::size_t a = 0; a < 3; ++a) {
      plain = plain && element.properties[axis[a]].type == type;
      for (std::size_t i = 0; i < axis[a]; ++i) offset[a] += size_of(element.properties[i].type);
    }
    std::uint64_t row = 0;
    while (plain && row < element.count) {
      const std::string_view bytes = file_.peek(size);
      const auto count = static_cast<std::size_t>(
          std::min<std::uint64_t>({element.count - row, bytes.size() / size, rows_at_a_time}));
      if (count == 0) break;
      std::vector<Vec3>& positions = mesh_.positions();
      positions.resize(positions.size() + count);
      const std::span<Vec3> fresh(positions.data() + row, count);
      const auto copy =
          type == PlyType::f32
              ? (rows_.swapped() ? copy_positions<float, true> : copy_positions<float, false>)
              : (rows_.swapped() ? copy_positions<double, true> : copy_positions<double, false>);
      const bool finite = copy(bytes.data(), size, offset, fresh);
      if (!finite) {
        positions.resize(static_cast<std::size_t>(row));
        break;
      }
      file_.consume(count * size);
      row += count;
    }
    return row;
  }

  void read_faces(const PlyElement& element) {
    std::size_t list = element.find("vertex_indices");
    if (list == element.properties.size()) list = element.find("vertex_index");
    if (list == element.properties.size() || !element.properties[list].list) {
      file_.fail("faces have no list of vertex_indices");
    }
    std::uint64_t row = element.name == "face" ? read_plain_triangles(element, list) : 0;
    for (; row < element.count; ++row) {
      rows_.read(element, row);
      const PlyValues corners = rows_.property(list);
      if (element.name == "tristrips") {
        add_strips(element, row, corners);
      } else {
        add_face(element, row, corners);
      }
    }
  }

  // Triangles of 32-bit indices and nothing else, up to the first row that is something else.
  std::uint64_t read_plain_triangles(const PlyElement& element, std::size_t list) {
    constexpr std::size_t size = 13;
    const PlyProperty& p = element.properties[list];
    const bool plain = rows_.binary() && element.properties.size() == 1 &&
                       size_of(p.count_type) == 1 && size_of(p.type) == 4 && p.type != PlyType::f32;
    const std::uint64_t vertices = mesh_.positions().size();
    std::uint64_t row = 0;
    while (plain && row < element.count && !mesh_.full(rows_at_a_time)) {
      const std::string_view bytes = file_.peek(size);
      const auto count = static_cast<std::size_t>(
          std::min<std::uint64_t>({element.count - row, bytes.size() / size, rows_at_a_time}));
      const std::size_t done = mesh_.add_triangles(count, [&](auto out) {
        return rows_.swapped() ? copy_triangles<true>(bytes.data(), vertices, out)
                               : copy_triangles<false>(bytes.data(), vertices, out);
      });
      file_.consume(done * size);
      row += done;
      if (done < count || count == 0) break;
    }
    return row;
  }

  std::uint32_t corner(const PlyElement& element, std::uint64_t row, double index) {
    const std::size_t vertices = mesh_.positions().size();
    if (!(index >= 0 && index < static_cast<double>(vertices)) || index != std::floor(index)) {
      std::string text = std::to_string(index);
      text.erase(text.find_last_not_of('0') + 1);
      if (text.back() == '.') text.pop_back();
      rows_.fail(element, row,
                 "refers to vertex " + text + ", but there are " + std::to_string(vertices));
    }
    return static_cast<std::uint32_t>(index);
  }

  void add_face(const PlyElement& element, std::uint64_t row, PlyValues corners) {
    if (corners.size() < 3) {
      rows_.fail(element, row,
                 "has " + std::to_string(corners.size()) + " vertices, not 3 or more");
    }
    corners_.clear();
    for (const double index : corners) corners_.push_back(corner(element, row, index));
    if (!mesh_.add_face(corners_)) rows_.fail(element, row, "is beyond 2^32 - 1 triangles");
  }

  // Every three in a row are a triangle, every second one turned; -1 ends a strip.
  void add_strips(const PlyElement& element, std::uint64_t row, PlyValues corners) {
    if (mesh_.full(corners.size())) rows_.fail(element, row, "is beyond 2^32 - 1 triangles");
    corners_.clear();
    for (const double index : corners) {
      if (index == -1) {
        corners_.clear();
        continue;
      }
      corners_.push_back(corner(element, row, index));
      const std::size_t n = corners_.size();
      if (n < 3) continue;
      const bool turned = n % 2 == 0;
      mesh_.add_triangle(corners_[n - (turned ? 2 : 3)], corners_[n - (turned ? 3 : 2)],
                         corners_[n - 1]);
    }
  }

  FileReader file_;
  PlyHeader header_;
  PlyRows rows_;
  MeshBuilder mesh_;
  const PlyElement* faces_ = nullptr;
  bool has_vertices_ = false;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Mesh load_ply(const std::filesystem::path& path) { return PlyLoader(path).load(); }

}  // namespace tact
