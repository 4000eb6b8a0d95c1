// Random scripts, good steps and bad, on worlds as users have them: every method in turn, bodies of
// all kinds with up to 5,000 primitives, answers compared with brute force on a plain model.
//
// A script that fails is left in a file, which TACT_RANDOM_SCRIPT=FILE replays (with
// TACT_RANDOM_METHOD and TACT_RANDOM_LARGE as the message says) and tests/fuzz/shrink.py cuts down.
// A program that dies is run again with TACT_RANDOM_TRACE=1, which prints the script step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/answers.h"
#include "tests/support/script_world.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using testing::Operation;
using testing::Script;
using testing::ScriptLimits;
using testing::ScriptWorld;

std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

ScriptLimits limits_of(const std::string& method, bool large) {
  if (large) return {5000, 9000, 7, method};
  return {200, 600, 9, method};
}

// Plays a script, and leaves it in a file if it fails.
void expect_all_well(ScriptWorld& world, const Script& script, const std::string& method,
                     bool large, std::uint64_t seed) {
  const std::size_t steps = testing::play(world, script);
  if (steps == script.size()) return;
  const std::string path = ::testing::TempDir() + "tact_script_" + method + "_" +
                           std::to_string(seed) + (large ? "_large" : "") + ".txt";
  std::ofstream out(path);
  for (std::size_t i = 0; i <= steps; ++i) out << line_of(script[i]) << '\n';
  FAIL() << "seed " << seed << ", step " << steps << ": " << world.complaint()
         << "\nreplay: TACT_RANDOM_SCRIPT=" << path << " TACT_RANDOM_METHOD=" << method
         << " TACT_RANDOM_LARGE=" << (large ? 1 : 0)
         << " test_world --gtest_filter=RandomScripts.Replay";
}

// Of large bodies there are two from the start, one that breaks and one that deforms.
Script script_of_large(std::uint64_t seed, std::size_t steps) {
  Script script = testing::random_script(seed, steps, 32);
  const auto from = static_cast<std::uint32_t>(seed);
  script.insert(script.begin(), {{Operation::settle_elsewhere, 0, 0, 0, from},
                                 {Operation::add, 3, 255, 7, from},
                                 {Operation::add, 1, 230, 6, from}});
  return script;
}

// Every method has a seed of its own.
std::uint64_t seed_of(const std::string& method) {
  const std::vector<std::string> names = testing::all_methods();
  const auto place = std::find(names.begin(), names.end(), method) - names.begin();
  return number_from("TACT_RANDOM_SEED", 20061) + static_cast<std::uint64_t>(place);
}

class RandomScripts : public ::testing::TestWithParam<std::string> {};

TEST_P(RandomScripts, OfSmallBodiesAnswerLikeBruteForce) {
  const std::uint64_t seed = seed_of(GetParam());
  const std::size_t steps = testing::slow_build() ? 160 : 640;
  ScriptWorld world(limits_of(GetParam(), false));
  expect_all_well(world, testing::random_script(seed, steps, 16), GetParam(), false, seed);
  EXPECT_EQ(world.count(Operation::compare), steps / 16);
  EXPECT_GT(world.contacts(), steps / 4) << "hardly anything touched: the test shows nothing";
}

TEST_P(RandomScripts, OfLargeBodiesAnswerLikeBruteForce) {
  const std::uint64_t seed = seed_of(GetParam());
  // All pairs of large bodies take brute force a second for every question.
  const std::size_t steps = GetParam() == "brute" || testing::slow_build() ? 32 : 64;
  ScriptWorld world(limits_of(GetParam(), true));
  expect_all_well(world, script_of_large(seed, steps), GetParam(), true, seed);
  EXPECT_EQ(world.count(Operation::compare), steps / 32);
  EXPECT_GT(world.largest(), 4000U);
  EXPECT_GT(world.contacts(), steps / 4);
}

