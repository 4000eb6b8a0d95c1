#pragma once
// A file that is complete or absent: written beside its place, and moved there at the end. What is
// no file, a pipe or a terminal, is written through instead.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "tact/io/output_target.h"

namespace tact {

/// Throws Error{bad_file} where the file cannot be written, or must not be (see find_output).
/// Without commit() nothing is left behind and a file that was there before stays as it was; only
/// where the process is killed, a part stays (see remove_abandoned_parts). A file
/// that is replaced keeps its permissions and, where that is allowed, its owner. A symbolic link
/// stays one, and what it points to is replaced. Devices and pipes, and a file that standard output
/// goes to, are never replaced: what is written goes there at once, and stays.
class AtomicFile {
 public:
  /// Waits for a reader where the path is a named pipe.
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Puts other bytes where some were written. Throws Error{bad_file} where the target is no file.
  void overwrite(std::uint64_t offset, std::string_view bytes);
  /// Takes bytes out of the midst of what was written; likewise.
  void erase(std::uint64_t offset, std::uint64_t count);

  /// Puts the file into its place. Nothing may be written afterwards.
  void commit();

 private:
  int open_stream() const;
  int open_temporary();
  void seek(std::uint64_t offset);
  [[noreturn]] void fail(const std::string& what, int error) const;

  std::filesystem::path path_;  // as it was given, for messages
  OutputTarget target_;
  std::filesystem::path temporary_;  // empty: nothing to put into place, or to take away
  std::FILE* file_ = nullptr;
};

}  // namespace tact
