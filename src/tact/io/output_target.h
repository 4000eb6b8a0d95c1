#pragma once
// What writing to a path would come to: a file of one's own to put in place, a stream to write
// through, or nothing that may be written at all.
#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace tact {

/// Which file something is, whatever the name: two names of one file compare equal.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

struct OutputTarget {
  enum class Kind : std::uint8_t {
    fresh,    ///< nothing is there yet
    regular,  ///< a file that is replaced as a whole
    pipe,     ///< written through, never replaced
    device,   ///< likewise: a terminal, /dev/null
    standard  ///< what standard output or standard error goes to, if it is no device: likewise
  };

  Kind kind = Kind::fresh;
  std::filesystem::path path;  ///< behind symbolic links, where there is a file or will be
  FileIdentity identity;       ///< of what is there; not of something fresh
  unsigned mode = 0;           ///< permissions of what is there
  int stream = -1;             ///< standard output or error, if that is where it goes

  /// Written through, and not put into its place at the end?
  bool streams() const { return kind != Kind::fresh && kind != Kind::regular; }
};

/// Looks, and changes nothing. A symbolic link stands for what it points to. Throws Error{bad_file}
/// where nothing can or should be written: a folder, a block device, a socket, a link to nothing, a
/// file without permission to write, a folder that is not there.
OutputTarget find_output(const std::filesystem::path& path);

/// Of what a path leads to; none if nothing is there.
std::optional<FileIdentity> find_identity(const std::filesystem::path& path);

}  // namespace tact
