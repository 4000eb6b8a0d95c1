#pragma once
// Lines of a text file, read by chunks: memory is a chunk or the longest line, whichever is larger.
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tact {

/// Reads logical lines: CRLF and LF both end one, a backslash at its end continues it, a byte order
/// mark is skipped. Everything that goes wrong is Error{bad_file}, naming file and line.
class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& path);

  /// The next line without its end; valid until the next call. False at the end of the file.
  bool next(std::string_view& line);

  /// Throws Error{bad_file} "file:line: what", for the line that next() gave last.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };

  bool next_physical(std::string_view& line);
  bool read_more();

  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // the unread part of the buffer
  std::size_t end_ = 0;
  std::size_t lines_read_ = 0;
  std::size_t line_ = 0;  // where the current logical line began
  bool at_end_ = false;
  std::string joined_;  // a line that was continued
};

}  // namespace tact
