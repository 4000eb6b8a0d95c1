#pragma once
// The folder a user names for the files of bodies, and what they are called in it.
#include <filesystem>
#include <string>
#include <string_view>

namespace tact::app {

class BodyFolder {
 public:
  /// Makes the folder if there is none; its parent has to be there, so that a mistyped path does
  /// not become a tree. Throws Error{bad_file}.
  explicit BodyFolder(std::filesystem::path path);

  /// Of a body of that name, with spaces as hyphens; `end` is put behind it.
  std::filesystem::path file(std::string body, std::string_view end) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tact::app
