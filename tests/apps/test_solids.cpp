// tact collide --solid, the note without it, and tact inside.
#include <fstream>
#include <string>

#include "apps/report/page_files.h"
#include "tact/tact.h"
#include "tests/apps/program.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using test::Outcome;

class SolidCommands : public test::Program {
 protected:
  void SetUp() override {
    write("outer.obj", testing::box({0, 0, 0}, 2));
    write("inner.obj", testing::box({0.5, 0, 0}, 1));
    write("beside.obj", testing::box({1, 0, 0}, 2));
    write("far.stl", testing::box({9, 0, 0}, 1));
    Mesh open = testing::box({0, 0, 0}, 2);
    open.triangles.pop_back();
    write("open.obj", open);
  }
  void write(const std::string& name, const Mesh& mesh) const {
    save(folder().path() / name, mesh.view());
  }
  void expect_first_line(const std::string& arguments, const std::string& line, int code) const {
    const Outcome run = tact(arguments);
    EXPECT_EQ(run.code, code) << arguments << run.err;
    ASSERT_FALSE(run.lines().empty()) << arguments;
    EXPECT_EQ(run.lines()[0], line) << arguments;
  }
};

TEST_F(SolidCommands, OneInTheOtherIsNotClear) {
  expect_first_line("collide outer.obj inner.obj --solid",
                    "inside: inner.obj lies inside outer.obj", 1);
  expect_first_line("collide inner.obj outer.obj --solid --any",
                    "inside: inner.obj lies inside outer.obj", 1);
  expect_first_line("collide outer.obj far.stl --solid", "clear", 0);
  const auto told = tact("collide outer.obj inner.obj --solid --format json").json();
  EXPECT_EQ(told["relation"], "b_inside_a");
  EXPECT_EQ(told["touching"], true);
  EXPECT_EQ(told["count"], 0);
  const Outcome csv = tact("collide outer.obj inner.obj --solid --format csv");
  EXPECT_NE(csv.lines()[0].find(",relation"), std::string::npos);
  EXPECT_NE(csv.lines()[1].find(",b_inside_a"), std::string::npos);
  const Outcome listed = tact("collide outer.obj inner.obj --solid --format csv --pairs");
  EXPECT_NE(listed.err.find("inner.obj lies inside outer.obj"), std::string::npos);
}

TEST_F(SolidCommands, SaysHowTheyStand) {
  EXPECT_EQ(tact("collide outer.obj beside.obj --solid").lines()[1].rfind("  crossing: ", 0), 0U);
  EXPECT_EQ(tact("collide outer.obj outer.obj --solid").lines()[1].rfind("  coincident: ", 0), 0U);
  EXPECT_EQ(tact("collide outer.obj inner.obj --solid --pose-b \"2.5 0 0 0 0 0 1\"")
                .lines()[1]
                .rfind("  touching: ", 0),
            0U);
  EXPECT_EQ(tact("collide outer.obj far.stl --solid --format json").json()["relation"], "separate");
}

TEST_F(SolidCommands, TheReportSaysSoToo) {
  if (!report::can_write_reports()) GTEST_SKIP() << "built without three.js or zlib";
  const auto page_of = [&](const std::string& question) {
    const Outcome run = tact("collide " + question + " --report look.html");
    EXPECT_LT(run.code, 2) << run.err;
    return test::TemporaryFolder::read(folder().path() / "look.html");
  };
  const auto expect = [&](const std::string& question, const std::string& says) {
    const std::string page = page_of(question);
    EXPECT_NE(page.find(says), std::string::npos) << question << page.substr(0, 600);
  };
  expect("outer.obj inner.obj --solid", ">inside: inner.obj lies inside outer.obj</p>");
  expect("outer.obj beside.obj --solid",
         "<dt>as solids</dt><dd>crossing: their insides meet, and neither contains the other</dd>");
  expect("outer.obj inner.obj --solid --pose-b \"2.5 0 0 0 0 0 1\"",
         "<dt>as solids</dt><dd>touching: they share points, but no room</dd>");
  expect("outer.obj outer.obj --solid", "<dd>coincident: they fill the same room</dd>");
  expect("outer.obj far.stl --solid", "<dd>separate: they have no point in common</dd>");
  expect("outer.obj inner.obj", "<li>inner.obj lies inside outer.obj, which is closed; with ");
  EXPECT_EQ(page_of("outer.obj beside.obj").find("as solids"), std::string::npos);
}

TEST_F(SolidCommands, ANoteWithoutTheOption) {
  const std::string note =
      "inner.obj lies inside outer.obj, which is closed; with --solid that counts";
  const Outcome text = tact("collide inner.obj outer.obj");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.lines()[0], "clear");
  EXPECT_NE(text.out.find("  note: " + note), std::string::npos) << text.out;
  EXPECT_EQ(tact("collide outer.obj inner.obj --format json").json()["note"], note);
  EXPECT_EQ(tact("collide outer.obj inner.obj --format csv").err, "tact: note: " + note + "\n");
  for (const std::string other : {"open.obj inner.obj", "outer.obj far.stl"}) {
    EXPECT_EQ(tact("collide " + other).out.find("note"), std::string::npos) << other;
  }
}

Mesh both(Mesh a, const Mesh& b) {
  const auto offset = static_cast<std::uint32_t>(a.positions.size());
  a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
  for (auto triangle : b.triangles) {
    for (std::uint32_t& corner : triangle) corner += offset;
    a.triangles.push_back(triangle);
  }
  return a;
}

