#include "tact/io/ply_header.h"

#include <algorithm>

#include "tact/base/error.h"
#include "tact/io/line_reader.h"
#include "tact/io/number.h"

namespace tact {
namespace {

constexpr std::size_t longest_line = 4096;

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr TypeName type_names[] = {
    {"char", PlyType::i8},    {"uchar", PlyType::u8},   {"short", PlyType::i16},
    {"ushort", PlyType::u16}, {"int", PlyType::i32},    {"uint", PlyType::u32},
    {"float", PlyType::f32},  {"double", PlyType::f64}, {"int8", PlyType::i8},
    {"uint8", PlyType::u8},   {"int16", PlyType::i16},  {"uint16", PlyType::u16},
    {"int32", PlyType::i32},  {"uint32", PlyType::u32}, {"float32", PlyType::f32},
    {"float64", PlyType::f64}};

// Not a LineReader: what follows the header may be binary.
class HeaderReader {
 public:
  explicit HeaderReader(FileReader& file) : file_(file) {}

  PlyHeader read() {
    if (next() != "ply") file_.fail("is not a PLY file (it does not begin with 'ply')");
    for (std::string_view line = next();; line = next()) {
      const std::string_view keyword = take_word(line);
      if (keyword == "end_header") break;
      parse(keyword, line);
    }
    if (!has_format_) fail("header has no format");
    header_.lines = lines_;
    return std::move(header_);
  }

 private:
  std::string_view next() {
    const std::string_view text = file_.peek(longest_line).substr(0, longest_line);
    const std::size_t end = text.find('\n');
    ++lines_;
    if (end == text.npos) {
      fail(text.size() < longest_line ? "header ends too early" : "header has a line without end");
    }
    line_.assign(text.substr(0, end));
    file_.consume(end + 1);
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    return line_;
  }

  void parse(std::string_view keyword, std::string_view remaining) {
    // Old versions of Blender forgot the word comment before their own.
    if (keyword == "comment" || keyword == "obj_info" || keyword == "Created") return;
    if (keyword.empty()) return;
    if (keyword == "format") return parse_format(remaining);
    if (keyword == "element") return parse_element(remaining);
    if (keyword == "property") return parse_property(remaining);
    fail("header has " + in_quotes(keyword));
  }

  void parse_format(std::string_view remaining) {
    const std::string_view name = take_word(remaining);
    const std::string_view version = take_word(remaining);
    if (name == "ascii") {
      header_.format = PlyFormat::ascii;
    } else if (name == "binary_little_endian") {
      header_.format = PlyFormat::little_endian;
    } else if (name == "binary_big_endian") {
      header_.format = PlyFormat::big_endian;
    } else {
      fail("format " + in_quotes(name) + " is not one of PLY's");
    }
    if (version != "1.0") fail("version " + in_quotes(version) + " is not 1.0");
    has_format_ = true;
  }

  void parse_element(std::string_view remaining) {
    PlyElement element;
    element.name = std::string(take_word(remaining));
    const std::string_view count = take_word(remaining);
    std::int64_t value = 0;
    if (!parse_integer(count, value) || value < 0) {
      fail("element " + in_quotes(element.name) + " has the count " + in_quotes(count));
    }
    element.count = static_cast<std::uint64_t>(value);
    header_.elements.push_back(std::move(element));
  }

  void parse_property(std::string_view remaining) {
    if (header_.elements.empty()) fail("property without an element");
    PlyProperty property;
    std::string_view type = take_word(remaining);
    if (type == "list") {
      property.list = true;
      property.count_type = type_of(take_word(remaining));
      if (property.count_type >= PlyType::f32) fail("list has a count that is no integer");
      type = take_word(remaining);
    }
    property.type = type_of(type);
    property.name = std::string(take_word(remaining));
    if (property.name.empty()) fail("property without a name");
    PlyElement& element = header_.elements.back();
    if (element.find(property.name) < element.properties.size()) {
      fail("property " + in_quotes(property.name) + " twice");
    }
    element.properties.push_back(std::move(property));
  }

  PlyType type_of(std::string_view name) const {
    for (const TypeName& candidate : type_names) {
      if (candidate.name == name) return candidate.type;
    }
    fail(in_quotes(name) + " is not a type of PLY");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_file, file_.name() + ":" + std::to_string(lines_) + ": " + what);
  }

  FileReader& file_;
  PlyHeader header_;
  std::string line_;
  std::uint64_t lines_ = 0;
  bool has_format_ = false;
};

}  // namespace

std::size_t size_of(PlyType type) {
  switch (type) {
    case PlyType::i8:
    case PlyType::u8:
      return 1;
    case PlyType::i16:
    case PlyType::u16:
      return 2;
    case PlyType::i32:
    case PlyType::u32:
    case PlyType::f32:
      return 4;
    case PlyType::f64:
      break;
  }
  return 8;
}

std::size_t PlyElement::row_size() const {
  const auto is_list = [](const PlyProperty& p) { return p.list; };
  return std::any_of(properties.begin(), properties.end(), is_list) ? 0 : least_size();
}

std::size_t PlyElement::least_size() const {
  std::size_t size = 0;
  for (const PlyProperty& p : properties) size += size_of(p.list ? p.count_type : p.type);
  return size;
}

std::size_t PlyElement::find(std::string_view property) const {
  const auto named = [&](const PlyProperty& p) { return p.name == property; };
  return static_cast<std::size_t>(std::find_if(properties.begin(), properties.end(), named) -
                                  properties.begin());
}

PlyHeader read_ply_header(FileReader& file) { return HeaderReader(file).read(); }

}  // namespace tact