INSTANTIATE_TEST_SUITE_P(Methods, RandomScripts, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST(RandomScripts, DoEverythingThatThereIsToDo) {
  const std::size_t steps = 6000;
  ScriptWorld world({24, 100, 9, "auto"});
  expect_all_well(world, testing::random_script(1, steps, 64), "auto", false, 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Operation::count); ++i) {
    const auto operation = static_cast<Operation>(i);
    EXPECT_GT(world.count(operation), steps / 256) << name_of(operation);
  }
  EXPECT_EQ(world.refusals().size(), 14U);
  for (const auto& [what, count] : world.refusals()) EXPECT_GT(count, 1U) << what;
}

TEST(RandomScripts, AreReadAsTheyArePrinted) {
  const Script script = testing::random_script(7, 500, 64);
  std::string lines;
  for (const testing::Step& step : script) lines += line_of(step) + '\n';
  const Script again = testing::script_of(lines);
  ASSERT_EQ(again.size(), script.size());
  for (std::size_t i = 0; i < script.size(); ++i) {
    EXPECT_EQ(line_of(again[i]), line_of(script[i]));
  }
  EXPECT_THROW(testing::script_of("jump 1 2 3 4"), std::invalid_argument);
  EXPECT_THROW(testing::script_of("add 1 2"), std::invalid_argument);
}

// Without a script of the caller's, a random one goes the same way through the file's form.
TEST(RandomScripts, Replay) {
  const char* const path = std::getenv("TACT_RANDOM_SCRIPT");
  std::string lines;
  if (path != nullptr) {
    std::ifstream in(path);
    ASSERT_TRUE(in) << path;
    lines.assign(std::istreambuf_iterator<char>(in), {});
  } else {
    for (const testing::Step& step : testing::random_script(3, 64, 8))
      lines += line_of(step) + '\n';
  }
  const char* const method = std::getenv("TACT_RANDOM_METHOD");
  ScriptWorld world(
      limits_of(method == nullptr ? "auto" : method, number_from("TACT_RANDOM_LARGE", 0) != 0));
  const Script script = testing::script_of(lines);
  const std::size_t steps = testing::play(world, script);
  EXPECT_EQ(steps, script.size()) << world.complaint();
}

// TACT_RANDOM_SECONDS says for how long, an hour as a rule: script after script, each method in
// turn, from TACT_RANDOM_SEED on.
TEST(RandomScriptsLong, AnswerLikeBruteForceForAnHour) {
  const std::uint64_t seconds = number_from("TACT_RANDOM_SECONDS", 3600);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  const std::vector<std::string> methods = testing::all_methods();
  std::uint64_t seed = number_from("TACT_RANDOM_SEED", 1);
  std::uint64_t scripts = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t contacts = 0;
  std::uint64_t steps = 0;
  do {
    const std::string& method = methods[seed % methods.size()];
    const bool large = seed / methods.size() % 4 == 3 && method != "brute";
    std::fprintf(stderr, "seed %llu, method %s, %s\n", static_cast<unsigned long long>(seed),
                 method.c_str(), large ? "large" : "small");
    ScriptWorld world(limits_of(method, large));
    const Script script =
        large ? script_of_large(seed, 480) : testing::random_script(seed, 2400, 16);
    expect_all_well(world, script, method, large, seed);
    if (::testing::Test::HasFatalFailure()) return;
    steps += script.size();
    comparisons += world.count(Operation::compare);
    contacts += world.contacts();
    ++scripts;
    ++seed;
  } while (std::chrono::steady_clock::now() < end);
  std::fprintf(stderr, "%llu scripts, %llu operations, %llu comparisons, %llu contacts\n",
               static_cast<unsigned long long>(scripts), static_cast<unsigned long long>(steps),
               static_cast<unsigned long long>(comparisons),
               static_cast<unsigned long long>(contacts));
  EXPECT_GT(contacts, comparisons);
}

}  // namespace
}  // namespace tact
