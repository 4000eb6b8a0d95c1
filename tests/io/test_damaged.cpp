// Damaged files of every format: an error that names the file, or a mesh that is whole. Run under
// the sanitizers, too (make asan).
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>

#include "tact/geometry/validate.h"
#include "tact/io/file_reader.h"
#include "tact/io/load.h"
#include "tact/io/sequence.h"
#include "tests/io/mesh_file.h"
#include "tests/io/mutations.h"

namespace tact {
namespace {

struct Loader {
  const char* name;
  const char* extension;
  Mesh (*load)(const std::filesystem::path&);
};
constexpr Loader loaders[] = {{"obj", "obj", load_obj},        {"ply text", "ply", load_ply},
                              {"ply little", "ply", load_ply}, {"ply big", "ply", load_ply},
                              {"stl text", "stl", load_stl},   {"stl binary", "stl", load_stl},
                              {"off", "off", load_off}};

const std::string quads =
    "v 0 0 0\nv 1 0 0\nv 1 1 0.5\nv 0 1 0\nv 0 0 1e1\nf 1 2 3\nf 1/1 2//2 3/3/3 4\nf -1 \\\n-2 "
    "-3\n";

/// A sound file of each kind, small enough to be damaged everywhere.
std::string sound(const std::string& name) {
  const Mesh mesh = test::mesh_in("a.obj", quads);
  const test::TemporaryFolder folder;
  const auto written = [&](const std::string& file) {
    return test::TemporaryFolder::read(folder.path() / file);
  };
  if (name == "obj") return quads;
  if (name == "off")
    return "OFF # x\n4 2 0\n0 0 0\n1 0 0\n1 1 .5\n0 1 0\n3 0 1 2\n4 0 1 2 3 9 9 9\n";
  if (name == "stl text") {
    return "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 0\n"
           "endloop\nendfacet\nendsolid\n";
  }
  if (name == "stl binary") {
    save_stl(folder.path() / "a.stl", mesh.view());
    return written("a.stl");
  }
  save_ply(folder.path() / "a.ply", mesh.view(),
           name == "ply text"  ? PlyFormat::ascii
           : name == "ply big" ? PlyFormat::big_endian
                               : PlyFormat::little_endian);
  return written("a.ply");
}

/// A file in memory, at a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& extension)
      : file_(memfd_create(("a." + extension).c_str(), 0)) {}
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
  void set(const std::string& content) const {
    ASSERT_EQ(ftruncate(file_, 0), 0);
    ASSERT_EQ(pwrite(file_, content.data(), content.size(), 0),
              static_cast<ssize_t>(content.size()));
  }

 private:
  int file_;
};

/// Is it a mesh? An error that does not name the file, a mesh that is not whole or larger than the
/// file can make it fails the test.
bool loads(const Loader& loader, const MemoryFile& file, const std::string& content) {
  file.set(content);
  try {
    const Mesh mesh = loader.load(file.path());
    check_mesh(mesh.view(), "damaged");
    EXPECT_LE(mesh.positions.size(), content.size());
    EXPECT_LE(mesh.triangles.size(), content.size());
    EXPECT_LE(mesh.positions.capacity(), content.size() + 64);
    EXPECT_LE(mesh.triangles.capacity(), 2 * content.size() + 64);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_file);
    EXPECT_EQ(std::string(error.what()).rfind(file.path() + ":", 0), 0U) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return false;
  }
}

void damage_many(int times) {
  for (const Loader& loader : loaders) {
    const std::string whole = sound(loader.name);
    const MemoryFile file(loader.extension);
    ASSERT_TRUE(loads(loader, file, whole)) << loader.name;
    test::Mutator mutator(12345);
    int meshes = 0;
    for (int i = 0; i < times; ++i) meshes += loads(loader, file, mutator.damaged(whole)) ? 1 : 0;
    EXPECT_GT(meshes, 0) << loader.name;
    EXPECT_LT(meshes, times) << loader.name;
  }
}

TEST(DamagedFiles, AreErrorsOrMeshes) { damage_many(1000); }
TEST(DamagedFilesLong, AreErrorsOrMeshes) { damage_many(100000); }

TEST(DamagedFiles, EveryTruncation) {
  for (const Loader& loader : loaders) {
    const std::string whole = sound(loader.name);
    const MemoryFile file(loader.extension);
    std::size_t meshes = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
      meshes += loads(loader, file, whole.substr(0, size)) ? 1 : 0;
    }
    // Text may lose its last line's end, OBJ its last lines, OFF and PLY digits of the last number.
    EXPECT_LE(meshes, std::string_view(loader.name) == "obj" ? 40U : 10U) << loader.name;
  }
}

TEST(DamagedFiles, LineEndsOfEveryKind) {
  for (const Loader& loader : loaders) {
    std::string text = sound(loader.name);
    if (text.find('\0') != text.npos) continue;
    const MemoryFile file(loader.extension);
    for (std::size_t i = 0; (i = text.find('\n', i)) != text.npos; i += 2) text.insert(i, "\r");
    EXPECT_TRUE(loads(loader, file, text)) << loader.name;
  }
}

void damage_caches(int times) {
  for (const char* name : {"a.pc2", "a.mdd"}) {
    const test::TemporaryFolder folder;
    PointCacheWriter writer(folder.path() / name, 3, 2);
    const float xyz[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int f = 0; f < 2; ++f) writer.add(PositionsView(std::span<const float>(xyz)));
    writer.commit();
    const std::string whole = test::TemporaryFolder::read(folder.path() / name);
    test::Mutator mutator(54321);
    int caches = 0;
    for (int i = 0; i < times; ++i) {
      folder.write(name, mutator.damaged(whole));
      try {
        const PointCache cache(folder.path() / name);
        std::vector<float> frame;
        for (std::uint64_t f = 0; f < cache.frames(); ++f) cache.read(f, frame);
        ++caches;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_file);
      }
    }
    EXPECT_GT(caches, 0) << name;
    EXPECT_LT(caches, times) << name;
  }
}

TEST(DamagedFiles, CachesAreErrorsOrFrames) { damage_caches(500); }
TEST(DamagedFilesLong, CachesAreErrorsOrFrames) { damage_caches(100000); }

// Shorter, longer or written over while it is read: noticed, never a crash. The reader is held up
// half way by a file that is longer than its buffer.
TEST(DamagedFiles, AFileThatChangesIsNoticed) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a.obj", "v 0 0 0\n");
  for (const int change : {-3, 0, 5}) {
    folder.write("a.obj", std::string(100, '\n'));
    FileReader file(path);
    EXPECT_FALSE(file.peek(1).empty());
    if (change == 0) {
      std::filesystem::last_write_time(
          path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    } else {
      std::filesystem::resize_file(path, static_cast<std::uintmax_t>(100 + change));
    }
    EXPECT_THROW(file.check_unchanged(), Error) << change;
  }
}

}  // namespace
}  // namespace tact
