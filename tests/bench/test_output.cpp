#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "bench/output.h"
#include "tact/base/error.h"
#include "tests/io/temporary_folder.h"

namespace tact::bench {
namespace {

Row row(Kind kind, const char* name, double ms, double spread) {
  Row r;
  r.kind = kind;
  r.name = name;
  r.mode = "a \"mode\" with <signs> & more";
  r.total = r.query = {ms, ms * (1 - spread), ms * (1 + spread)};
  r.frames = 10;
  r.rounds = 3;
  r.rank = 1;
  r.slower = {1, 1, 1};
  return r;
}

Run sample_run(double ours = 2, double peer = 8) {
  Run run;
  run.machine = {"a processor", 2,      "24 GB",        "a system",
                 "gcc",         "AVX2", "0123456789ab", "2026-01-02"};
  run.seconds = 12;
  run.notes = {"tropp: not there"};
  run.measures.push_back({"limits", "memory", 1, {10, 9, 11}, "GB/s"});
  Group group;
  group.suite = "peers";
  group.scenario = "bunnies-4k";
  group.description = "two bodies";
  group.bodies = 2;
  group.triangles = 8192;
  group.frames = 10;
  group.pairs = 1234;
  group.pairs_hash = "abc";
  group.absent = {"dbvh"};
  group.rows = {row(Kind::method, "boxes", ours, 0.01),
                row(Kind::peer, "embree-build", peer, 0.02)};
  group.rows[1].verdict = {3, 4, {"frame 1 missed 0:1 1:2"}};
  group.rows[0].stats.bounds_tests = 77;
  group.duels.push_back({1, "boxes", "embree-build", {peer / ours, 3.9, 4.1}});
  run.groups.push_back(group);
  return run;
}

TEST(Json, ReadsBackWhatItWrote) {
  const bench::Run run = sample_run();
  const std::string text = to_json(run);
  const bench::Run back = from_json(text);
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.groups.at(0).rows.at(1).verdict.missed, 3U);
  EXPECT_EQ(back.groups.at(0).rows.at(0).stats.bounds_tests, 77U);
  EXPECT_EQ(back.machine.commit, "0123456789ab");
}

TEST(Json, HasTheSchemaThatReadersRelyOn) {
  const nlohmann::json j = nlohmann::json::parse(to_json(sample_run()));
  EXPECT_EQ(j.at("schema"), "tact-bench");
  EXPECT_EQ(j.at("version"), schema_version);
  for (const char* key :
       {"processor", "threads", "memory", "system", "compiler", "simd", "commit"}) {
    EXPECT_TRUE(j.at("machine").contains(key)) << key;
  }
  const nlohmann::json& r = j.at("groups").at(0).at("rows").at(0);
  for (const char* key :
       {"kind", "name", "mode", "threads", "update_ms", "query_ms", "total_ms", "frames", "rounds",
        "cut", "missed", "invented", "rank", "times_first", "times_limit", "stats"}) {
    EXPECT_TRUE(r.contains(key)) << key;
  }
}

TEST(Json, RefusesWhatIsNoRecord) {
  EXPECT_THROW(from_json("not json"), Error);
  EXPECT_THROW(from_json("{}"), Error);
  nlohmann::json j = nlohmann::json::parse(to_json(sample_run()));
  j["version"] = schema_version + 1;
  EXPECT_THROW(from_json(j.dump()), Error);
  EXPECT_THROW(read_json("no/such/file.json"), Error);
}

TEST(Pages, AreWrittenWholeAndLeaveLinksAlone) {
  const test::TemporaryFolder folder;
  folder.write("real.json", "from before");
  std::filesystem::create_symlink("real.json", folder.path() / "link.json");
  std::filesystem::create_hard_link(folder.path() / "real.json", folder.path() / "twin");
  write_text(folder.path() / "link.json", "a record");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.json"));
  EXPECT_EQ(test::TemporaryFolder::read(folder.path() / "real.json"), "a record");
  EXPECT_EQ(test::TemporaryFolder::read(folder.path() / "twin"), "from before")
      << "what was there is not written into, but replaced";
  EXPECT_THROW(write_text(folder.path(), "a record"), Error) << "a folder";
  EXPECT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  const int other_end = open((folder.path() / "pipe").c_str(), O_RDWR | O_NONBLOCK);
  write_text(folder.path() / "pipe", "a record");
  char buffer[16];
  EXPECT_EQ(read(other_end, buffer, sizeof buffer), 8);
  close(other_end);
  EXPECT_TRUE(std::filesystem::is_fifo(folder.path() / "pipe"));
}

TEST(Compare, TellsAChangeFromNoise) {
  EXPECT_TRUE(changes(sample_run(), sample_run()).empty());
  EXPECT_TRUE(changes(sample_run(2.0), sample_run(2.1)).empty());
  const std::vector<Change> slower = changes(sample_run(2), sample_run(3));
  ASSERT_EQ(slower.size(), 1U);
  EXPECT_EQ(slower[0].participant, "boxes");
  EXPECT_NEAR(slower[0].factor, 1.5, 1e-12);
}

TEST(Compare, TakesTheMachineOutOfIt) {
  // All is twice as slow, peers too: it was the machine.
  EXPECT_TRUE(changes(sample_run(2, 8), sample_run(4, 16)).empty());
}

TEST(Pages, ShowWinsLossesAndErrors) {
  const std::string html = to_html(sample_run(16, 8));
  EXPECT_NE(html.find("1 lost"), std::string::npos);
  EXPECT_NE(html.find("3 missed, 4 invented"), std::string::npos);
  EXPECT_NE(html.find("&lt;signs&gt; &amp; more"), std::string::npos);
  EXPECT_EQ(html.find("http://"), std::string::npos) << "the page must stand alone";
  const std::string markdown = to_markdown(sample_run(16, 8));
  EXPECT_NE(markdown.find("**lost:**"), std::string::npos);
  EXPECT_LT(markdown.find("losses first"), markdown.find("### peers"));
}

}  // namespace
}  // namespace tact::bench
