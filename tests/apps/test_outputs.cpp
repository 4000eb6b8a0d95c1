// Where output goes: files are replaced as a whole, everything else is written through or refused,
// and nothing is ever written over an input or another output.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <set>
#include <thread>

#include "tact/io/load.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

// A triangle whose numbers lie in a file of their own, which is written here.
std::string gltf_beside(const std::string& name, const fs::path& file) {
  const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::string bytes(sizeof corners, '\0');
  std::memcpy(bytes.data(), corners, sizeof corners);
  std::ofstream(file, std::ios::binary) << bytes;
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
  "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
  "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","max":[1,1,0],"min":[0,0,0]}],
  "bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":")" +
         name + R"("}]})";
}

class Outputs : public test::Program {
 protected:
  void SetUp() override {
    folder().write("a.obj", triangle);
    folder().write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
  }
  fs::path at(const std::string& name) const { return folder().path() / name; }
  std::string content(const std::string& name) const { return TemporaryFolder::read(at(name)); }
  std::set<std::string> names() const {
    std::set<std::string> list;
    for (const auto& entry : fs::directory_iterator(folder().path())) {
      const std::string name = entry.path().filename();
      if (name != ".out" && name != ".err") list.insert(name);
    }
    return list;
  }
  /// Refused before any work: nothing came to be, and nothing that was there is another now.
  void expect_refused(const std::string& arguments, const std::string& says) const {
    const std::set<std::string> before = names();
    expect_trouble(arguments, says);
    EXPECT_EQ(names(), before) << arguments;
    EXPECT_EQ(content("a.obj"), triangle) << arguments;
  }

  static constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string ask = "collide a.obj b.obj ";
};

TEST_F(Outputs, FilesAreReplacedAndKeepTheirPermissions) {
  folder().write("c.ply", "from before");
  fs::permissions(at("c.ply"), fs::perms(0640));
  const std::set<std::string> before = names();
  EXPECT_EQ(tact(ask + "--write-contacts c.ply").code, 1);
  EXPECT_NE(content("c.ply").find("element edge 1\n"), std::string::npos);
  EXPECT_EQ(fs::status(at("c.ply")).permissions(), fs::perms(0640));
  EXPECT_EQ(names(), before) << "no temporary file is left";
  const std::string longest = std::string(251, 'n') + ".ply";  // 255 bytes are the most
  EXPECT_EQ(tact(ask + "--write-contacts " + longest).code, 1) << "a temporary name must fit, too";
  EXPECT_TRUE(fs::exists(at(longest)));
}

TEST_F(Outputs, LinksStayAndWhatTheyPointToIsReplaced) {
  fs::create_directory(at("elsewhere"));
  folder().write("elsewhere/real.ply", "from before");
  fs::create_symlink("elsewhere/real.ply", at("link.ply"));
  EXPECT_EQ(tact(ask + "--write-contacts link.ply").code, 1);
  EXPECT_TRUE(fs::is_symlink(at("link.ply")));
  EXPECT_NE(content("elsewhere/real.ply").find("element edge 1\n"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(at("elsewhere")), fs::directory_iterator()), 1);
  fs::create_symlink("nowhere.ply", at("dangling.ply"));
  expect_refused(ask + "--write-contacts dangling.ply",
                 "dangling.ply: is a symbolic link to nowhere.ply, which is not there");
}

TEST_F(Outputs, PipesAreWrittenThrough) {
  for (const auto& [option, file] :
       {std::pair{"--write-contacts", "pipe.ply"}, std::pair{"--write-colliding", "pipe.obj"}}) {
    ASSERT_EQ(mkfifo(at(file).c_str(), 0600), 0);
    const std::string read = "timeout 20 cat '" + at(file).string() + "' >'" + at("got").string() +
                             "'";  // where nobody writes to the pipe, it waits in vain
    std::thread reader([&] { static_cast<void>(std::system(read.c_str())); });
    const Outcome run = tact(std::string("collide a.obj b.obj ") + option + " " + file);
    reader.join();
    EXPECT_EQ(run.code, 1) << run.err;
    EXPECT_TRUE(fs::is_fifo(fs::symlink_status(at(file)))) << file;
    EXPECT_NE(content("got").find("found by tact"), std::string::npos) << content("got");
  }
}

