// tact sequence: every kind of body, every option, bad input.
#include <set>

#include "scenes/registry.h"
#include "tact/tact.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;
using test::TemporaryFolder;

constexpr const char* rings =
    "sequence first-ring.obj:first-ring.pc2 second-ring.obj:second-ring.mdd ";

class SequenceCommand : public test::Program {
 protected:
  void write_rings() const {
    ASSERT_EQ(tact("scenes tori --lod 0 --write . --cache pc2").code, 0);
    ASSERT_EQ(tact("scenes tori --lod 0 --write . --cache mdd --replace").code, 0);
  }
  static std::vector<json> frames_of(const Outcome& run) {
    std::vector<json> list;
    for (const std::string& line : run.lines()) list.push_back(json::parse(line));
    EXPECT_TRUE(!list.empty() && list.back().contains("summary"));
    if (!list.empty()) list.pop_back();
    return list;
  }
  static json summary_of(const Outcome& run) { return json::parse(run.lines().back())["summary"]; }
  /// A tetrahedron per frame: `frames` of them, `apart` from each other.
  void write_walk(const std::string& name, int frames, double apart) const {
    std::filesystem::create_directory(folder().path() / name);
    for (int f = 0; f < frames; ++f) {
      const double x = apart * f;
      std::string text;
      for (const auto& [dx, y, z] : {std::tuple{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
        text += "v " + std::to_string(x + dx) + " " + std::to_string(y) + " " + std::to_string(z) +
                "\n";
      }
      folder().write(name + "/f" + std::to_string(f) + ".obj",
                     text + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    }
  }
};

TEST_F(SequenceCommand, GivesTheAnswersOfThePlayedScene) {
  write_rings();
  const Outcome run = tact(std::string(rings) + "--format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "");
  const std::vector<json> frames = frames_of(run);
  const Outcome played = tact("play tori --lod 0 --format json");
  ASSERT_EQ(frames.size(), played.lines().size());
  std::size_t first = frames.size();
  std::size_t worst = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const json expected = json::parse(played.lines()[i]);
    EXPECT_EQ(frames[i]["frame"], i);
    EXPECT_EQ(frames[i]["pairs"], expected["pairs"]) << i;
    if (frames[i]["touching"] == true) first = std::min(first, i);
    if (frames[i]["count"] > frames[worst]["count"]) worst = i;
  }
  const json summary = summary_of(run);
  EXPECT_EQ(summary["frames"], frames.size());
  EXPECT_EQ(summary["interrupted"], false);
  EXPECT_EQ(summary["first_frame"], first);
  EXPECT_EQ(summary["worst_frame"], worst);
  EXPECT_EQ(summary["worst_count"], frames[worst]["count"]);
  ASSERT_EQ(summary["bodies"].size(), 1U);
  EXPECT_EQ(summary["bodies"][0]["a"], 0);
  EXPECT_EQ(summary["bodies"][0]["b"], 1);
}

TEST_F(SequenceCommand, JobsStepsAndRangesGiveTheSameFrames) {
  write_rings();
  // What a worker has seen before decides which method `auto` takes, not what it finds.
  const auto without_times = [](std::vector<json> frames) {
    for (json& frame : frames) {
      frame.erase("time_ms");
      frame.erase("stats");
      frame.erase("method");
    }
    return frames;
  };
  const auto all = without_times(frames_of(tact(std::string(rings) + "--format json")));
  EXPECT_EQ(without_times(frames_of(tact(std::string(rings) + "--format json --jobs 3"))), all);
  const auto some = without_times(
      frames_of(tact(std::string(rings) + "--format json --frames 10..60 --step 7 --jobs 2")));
  ASSERT_EQ(some.size(), 8U);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i], all[10 + 7 * i]);
}

TEST_F(SequenceCommand, FoldersPatternsStillBodiesAndSelf) {
  write_walk("walk", 12, 0.25);
  folder().write("wall.obj", "v 2.1 -1 -1\nv 2.1 3 -1\nv 2.1 -1 3\nf 1 2 3\n");
  for (const char* body : {"walk", "'walk/*.obj'", "walk/"}) {
    const Outcome run = tact(std::string("sequence wall.obj --format json ") + body);
    const json summary = summary_of(run);
    EXPECT_EQ(summary["first_frame"], 5) << "x from 1.25 to 2.25";
    EXPECT_EQ(summary["touching_frames"], 4) << "until the tetrahedron has passed x = 2.1";
    EXPECT_EQ(run.code, 1);
  }
  EXPECT_EQ(tact("sequence walk").code, 0) << "a tetrahedron does not touch itself";
  const Outcome text = tact("sequence wall.obj walk --frames 4..11");
  EXPECT_EQ(text.code, 1);
  EXPECT_NE(text.out.find("wall.obj: 3 vertices, 1 triangle, stands still"), std::string::npos);
  EXPECT_NE(text.out.find("frames 5 to 8 (walk/f5.obj to walk/f8.obj): touching, most in frame "),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("first in frame 5 (walk/f5.obj)"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("wall.obj and walk: 4 frames"), std::string::npos) << text.out;
  const json both = summary_of(tact("sequence walk walk wall.obj --self --format json"));
  EXPECT_EQ(both["touching_frames"], 12) << "two bodies in one place";
}

TEST_F(SequenceCommand, FindsDoubledPartsUnlessNeighboursAreLeftOut) {
  write_walk("walk", 3, 0.25);
  for (int f = 0; f < 3; ++f) {
    const std::string name = "walk/f" + std::to_string(f) + ".obj";
    const std::string once = TemporaryFolder::read(folder().path() / name);
    if (f == 0) folder().write("once.obj", once);
    folder().write(name, once + "f 1 3 2\n");
  }
  const Outcome run = tact("sequence walk --format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(summary_of(run)["touching_frames"], 3);
  EXPECT_EQ(summary_of(run)["coincident"], 3);
  EXPECT_EQ(frames_of(run)[1]["coincident"], 1);
  EXPECT_NE(tact("sequence walk").out.find("  3 of 3 pairs in all frames coincident"),
            std::string::npos);
  EXPECT_EQ(tact("sequence walk --no-neighbours").code, 0);
  const json between = summary_of(tact("sequence walk once.obj --format json"));
  EXPECT_FALSE(between.contains("coincident")) << "between bodies nobody is a neighbour";
}

TEST_F(SequenceCommand, WritesTablesAndFilesToLookAt) {
  write_rings();
  const Outcome run = tact(std::string(rings) +
                           "--frames 10..29 --csv t.csv --write-contacts c.ply --write-colliding "
                           "b.obj --format json");
  const json summary = summary_of(run);
  const std::vector<json> frames = frames_of(run);
  std::istringstream rows(TemporaryFolder::read(folder().path() / "t.csv"));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row,
            "frame,file_0,file_1,touching,count,complete,load_ms,update_ms,query_ms,"
            "first-ring.obj:first-ring.pc2 - second-ring.obj:second-ring.mdd");
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_TRUE(std::getline(rows, row));
    const std::string count = frames[i]["count"].dump();
    EXPECT_EQ(row.rfind(std::to_string(10 + i) + ",first-ring.pc2,second-ring.mdd," +
                            (count == "0" ? "false" : "true") + "," + count + ",true,",
                        0),
              0U)
        << row;
    EXPECT_EQ(row.substr(row.rfind(',') + 1), count);
  }
  const std::string contacts = TemporaryFolder::read(folder().path() / "c.ply");
  EXPECT_NE(contacts.find("element edge " + summary["worst_count"].dump() + "\n"),
            std::string::npos);
  const Mesh colliding = load(folder().path() / "b.obj");
  const json& worst = frames[summary["worst_frame"].get<std::size_t>() - 10];
  std::set<std::pair<int, int>> triangles;
  for (const json& pair : worst["pairs"]) {
    triangles.emplace(0, pair[0].get<int>());
    triangles.emplace(1, pair[1].get<int>());
  }
  EXPECT_EQ(colliding.triangles.size(), triangles.size());
}

TEST_F(SequenceCommand, WritesAFilePerFrameWhereTheNameHasMarks) {
  write_walk("walk", 12, 0.25);
  folder().write("wall.obj", "v 2.1 -1 -1\nv 2.1 3 -1\nv 2.1 -1 3\nf 1 2 3\n");
  tact("sequence wall.obj walk --write-colliding c.###.obj --write-contacts c#.ply --jobs 2");
  for (int f = 0; f < 12; ++f) {
    const bool touches = f >= 5 && f <= 8;
    char name[32];
    std::snprintf(name, sizeof name, "c.%03d.obj", f);
    EXPECT_EQ(std::filesystem::exists(folder().path() / name), touches) << name;
    std::snprintf(name, sizeof name, "c%d.ply", f);
    EXPECT_EQ(std::filesystem::exists(folder().path() / name), touches) << name;
  }
  tact("sequence walk --write-contacts none.ply --write-colliding none.obj");
  EXPECT_NE(TemporaryFolder::read(folder().path() / "none.ply").find("element edge 0\n"),
            std::string::npos);
}

TEST_F(SequenceCommand, TroubleNamesFrameAndFile) {
  write_walk("walk", 5, 0.5);
  write_walk("short", 3, 0.5);
  write_rings();
  expect_trouble("sequence", "BODY is required");
  expect_trouble("sequence none", "none: there is no such file or folder");
  expect_trouble("sequence none.d", "none.d: there is no such file or folder");
  expect_trouble("sequence none.obj", "none.obj: cannot be opened");
  expect_trouble("sequence 'none*.obj'", "none*.obj: no file has such a name");
  expect_trouble("sequence first-ring.pc2", "write MESH:CACHE");
  expect_trouble("sequence walk short",
                 "walk has 5 frames, short has 3; say which with --frames, such as 0..2");
  expect_trouble("sequence walk short --frames 0..3", "not within the frames 0..2");
  expect_trouble("sequence walk --step 0", "--step");
  expect_trouble("sequence walk --jobs 0", "--jobs");
  expect_trouble("sequence walk --csv nowhere/t.csv", "nowhere/t.csv: cannot be written");
  EXPECT_EQ(tact("sequence walk short --frames 3").code, 1);
  expect_trouble("sequence walk short --frames 4", "there are 3 frames, not 4");
  EXPECT_NE(tact("sequence walk/*.obj").err.find("put the pattern into quotes"), std::string::npos);
}

// A frame that fails does not take the answers before it with it.
TEST_F(SequenceCommand, AFrameThatFailsLeavesTheAnswersBeforeIt) {
  write_walk("walk", 40, 0.25);
  folder().write("wall.obj", "v 2.1 -1 -1\nv 2.1 3 -1\nv 2.1 -1 3\nf 1 2 3\n");
  folder().write("walk/f17.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const std::string why =
      "frame 17: walk/f17.obj: has 3 vertices, but the first frame, walk/f0.obj, has 4";
  for (const char* jobs : {"--jobs 1", "--jobs 2", "--jobs 5"}) {
    const Outcome run = tact(
        std::string("sequence wall.obj walk --format json --csv t.csv --write-contacts c.ply ") +
        jobs);
    EXPECT_EQ(run.code, 2) << jobs;
    EXPECT_EQ(run.err, "tact: " + why + "; answered: 17 of 40 frames, those before it\n") << jobs;
    EXPECT_EQ(frames_of(run).size(), 17U) << jobs;
    EXPECT_EQ(summary_of(run)["frames"], 17) << jobs;
    EXPECT_EQ(summary_of(run)["error"], why) << jobs;
    EXPECT_EQ(summary_of(run)["interrupted"], false) << jobs;
    EXPECT_EQ(summary_of(run)["complete"], false) << jobs;
    EXPECT_EQ(summary_of(run)["touching"], true) << jobs;
    EXPECT_EQ(summary_of(run)["first_frame"], 5) << jobs;
    const std::string table = TemporaryFolder::read(folder().path() / "t.csv");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 18) << jobs;
    EXPECT_NE(TemporaryFolder::read(folder().path() / "c.ply").find("found by tact"),
              std::string::npos)
        << jobs;
  }
  const Outcome text = tact("sequence wall.obj walk");
  EXPECT_EQ(text.code, 2);
  EXPECT_NE(text.out.find("\n17 of 40 frames, "), std::string::npos) << text.out;
  const json alone = summary_of(tact("sequence walk --format json"));
  EXPECT_TRUE(alone["touching"].is_null()) << "what was not looked at may touch";
}

TEST_F(SequenceCommand, AFirstFrameThatFailsIsNoAnswer) {
  write_walk("walk", 4, 0.25);
  folder().write("walk/f1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_trouble("sequence walk --frames 1..3 --csv t.csv --format json",
                 "frame 1: walk/f1.obj: has 3 vertices");
  EXPECT_FALSE(std::filesystem::exists(folder().path() / "t.csv"));
}

// A colon in a name, as a time of day has them.
TEST_F(SequenceCommand, NamesMayHaveColons) {
  write_rings();
  const auto copy = [&](const char* from, const char* to) {
    std::filesystem::copy_file(folder().path() / from, folder().path() / to);
  };
  copy("first-ring.obj", "9:30.obj");
  copy("first-ring.pc2", "take:2.pc2");
  for (const char* body : {"9:30.obj:take:2.pc2", "first-ring.obj:take:2.pc2",
                           "9:30.obj:first-ring.pc2", "9:30.obj --frames 1"}) {
    EXPECT_EQ(tact(std::string("sequence ") + body).err, "") << body;
  }
  expect_trouble("sequence take:2.pc2", "take:2.pc2: a point cache has no triangles");
  expect_trouble("sequence 9:30.obj:none:2.pc2", "none:2.pc2: cannot be opened");
  expect_trouble("sequence none:none.pc2", "none.pc2: cannot be opened");
  copy("first-ring.obj", "9:30.obj:take");
  copy("first-ring.pc2", "2.pc2");
  expect_trouble("sequence 9:30.obj:take:2.pc2",
                 "may be 9:30.obj with take:2.pc2, or 9:30.obj:take with 2.pc2");
  copy("first-ring.obj", "a.obj:b.obj");
  EXPECT_EQ(tact("sequence a.obj:b.obj").err, "");
}

TEST_F(SequenceCommand, TwoFilesForOneFrameAreRefused) {
  write_walk("walk", 7, 0.5);
  std::filesystem::copy_file(folder().path() / "walk/f5.obj", folder().path() / "walk/f05.obj");
  const std::string says = "has two files for one frame, f05.obj and f5.obj";
  expect_trouble("sequence walk", "walk: " + says);
  expect_trouble("sequence 'walk/*.obj'", "walk/*.obj: " + says);
  EXPECT_EQ(tact("sequence 'walk/f?.obj'").code, 0) << "a pattern says which";
}

}  // namespace
}  // namespace tact
