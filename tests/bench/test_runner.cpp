// A wrong answer cannot win: planted participants that err are flagged, whoever speaks first.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "bench/rank.h"
#include "bench/runner.h"
#include "scenes/registry.h"

namespace tact::bench {
namespace {

Scenario small_scenario(Question question = Question::all) {
  Scenario s;
  s.suite = "test";
  s.name = "spheres";
  s.build = [] { return scenes::build(scenes::find("spheres"), 1); };
  s.frames = scenes::find("spheres").frames;
  s.question = question;
  s.sampling = {4, 3, 1};
  return s;
}

RunnerOptions short_run() {
  RunnerOptions options;
  options.min_rounds = 2;
  options.max_rounds = 2;
  options.row_seconds = 300;  // counts are asserted, so nothing may be cut
  options.frame_seconds = 300;
  return options;
}

// The right answer but for a change to the list.
template <void (*Change)(std::vector<Candidate>&)>
class Planted final : public Participant {
 public:
  Planted(const Entrant& entrant, const Stage& stage, Question question) {
    const Entrant boxes = method_entrant("boxes", entrant.threads);
    honest_ = boxes.make(boxes, stage, question);
  }
  void update() override { honest_->update(); }
  void query() override {
    honest_->query();
    pairs_.assign(honest_->pairs().begin(), honest_->pairs().end());
    Change(pairs_);
  }
  std::span<const Candidate> pairs() const override { return pairs_; }

 private:
  std::unique_ptr<Participant> honest_;
  std::vector<Candidate> pairs_;
};

void drop_one_in_a_thousand(std::vector<Candidate>& pairs) {
  std::vector<Candidate> kept;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i % 1000 != 500) kept.push_back(pairs[i]);
  }
  pairs = kept;
}
void invent_one(std::vector<Candidate>& pairs) { pairs.push_back({0, 1, 0, 0}); }
void say_one_twice(std::vector<Candidate>& pairs) {
  if (!pairs.empty()) pairs.push_back(pairs.front());
}
void say_nothing(std::vector<Candidate>& pairs) { pairs.clear(); }
void give_up(std::vector<Candidate>&) { throw std::runtime_error("gave up"); }

template <void (*Change)(std::vector<Candidate>&)>
Entrant planted(const char* name) {
  return {
      Kind::method,
      name,
      "planted",
      Answer::pairs,
      1,
      [](const Entrant& e, const Stage& stage, Question question) {
        return std::unique_ptr<Participant>(std::make_unique<Planted<Change>>(e, stage, question));
      }};
}

TEST(Runner, FlagsAMethodThatDropsOnePairInAThousand) {
  for (const bool liar_first : {true, false}) {
    std::vector<Entrant> field{planted<drop_one_in_a_thousand>("liar"), method_entrant("boxes", 1)};
    if (!liar_first) std::swap(field[0], field[1]);
    const Group group = run_scenario(small_scenario(), field, short_run());
    ASSERT_EQ(group.rows.size(), 2U);
    const Row& liar = group.rows[liar_first ? 0 : 1];
    const Row& honest = group.rows[liar_first ? 1 : 0];
    ASSERT_GT(group.most_pairs, 500U) << "the scene is too small to plant the error";
    EXPECT_GT(liar.verdict.missed, 0U);
    EXPECT_EQ(liar.verdict.invented, 0U);
    EXPECT_EQ(liar.rank, 0U);
    EXPECT_FALSE(liar.verdict.examples.empty());
    EXPECT_TRUE(honest.verdict.right());
    EXPECT_EQ(honest.rank, 1U);
    ASSERT_NE(winner(group, 1), nullptr);
    EXPECT_EQ(winner(group, 1)->name, "boxes");
  }
}

TEST(Runner, TellsMissedFromInventedAndTwice) {
  const std::vector<Entrant> field{planted<invent_one>("inventor"),
                                   planted<say_one_twice>("stutterer"),
                                   planted<say_nothing>("silent"), method_entrant("boxes", 1)};
  const Group group = run_scenario(small_scenario(), field, short_run());
  EXPECT_EQ(group.rows[0].verdict.invented, group.frames);  // once per frame, not per round
  EXPECT_EQ(group.rows[0].verdict.missed, 0U);
  EXPECT_EQ(group.rows[1].verdict.invented, group.hit_frames);
  EXPECT_EQ(group.rows[2].verdict.missed, group.pairs);
  EXPECT_TRUE(group.rows[3].verdict.right());
  EXPECT_EQ(group.rows[3].rank, 1U);
}

TEST(Runner, JudgesYesOrNo) {
  const std::vector<Entrant> field{planted<say_nothing>("silent"), planted<invent_one>("inventor"),
                                   method_entrant("boxes", 1)};
  const Group group = run_scenario(small_scenario(Question::any), field, short_run());
  EXPECT_GT(group.hit_frames, 0U);
  EXPECT_EQ(group.rows[0].verdict.missed, group.hit_frames);
  EXPECT_EQ(group.rows[1].verdict.invented, group.frames - group.hit_frames);
  EXPECT_TRUE(group.rows[2].verdict.right());
}

TEST(Runner, WritesWrongPairsToAFile) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "tact_bench_wrong";
  std::filesystem::remove_all(folder);
  RunnerOptions options = short_run();
  options.disagreements = folder.string();
  const std::vector<Entrant> field{planted<say_nothing>("silent"), method_entrant("boxes", 1)};
  const Group group = run_scenario(small_scenario(), field, options);
  std::ifstream in(folder / "test-spheres.txt");
  std::uint64_t missed = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.find(" missed ") != std::string::npos) ++missed;
  }
  EXPECT_EQ(missed, group.pairs);
}

TEST(Runner, GoesOnWithoutAParticipantThatThrows) {
  const std::vector<Entrant> field{planted<give_up>("quitter"), method_entrant("boxes", 1)};
  const Group group = run_scenario(small_scenario(), field, short_run());
  EXPECT_EQ(group.rows[0].failure, "gave up");
  EXPECT_TRUE(group.rows[0].cut);
  EXPECT_EQ(group.rows[0].rank, 0U);
  EXPECT_EQ(group.rows[1].rank, 1U);
}

TEST(Runner, CutsARowAtItsTimeLimitAndSaysSo) {
  RunnerOptions options = short_run();
  options.row_seconds = 0;
  const std::vector<Entrant> field{method_entrant("boxes", 1)};
  const Group group = run_scenario(small_scenario(), field, options);
  EXPECT_TRUE(group.rows[0].cut);
  EXPECT_EQ(group.rows[0].rank, 0U);
  EXPECT_LT(group.rows[0].frames, group.frames);
}

TEST(Runner, SegmentsAreSpreadOverTheScene) {
  EXPECT_EQ(segment_starts({3, 4, 1}, 100), (std::vector<int>{0, 48, 96}));
  EXPECT_EQ(segment_starts({10, 4, 1}, 10), (std::vector<int>{0, 4, 8}));
  EXPECT_EQ(segment_starts({1, 4, 1}, 100), (std::vector<int>{48}));
  EXPECT_EQ(segment_starts({5, 4, 1}, 2), (std::vector<int>{0}));
}

}  // namespace
}  // namespace tact::bench
