#include "tact/io/part_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>
#include <system_error>

namespace tact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view part_begin = ".tact-";
constexpr std::string_view part_end = ".part";

// The process whose part has this name, as in .tact-123-4.part; 0 if it is no such name.
pid_t process_of(std::string_view name) {
  if (!name.starts_with(part_begin) || !name.ends_with(part_end)) return 0;
  const char* const end = name.data() + name.size() - part_end.size();
  pid_t process = 0;
  unsigned count = 0;
  const auto first = std::from_chars(name.data() + part_begin.size(), end, process);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-' || process <= 0) return 0;
  const auto second = std::from_chars(first.ptr + 1, end, count);
  return second.ec == std::errc() && second.ptr == end ? process : 0;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

bool is_own_file(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && status.st_nlink == 1;
}

void remove_if_abandoned(const fs::path& part) {
  struct stat before = {};
  if (::lstat(part.c_str(), &before) != 0 || !is_own_file(before)) return;
  const int descriptor = ::open(part.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  // Held from here on, so that it is still the one that was looked at, and nobody else's.
  struct stat held = {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &held) == 0 &&
      is_own_file(held) && held.st_dev == before.st_dev && held.st_ino == before.st_ino) {
    static_cast<void>(::unlink(part.c_str()) == 0);
  }
  ::close(descriptor);
}

}  // namespace

std::string part_name() {
  static std::atomic<unsigned> counter{0};
  return std::string(part_begin) + std::to_string(::getpid()) + "-" + std::to_string(counter++) +
         std::string(part_end);
}

bool claim_part(int descriptor) {
  // Some file systems know no locks; there, the number of the process has to do.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  struct stat status = {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

void remove_abandoned_parts(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const pid_t process = process_of(entry->path().filename().native());
    if (process > 0 && is_gone(process)) remove_if_abandoned(entry->path());
  }
}

}  // namespace tact
