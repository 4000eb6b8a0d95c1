// tact sequence --continuous: what meets between frames.
#include "tact/tact.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;

class ContinuousCommand : public test::Program {
 protected:
  /// A triangle in the plane z = height[f] in each frame f, and a floor at z = 0 that stands still.
  void write_fall(const std::vector<double>& heights) const {
    std::filesystem::create_directory(folder().path() / "fall");
    for (std::size_t f = 0; f < heights.size(); ++f) {
      const std::string z = " " + std::to_string(heights[f]) + "\n";
      folder().write("fall/f" + std::to_string(f) + ".obj",
                     "v -0.3 -0.2" + z + "v 0.2 0.1" + z + "v 0 0.3" + z + "f 1 2 3\n");
    }
    folder().write("floor.obj", "v -4 -4 0\nv 4 -4 0\nv 0 4 0\nf 1 2 3\n");
  }
  static std::vector<json> lines_of(const Outcome& run) {
    std::vector<json> list;
    for (const std::string& line : run.lines()) list.push_back(json::parse(line));
    return list;
  }
};

TEST_F(ContinuousCommand, FindsWhatPassesBetweenFrames) {
  write_fall({4, 3, 2, 1, -3, -4, -5});
  const std::string command = "sequence fall floor.obj --format json";
  EXPECT_EQ(tact(command).code, 0) << "no frame shows it";
  const Outcome run = tact(command + " --continuous");
  EXPECT_EQ(run.code, 1);
  const std::vector<json> lines = lines_of(run);
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_FALSE(lines[0].contains("motion")) << "nothing comes before the first frame";
  for (std::size_t f = 1; f < 7; ++f) {
    const json& motion = lines[f]["motion"];
    EXPECT_EQ(motion["from"], f - 1);
    EXPECT_EQ(motion["complete"], true);
    EXPECT_EQ(motion["impacts"], f == 4 ? 3 : 0) << "three vertices reach the floor";
    EXPECT_EQ(motion["list"].size(), motion["impacts"]);
    EXPECT_EQ(lines[f]["count"], 0);
  }
  const json& motion = lines[4]["motion"];
  EXPECT_LE(motion["first"]["frame"][0], 3.25);
  EXPECT_GE(motion["first"]["frame"][1], 3.25);
  EXPECT_EQ(motion["first"]["bodies"], json({0, 1}));
  EXPECT_EQ(motion["list"][0]["a"], json({{"vertex", 0}}));
  EXPECT_EQ(motion["list"][0]["b"], json({{"triangle", 0}}));
  const json summary = lines.back()["summary"];
  EXPECT_EQ(summary["touching"], true);
  EXPECT_EQ(summary["touching_frames"], 1);
  EXPECT_EQ(summary["pairs"], 0);
  EXPECT_EQ(summary["motion"]["impacts"], 3);
  EXPECT_EQ(summary["motion"]["ways"], 1);
  EXPECT_EQ(summary["motion"]["passes"], 1);
  EXPECT_EQ(summary["motion"]["first"]["bodies"], json({0, 1}));
}

