// tact simulate: frames as JSON, files that sequence reads, budgets, trouble.
#include <algorithm>
#include <filesystem>

#include "scenes/simulations.h"
#include "tact/io/sequence.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;

class SimulateCommand : public test::Program {};

TEST_F(SimulateCommand, OneJsonLinePerFrame) {
  const Outcome run = tact("simulate pile --lod 0 --level 3 --frames 60 --format json");
  EXPECT_EQ(run.code, 1) << "something touches";
  EXPECT_EQ(run.err, "");
  ASSERT_EQ(run.lines().size(), 60U);
  int frame = 0;
  for (const std::string& line : run.lines()) {
    const json answer = json::parse(line);
    EXPECT_EQ(answer["command"], "simulate");
    EXPECT_EQ(answer["scene"], "pile");
    EXPECT_EQ(answer["frame"], frame++);
    EXPECT_EQ(answer["level"]["asked"], 3);
    EXPECT_LE(answer["level"]["finest"], 3);
    EXPECT_EQ(answer["complete"], true);
    EXPECT_EQ(answer["touching"], answer["contacts"] > 0);
    for (const char* const part : {"detection", "response", "deformation", "total"}) {
      EXPECT_GE(answer["time_ms"][part], 0) << part;
    }
    EXPECT_GE(answer["energy"]["kinetic"], 0);
    EXPECT_GE(answer["deepest"], 0);
  }
}

TEST_F(SimulateCommand, WritesWhatSequenceReads) {
  EXPECT_EQ(tact("simulate pressed --lod 0 --frames 70 --write .").code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder().path() / "left.obj"));
  const Outcome run = tact("sequence left.obj:left.pc2 right.obj:right.pc2 --format json");
  EXPECT_LE(run.code, 1) << run.err;
  EXPECT_EQ(run.lines().size(), 71U) << "a line for each frame, and the summary";
  EXPECT_EQ(tact("simulate stack --lod 0 --frames 2 --write new --as obj").code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder().path() / "new" / "box-9-00001.obj"));
}

// A terminal that goes away, or a wish to end: the frames there are stay.
TEST_F(SimulateCommand, InterruptingKeepsTheFramesThereAre) {
  const std::string program = "'" + std::string(TACT_PROGRAM) + "' ";
  for (const std::string name : {"HUP", "TERM"}) {
    const Outcome run = this->run(
        "(" + program + "simulate pressed --lod 0 --frames 100000 --format json --write " + name +
        " >said 2>err & while test ! -s said; do sleep 0.01; done; kill -" + name +
        " $!; wait $!; exit $?)");
    EXPECT_EQ(run.code, 2) << name;
    const std::filesystem::path at = folder().path();
    const std::string said = test::TemporaryFolder::read(at / "said");
    const auto frames = static_cast<std::uint64_t>(std::count(said.begin(), said.end(), '\n'));
    EXPECT_EQ(PointCache(at / name / "left.pc2").frames(), frames);
    EXPECT_EQ(test::TemporaryFolder::read(at / "err"),
              "tact: interrupted after " + std::to_string(frames) +
                  " of 100000 frames, which are written\n");
    for (const auto& entry : std::filesystem::directory_iterator(at / name)) {
      EXPECT_NE(entry.path().extension(), ".part") << entry.path();
    }
    std::filesystem::remove(at / "said");
  }
}

// Few frames are no replacement for many.
TEST_F(SimulateCommand, InterruptingReplacesNothing) {
  ASSERT_LE(tact("simulate pressed --lod 0 --frames 30 --write old").code, 1);
  const Outcome run = this->run(
      "('" + std::string(TACT_PROGRAM) +
      "' simulate pressed --lod 1 --frames 100000 --format json --write old --replace"
      " >said 2>err & while test ! -s said; do sleep 0.01; done; kill -TERM $!; wait $!; exit $?)");
  EXPECT_EQ(run.code, 2);
  const std::filesystem::path at = folder().path();
  EXPECT_EQ(PointCache(at / "old" / "left.pc2").frames(), 30U);
  EXPECT_NE(test::TemporaryFolder::read(at / "err").find("no file was written or replaced"),
            std::string::npos);
  EXPECT_LE(tact("sequence old/left.obj:old/left.pc2 old/right.obj:old/right.pc2").code, 1)
      << "meshes and caches still belong together";
}

// A budget that ended the search before it found anything has not shown that nothing touches.
TEST_F(SimulateCommand, ABudgetThatLeavesItOpenIsNotClear) {
  const std::string few = "simulate trio --lod 0 --frames 19 --budget-ms 0 --threads 1 ";
  const Outcome text = tact(few);
  EXPECT_EQ(text.code, 2) << text.out;
  EXPECT_NE(text.err.find("tact: undecided in 19 of 19 frames"), std::string::npos) << text.err;
  for (const std::string& line : tact(few + "--format json").lines()) {
    const json answer = json::parse(line);
    EXPECT_TRUE(answer["touching"].is_null());
    EXPECT_EQ(answer["complete"], false);
  }
  EXPECT_EQ(tact("simulate trio --lod 0 --frames 3 --threads 1").err, "");
}

TEST_F(SimulateCommand, TheListIsJsonWhereAskedFor) {
  EXPECT_EQ(tact("simulate --list --format json").json().size(), scenes::simulations().size());
}

TEST_F(SimulateCommand, ABudgetIsReported) {
  const Outcome run =
      tact("simulate pile --lod 0 --frames 60 --budget-ms 0 --threads 1 --format json");
  const json last = json::parse(run.lines().back());
  EXPECT_EQ(last["budget_ms"], 0);
  EXPECT_EQ(last["complete"], false);
  EXPECT_EQ(last["level"]["finest"], 1);
  const Outcome text = tact("simulate pile --lod 0 --frames 3 --budget-ms 1000");
  EXPECT_NE(text.out.find("3 of 3 frames kept the budget of 1000 ms to 20 %"), std::string::npos);
}

TEST_F(SimulateCommand, TheSeedDecides) {
  const auto energy = [this](const char* seed) {
    const std::string asked =
        std::string("simulate pile --lod 0 --frames 50 --format json --seed ");
    return json::parse(tact(asked + seed).lines().back())["energy"];
  };
  EXPECT_EQ(energy("3"), energy("3"));
  EXPECT_NE(energy("3"), energy("4"));
}

TEST_F(SimulateCommand, TextTablesAndLists) {
  const Outcome text = tact("simulate flower --lod 0 --frames 30");
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("30 frames, "), std::string::npos);
  const Outcome list = tact("simulate --list");
  EXPECT_EQ(list.code, 0);
  for (const scenes::SimulationInfo& info : scenes::simulations()) {
    EXPECT_NE(list.out.find(info.name), std::string::npos);
  }
  const Outcome csv = tact("simulate stack --lod 0 --frames 3 --format csv");
  EXPECT_EQ(csv.lines().size(), 4U);
}

TEST_F(SimulateCommand, Trouble) {
  expect_trouble("simulate", "which one?");
  expect_trouble("simulate heap", "no simulation is called 'heap'; there are pressed, pile");
  expect_trouble("simulate pile --lod 7", "has the levels of detail 0 to 1, not 7");
  expect_trouble("simulate pile --level 65", "--level");
  expect_trouble("simulate pile --budget-ms nan", "--budget-ms");
  expect_trouble("simulate stack --lod 0 --frames 2 --write no/where", "no/where: cannot be made");
}

}  // namespace
}  // namespace tact
