#include "tact/io/obj.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "tact/base/error.h"
#include "tact/geometry/polygon.h"
#include "tact/io/atomic_file.h"
#include "tact/io/line_reader.h"
#include "tact/io/number.h"

namespace tact {
namespace {

constexpr std::size_t most_items = std::numeric_limits<std::uint32_t>::max();

constexpr std::string_view passed_over[] = {"vt",         "vn",        "g",      "o",      "s",
                                            "mg",         "usemtl",    "mtllib", "usemap", "maplib",
                                            "shadow_obj", "trace_obj", "p",      "l",      "bevel",
                                            "c_interp",   "d_interp",  "lod",    "call",   "csh"};
constexpr std::string_view free_form[] = {"vp",   "cstype", "deg",  "bmat", "step", "curv", "curv2",
                                          "surf", "parm",   "trim", "hole", "scrv", "sp",   "end",
                                          "con",  "bsp",    "bzp",  "cdc",  "cdp",  "res"};

template <std::size_t n>
bool contains(const std::string_view (&words)[n], std::string_view word) {
  for (const std::string_view candidate : words) {
    if (candidate == word) return true;
  }
  return false;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    text.push_back(code < 0x20 || code == 0x7f ? '?' : c);
  }
  return text + (word.size() > longest ? "…'" : "'");
}

class ObjParser {
 public:
  explicit ObjParser(const std::filesystem::path& path) : reader_(path) {}

  Mesh parse() {
    std::string_view line;
    while (reader_.next(line)) parse_line(line.substr(0, line.find('#')));
    return std::move(mesh_);
  }

 private:
  void parse_line(std::string_view line) {
    const std::string_view keyword = take_word(line);
    if (keyword.empty()) return;
    if (keyword == "v") return parse_vertex(line);
    if (keyword == "f" || keyword == "fo") return parse_face(line);  // fo: the same, in old files
    if (contains(passed_over, keyword)) return;
    if (contains(free_form, keyword)) {
      reader_.fail("free-form curves and surfaces (" + std::string(keyword) +
                   ") are not supported; export the mesh as polygons");
    }
    reader_.fail("unknown keyword " + quoted(keyword));
  }

  // x y z, then perhaps a weight or colours.
  void parse_vertex(std::string_view line) {
    double value[3] = {};
    std::size_t count = 0;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++count) {
      double number = 0;
      if (!parse_double(word, number))
        reader_.fail("vertex has " + quoted(word) + ", not a number");
      if (count < 3) value[count] = number;
    }
    const Vec3 position{value[0], value[1], value[2]};
    if (count < 3) reader_.fail("vertex has " + std::to_string(count) + " coordinates, not 3");
    if (!is_finite(position)) reader_.fail("vertex has a NaN or infinite coordinate");
    if (mesh_.positions.size() == most_items) reader_.fail("more than 2^32 - 1 vertices");
    mesh_.positions.push_back(position);
  }

  void parse_face(std::string_view line) {
    corners_.clear();
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      corners_.push_back(parse_corner(word));
    }
    if (corners_.size() < 3) {
      reader_.fail("face has " + std::to_string(corners_.size()) + " vertices, not 3 or more");
    }
    if (mesh_.triangles.size() + (corners_.size() - 2) > most_items) {
      reader_.fail("more than 2^32 - 1 triangles");
    }
    if (corners_.size() == 3) {
      mesh_.triangles.push_back({corners_[0], corners_[1], corners_[2]});
    } else {
      add_polygon();
    }
    if (has_polygons_) mesh_.face.resize(mesh_.triangles.size(), faces_);
    ++faces_;
  }

  // v, v/vt, v//vn or v/vt/vn; a negative index counts back from the last vertex so far.
  std::uint32_t parse_corner(std::string_view word) {
    const std::string_view rest = word.substr(std::min(word.find('/'), word.size()));
    std::int64_t index = 0;
    if (!parse_integer(word.substr(0, word.size() - rest.size()), index) || !is_suffix(rest)) {
      reader_.fail("face has " + quoted(word) + ", not v, v/vt, v//vn or v/vt/vn");
    }
    const auto defined = static_cast<std::int64_t>(mesh_.positions.size());
    if (index == 0) reader_.fail("face refers to vertex 0; vertices are counted from 1");
    if (index > defined || index < -defined) {
      reader_.fail("face refers to vertex " + std::to_string(index) + ", but only " +
                   std::to_string(defined) + " are defined");
    }
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : defined + index);
  }

  static bool is_suffix(std::string_view rest) {
    for (int part = 0; !rest.empty(); ++part) {
      rest.remove_prefix(1);
      const std::string_view number = rest.substr(0, rest.find('/'));
      rest.remove_prefix(number.size());
      std::int64_t ignored = 0;
      const bool may_be_empty = part == 0 && !rest.empty();
      if (part > 1 || !(number.empty() ? may_be_empty : parse_integer(number, ignored)))
        return false;
    }
    return true;
  }

  void add_polygon() {
    if (!has_polygons_) {  // until now triangle i was face i
      has_polygons_ = true;
      for (std::uint32_t i = 0; i < faces_; ++i) mesh_.face.push_back(i);
    }
    polygon_.clear();
    for (const std::uint32_t corner : corners_) polygon_.push_back(mesh_.positions[corner]);
    for (const std::array<std::uint32_t, 3>& t : ear_clip(polygon_)) {
      mesh_.triangles.push_back({corners_[t[0]], corners_[t[1]], corners_[t[2]]});
    }
  }

  LineReader reader_;
  Mesh mesh_;
  std::uint32_t faces_ = 0;
  bool has_polygons_ = false;
  std::vector<std::uint32_t> corners_;
  std::vector<Vec3> polygon_;
};

}  // namespace

Mesh load_obj(const std::filesystem::path& path) {
  Mesh mesh = ObjParser(path).parse();
  if (mesh.triangles.empty()) {
    throw Error(ErrorCode::bad_file, path.string() + ": has no faces (" +
                                         std::to_string(mesh.positions.size()) + " vertices)");
  }
  return mesh;
}

void save_obj(const std::filesystem::path& path, const MeshView& mesh) {
  constexpr std::size_t block = std::size_t{1} << 16;
  AtomicFile file(path);
  std::string text;
  const auto flush_beyond = [&](std::size_t size) {
    if (text.size() <= size) return;
    file.write(text);
    text.clear();
  };
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3 p = mesh.positions[i];
    text += 'v';
    for (const double value : {p.x, p.y, p.z}) {
      text += ' ';
      append_number(text, value);
    }
    text += '\n';
    flush_beyond(block);
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    text += 'f';
    for (const std::uint64_t vertex : mesh.triangles[i]) {
      text += ' ';
      append_number(text, vertex + 1);
    }
    text += '\n';
    flush_beyond(block);
  }
  flush_beyond(0);
  file.commit();
}

}  // namespace tact
