#include "apps/body_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "tact/base/error.h"

namespace tact::app {

BodyFolder::BodyFolder(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code failure;
  std::filesystem::create_directory(path_, failure);
  if (failure) {
    throw Error(ErrorCode::bad_file,
                path_.string() + ": cannot be made a folder: " + failure.message());
  }
}

std::filesystem::path BodyFolder::file(std::string body, std::string_view end) const {
  std::replace(body.begin(), body.end(), ' ', '-');
  return path_ / body.append(end);
}

void BodyFolder::expect_free(const std::vector<std::filesystem::path>& files) {
  std::error_code ignored;
  const auto taken = [&](const std::filesystem::path& file) {
    return std::filesystem::exists(std::filesystem::symlink_status(file, ignored));
  };
  const auto first = std::find_if(files.begin(), files.end(), taken);
  if (first == files.end()) return;
  const auto others = std::count_if(first + 1, files.end(), taken);
  throw Error(ErrorCode::bad_argument,
              fmt::format("{} is there already{}; --replace writes over {}", first->string(),
                          others == 0 ? "" : fmt::format(", and {} more", others),
                          others == 0 ? "it" : "them"));
}

std::string BodyFolder::frame_end(int frame) { return fmt::format("-{:05}.obj", frame); }

void BodyFolder::expect_frames_free(const std::string& body, int frames) const {
  const std::string begin = file(body, "-").filename().string();
  std::vector<std::filesystem::path> taken;
  std::error_code error;
  std::filesystem::directory_iterator entry(path_, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(begin, 0) != 0) continue;
    int frame = -1;
    const auto parsed =
        std::from_chars(name.data() + begin.size(), name.data() + name.size(), frame);
    const bool ours = parsed.ec == std::errc() && frame >= 0 && frame < frames &&
                      entry->path() == file(body, frame_end(frame));
    if (ours) taken.push_back(entry->path());
  }
  if (error) {
    throw Error(ErrorCode::bad_file, path_.string() + ": cannot be read: " + error.message());
  }
  std::sort(taken.begin(), taken.end());
  expect_free(taken);
}

}  // namespace tact::app
