#pragma once
// The rows of a PLY file behind its header, one at a time, text or binary alike.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tact/io/line_reader.h"
#include "tact/io/ply_header.h"

namespace tact {

/// The values of one property; a double holds every type of PLY. Valid until the next row.
using PlyValues = std::span<const double>;

class PlyRows {
 public:
  PlyRows(FileReader& file, const PlyHeader& header);

  /// Reads the next row of `element` and keeps one property of it, or three in a row.
  void read(const PlyElement& element, std::uint64_t row);
  /// A property of the row that read() read.
  PlyValues property(std::size_t i) const;
  void skip(const PlyElement& element);
  /// Fails if anything follows.
  void expect_end();

  bool binary() const { return format_ != PlyFormat::ascii; }
  bool swapped() const { return swapped_; }
  FileReader& file() { return file_; }
  /// Throws Error{bad_file}: in which row of which element, at which line or byte.
  [[noreturn]] void fail(const PlyElement& element, std::uint64_t row, const std::string& what,
                         std::uint64_t byte) const;
  [[noreturn]] void fail(const PlyElement& element, std::uint64_t row,
                         const std::string& what) const {
    fail(element, row, what, row_begin_);
  }

 private:
  void read_text(const PlyElement& element, std::uint64_t row);
  void read_binary(const PlyElement& element, std::uint64_t row);
  double take_binary(PlyType type, const PlyElement& element, std::uint64_t row);

  FileReader& file_;
  PlyFormat format_;
  bool swapped_;
  std::optional<LineReader> lines_;
  std::uint64_t row_begin_ = 0;  // byte
  std::vector<double> values_;
  std::vector<std::size_t> ends_;  // where each property's values end
};

/// One value at `at`, its bytes reversed if `swapped`.
double read_scalar(const char* at, PlyType type, bool swapped);

}  // namespace tact
