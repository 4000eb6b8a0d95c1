#pragma once
// What a PLY file says it holds.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tact/io/file_reader.h"
#include "tact/io/load.h"

namespace tact {

enum class PlyType : std::uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };

/// Bytes of one value.
std::size_t size_of(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::f32;
  PlyType count_type = PlyType::u8;  ///< lists only
  bool list = false;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;

  /// Bytes of one row; 0 if it has lists, which have no fixed length.
  std::size_t row_size() const;
  /// The fewest bytes that a row takes in a binary file.
  std::size_t least_size() const;
  /// The number of the property, or that of all properties if there is none such.
  std::size_t find(std::string_view property) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;
  std::uint64_t lines = 0;  ///< how long the header is
};

/// Reads up to and including the line end_header. Throws Error{bad_file}, naming file and line.
PlyHeader read_ply_header(FileReader& file);

}  // namespace tact
