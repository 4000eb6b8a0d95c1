#include "tact/io/output_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tact/base/error.h"

namespace tact {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw Error(ErrorCode::bad_file, path.string() + ": " + what);
}

[[noreturn]] void refuse(const fs::path& path, int error) {
  refuse(path, "cannot be written: " + std::generic_category().message(error));
}

FileIdentity identity_of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

// A file that the shell opened for standard output is not replaced under its feet.
int stream_to(const FileIdentity& identity) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status = {};
    if (::fstat(stream, &status) == 0 && identity_of(status) == identity) return stream;
  }
  return -1;
}

bool may_write(const fs::path& path) {
  return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

OutputTarget find_fresh(const fs::path& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) {  // there, though following it led nowhere
    std::error_code ignored;
    refuse(path, "is a symbolic link to " + fs::read_symlink(path, ignored).string() +
                     ", which is not there");
  }
  if (path.filename().empty()) refuse(path, path.empty() ? ENOENT : EISDIR);
  std::error_code error;
  const fs::path folder = fs::canonical(folder_of(path), error);
  if (error) refuse(path, error.value());
  if (!may_write(folder)) refuse(path, errno);
  return {OutputTarget::Kind::fresh, folder / path.filename(), {}, 0, -1};
}

OutputTarget find_regular(const fs::path& path, OutputTarget target) {
  if (!may_write(path)) refuse(path, errno);
  std::error_code error;
  target.path = fs::canonical(path, error);
  if (error) refuse(path, error.value());
  if (!may_write(folder_of(target.path))) refuse(path, errno);
  return target;
}

}  // namespace

OutputTarget find_output(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) refuse(path, errno);
    return find_fresh(path);
  }
  if (S_ISDIR(status.st_mode)) refuse(path, "is a folder, and cannot be written as a file");
  OutputTarget target{OutputTarget::Kind::regular, path, identity_of(status),
                      static_cast<unsigned>(status.st_mode) & 07777U,
                      stream_to(identity_of(status))};
  if (S_ISCHR(status.st_mode)) {
    target.kind = OutputTarget::Kind::device;
  } else if (target.stream >= 0) {
    target.kind = OutputTarget::Kind::standard;
  } else if (S_ISFIFO(status.st_mode)) {
    target.kind = OutputTarget::Kind::pipe;
  } else if (S_ISREG(status.st_mode)) {
    return find_regular(path, target);
  } else {
    refuse(path, std::string("is a ") + (S_ISBLK(status.st_mode) ? "block device" : "socket") +
                     ", and is not written to");
  }
  if (target.stream < 0 && !may_write(path)) refuse(path, errno);
  return target;
}

std::optional<FileIdentity> find_identity(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity_of(status);
}

}  // namespace tact
