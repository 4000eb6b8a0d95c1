#pragma once
// A file that is complete or absent: written beside its place, and moved there at the end.
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace tact {

/// Throws Error{bad_file} where the file cannot be written. Without commit() nothing is left behind
/// and a file that was there before stays as it was.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);

  /// Puts the file into its place. Nothing may be written afterwards.
  void commit();

 private:
  [[noreturn]] void fail(const std::string& what, int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace tact
