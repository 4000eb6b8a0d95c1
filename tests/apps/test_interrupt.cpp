// Being interrupted, or killed, in the middle of a sequence: whole output, and nothing left behind.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "apps/report/page_files.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;
using test::TemporaryFolder;

class Interrupted : public test::Program {
 protected:
  void SetUp() override { ASSERT_EQ(tact("scenes tori --lod 1 --write . --cache pc2").code, 0); }
  static std::vector<json> lines_of(const Outcome& run) {
    std::vector<json> list;
    for (const std::string& line : run.lines()) list.push_back(json::parse(line));
    return list;
  }
  /// Two rings, slowly, until it has said something; then it gets the signal. Returns how it ended.
  int interrupt(int signal, Outcome& said) const {
    const std::string out = (folder().path() / "out").string();
    std::filesystem::remove(out);  // of the last time
    const pid_t child = fork();
    if (child == 0) {
      if (chdir(folder().path().c_str()) != 0) _exit(99);
      const bool redirected = std::freopen("out", "w", stdout) != nullptr &&
                              std::freopen("err", "w", stderr) != nullptr;
      static_cast<void>(std::signal(signal, SIG_DFL));  // which a job in the background ignores
      if (redirected) {
        execl(TACT_PROGRAM, "tact", "sequence", "first-ring.obj:first-ring.pc2",
              "second-ring.obj:second-ring.pc2", "--method", "brute", "--threads", "1", "--format",
              "json", "--csv", "t.csv", nullptr);
      }
      _exit(99);
    }
    for (int i = 0; i < 3000 && TemporaryFolder::read(out).empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(kill(child, signal), 0);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    said = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, TemporaryFolder::read(out),
            TemporaryFolder::read(folder().path() / "err")};
    return status;
  }
  std::size_t parts() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder().path())) {
      count += entry.path().extension() == ".part" ? 1 : 0;
    }
    return count;
  }
};

// Asked to stop in the middle, it ends its line, says so, and leaves whole files.
TEST_F(Interrupted, LeavesValidOutput) {
  for (const int signal : {SIGINT, SIGQUIT}) {
    Outcome run;
    ASSERT_TRUE(WIFEXITED(interrupt(signal, run))) << signal;
    EXPECT_EQ(run.code, 2);
    std::vector<json> lines = lines_of(run);
    ASSERT_GT(lines.size(), 1U);
    const json summary = lines.back()["summary"];
    const std::size_t frames = lines.size() - 1;
    EXPECT_LT(frames, 200U);
    EXPECT_EQ(summary["interrupted"], true);
    EXPECT_EQ(summary["frames"], frames);
    EXPECT_EQ(summary["complete"], false);
    EXPECT_FALSE(summary.contains("error"));
    EXPECT_EQ(run.err, "tact: interrupted after " + std::to_string(frames) + " of 200 frames\n");
    const std::string table = TemporaryFolder::read(folder().path() / "t.csv");
    EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), frames + 1);
    EXPECT_EQ(parts(), 0U) << signal;
  }
}

// Who is killed cannot tidy up: the next one does.
TEST_F(Interrupted, WhatWasKilledIsTidiedUpByTheNext) {
  Outcome run;
  ASSERT_TRUE(WIFSIGNALED(interrupt(SIGKILL, run)));
  EXPECT_EQ(parts(), 1U);
  EXPECT_FALSE(std::filesystem::exists(folder().path() / "t.csv"));
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(tact("self a.obj").code, 0);
  EXPECT_EQ(parts(), 1U) << "who writes nothing takes nothing away";
  EXPECT_EQ(tact("sequence a.obj --csv t.csv").code, 0);
  EXPECT_EQ(parts(), 0U);
  EXPECT_TRUE(std::filesystem::exists(folder().path() / "t.csv"));
}

// Frames that were not looked at may touch: what was there of an earlier answer stays.
TEST_F(Interrupted, BeforeAnythingTouchesItIsUndecided) {
  folder().write("far.obj", "v 50 0 0\nv 51 0 0\nv 50 1 0\nf 1 2 3\n");
  folder().write("c.ply", "an earlier answer");
  const Outcome run = this->run(
      "('" + std::string(TACT_PROGRAM) +
      "' sequence first-ring.obj:first-ring.pc2 far.obj --no-neighbours --self --method brute "
      "--threads 1 --format json --write-contacts c.ply " +
      (report::can_write_reports() ? "--report look.html " : "") +
      ">said 2>err & "
      "while test ! -s said; do sleep 0.01; done; kill -TERM $!; wait $!; exit $?)");
  EXPECT_EQ(run.code, 2) << TemporaryFolder::read(folder().path() / "err");
  const json summary =
      lines_of({2, TemporaryFolder::read(folder().path() / "said"), ""}).back()["summary"];
  EXPECT_EQ(summary["interrupted"], true);
  EXPECT_TRUE(summary["touching"].is_null());
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(TemporaryFolder::read(folder().path() / "c.ply"), "an earlier answer");
  if (!report::can_write_reports()) return;
  const std::string page = TemporaryFolder::read(folder().path() / "look.html");
  const std::string verdict = ": " + std::to_string(summary["frames"].get<int>()) +
                              " of 200 frames, undecided: nothing touches in these</title>";
  EXPECT_NE(page.find(verdict), std::string::npos) << verdict << page.substr(0, 900);
}

}  // namespace
}  // namespace tact
