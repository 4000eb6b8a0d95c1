#include "tact/io/load.h"

#include <algorithm>

#include "tact/base/error.h"
#include "tact/geometry/validate.h"
#include "tact/io/line_reader.h"
#include "tact/io/mesh_builder.h"
#include "tact/io/mesh_text_impl.h"
#include "tact/io/number.h"
#include "tact/io/number_impl.h"

namespace tact {
namespace {

class OffLoader {
 public:
  explicit OffLoader(const std::filesystem::path& path) : file_(path), reader_(file_) {}

  Mesh load() {
    read_header();
    mesh_.reserve(vertices_, 6, faces_, 8, file_.left());  // "0 0 0\n" and "3 0 0 0\n"
    for (std::uint64_t i = 0; i < vertices_; ++i) read_vertex(i);
    for (std::uint64_t i = 0; i < faces_; ++i) read_face(i);
    std::string_view line;
    if (reader_.next_filled(line, '#')) reader_.fail("more lines than the header says");
    file_.check_unchanged();
    Mesh mesh = mesh_.take();
    if (mesh.triangles.empty()) {
      file_.fail("has no faces (" + std::to_string(mesh.positions.size()) + " vertices)");
    }
    return mesh;
  }

 private:
  // The keyword may be missing, and the three counts may stand on its line.
  void read_header() {
    std::string_view line;
    if (!reader_.next_filled(line, '#')) reader_.fail("is empty");
    std::string_view remaining = line;
    const std::string_view keyword = take_word(remaining);
    if (keyword.size() >= 3 && keyword.substr(keyword.size() - 3) == "OFF") {
      if (keyword.find_first_of("4n") != keyword.npos) {
        reader_.fail(std::string(keyword) + " has other than three dimensions");
      }
      std::string_view after = remaining;
      if (take_word(after) == "BINARY") reader_.fail("binary OFF is not supported");
      line = remaining;
      after = remaining;
      if (take_word(after).empty() && !reader_.next_filled(line, '#')) {
        reader_.fail("ends before the counts");
      }
    }
    vertices_ = take_count(line, "vertices");
    faces_ = take_count(line, "faces");
    if (vertices_ > most_items) reader_.fail("more than 2^32 - 1 vertices");
  }

  std::uint64_t take_count(std::string_view& line, const char* what) {
    const std::string_view word = take_word(line);
    std::int64_t value = 0;
    if (!parse_integer(word, value) || value < 0) {
      reader_.fail(std::string("is no OFF file: ") + in_quotes(word) + " is not a number of " +
                   what);
    }
    return static_cast<std::uint64_t>(value);
  }

  void read_vertex(std::uint64_t i) {
    std::string_view line;
    if (!reader_.next_filled(line, '#')) missing("vertex", i, vertices_);
    Vec3 position;
    std::string_view word;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (take_double(line, position[axis], word)) continue;
      if (word.empty()) reader_.fail("vertex has " + std::to_string(axis) + " coordinates, not 3");
      reader_.fail("vertex has " + in_quotes(word) + ", not a number");
    }
    if (!is_finite(position)) reader_.fail("vertex has a NaN or infinite coordinate");
    mesh_.positions().push_back(position);
  }

  // n, then n indices, on as many lines as they take; what follows on the last one is a colour.
  void read_face(std::uint64_t i) {
    std::string_view line;
    if (!reader_.next_filled(line, '#')) missing("face", i, faces_);
    std::string_view word;
    std::int64_t count = 0;
    if (!take_integer(line, count, word)) {
      reader_.fail("face has " + in_quotes(word) + ", not a number of corners");
    }
    if (count < 3) reader_.fail("face has " + std::to_string(count) + " vertices, not 3 or more");
    corners_.clear();
    for (std::int64_t corner = 0; corner < count; ++corner) {
      std::int64_t index = 0;
      while (!take_integer(line, index, word)) {
        if (!word.empty()) reader_.fail("face has " + in_quotes(word) + ", not an index");
        if (reader_.next_filled(line, '#')) continue;
        reader_.fail("ends within face " + std::to_string(i) + ", which has " +
                     std::to_string(corner) + " vertices, not " + std::to_string(count));
      }
      if (index < 0 || index >= static_cast<std::int64_t>(vertices_)) {
        reader_.fail("face refers to vertex " + std::to_string(index) + ", but there are " +
                     std::to_string(vertices_));
      }
      corners_.push_back(static_cast<std::uint32_t>(index));
    }
    if (!mesh_.add_face(corners_)) reader_.fail("more than 2^32 - 1 triangles");
  }

  [[noreturn]] void missing(const char* what, std::uint64_t i, std::uint64_t of) const {
    reader_.fail(std::string("ends before ") + what + " " + std::to_string(i) + " of " +
                 std::to_string(of));
  }

  FileReader file_;
  LineReader reader_;
  std::uint64_t vertices_ = 0;
  std::uint64_t faces_ = 0;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

Mesh load_off(const std::filesystem::path& path) { return OffLoader(path).load(); }

void save_off(const std::filesystem::path& path, const MeshView& mesh) {
  check_mesh(mesh, path.string());
  AtomicFile file(path);
  TextBuffer out(file);
  out.text() = "OFF\n" + std::to_string(mesh.positions.size()) + " " +
               std::to_string(mesh.triangles.size()) + " 0\n";
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    out.append(mesh.positions[i]);
    out.end_line();
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.text() += '3';
    for (const std::uint64_t vertex : mesh.triangles[i]) append_number(out.text() += ' ', vertex);
    out.end_line();
  }
  out.flush();
  file.commit();
}

}  // namespace tact
