#include "tact/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tact/base/error.h"
#include "tact/io/part_files.h"

namespace tact {

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path), target_(find_output(path)) {
  const int descriptor = target_.streams() ? open_stream() : open_temporary();
  if (descriptor < 0) fail("cannot be written", errno);
  file_ = ::fdopen(descriptor, target_.streams() ? "wb" : "w+b");
  if (file_ != nullptr) return;
  const int error = errno;
  ::close(descriptor);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  fail("cannot be written", error);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

int AtomicFile::open_stream() const {
  if (target_.stream >= 0) return ::fcntl(target_.stream, F_DUPFD_CLOEXEC, 3);
  return ::open(target_.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

int AtomicFile::open_temporary() {
  int descriptor = -1;
  bool again = false;
  do {  // a name may be left over from somebody who was killed
    temporary_ = target_.path.parent_path() / part_name();
    // What replaces a file that few may read must not be open to more while it is written.
    const bool replaces = target_.kind == OutputTarget::Kind::regular;
    descriptor =
        ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0600 : 0666);
    again = descriptor < 0 ? errno == EEXIST : !claim_part(descriptor);
    if (again && descriptor >= 0) ::close(descriptor);
  } while (again);
  if (descriptor < 0) {
    temporary_.clear();
    return descriptor;
  }
  if (target_.kind != OutputTarget::Kind::regular) return descriptor;
  // Only some may give files away; permissions are the last, since a change of owner takes bits.
  struct stat before = {};
  if (::stat(target_.path.c_str(), &before) == 0) {
    static_cast<void>(::fchown(descriptor, before.st_uid, before.st_gid) == 0);
  }
  // Never the bits that lend an owner's rights: the owner may be another now.
  static_cast<void>(::fchmod(descriptor, target_.mode & 0777U) == 0);
  return descriptor;
}

void AtomicFile::write(std::string_view bytes) {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    fail("cannot be written", errno);
  }
}

void AtomicFile::seek(std::uint64_t offset) {
  errno = 0;
  if (::fseeko(file_, static_cast<off_t>(offset), SEEK_SET) != 0) fail("cannot be written", errno);
}

void AtomicFile::overwrite(std::uint64_t offset, std::string_view bytes) {
  if (temporary_.empty()) fail("cannot be written twice", ESPIPE);
  seek(offset);
  write(bytes);
  errno = 0;
  if (::fseeko(file_, 0, SEEK_END) != 0) fail("cannot be written", errno);
}

void AtomicFile::erase(std::uint64_t offset, std::uint64_t count) {
  if (temporary_.empty()) fail("cannot be written twice", ESPIPE);
  std::string buffer(std::size_t{1} << 16, '\0');
  for (;;) {
    seek(offset + count);
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file_);
    if (std::ferror(file_) != 0) fail("cannot be read", errno);
    if (got == 0) break;
    seek(offset);
    write({buffer.data(), got});
    offset += got;
  }
  seek(offset);  // what is not written yet is written by this
  if (::ftruncate(::fileno(file_), static_cast<off_t>(offset)) != 0) fail("cannot be cut", errno);
}

void AtomicFile::commit() {
  // The part is held until it is in its place.
  const int held = temporary_.empty() ? -1 : ::fcntl(::fileno(file_), F_DUPFD_CLOEXEC, 3);
  errno = 0;
  const int closed = std::fclose(file_);
  const int why = errno;
  file_ = nullptr;
  std::error_code error;
  if (closed == 0 && !temporary_.empty()) {
    std::filesystem::rename(temporary_, target_.path, error);
  }
  if (held >= 0) ::close(held);
  if (closed != 0) fail("cannot be written", why);
  if (error) fail("cannot be put into its place", error.value());
  temporary_.clear();
}

void AtomicFile::fail(const std::string& what, int error) const {
  throw Error(ErrorCode::bad_file,
              path_.string() + ": " + what + ": " + std::generic_category().message(error));
}

}  // namespace tact
