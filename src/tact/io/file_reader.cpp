#include "tact/io/file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include "tact/base/error.h"

namespace tact {
namespace {

// Fits into the second-level cache, so that what is read is still there when it is parsed.
constexpr std::size_t buffer_size = std::size_t{1} << 18;

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace

FileReader::FileReader(const std::filesystem::path& path)
    : name_(path.string()), buffer_(buffer_size) {
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) fail("cannot be opened: " + reason(errno));
  struct stat status = {};
  if (::fstat(file_, &status) != 0 || S_ISDIR(status.st_mode)) {
    const int error = errno;
    ::close(file_);
    fail(S_ISDIR(status.st_mode) ? "is a folder, not a mesh file"
                                 : "cannot be read: " + reason(error));
  }
  has_size_ = S_ISREG(status.st_mode);
  if (!has_size_) return;
  size_ = static_cast<std::uint64_t>(status.st_size);
  changed_[0] = status.st_mtim.tv_sec;
  changed_[1] = status.st_mtim.tv_nsec;
}

FileReader::~FileReader() { ::close(file_); }

std::uint64_t FileReader::left() const {
  if (!has_size_) return std::numeric_limits<std::uint64_t>::max();
  return size_ - std::min(size_, position_);
}

std::string_view FileReader::peek(std::size_t n) {
  if (end_ - begin_ < n) {
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    do {
      // Grows with what there is, not with what is asked for: a length in a file may be a lie.
      if (end_ + 1 == buffer_.size()) buffer_.resize(2 * buffer_.size());
    } while (read_more() && end_ < n);
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void FileReader::skip(std::uint64_t n) {
  const std::uint64_t target = position_ + n;
  if (has_size_ && (target > size_ || target < position_)) {
    fail("ends too early", size_);
  }
  while (n > 0) {
    const std::size_t ready = static_cast<std::size_t>(std::min<std::uint64_t>(n, end_ - begin_));
    consume(ready);
    n -= ready;
    if (n == 0) return;
    // lseek() goes by where reading has got to, which is where the buffer ends.
    if (has_size_ && ::lseek(file_, static_cast<off_t>(n), SEEK_CUR) >= 0) {
      position_ += n;
      return;
    }
    if (peek(1).empty()) fail("ends too early", position_);
  }
}

void FileReader::check_unchanged() const {
  if (!has_size_) return;
  struct stat status = {};
  if (::fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == size_ &&
      status.st_mtim.tv_sec == changed_[0] && status.st_mtim.tv_nsec == changed_[1]) {
    return;
  }
  fail("changed while it was read");
}

void FileReader::fail(const std::string& what, std::uint64_t byte) const {
  fail("byte " + std::to_string(byte) + ": " + what);
}

void FileReader::fail(const std::string& what) const {
  throw Error(ErrorCode::bad_file, name_ + ": " + what);
}

bool FileReader::read_more() {
  ssize_t got = -1;
  do {
    got = ::read(file_, buffer_.data() + end_, buffer_.size() - 1 - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) fail("cannot be read: " + reason(errno));
  end_ += static_cast<std::size_t>(got);
  buffer_[end_] = '\0';
  return got > 0;
}

}  // namespace tact
