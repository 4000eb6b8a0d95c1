// --report: a page is written like any other output, and says what the answer says.
#include <fstream>
#include <limits>

#include "apps/report/page_files.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

class ReportOption : public test::Program {
 protected:
  void SetUp() override {
    folder().write("a.obj", triangle);
    folder().write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
    if (!report::can_write_reports()) {
      expect_trouble("self a.obj --report a.html", "without three.js or zlib; install libjs-three");
      GTEST_SKIP() << "built without three.js or zlib";
    }
  }
  std::string content(const std::string& name) const {
    return TemporaryFolder::read(folder().path() / name);
  }
  nlohmann::json described(const std::string& name) const {
    const std::string page = content(name);
    const std::size_t begin = page.find("id=\"report\">") + 12;
    return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  }
  /// A triangle in the plane z = height[f] in each frame f.
  void write_fall(const std::vector<double>& heights) const {
    fs::create_directory(folder().path() / "fall");
    for (std::size_t f = 0; f < heights.size(); ++f) {
      const std::string z = " " + std::to_string(heights[f]) + "\n";
      folder().write("fall/" + std::to_string(f) + ".obj",
                     "v -0.3 -0.2" + z + "v 0.2 0.1" + z + "v 0 0.3" + z + "f 1 2 3\n");
    }
  }
  static constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
};

TEST_F(ReportOption, SaysWhatTheAnswerSays) {
  const Outcome run = tact("collide a.obj b.obj --report look.html");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_NE(run.out.find("touching: 1 pair\n"), std::string::npos);
  EXPECT_NE(content("look.html").find(">touching: 1 pair</p>"), std::string::npos);
  EXPECT_EQ(described("look.html")["frames"]["count"], nlohmann::json({1}));
  EXPECT_EQ(tact("self a.obj --report clear.html").code, 0);
  EXPECT_NE(content("clear.html").find("<p class=\"verdict clear\""), std::string::npos);
  EXPECT_EQ(described("clear.html")["worst"], nullptr);
}

TEST_F(ReportOption, HasEveryFrame) {
  const Outcome run = tact("play spheres --lod 0 --frames 25..50 --report look.html --format json");
  EXPECT_EQ(run.code, 1) << run.err;
  const nlohmann::json page = described("look.html");
  std::size_t most = 0;
  std::size_t worst = 0;
  ASSERT_EQ(run.lines().size(), 26U);
  for (std::size_t i = 0; i < 26; ++i) {
    const auto line = nlohmann::json::parse(run.lines()[i]);
    EXPECT_EQ(page["frames"]["number"][i], line["frame"]);
    EXPECT_EQ(page["frames"]["count"][i], line["count"]);
    if (line["count"] > most) worst = i;
    most = std::max<std::size_t>(most, line["count"]);
  }
  EXPECT_EQ(page["worst"], worst);
  EXPECT_EQ(tact("simulate flower --lod 0 --frames 5 --report soft.html").code, 1);
  EXPECT_EQ(described("soft.html")["frames"]["number"].size(), 5U);
}

TEST_F(ReportOption, OfASequenceIsThatOfItsSummaryForAnyNumberOfJobs) {
  write_cloth();
  ASSERT_EQ(tact("scenes cloth --frame 90 --write early").code, 0);
  fs::create_directory(folder().path() / "walk");
  for (int i = 0; i < 6; ++i) {
    fs::copy_file(folder().path() / (i % 2 == 0 ? "cloth.obj" : "early/cloth.obj"),
                  folder().path() / ("walk/" + std::to_string(i) + ".obj"));
  }
  const Outcome run = tact("sequence walk ball.obj --report one.html --format json --jobs 1");
  EXPECT_EQ(run.code, 1) << run.err;
  const auto summary = nlohmann::json::parse(run.lines().back())["summary"];
  nlohmann::json one = described("one.html");
  EXPECT_EQ(one["frames"]["number"][one["worst"].get<std::size_t>()], summary["worst_frame"]);
  EXPECT_EQ(one["frames"]["label"][3], "walk/3.obj");
  ASSERT_EQ(tact("sequence walk ball.obj --report two.html --jobs 3").code, 1);
  nlohmann::json two = described("two.html");
  one["frames"].erase("ms");
  two["frames"].erase("ms");
  EXPECT_EQ(one, two);
}