// With nodes of their own, since a mistake would take the machine's away. Only root can make them;
// nobody else could do such damage.
TEST_F(Outputs, DevicesAreWrittenThrough) {
  const bool root = geteuid() == 0;
  for (const auto& [name, minor] : {std::pair{"null", 3U}, std::pair{"full", 7U}}) {
    if (root && mknod(at(name).c_str(), S_IFCHR | 0600, makedev(1, minor)) != 0) {
      GTEST_SKIP() << "root may not make device nodes here";
    }
    if (!root) fs::create_symlink(fs::path("/dev") / name, at(name));
  }
  if (access(at("null").c_str(), W_OK) != 0) GTEST_SKIP() << "no devices work in this folder";
  const auto is_device = [&](const char* name) { return fs::is_character_file(at(name)); };
  EXPECT_EQ(tact(ask + "--write-contacts null").code, 1);
  EXPECT_TRUE(is_device("null"));
  const Outcome both = tact(ask + "--write-contacts null --write-colliding null");
  EXPECT_EQ(both.code, 1) << both.err;
  EXPECT_TRUE(is_device("null"));
  EXPECT_EQ(tact("sequence a.obj b.obj --csv null").code, 1);
  EXPECT_TRUE(is_device("null"));
  fs::create_symlink("null", at("link.ply"));
  EXPECT_EQ(tact(ask + "--write-contacts link.ply").code, 1);
  EXPECT_TRUE(is_device("null"));
  EXPECT_TRUE(fs::is_symlink(at("link.ply")));
  EXPECT_EQ(content("null"), "");
  expect_trouble(ask + "--write-contacts full", "full: cannot be written: No space left on device");
  EXPECT_TRUE(is_device("full"));
  if (!root) return;
  ASSERT_EQ(mknod(at("disk.ply").c_str(), S_IFBLK | 0600, makedev(7, 250)), 0);
  expect_refused(ask + "--write-contacts disk.ply", "disk.ply: is a block device");
}

TEST_F(Outputs, StandardOutputIsNotReplaced) {
  fs::create_symlink("/proc/self/fd/1", at("out"));  // as /dev/stdout is
  const Outcome to_file = tact(ask + "--format json --write-colliding out");
  EXPECT_EQ(to_file.code, 1) << to_file.err;
  EXPECT_EQ(to_file.out.rfind("# triangles that touch", 0), 0U) << to_file.out;
  EXPECT_NE(to_file.out.find("\"command\":\"collide\""), std::string::npos) << to_file.out;
  tact(ask + "--write-contacts out | cat >piped; true");
  EXPECT_EQ(content("piped").rfind("ply\n", 0), 0U) << content("piped");
  EXPECT_NE(content("piped").find("touching: 1 pair\n"), std::string::npos) << content("piped");
  EXPECT_TRUE(fs::is_symlink(at("out")));
}

TEST_F(Outputs, FoldersAndPlacesThatAreNotThereAreRefused) {
  fs::create_directory(at("folder.ply"));
  expect_refused(ask + "--write-contacts folder.ply", "folder.ply: is a folder");
  expect_refused(ask + "--write-contacts nowhere/c.ply", "nowhere/c.ply: cannot be written");
  expect_refused(ask + "--write-contacts a.obj/c.ply", "a.obj/c.ply: cannot be written");
  expect_refused("sequence a.obj b.obj --csv nowhere/t.csv", "nowhere/t.csv: cannot be written");
}

// The bodies of a scene, whose names the user did not choose.
TEST_F(Outputs, FoldersOfBodiesAreWrittenWithTheSameCare) {
  fs::create_directory(at("bodies"));
  folder().write("real.obj", "from before");
  fs::create_symlink("../real.obj", at("bodies/ball.obj"));
  expect_refused("scenes cloth --lod 0 --write bodies",
                 "bodies/ball.obj is there already; --replace writes over it");
  EXPECT_EQ(content("real.obj"), "from before");
  EXPECT_EQ(tact("scenes cloth --lod 0 --write bodies --replace").code, 0);
  EXPECT_TRUE(fs::is_symlink(at("bodies/ball.obj")));
  EXPECT_GT(load(at("real.obj")).triangles.size(), 0U);
  for (const char* file : {"bodies/cloth.obj", "bodies/cloth.pc2"}) {
    fs::remove(at(file));
    fs::create_directory(at(file));
    expect_refused("scenes cloth --lod 0 --write bodies --cache pc2 --replace",
                   std::string(file) + ": is a folder");
    fs::remove(at(file));
  }
}

// Likewise those of a simulation, of which each frame may be a file.
TEST_F(Outputs, FramesOfASimulationReplaceNothingUnasked) {
  const std::string frames = "simulate stack --lod 0 --frames 2 --write bodies --as ";
  fs::create_directory(at("bodies"));
  folder().write("bodies/box-1.obj", "mine");
  folder().write("bodies/box-1-00001.obj", "mine");
  folder().write("bodies/box-2-00000.obj", "mine");
  expect_refused(frames + "pc2", "bodies/box-1.obj is there already");
  expect_refused(frames + "obj", "bodies/box-1-00001.obj is there already");
  EXPECT_EQ(content("bodies/box-1-00001.obj"), "mine");
  EXPECT_EQ(tact(frames + "obj --replace").code, 1);
  EXPECT_GT(load(at("bodies/box-1-00001.obj")).triangles.size(), 0U);
  EXPECT_EQ(content("bodies/box-1.obj"), "mine") << "which is no frame";
  expect_refused("simulate stack --as obj", "--as requires --write");
}

