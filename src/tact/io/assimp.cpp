#include "tact/io/assimp_impl.h"

#ifdef TACT_ASSIMP
#include <assimp/DefaultIOSystem.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <sstream>

#include "tact/base/error.h"
#include "tact/io/assimp_log_impl.h"
#include "tact/io/extension.h"
#include "tact/io/file_reader.h"
#include "tact/io/gltf_check_impl.h"
#include "tact/io/mesh_builder.h"

namespace tact {
namespace {

// Assimp's numbers are floats; nested transforms are multiplied in double.
struct Placement {
  double m[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

  Vec3 apply(const aiVector3D& v) const {
    const auto row = [&](const double(&r)[4]) {
      return r[0] * double{v.x} + r[1] * double{v.y} + r[2] * double{v.z} + r[3];
    };
    return {row(m[0]), row(m[1]), row(m[2])};
  }
  Placement then(const aiMatrix4x4& inner) const {
    Placement product;
    for (unsigned i = 0; i < 3; ++i) {
      for (unsigned j = 0; j < 4; ++j) {
        product.m[i][j] = j == 3 ? m[i][3] : 0;
        for (unsigned k = 0; k < 3; ++k) product.m[i][j] += m[i][k] * double{inner[k][j]};
      }
    }
    return product;
  }
};

class SceneFlattener {
 public:
  SceneFlattener(const aiScene& scene, const std::filesystem::path& path)
      : scene_(scene), path_(path) {}

  Mesh flatten() {
    if (scene_.mRootNode != nullptr) add_node(*scene_.mRootNode, {});
    Mesh mesh = mesh_.take();
    if (mesh.triangles.empty()) {
      fail("has no faces (" + std::to_string(mesh.positions.size()) + " vertices)");
    }
    return mesh;
  }
  /// Points and lines that stood among faces of a mesh.
  std::size_t passed_over() const { return passed_over_; }

 private:
  void add_node(const aiNode& node, const Placement& parent) {
    const Placement here = parent.then(node.mTransformation);
    for (unsigned i = 0; i < node.mNumMeshes; ++i) add_mesh(*scene_.mMeshes[node.mMeshes[i]], here);
    for (unsigned i = 0; i < node.mNumChildren; ++i) add_node(*node.mChildren[i], here);
  }

  void add_mesh(const aiMesh& part, const Placement& placement) {
    const std::uint64_t first = mesh_.positions().size();
    if (first + part.mNumVertices > most_items) fail("more than 2^32 - 1 vertices");
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const Vec3 p = placement.apply(part.mVertices[i]);
      if (!is_finite(p))
        fail("a vertex of mesh '" + std::string(part.mName.C_Str()) + "' is NaN or infinite");
      mesh_.positions().push_back(p);
    }
    const std::uint64_t before = mesh_.faces();
    std::size_t narrow = 0;
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices < 3) {  // points and lines
        ++narrow;
        continue;
      }
      corners_.clear();
      for (unsigned j = 0; j < face.mNumIndices; ++j) {
        if (face.mIndices[j] >= part.mNumVertices)
          fail("a face refers to a vertex that is not there");
        corners_.push_back(static_cast<std::uint32_t>(first + face.mIndices[j]));
      }
      if (!mesh_.add_face(corners_)) fail("more than 2^32 - 1 triangles");
    }
    if (mesh_.faces() > before) passed_over_ += narrow;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_file, path_.string() + ": " + what);
  }

  const aiScene& scene_;
  const std::filesystem::path& path_;
  MeshBuilder mesh_;
  std::vector<std::uint32_t> corners_;
  std::size_t passed_over_ = 0;
};

// Takes down the names of the files that are read.
class Files final : public Assimp::DefaultIOSystem {
 public:
  explicit Files(std::vector<std::filesystem::path>& opened) : opened_(opened) {}

  Assimp::IOStream* Open(const char* file, const char* mode) override {
    // It is opened again and again, to see which format it is.
    if (std::find(opened_.begin(), opened_.end(), file) == opened_.end())
      opened_.emplace_back(file);
    return DefaultIOSystem::Open(file, mode);
  }

 private:
  std::vector<std::filesystem::path>& opened_;
};

