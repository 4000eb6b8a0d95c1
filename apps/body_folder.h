#pragma once
// The folder a user names for the files of bodies, and what they are called in it.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tact::app {

class BodyFolder {
 public:
  /// Makes the folder if there is none; its parent has to be there, so that a mistyped path does
  /// not become a tree. Throws Error{bad_file}.
  explicit BodyFolder(std::filesystem::path path);

  /// Of a body of that name, with spaces as hyphens; `end` is put behind it.
  std::filesystem::path file(std::string body, std::string_view end) const;
  /// Of a frame of it, as a mesh.
  std::filesystem::path frame_file(const std::string& body, int frame) const;
  /// Those of its frames that are there already. Throws Error{bad_file}, and Error{bad_argument}
  /// where one is beyond the first so many: it would be taken for the end of this motion.
  std::vector<std::filesystem::path> frames_there(const std::string& body, int frames) const;

  /// Looks at all files that will be written, meshes and point caches, before the first one is.
  /// Nobody named them, so what lies there may be dear to somebody: unless it may `replace`, throws
  /// Error{bad_argument} if one is there, or a link of that name. Throws as OutputFiles does where
  /// one cannot be written, or two are one file.
  static void check(const std::vector<std::filesystem::path>& files, bool replace);

 private:
  std::filesystem::path path_;
};

}  // namespace tact::app