// Links may make one file of two bodies, of which one would be lost.
TEST_F(Outputs, TwoBodiesAreTwoFiles) {
  fs::create_directory(at("rings"));
  folder().write("rings/first-ring.obj", "mine");
  fs::create_symlink("first-ring.obj", at("rings/second-ring.obj"));
  expect_refused("scenes tori --lod 0 --write rings --replace", "are one file");
  EXPECT_EQ(content("rings/first-ring.obj"), "mine");
}

// What cannot be written is found before the first frame is.
TEST_F(Outputs, AFrameThatIsAFolderIsFoundFirst) {
  fs::create_directories(at("bodies/box-1-00001.obj"));
  expect_refused("simulate stack --lod 0 --frames 2 --write bodies --as obj --replace",
                 "bodies/box-1-00001.obj: is a folder");
  EXPECT_FALSE(fs::exists(at("bodies/box-1-00000.obj")));
}

// A glTF file names others; those are inputs as well.
TEST_F(Outputs, WhatAnInputNamesIsAnInput) {
  const std::string text = gltf_beside("numbers.ply", at("numbers.ply"));
  folder().write("a.gltf", text);
  const Outcome run = tact("self a.gltf");
  if (run.err.find("Assimp") != run.err.npos) GTEST_SKIP() << "built without Assimp";
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string before = content("numbers.ply");
  expect_refused("self a.gltf --write-contacts numbers.ply", "numbers.ply is an input");
  EXPECT_EQ(content("numbers.ply"), before);
}

// Nobody named them: they may wait for a reader for ever, or be the end of another motion.
TEST_F(Outputs, PipesAndFramesOfOtherRunsAreNoPlaceForBodies) {
  fs::create_directory(at("bodies"));
  ASSERT_EQ(mkfifo(at("bodies/cloth.obj").c_str(), 0600), 0);
  expect_refused("scenes cloth --lod 0 --write bodies --replace", "is a pipe or a device");
  folder().write("bodies/box-1-00002.obj", "mine");
  expect_refused("simulate stack --lod 0 --frames 2 --write bodies --as obj --replace",
                 "box-1-00002.obj is a frame of another run");
}

// Frames of two runs side by side would be taken for one answer.
TEST_F(Outputs, NumberedFilesOfAnEarlierRunAreNotMixedWithNewOnes) {
  fs::create_directory(at("walk"));
  for (const char* name : {"walk/1.obj", "walk/2.obj", "walk/3.obj"}) {
    folder().write(name, triangle);
  }
  folder().write("walk/2.obj", "v 0 0 5\nv 1 0 5\nv 0 1 5\nf 1 2 3\n");
  const std::string walk =
      "sequence walk b.obj --write-colliding hit.##.obj --write-contacts c#.ply ";
  folder().write("hit.01.obj", "old");
  folder().write("c2.ply", "old");
  const std::string says = "c2.ply is there already, and 1 more; --replace writes over them";
  expect_refused(walk, says);
  EXPECT_EQ(content("hit.01.obj"), "old");
  const Outcome run = tact(walk + "--replace");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(load(at("hit.00.obj")).triangles.size(), 2U);
  EXPECT_FALSE(fs::exists(at("hit.01.obj"))) << "frame 1 does not touch any more";
  EXPECT_NE(content("c2.ply").find("found by tact"), std::string::npos);
  // Part of the frames again, beside those of the others: that may be what is wanted.
  const Outcome part = tact(walk + "--replace --frames 2..2");
  EXPECT_EQ(part.code, 1);
  EXPECT_EQ(part.err,
            "tact: warning: c0.ply is not of this run, which does not ask about that frame\n"
            "tact: warning: hit.00.obj is not of this run, which does not ask about that frame\n");
  EXPECT_TRUE(fs::exists(at("hit.00.obj")));
  folder().write("hit.0.obj", "another width");
  folder().write("hit.x.obj", "no number");
  EXPECT_EQ(tact(walk + "--replace").err, "") << "neither is a name that the pattern gives";
  EXPECT_EQ(content("hit.0.obj"), "another width");
}

// Where no frame is answered, nothing is taken away.
TEST_F(Outputs, NumberedFilesStayWhereNothingReplacesThem) {
  fs::create_directory(at("walk"));
  folder().write("walk/1.obj", triangle);
  folder().write("walk/2.obj", "v 0 0 0\n");
  folder().write("hit.1.obj", "old");
  expect_refused("sequence walk b.obj --replace --frames 1..1 --write-colliding hit.#.obj",
                 "frame 1");
  EXPECT_EQ(content("hit.1.obj"), "old");
}

