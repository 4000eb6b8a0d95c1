#include "tact/io/load.h"

#include <algorithm>
#include <array>

#include "tact/base/error.h"
#include "tact/io/obj.h"

namespace tact {
namespace {

struct Format {
  const char* extension;
  Mesh (*load)(const std::filesystem::path&);
};
constexpr std::array formats{Format{".obj", load_obj}};  // a format is one line here

std::string lower_extension(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return extension;
}

}  // namespace

Mesh load(const std::filesystem::path& path) {
  const std::string extension = lower_extension(path);
  for (const Format& format : formats) {
    if (extension == format.extension) return format.load(path);
  }
  std::string known;
  for (const Format& format : formats) known += std::string(" ") + format.extension;
  throw Error(ErrorCode::bad_file,
              path.string() + ": " +
                  (extension.empty() ? "a name without extension does not say which format it is"
                                     : "format " + extension + " is not supported") +
                  " (supported:" + known + ")");
}

std::vector<std::string> mesh_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats) names.emplace_back(format.extension);
  return names;
}

}  // namespace tact
