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

  /// Nobody named these files, so what lies there may be dear to somebody. Throws
  /// Error{bad_argument}, which names `--replace`, if there is one, or a link of that name.
  static void expect_free(const std::vector<std::filesystem::path>& files);
  /// Likewise for frames 0 to `frames` - 1 of a body, each file(body, frame_end(f)).
  void expect_frames_free(const std::string& body, int frames) const;
  static std::string frame_end(int frame);

 private:
  std::filesystem::path path_;
};

}  // namespace tact::app
