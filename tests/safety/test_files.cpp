// Files under every failing allocation: a mesh is read whole or not at all, and a file that cannot
// be written leaves no trace, neither of itself nor on the one that was there.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "scenes/bodies/torus.h"
#include "tact/io/assimp_impl.h"
#include "tact/io/load.h"
#include "tact/io/sequence.h"
#include "tests/io/gltf_file.h"
#include "tests/io/temporary_folder.h"
#include "tests/safety/sweep.h"

namespace tact {
namespace {

using testing::Sweep;

struct Read {
  Mesh mesh;
  std::vector<float> floats;
  std::uint64_t frames = 0;

  struct Look {
    std::vector<Vec3> positions;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> topology;
    std::vector<float> floats;
    std::uint64_t frames;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() const { return {mesh.positions, mesh.triangles, mesh.topology, floats, frames}; }
};

const char* const quads =
    "# a cube of quads\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "f 1 2 3 4\nf 5/1 6/1 \\\n 7/1 8/1\nf -8 -7 -3 -4\n";

void sweep_reading(Sweep& sweep) {
  const test::TemporaryFolder folder;
  const Mesh ring = scenes::torus(10, 6);
  std::vector<std::filesystem::path> files{folder.write("quads.obj", quads)};
  for (const char* const name : {"a.obj", "a.ply", "a.stl", "a.off"}) {
    files.push_back(folder.path() / name);
    save(files.back(), ring.view());
  }
  files.push_back(folder.path() / "text.ply");
  save_ply(files.back(), ring.view(), PlyFormat::ascii);
  const auto make = [] { return std::make_unique<Read>(); };
  const auto look = [](const Read& read) { return read.look(); };
  for (const std::filesystem::path& file : files) {
    sweep.run(
        "load " + file.filename().string(), make, [&](Read& read) { read.mesh = load(file); },
        look);
  }
  sweep.run(
      "load and weld", make, [&](Read& read) { read.mesh = load(files[1], {Weld::always}); }, look);
  for (const char* const name : {"a.pc2", "a.mdd"}) {
    const std::filesystem::path file = folder.path() / name;
    PointCacheWriter writer(file, 60, 2);
    writer.add(ring.view().positions);
    writer.add(ring.view().positions);
    writer.commit();
    sweep.run(
        std::string("read ") + name, make,
        [&](Read& read) { PointCache(file).read(1, read.floats); }, look);
    sweep.run(
        std::string("sequence ") + name, make,
        [&](Read& read) {
          const Sequence sequence((folder.path() / "a.obj").string() + ":" + file.string());
          FramePositions frame;
          sequence.read(1, frame);
          read.frames = sequence.frames();
          read.floats = std::move(frame.floats);
        },
        look);
  }
}

// What Assimp reads, with something to say of it: all that tact does before, after and beside it.
struct Told {
  std::size_t triangles = 0;
  std::vector<std::string> notes{"from before"};
  std::vector<std::filesystem::path> opened{"from before"};
};

void sweep_assimp(Sweep& sweep) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("a.gltf", test::animated_gltf(2, "walk"));
  sweep.run(
      "load a.gltf", [] { return std::make_unique<Told>(); },
      [&](Told& told) {
        told.triangles =
            load(file, {Weld::where_needed, &told.opened}, told.notes).triangles.size();
      },
      [](const Told& told) { return std::tuple(told.triangles, told.notes, told.opened); });
}

// A folder in which one file is there already.
struct Folder {
  test::TemporaryFolder folder;
  std::filesystem::path file;

  explicit Folder(const std::string& name) : file(folder.write(name, "what was there before")) {}
  std::vector<std::string> look() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      all.push_back(entry.path().filename().string() + ": " + folder.read(entry.path()));
    }
    std::sort(all.begin(), all.end());
    return all;
  }
};

void sweep_writing(Sweep& sweep) {
  const Mesh ring = scenes::torus(10, 6);
  const auto look = [](const Folder& folder) { return folder.look(); };
  for (const std::string name : {"a.obj", "a.ply", "a.stl", "a.off"}) {
    sweep.run(
        "save " + name, [&] { return std::make_unique<Folder>(name); },
        [&](const Folder& folder) { save(folder.file, ring.view()); }, look);
  }
  for (const std::string name : {"a.pc2", "a.mdd"}) {
    sweep.run(
        "write " + name, [&] { return std::make_unique<Folder>(name); },
        [&](const Folder& folder) {
          PointCacheWriter writer(folder.file, 60, 2);
          for (int frame = 0; frame < 2; ++frame) writer.add(ring.view().positions);
          writer.commit();
        },
        look);
  }
}

TEST(FailingAllocationsOfFiles, LeaveThemAsTheyWere) {
  Sweep sweep(false);
  sweep_reading(sweep);
  sweep_writing(sweep);
}

TEST(FailingAllocationsOfFiles, LeaveWhatAssimpReadsAsItWas) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  Sweep sweep(false, testing::Whose::this_thread, testing::By::all_but_drivers);
  sweep_assimp(sweep);
}

TEST(FailingAllocationsOfFilesLong, LeaveWhatAssimpReadsAsItWas) {
  if (!assimp_built_in()) GTEST_SKIP() << "built without Assimp";
  Sweep sweep(true, testing::Whose::this_thread, testing::By::all_but_drivers);
  sweep_assimp(sweep);
}

TEST(FailingAllocationsOfFilesLong, LeaveThemAsTheyWere) {
  Sweep sweep(true);
  sweep_reading(sweep);
  sweep_writing(sweep);
}

}  // namespace
}  // namespace tact
