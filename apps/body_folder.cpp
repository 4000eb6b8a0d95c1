#include "apps/body_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <system_error>
#include <utility>

#include "apps/output_files.h"
#include "tact/base/error.h"

namespace tact::app {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(file, ignored));
}

}  // namespace

BodyFolder::BodyFolder(fs::path path) : path_(std::move(path)) {
  std::error_code failure;
  fs::create_directory(path_, failure);
  if (failure) {
    throw Error(ErrorCode::bad_file,
                path_.string() + ": cannot be made a folder: " + failure.message());
  }
}

fs::path BodyFolder::file(std::string body, std::string_view end) const {
  std::replace(body.begin(), body.end(), ' ', '-');
  return path_ / body.append(end);
}

fs::path BodyFolder::frame_file(const std::string& body, int frame) const {
  return file(body, fmt::format("-{:05}.obj", frame));
}

// By what is in the folder: there may be millions of frames.
std::vector<fs::path> BodyFolder::frames_there(const std::string& body, int frames) const {
  const std::string begin = file(body, "-").filename().string();
  std::vector<fs::path> there;
  std::error_code error;
  fs::directory_iterator entry(path_, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(begin, 0) != 0) continue;
    int frame = -1;
    std::from_chars(name.data() + begin.size(), name.data() + name.size(), frame);
    if (frame < 0 || entry->path() != frame_file(body, frame)) continue;
    if (frame >= frames) {
      throw Error(ErrorCode::bad_argument,
                  entry->path().string() + " is a frame of another run; remove such files first");
    }
    there.push_back(entry->path());
  }
  if (error) {
    throw Error(ErrorCode::bad_file, path_.string() + ": cannot be read: " + error.message());
  }
  std::sort(there.begin(), there.end());
  return there;
}

void BodyFolder::check(const std::vector<fs::path>& files, bool replace) {
  if (!replace) {
    std::vector<fs::path> there;
    std::copy_if(files.begin(), files.end(), std::back_inserter(there), is_there);
    refuse_to_replace(there);
  }
  OutputFiles outputs;
  for (const fs::path& file : files) {
    outputs.add("--write", file.string(),
                file.extension() == ".obj" ? FileForm::obj : FileForm::cache);
  }
  outputs.expect_files();
  outputs.check();
}

}  // namespace tact::app
