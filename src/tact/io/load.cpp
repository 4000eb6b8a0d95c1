#include "tact/io/load.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "tact/base/error.h"
#include "tact/io/assimp_impl.h"
#include "tact/io/extension.h"

namespace tact {
namespace {

struct Format {
  const char* extension;
  Mesh (*load)(const std::filesystem::path&);
  void (*save)(const std::filesystem::path&, const MeshView&);
};
void save_binary_ply(const std::filesystem::path& path, const MeshView& mesh) {
  save_ply(path, mesh);
}
constexpr std::array own_formats{
    Format{".obj", load_obj, save_obj},  // a format is one line here
    Format{".ply", load_ply, save_binary_ply}, Format{".stl", load_stl, save_stl},
    Format{".off", load_off, save_off},        Format{".stlb", load_stl, save_stl},
    Format{".stla", load_stl, nullptr}};  // that would have to be text

const Format* find(const std::string& extension) {
  const auto* const found =
      std::find_if(own_formats.begin(), own_formats.end(),
                   [&](const Format& format) { return extension == format.extension; });
  return found == own_formats.end() ? nullptr : found;
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& extension,
                         const char* verb) {
  const bool writes = std::string_view(verb) == "written";
  std::string known;
  for (const Format& format : own_formats) {
    if (!writes || format.save != nullptr) known += std::string(" ") + format.extension;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorCode::bad_file, path.string() + ": is a folder, not a mesh file");
  }
  throw Error(ErrorCode::bad_file,
              path.string() + ": " +
                  (extension.empty() ? "a name without extension does not say which format it is"
                                     : "format " + extension + " is not " + verb) +
                  " (" + verb + ":" + known +
                  (writes              ? ")"
                   : assimp_built_in() ? ", and what Assimp reads)"
                                       : "; more with Assimp)"));
}

}  // namespace

Mesh load(const std::filesystem::path& path, const LoadOptions& options) {
  std::vector<std::string> ignored;
  return load(path, options, ignored);
}

Mesh load(const std::filesystem::path& path, const LoadOptions& options,
          std::vector<std::string>& notes) {
  const std::string extension = lower_extension(path);
  const Format* const format = find(extension);
  const bool by_assimp = format == nullptr && assimp_reads(extension);
  if (format == nullptr && !by_assimp) refuse(path, extension, "supported");
  // Added at the end, by what cannot throw: whoever is told of trouble is told nothing else.
  std::vector<std::string> said;
  std::vector<std::filesystem::path> opened{path};
  Mesh mesh = by_assimp ? load_by_assimp(path, said, opened) : format->load(path);
  if (options.weld == Weld::always ||
      (options.weld == Weld::where_needed && (by_assimp || hardly_shares_vertices(mesh)))) {
    weld(mesh);
  }
  notes.reserve(notes.size() + said.size());
  if (options.opened != nullptr) {
    options.opened->reserve(options.opened->size() + opened.size());
    std::move(opened.begin(), opened.end(), std::back_inserter(*options.opened));
  }
  std::move(said.begin(), said.end(), std::back_inserter(notes));
  return mesh;
}

void save(const std::filesystem::path& path, const MeshView& mesh) {
  const std::string extension = lower_extension(path);
  const Format* const format = find(extension);
  if (format == nullptr || format->save == nullptr) refuse(path, extension, "written");
  format->save(path, mesh);
}

std::vector<std::string> mesh_formats() {
  std::vector<std::string> names;
  for (const Format& format : own_formats) names.emplace_back(format.extension);
  for (const std::string& extension : assimp_extensions()) {
    if (find(extension) == nullptr) names.push_back(extension);
  }
  return names;
}

}  // namespace tact
