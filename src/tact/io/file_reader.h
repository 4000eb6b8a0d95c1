#pragma once
// A file read front to back through one buffer, for text and binary formats alike. Not mapped: a
// mapped file that somebody cuts short kills the reader, and this one only notices.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tact {

/// Memory is the buffer, which grows only to what peek() is asked for. Offsets have 64 bits.
/// Everything that goes wrong is Error{bad_file}, naming the file.
class FileReader {
 public:
  /// Refuses folders. Pipes are fine, but have no size.
  explicit FileReader(const std::filesystem::path& path);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  const std::string& name() const { return name_; }
  bool has_size() const { return has_size_; }
  /// Bytes in the file when it was opened; 0 if that is not known.
  std::uint64_t size() const { return size_; }
  /// Of the next byte that nobody consumed.
  std::uint64_t position() const { return position_; }
  /// How many bytes can follow, at most: no array that a file fills can need to be larger.
  std::uint64_t left() const;

  /// All bytes that lie ready, at least `n` of them unless the file ends before, and a zero behind
  /// them. Valid until the next call of anything.
  std::string_view peek(std::size_t n);
  /// Marks `n` bytes of what peek() showed as read.
  void consume(std::size_t n) {
    begin_ += n;
    position_ += n;
  }
  /// Passes over `n` bytes without reading them, where the file allows. Fails if it ends before.
  void skip(std::uint64_t n);

  /// Throws if the file is not the one that was opened any more, in size or time of change.
  void check_unchanged() const;

  /// Throws Error{bad_file} "file: byte N: what".
  [[noreturn]] void fail(const std::string& what, std::uint64_t byte) const;
  /// Throws Error{bad_file} "file: what".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  bool read_more();

  std::string name_;
  int file_ = -1;
  bool has_size_ = false;
  std::uint64_t size_ = 0;
  std::int64_t changed_[2] = {};  // seconds and nanoseconds
  std::uint64_t position_ = 0;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // the part of the buffer that was read and not consumed
  std::size_t end_ = 0;
};

}  // namespace tact