TEST_F(Outputs, AHyphenIsNoFile) {
  expect_refused(ask + "--write-colliding -", "--write-colliding: - is no file");
}

TEST_F(Outputs, NamesThatSayAnotherFormatAreRefused) {
  expect_refused(ask + "--write-contacts c.stl", "must end in .ply, not .stl");
  expect_refused(ask + "--write-contacts c.obj", "must end in .ply, not .obj");
  expect_refused(ask + "--write-colliding c.stl", "must end in .obj, not .stl");
  expect_refused("self a.obj --write-colliding c.ply", "must end in .obj, not .ply");
  expect_refused("sequence a.obj --write-colliding c.####.stl", "must end in .obj, not .stl");
  expect_refused("sequence a.obj --csv t.json", "must end in .csv, not .json");
  expect_refused("bench --list --json r.html", "must end in .json, not .html");
  expect_refused("bench --list --report r.json", "must end in .html, not .json");
  EXPECT_EQ(tact(ask + "--write-contacts C.PLY --write-colliding bare").code, 1);
}

TEST_F(Outputs, InputsAreNeverReplaced) {
  fs::create_symlink("a.obj", at("link.obj"));
  fs::create_hard_link(at("a.obj"), at("twin.obj"));
  fs::create_directory(at("sub"));
  expect_refused(ask + "--write-colliding a.obj", "--write-colliding: a.obj is an input");
  expect_refused(ask + "--write-colliding b.obj", "b.obj is an input");
  expect_refused(ask + "--write-colliding sub/../a.obj", "sub/../a.obj is the input a.obj");
  expect_refused(ask + "--write-colliding link.obj", "link.obj is the input a.obj");
  expect_refused(ask + "--write-colliding twin.obj", "twin.obj is the input a.obj");
  expect_refused("self link.obj --write-colliding a.obj", "a.obj is the input link.obj");
  EXPECT_EQ(tact(ask + "--write-colliding sub/a.obj").code, 1) << "another one of that name";
  folder().write("record.json", "{}");
  expect_refused("bench --from record.json --json ./record.json", "is the input record.json");
  expect_refused("bench --list --compare record.json --json record.json", "is an input");
}

TEST_F(Outputs, TwoOutputsAreTwoFiles) {
  folder().write("there", "");
  fs::create_symlink("there", at("also"));
  for (const char* names :
       {"--write-contacts x --write-colliding x", "--write-contacts x --write-colliding ./x",
        "--write-contacts there --write-colliding also"}) {
    expect_refused(ask + names, "are one file; only one of them could be kept");
  }
  expect_refused("sequence a.obj b.obj --csv x --write-contacts x", "--csv and --write-contacts");
  expect_refused("bench --list --json x --report x", "--json and --report");
}

TEST_F(Outputs, NoFrameOfASequenceIsReplacedOrAdded) {
  fs::create_directory(at("walk"));
  for (const char* name : {"walk/1.obj", "walk/2.obj", "walk/3.obj"}) {
    folder().write(name, triangle);
  }
  fs::create_symlink("walk/2.obj", at("out.2.obj"));
  const std::string walk = "sequence walk b.obj ";
  expect_refused(walk + "--write-colliding walk/2.obj", "walk/2.obj");
  expect_refused(walk + "--write-colliding walk/#.obj", "walk/1.obj is an input");
  expect_refused(walk + "--write-colliding out.#.obj", "out.2.obj is the input walk/2.obj");
  expect_refused(walk + "--write-colliding b.obj", "b.obj is an input");
  expect_refused(walk + "--write-colliding walk/4.obj", "would be taken for a frame of walk");
  expect_refused(walk + "--write-contacts walk/c.ply", "would be taken for a frame of walk");
  expect_refused("sequence 'walk/*.obj' b.obj --write-colliding walk/hit.obj",
                 "would be taken for a frame of walk/*.obj");
  expect_refused("sequence 'walk/*.obj' b.obj --write-colliding ./walk/../walk/hit.obj",
                 "would be taken for a frame of walk/*.obj");
  EXPECT_EQ(std::distance(fs::directory_iterator(at("walk")), fs::directory_iterator()), 3);
  EXPECT_EQ(content("walk/2.obj"), triangle);
  EXPECT_EQ(tact(walk + "--csv walk/t.csv --write-colliding hit.obj").code, 1);
  fs::create_directory(at("caches"));
  ASSERT_EQ(tact("scenes tori --lod 0 --write caches --cache pc2").code, 0);
  EXPECT_EQ(tact("sequence caches/first-ring.obj:caches/first-ring.pc2 --frames 2 "
                 "--write-colliding caches/first-ring.obj")
                .code,
            2);
  EXPECT_EQ(load(at("caches/first-ring.obj")).triangles.empty(), false);
}

}  // namespace
}  // namespace tact
