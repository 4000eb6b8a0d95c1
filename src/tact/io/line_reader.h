#pragma once
// Lines of a text file: memory is the reader's buffer or the longest line, whichever is larger.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tact/io/file_reader.h"

namespace tact {

/// Reads logical lines: CRLF and LF both end one, a byte order mark is skipped. Everything that
/// goes wrong is Error{bad_file}, naming file and line.
class LineReader {
 public:
  enum class Backslash : std::uint8_t {
    plain,      ///< a character like any other
    continues,  ///< at the end of a line it joins the next one
  };
  /// `lines` were read before, by somebody else.
  explicit LineReader(FileReader& file, Backslash backslash = Backslash::plain,
                      std::uint64_t lines = 0);

  /// The next line without its end; valid until the next call. False at the end of the file.
  bool next(std::string_view& line);
  /// The next line with anything but blanks before `comment`, cut there.
  bool next_filled(std::string_view& line, char comment);

  /// The whole lines that lie ready in the buffer, for whoever can read plain ones faster.
  std::string_view ready();
  /// Marks the first `bytes` of ready(), which are `lines` whole lines, as read.
  void consume(std::size_t bytes, std::uint64_t lines) {
    file_.consume(bytes);
    lines_read_ += lines;
  }

  /// Throws Error{bad_file} "file:line: what", for the line that next() gave last.
  [[noreturn]] void fail(const std::string& what) const;
  FileReader& file() { return file_; }

 private:
  bool next_physical(std::string_view& line);
  std::string_view peek_text(std::size_t n);

  FileReader& file_;
  bool continues_;
  std::uint64_t lines_read_;
  std::uint64_t line_ = 0;     // where the current logical line began
  std::uint64_t checked_ = 0;  // up to here there are no zero bytes
  std::string joined_;         // a line that was continued
};

/// A word of a file in quotes for a message: cut if it is long, control characters replaced.
std::string in_quotes(std::string_view word);

}  // namespace tact