// Formats of which it was tried that an index out of range is an error, by Assimp or by us. In
// others it may become a corner at the origin, and nobody says so.
bool is_checked(const std::string& extension) {
  constexpr std::array formats{".gltf", ".glb", ".dae", ".fbx", ".3ds",
                               ".ac",   ".lwo", ".x3d", ".x"};
  return std::find(formats.begin(), formats.end(), extension) != formats.end();
}

// "has the animation 'walk' and 2 more, …"; empty if nothing moves.
std::string animation_note(const aiScene& scene) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < scene.mNumAnimations; ++i) {
    const aiAnimation& animation = *scene.mAnimations[i];
    const unsigned channels =
        animation.mNumChannels + animation.mNumMeshChannels + animation.mNumMorphMeshChannels;
    if (channels > 0) names.emplace_back(animation.mName.C_Str());
  }
  if (names.empty()) return {};
  const std::string more =
      names.size() == 1 ? "" : " and " + std::to_string(names.size() - 1) + " more";
  return "has the animation '" + names.front() + "'" + more +
         ", which is not read: the mesh is taken as it is at rest";
}

}  // namespace

bool assimp_built_in() { return true; }

std::vector<std::string> assimp_extensions() {
  std::string list;
  Assimp::Importer().GetExtensionList(list);  // "*.3ds;*.dae;..."
  std::vector<std::string> extensions;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ';');) {
    if (word.size() > 1 && assimp_reads(word.substr(1))) extensions.push_back(word.substr(1));
  }
  std::sort(extensions.begin(), extensions.end());
  extensions.erase(std::unique(extensions.begin(), extensions.end()), extensions.end());
  return extensions;
}

bool assimp_reads(const std::string& extension) {
  // Of STEP it knows buildings only, and says nothing useful about anything else. An index out of
  // range in ASE becomes a corner at the origin, without a word: contacts that are not there.
  constexpr std::array unread{".step", ".stp", ".ase", ".ask"};
  if (std::find(unread.begin(), unread.end(), extension) != unread.end()) return false;
  return !extension.empty() && Assimp::Importer().IsExtensionSupported(extension);
}

Mesh load_by_assimp(const std::filesystem::path& path, std::vector<std::string>& notes,
                    std::vector<std::filesystem::path>& opened) {
  const FileReader readable(path);  // for the same messages as everywhere
  const std::string extension = lower_extension(path);
  if (extension == ".gltf" || extension == ".glb") check_gltf(path);
  const AssimpLog log;  // outlives the importer, which may write to it to the end
  Assimp::Importer importer;
  importer.SetIOHandler(new Files(opened));  // which owns it
  // FBX says how long its unit is; the scale brings it to metres. Collada's and glTF's come that
  // way. Not in one call: that would go on without a scene where memory ran out.
  const aiScene* scene = importer.ReadFile(path.string(), 0);
  if (scene != nullptr) scene = importer.ApplyPostProcessing(aiProcess_GlobalScale);
  const auto fail = [&](std::string why) {
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw Error(ErrorCode::bad_file, path.string() + ": " + why);
  };
  if (scene == nullptr) fail(importer.GetErrorString());
  for (const std::string& line : log.lines()) {
    if (tells_of_lost_faces(line)) fail(line);
  }
  SceneFlattener flattener(*scene, path);
  Mesh mesh = flattener.flatten();
  if (flattener.passed_over() > 0) {
    const std::string count = std::to_string(flattener.passed_over());
    // A format without lines: these were faces, before indices out of range were taken from them.
    if (extension == ".x") fail(count + " of its faces have fewer than three corners");
    notes.push_back(path.string() + ": faces of fewer than three corners are left out: " + count);
  }
  if (const std::string note = animation_note(*scene); !note.empty()) {
    notes.push_back(path.string() + ": " + note);
  }
  if (!is_checked(extension)) {
    notes.push_back(path.string() + ": is read by Assimp, which may mend what is wrong in a " +
                    extension + " file without saying so");
  }
  return mesh;
}

}  // namespace tact

#else

namespace tact {

bool assimp_built_in() { return false; }
std::vector<std::string> assimp_extensions() { return {}; }
bool assimp_reads(const std::string& /*extension*/) { return false; }
Mesh load_by_assimp(const std::filesystem::path& path, std::vector<std::string>& /*notes*/,
                    std::vector<std::filesystem::path>& /*opened*/) {
  throw Error(ErrorCode::bad_file, path.string() + ": tact was built without Assimp");
}

}  // namespace tact
#endif
