#include "apps/body_folder.h"

#include <algorithm>
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

}  // namespace tact::app