TEST_F(ReportOption, TellsWhatMeetsBetweenFrames) {
  write_fall({4, 3, 1, -3, -4});
  folder().write("floor.obj", "v -4 -4 0\nv 4 -4 0\nv 0 4 0\nf 1 2 3\n");
  const std::string command = "sequence fall floor.obj --report look.html";
  const Outcome run = tact(command + " --continuous");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_NE(run.out.find("5 frames, 1 of them touching, or on the way there"), std::string::npos);
  const std::string page = content("look.html");
  EXPECT_NE(
      page.find("fall and floor.obj: touching, or on the way there, in 1 of 5 frames; between "
                "frames 3 impacts, the first at frame 2.250</title>"),
      std::string::npos)
      << page.substr(0, 900);
  EXPECT_NE(page.find("<p class=\"verdict touching\""), std::string::npos);
  EXPECT_NE(page.find("<li>between frames: 3 impacts, on the way to 1 frame; first at frame 2.250: "
                      "fall and floor.obj</li>"),
            std::string::npos);
  EXPECT_NE(page.find("<tr><td>3</td><td>fall/3.obj</td><td>clear</td><td>0</td><td>3</td>"
                      "<td>2.250</td>"),
            std::string::npos);
  EXPECT_EQ(described("look.html")["frames"]["impacts"], nlohmann::json({nullptr, 0, 0, 3, 0}));

  EXPECT_EQ(tact(command + " --continuous --frames 3").code, 0);
  EXPECT_NE(content("look.html").find(">clear in all of 3 frames, and between them</p>"),
            std::string::npos);
  EXPECT_EQ(tact(command).code, 0);
  EXPECT_NE(content("look.html").find(">clear in all of 5 frames</p>"), std::string::npos);
  EXPECT_EQ(content("look.html").find("on the way there</th>"), std::string::npos);
}

// Frames that were not looked at may touch.
TEST_F(ReportOption, OfASequenceThatBrokeOffIsUndecidedUnlessSomethingTouches) {
  write_fall({4, 3, 2, std::numeric_limits<double>::quiet_NaN(), 2, 1});
  folder().write("floor.obj", "v -4 -4 0\nv 4 -4 0\nv 0 4 0\nf 1 2 3\n");
  const Outcome run = tact("sequence fall floor.obj --report look.html");
  EXPECT_EQ(run.code, 2);
  const std::string verdict = "3 of 6 frames, undecided: nothing touches in these";
  EXPECT_NE(run.out.find(verdict + "."), std::string::npos) << run.out;
  std::string page = content("look.html");
  EXPECT_NE(page.find("<title>fall and floor.obj: " + verdict + "</title>"), std::string::npos)
      << page.substr(0, 900);
  EXPECT_NE(page.find("<p class=\"verdict undecided\""), std::string::npos);

  folder().write("fall/1.obj", "v -0.3 -0.2 0\nv 0.2 0.1 0\nv 0 0.3 0\nf 1 2 3\n");
  EXPECT_EQ(tact("sequence fall floor.obj --report look.html").code, 2);
  page = content("look.html");
  EXPECT_NE(
      page.find("<title>fall and floor.obj: 3 of 6 frames, 1 of them touching: 1 pairs in all, "
                "most in frame 1 (1)</title>"),
      std::string::npos)
      << page.substr(0, 900);
}

TEST_F(ReportOption, IsRefusedLikeAnyOutput) {
  expect_trouble("self a.obj --report look.obj", "--report: look.obj would hold HTML");
  expect_trouble("self a.obj --report -", "--report: - is no file");
  expect_trouble("self a.obj --report nowhere/look.html", "nowhere");
  expect_trouble("play spheres --lod 0 --frames 1 --report .", "is a folder");
  expect_trouble("simulate flower --lod 0 --frames 1 --report look.ply", "--report: look.ply");
  folder().write("page", triangle);
  fs::create_hard_link(folder().path() / "a.obj", folder().path() / "same");
  expect_trouble("self a.obj --report same", "would be replaced");
  expect_trouble("sequence a.obj b.obj --report both --csv both", "are one file");
  EXPECT_EQ(content("a.obj"), triangle);
  EXPECT_FALSE(fs::exists(folder().path() / "look.obj"));
}

TEST_F(ReportOption, IsKnownToHelpAndToShells) {
  for (const char* command : {"collide", "self", "sequence", "play", "simulate"}) {
    const std::string name(command);
    EXPECT_NE(tact(name + " --help").out.find("--report FILE.html"), std::string::npos) << name;
    EXPECT_NE(tact("complete " + name + " --rep").out.find("--report"), std::string::npos) << name;
  }
}

TEST_F(ReportOption, UndecidedIsSaid) {
  write_cloth();
  const Outcome run = tact("self cloth.obj --deadline-ms 0 --report look.html");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(content("look.html").find("<p class=\"verdict undecided\""), std::string::npos);
}

}  // namespace
}  // namespace tact
