#include "tact/io/atomic_file.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "tact/base/error.h"

namespace tact {
namespace {

// Unique within the machine, so that two writers of one file cannot meet in the temporary one.
std::string unique_suffix() {
  static std::atomic<unsigned> counter{0};
  return ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : path_(path), temporary_(path) {
  temporary_ += unique_suffix();
  errno = 0;
  file_ = std::fopen(temporary_.c_str(), "wbx");
  if (file_ == nullptr) fail("cannot be written", errno);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::write(std::string_view bytes) {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    fail("cannot be written", errno);
  }
}

void AtomicFile::commit() {
  errno = 0;
  const int closed = std::fclose(file_);
  file_ = nullptr;
  if (closed != 0) fail("cannot be written", errno);
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) fail("cannot be put into its place", error.value());
  temporary_.clear();
}

void AtomicFile::fail(const std::string& what, int error) const {
  throw Error(ErrorCode::bad_file,
              path_.string() + ": " + what + ": " + std::generic_category().message(error));
}

}  // namespace tact