TEST_F(SolidCommands, APartInTheOtherIsNotAll) {
  write("half.obj", both(testing::box({0, 0, 0}, 1), testing::box({9, 0, 0}, 1)));
  const std::string crossing = "crossing: their insides meet, and neither contains the other";
  for (const std::string files : {"outer.obj half.obj", "half.obj outer.obj"}) {
    expect_first_line("collide " + files + " --solid", crossing, 1);
    EXPECT_EQ(tact("collide " + files + " --solid --format json").json()["relation"], "crossing");
    const std::string note =
        "a part of half.obj lies inside outer.obj, which is closed; with --solid that counts";
    EXPECT_NE(tact("collide " + files).out.find("  note: " + note), std::string::npos) << files;
    EXPECT_EQ(tact("collide " + files + " --format json").json()["note"], note);
    EXPECT_EQ(tact("collide " + files + " --format csv").err, "tact: note: " + note + "\n");
  }
  Mesh open = both(testing::box({9, 0, 0}, 1), testing::box({0, 0, 0}, 1));
  open.triangles.pop_back();
  write("half_open.obj", open);
  EXPECT_NE(tact("collide outer.obj half_open.obj").out.find("note: a part of half_open.obj lies"),
            std::string::npos);

  write("mutual.obj", both(testing::box({0, 0, 0}, 1), testing::box({9, 0, 0}, 2)));
  write("lautum.obj", both(testing::box({0, 0, 0}, 2), testing::box({9, 0, 0}, 1)));
  expect_first_line("collide lautum.obj mutual.obj --solid", crossing, 1);
  EXPECT_NE(tact("collide lautum.obj mutual.obj")
                .out.find("note: a part of mutual.obj lies inside lautum.obj, and a part of "
                          "lautum.obj inside mutual.obj, which are closed; "),
            std::string::npos);
}

TEST_F(SolidCommands, NoDepthNextToWhatItContradicts) {
  const auto deep = [&](const std::string& files) {
    return tact("collide " + files + " --solid --distance").out.find(" deep: ") !=
           std::string::npos;
  };
  EXPECT_TRUE(deep("outer.obj beside.obj"));
  EXPECT_FALSE(deep("outer.obj outer.obj")) << "coincident";
  EXPECT_FALSE(deep("outer.obj inner.obj --pose-b \"2.5 0 0 0 0 0 1\"")) << "touching";
  EXPECT_FALSE(deep("outer.obj inner.obj --pose-b \"0.5 0 0 0 0 0 1\"")) << "inside, at a wall";
  EXPECT_NE(tact("collide outer.obj inner.obj --solid --distance").out.find(" apart: "),
            std::string::npos);
  const Outcome listed = tact(
      "collide outer.obj inner.obj --pose-b \"2.5 0 0 0 0 0 1\" --solid --distance --pairs "
      "--format "
      "csv");
  EXPECT_EQ(listed.err.find(" deep: "), std::string::npos) << listed.err;
}

TEST_F(SolidCommands, WhatIsNotClosedIsNamed) {
  expect_trouble("collide open.obj inner.obj --solid",
                 "open.obj: not a solid: the edge of triangle");
  expect_trouble("inside open.obj --point \"0 0 0\"", "is open");
  expect_trouble("collide outer.obj inner.obj --solid --deadline-ms 5", "excludes");
}

TEST_F(SolidCommands, PointsInside) {
  expect_first_line("inside outer.obj --point \"0 0 0\"", "inside", 1);
  expect_first_line("inside outer.obj --point \"2 0 0\"", "on the surface", 1);
  expect_first_line("inside outer.obj --point \"2.5 0 0\"", "outside", 0);
  expect_first_line("inside outer.obj --point \"2.5,0,0\" --pose \"1 0 0 0 0 0 1\"", "inside", 1);
  expect_first_line("inside far.stl --point \"9 0.5 0\"", "inside", 1);
  expect_first_line("inside outer.obj --points beside.obj",
                    "on the surface: 0 inside, 4 on the surface, 4 outside", 1);
  const auto told = tact("inside outer.obj --points inner.obj --format json").json();
  EXPECT_EQ(told["inside"], 8);
  EXPECT_EQ(told["sides"].size(), 8U);
  std::ofstream(folder().path() / "some.txt") << "# x y z\n0 0 0\n\n3, 0, 0 # far\n";
  const Outcome csv = tact("inside outer.obj --points some.txt --point \"0 2 0\" --format csv");
  EXPECT_EQ(csv.out, "point,x,y,z,side\n0,0,2,0,on_surface\n1,0,0,0,inside\n2,3,0,0,outside\n");
  const Outcome list = tact("inside outer.obj --points some.txt --list");
  EXPECT_EQ(list.lines().back(), "1 3 0 0 outside");
}

TEST_F(SolidCommands, PointsThatAreNone) {
  expect_trouble("inside outer.obj", "no points");
  expect_trouble("inside outer.obj --point \"1 2\"", "three finite numbers");
  expect_trouble("inside outer.obj --point \"1 2 x\"", "'x' is not a number");
  expect_trouble("inside outer.obj --point \"1 2 nan\"", "--point");
  expect_trouble("inside outer.obj --points missing.txt", "missing.txt: cannot be opened");
  std::ofstream(folder().path() / "short.txt") << "0 0 0\n1 2\n";
  expect_trouble("inside outer.obj --points short.txt", "short.txt:2: ");
  expect_trouble("inside outer.obj --points .", ": cannot be");
}

}  // namespace
}  // namespace tact
