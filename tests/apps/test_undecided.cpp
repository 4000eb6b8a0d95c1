// Questions that a deadline cut short before anything was found: neither touching nor clear.
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;

constexpr const char* too_late = "tact: undecided: nothing was found before time ran out\n";

class Undecided : public test::Program {
 protected:
  void SetUp() override { write_cloth(); }
  bool exists(const std::string& name) const {
    return std::filesystem::exists(folder().path() / name);
  }
};

TEST_F(Undecided, CollideAndSelfSayNeitherYesNorNo) {
  for (const char* question : {"collide ball.obj cloth.obj", "self cloth.obj"}) {
    const std::string late = std::string(question) + " --deadline-ms 0";
    for (const char* more : {"", " --any", " --first", " --at-most 3", " --method brute"}) {
      const Outcome run = tact(late + more + " --format json");
      EXPECT_EQ(run.code, 2) << late << more;
      EXPECT_EQ(run.err, too_late) << late << more;
      EXPECT_TRUE(run.json().at("touching").is_null()) << run.out;
      EXPECT_EQ(run.json()["complete"], false);
      EXPECT_EQ(run.json()["count"], 0);
    }
    const Outcome text = tact(late);
    EXPECT_EQ(text.code, 2);
    EXPECT_EQ(text.err, too_late);
    EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
              "undecided: nothing was found before time ran out");
    const Outcome csv = tact(late + " --format csv");
    EXPECT_EQ(csv.code, 2);
    EXPECT_EQ(csv.err, too_late);
    ASSERT_EQ(csv.lines().size(), 2U);
    EXPECT_NE(csv.lines()[1].find(",,0,false,"), std::string::npos) << "an empty cell: " << csv.out;
    EXPECT_EQ(tact(std::string(question) + " --deadline-ms 600000").code, 1);
  }
  EXPECT_EQ(tact("self ball.obj --deadline-ms 600000").code, 0);
}

TEST_F(Undecided, WritesNoFilesThatWouldSayClear) {
  folder().write("where.ply", "from before");
  EXPECT_EQ(tact("collide ball.obj cloth.obj --deadline-ms 0 --write-contacts where.ply "
                 "--write-colliding which.obj")
                .code,
            2);
  EXPECT_EQ(test::TemporaryFolder::read(folder().path() / "where.ply"), "from before");
  EXPECT_FALSE(exists("which.obj"));
  EXPECT_EQ(tact("sequence ball.obj cloth.obj --deadline-ms 0 --write-contacts where.ply "
                 "--write-colliding which.obj")
                .code,
            2);
  EXPECT_EQ(test::TemporaryFolder::read(folder().path() / "where.ply"), "from before");
  EXPECT_FALSE(exists("which.obj"));
}

TEST_F(Undecided, SequencesSayWhichFrames) {
  ASSERT_EQ(tact("scenes cloth --frame 100 --write . --cache pc2 --replace").code, 0);
  const std::string bodies = "sequence ball.obj cloth.obj:cloth.pc2 --frames 100..104 ";
  ASSERT_EQ(tact(bodies).code, 1);
  const std::string says =
      "undecided in 5 of 5 frames, first in frame 100: nothing was found before time ran out";
  const Outcome run = tact(bodies + "--deadline-ms 0 --format json --csv t.csv");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "tact: " + says + "\n");
  ASSERT_EQ(run.lines().size(), 6U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(json::parse(run.lines()[i]).at("touching").is_null()) << run.lines()[i];
  }
  const json summary = json::parse(run.lines().back())["summary"];
  EXPECT_TRUE(summary.at("touching").is_null());
  EXPECT_EQ(summary["touching_frames"], 0);
  EXPECT_EQ(summary["undecided_frames"], 5);
  EXPECT_EQ(summary["complete"], false);
  const std::string table = test::TemporaryFolder::read(folder().path() / "t.csv");
  EXPECT_NE(table.find("\n100,cloth.pc2,,0,false,"), std::string::npos)
      << "an empty cell: " << table;
  const Outcome text = tact(bodies + "--deadline-ms 0");
  EXPECT_EQ(text.code, 2);
  EXPECT_NE(text.out.find(says), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("nothing touches"), std::string::npos) << text.out;
  const json whole = json::parse(tact(bodies + "--format json").lines().back())["summary"];
  EXPECT_EQ(whole["touching"], true);
  EXPECT_EQ(whole["undecided_frames"], 0);
}

TEST_F(Undecided, PlayedScenesSayWhichFrames) {
  const std::string scene = "play cloth --lod 0 --frames 100..102 --deadline-ms 0";
  const std::string says =
      "undecided in 3 of 3 frames, first in frame 100: nothing was found before time ran out";
  const Outcome run = tact(scene + " --format json");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.err, "tact: " + says + "\n");
  for (const std::string& line : run.lines()) {
    EXPECT_TRUE(json::parse(line).at("touching").is_null()) << line;
  }
  const Outcome text = tact(scene);
  EXPECT_EQ(text.code, 2);
  EXPECT_NE(text.out.find("   100  undecided "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(says + "\n"), std::string::npos) << text.out;
}

}  // namespace
}  // namespace tact
