#include "tact/io/load.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "tact/base/error.h"
#include "tact/io/line_reader.h"
#include "tact/io/mesh_builder.h"
#include "tact/io/number.h"
#include "tact/io/number_impl.h"

namespace tact {
namespace {

constexpr std::string_view passed_over[] = {
    "vt",     "vn",         "g",         "o", "s", "mg",    "usemtl",   "mtllib",   "usemap",
    "maplib", "shadow_obj", "trace_obj", "p", "l", "bevel", "c_interp", "d_interp", "lod"};
constexpr std::string_view free_form[] = {"vp",   "cstype", "deg",  "bmat", "step", "curv", "curv2",
                                          "surf", "parm",   "trim", "hole", "scrv", "sp",   "end",
                                          "con",  "bsp",    "bzp",  "cdc",  "cdp",  "res"};

template <std::size_t n>
bool contains(const std::string_view (&words)[n], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

const char* after_blanks(const char* at) {
  while (is_plain_blank(*at)) ++at;
  return at;
}

// Moves `at` to the next line if nothing but blanks is left of this one.
bool scan_line_end(const char*& at) {
  const char* p = after_blanks(at);
  if (*p == '\r') ++p;
  if (*p != '\n') return false;
  at = p + 1;
  return true;
}

class ObjParser {
 public:
  explicit ObjParser(const std::filesystem::path& path)
      : file_(path), reader_(file_, LineReader::Backslash::continues) {
    if (!file_.has_size()) return;
    // Lines are rarely shorter. What is reserved and not needed is never touched; what is needed
    // and was not reserved is grown.
    mesh_.reserve(most_items, 24, most_items, 16, file_.size());
  }

  Mesh parse() {
    std::string_view line;
    do {
      parse_plain_lines();
      if (!reader_.next(line)) break;
      parse_line(line.substr(0, line.find('#')));
    } while (true);
    file_.check_unchanged();
    return mesh_.take();
  }

 private:
  // Reads lines as nearly all files have them, up to the first one that is not. Every loop below
  // ends at the newline that ready() ends with.
  void parse_plain_lines() {
    const std::string_view text = reader_.ready();
    const char* at = text.data();
    const char* const end = at + text.size();
    std::uint64_t lines = 0;
    for (; at != end; ++lines) {
      const char* p = at;
      if (p[0] == 'v' && is_plain_blank(p[1])) {
        if (!scan_vertex(p, end)) break;
      } else if (p[0] == 'f' && is_plain_blank(p[1])) {
        if (!scan_face(p)) break;
      } else if (p[0] == '#' || (p[0] == 'v' && (p[1] == 'n' || p[1] == 't') && p[2] == ' ')) {
        p += std::string_view(p, static_cast<std::size_t>(end - p)).find('\n');
        if (p[-1] == '\\' || (p[-1] == '\r' && p[-2] == '\\')) break;
        ++p;
      } else {
        break;
      }
      at = p;
    }
    reader_.consume(static_cast<std::size_t>(at - text.data()), lines);
  }

  bool scan_vertex(const char*& at, const char* end) {
    const char* p = at + 1;
    double value[3] = {};
    for (double& coordinate : value) {
      if (!is_plain_blank(*p)) return false;
      p = after_blanks(p);
      if (!scan_double(p, end, coordinate)) return false;
    }
    if (!scan_line_end(p) || mesh_.positions().size() == most_items) return false;
    mesh_.positions().push_back({value[0], value[1], value[2]});
    at = p;
    return true;
  }

  bool scan_face(const char*& at) {
    const char* p = at + 1;
    std::uint32_t corner[3] = {};
    for (std::uint32_t& c : corner) {
      if (!scan_corner(p, c)) return false;
    }
    if (scan_line_end(p)) {
      if (mesh_.full(1)) return false;
      mesh_.add_triangle(corner[0], corner[1], corner[2]);
    } else {
      corners_.assign(std::begin(corner), std::end(corner));
      do {
        if (!scan_corner(p, corners_.emplace_back())) return false;
      } while (!scan_line_end(p));
      if (!mesh_.add_face(corners_)) return false;
    }
    at = p;
    return true;
  }

  bool scan_corner(const char*& at, std::uint32_t& corner) {
    if (!is_plain_blank(*at)) return false;
    at = after_blanks(at);
    std::uint64_t index = 0;
    if (!scan_index(at, index) || index - 1 >= mesh_.positions().size() || !scan_suffix(at)) {
      return false;
    }
    corner = static_cast<std::uint32_t>(index - 1);
    return true;
  }

  static bool scan_suffix(const char*& at) {
    std::uint64_t ignored = 0;
    if (*at != '/') return true;
    ++at;
    if (*at != '/' && !scan_index(at, ignored)) return false;
    if (*at != '/') return true;
    ++at;
    return scan_index(at, ignored);
  }

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
    if (keyword == "call" || keyword == "csh") {
      reader_.fail("other files and commands (" + std::string(keyword) + ") are not followed");
    }
    reader_.fail("unknown keyword " + in_quotes(keyword));
  }

  // x y z, then perhaps a weight or colours.
  void parse_vertex(std::string_view line) {
    double value[3] = {};
    std::size_t count = 0;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++count) {
      double number = 0;
      if (!parse_double(word, number))
        reader_.fail("vertex has " + in_quotes(word) + ", not a number");
      if (count < 3) value[count] = number;
    }
    const Vec3 position{value[0], value[1], value[2]};
    if (count < 3) reader_.fail("vertex has " + std::to_string(count) + " coordinates, not 3");
    if (!is_finite(position)) reader_.fail("vertex has a NaN or infinite coordinate");
    if (mesh_.positions().size() == most_items) reader_.fail("more than 2^32 - 1 vertices");
    mesh_.positions().push_back(position);
  }

  void parse_face(std::string_view line) {
    corners_.clear();
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      corners_.push_back(parse_corner(word));
    }
    if (corners_.size() < 3) {
      reader_.fail("face has " + std::to_string(corners_.size()) + " vertices, not 3 or more");
    }
    if (!mesh_.add_face(corners_)) reader_.fail("more than 2^32 - 1 triangles");
  }

  // v, v/vt, v//vn or v/vt/vn; a negative index counts back from the last vertex so far.
  std::uint32_t parse_corner(std::string_view word) {
    const std::string_view remaining = word.substr(std::min(word.find('/'), word.size()));
    std::int64_t index = 0;
    if (!parse_integer(word.substr(0, word.size() - remaining.size()), index) ||
        !is_suffix(remaining)) {
      reader_.fail("face has " + in_quotes(word) + ", not v, v/vt, v//vn or v/vt/vn");
    }
    const auto defined = static_cast<std::int64_t>(mesh_.positions().size());
    if (index == 0) reader_.fail("face refers to vertex 0; vertices are counted from 1");
    if (index > defined || index < -defined) {
      reader_.fail("face refers to vertex " + std::to_string(index) + ", but only " +
                   std::to_string(defined) + " are defined");
    }
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : defined + index);
  }

  // Any of the two may be missing: exporters without texture coordinates write 1/ as well as 1//2.
  static bool is_suffix(std::string_view remaining) {
    for (int part = 0; !remaining.empty(); ++part) {
      remaining.remove_prefix(1);
      const std::string_view number = remaining.substr(0, remaining.find('/'));
      remaining.remove_prefix(number.size());
      std::int64_t ignored = 0;
      if (part > 1 || !(number.empty() || parse_integer(number, ignored))) return false;
    }
    return true;
  }

  FileReader file_;
  LineReader reader_;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
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

}  // namespace tact