TEST_F(ContinuousCommand, SaysSoInTextAndTables) {
  write_fall({3, 1, -3, -4, 0, -1});
  const Outcome text = tact("sequence fall floor.obj --continuous");
  EXPECT_EQ(text.code, 1);
  EXPECT_NE(text.out.find("between frame 1 (fall/f1.obj) and frame 2 (fall/f2.obj): 3 impacts, "
                          "first at frame 1.250: fall and floor.obj"),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("frame 4 (fall/f4.obj): 1 pair touch"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("1 pass between two frames in which nothing touches"), std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("3 of them touching, or on the way there"), std::string::npos)
      << text.out;

  const Outcome table = tact("sequence fall floor.obj --continuous --csv out.csv --format csv");
  const std::vector<std::string> rows = table.lines();
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_TRUE(rows[0].ends_with(",impacts,first_impact")) << rows[0];
  EXPECT_TRUE(rows[1].ends_with(",,")) << rows[1];
  EXPECT_TRUE(rows[2].ends_with(",0,")) << rows[2];
  EXPECT_NE(rows[3].find(",3,1.2"), std::string::npos) << rows[3];
  const std::string file = test::TemporaryFolder::read(folder().path() / "out.csv");
  EXPECT_NE(file.find("fall - floor.obj,impacts,first_impact\n"), std::string::npos) << file;
}

TEST_F(ContinuousCommand, JobsStepsAndBoundsGiveTheSameWays) {
  std::vector<double> heights;
  for (int f = 0; f < 60; ++f) heights.push_back(f % 7 < 4 ? 1 + 0.1 * f : -1 - 0.05 * f);
  write_fall(heights);
  const auto motions = [&](const std::string& options) {
    std::vector<json> list;
    for (const json& line :
         lines_of(tact("sequence fall floor.obj --format json --continuous " + options))) {
      list.push_back(line.contains("motion") ? line["motion"] : json());
    }
    if (!list.empty()) list.pop_back();
    return list;
  };
  const std::vector<json> all = motions("");
  ASSERT_EQ(all.size(), 60U);
  EXPECT_EQ(motions("--jobs 3"), all);
  const std::vector<json> some = motions("--frames 20..40");
  ASSERT_EQ(some.size(), 21U);
  EXPECT_TRUE(some[0].is_null());
  for (std::size_t i = 1; i < some.size(); ++i) EXPECT_EQ(some[i], all[20 + i]);
  const std::vector<json> steps = motions("--step 7 --frames 4..60");
  for (std::size_t i = 1; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i]["from"], 4 + 7 * (i - 1));
    EXPECT_EQ(steps[i]["impacts"], 0) << "it is below in all of these frames";
  }
  for (const json& motion : motions("--first")) {
    EXPECT_LE(motion.is_null() ? 0 : motion["impacts"].get<int>(), 1);
  }
}

TEST_F(ContinuousCommand, SaysWhenThereMayBeMore) {
  write_fall({3, 1, -3, -4});
  const std::string command = "sequence fall floor.obj --continuous ";
  const std::string remark = "(there may be more impacts";
  EXPECT_EQ(tact(command).out.find(remark), std::string::npos);
  for (const std::string option : {"--any", "--first", "--at-most 1"}) {
    const std::vector<json> lines = lines_of(tact(command + option + " --format json"));
    ASSERT_EQ(lines.size(), 5U) << option;
    EXPECT_EQ(lines[1]["motion"]["complete"], true) << "nothing is nothing: " << option;
    EXPECT_EQ(lines[2]["motion"]["impacts"], 1) << option;
    EXPECT_EQ(lines[2]["motion"]["complete"], false) << option;
    EXPECT_EQ(lines[4]["summary"]["motion"]["complete"], false) << option;
    EXPECT_NE(tact(command + option).out.find(remark), std::string::npos) << option;
  }
}

TEST_F(ContinuousCommand, ClaimsNothingWhereThereIsNoWay) {
  write_fall({3, 1, -3, -4});
  const std::string note =
      "tact: note: --continuous: there is no way from frame to frame to look at\n";
  for (const std::string what :
       {"fall floor.obj --frames 3..3", "fall floor.obj --step 9", "fall/f0.obj floor.obj"}) {
    const std::string command = "sequence " + what + " --continuous";
    const Outcome run = tact(command);
    EXPECT_EQ(run.code, 0) << what;
    EXPECT_EQ(run.err, note) << what;
    EXPECT_EQ(run.out.find("nothing meets"), std::string::npos) << run.out;
    const Outcome told = tact(command + " --format json");
    EXPECT_EQ(told.err, note) << what;
    EXPECT_EQ(lines_of(told).back()["summary"]["motion"]["complete"], false) << what;
  }
}

TEST_F(ContinuousCommand, RefusesWhatItHasNoAnswerTo) {
  write_fall({1, -1});
  for (const char* option : {"--tolerance 0.1", "--format csv --pairs"}) {
    const Outcome run = tact(std::string("sequence fall floor.obj --continuous ") + option);
    EXPECT_EQ(run.code, 2) << option;
    EXPECT_NE(run.err.find("--continuous"), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
  }
  const Outcome late = tact("sequence fall floor.obj --continuous --deadline-ms 0");
  EXPECT_EQ(late.code, 2) << "undecided";
}

}  // namespace
}  // namespace tact
