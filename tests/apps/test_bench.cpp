// tact bench: handed over to tact-bench, beside the program or on the path.
#include <filesystem>

#include "tests/apps/program.h"

namespace tact::test {
namespace {

namespace fs = std::filesystem;

class Bench : public Program {
 protected:
  void SetUp() override { fs::copy_file(TACT_PROGRAM, folder().path() / "tact"); }
  /// The copy, which has no tact-bench beside it.
  Outcome alone(const std::string& arguments, const std::string& path = "/nowhere") const {
    return run("PATH='" + path + "' ./tact " + arguments);
  }
  static fs::path programs() { return fs::path(TACT_PROGRAM).parent_path(); }
};

TEST_F(Bench, IsHandedOverAsItWasTyped) {
  const Outcome direct = run("'" + (programs() / "tact-bench").string() + "' --list peers");
  EXPECT_EQ(direct.code, 0) << direct.err;
  EXPECT_NE(direct.out.find("bunnies-4k"), std::string::npos) << direct.out;
  EXPECT_EQ(tact("bench --list peers").out, direct.out);
  EXPECT_EQ(tact("bench peers --list").out, direct.out);
  const Outcome some = tact("bench --list peers --scenario teapot");
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_EQ(some.out.find("bunnies-4k"), std::string::npos) << some.out;
  expect_trouble("bench --quick --scenario 'no such one'", "'no such one' in its name");
  expect_trouble("bench --list peers --scenario 'no such one'",
                 "no scenario of peers has 'no such one' in its name");
}

TEST_F(Bench, ASuiteWithoutScenariosSaysSoInTheList) {
  const Outcome limits = tact("bench --list limits");
  EXPECT_EQ(limits.code, 0) << limits.err;
  EXPECT_EQ(limits.out.rfind("limits: ", 0), 0U) << limits.out;
  EXPECT_NE(limits.out.find(" (no scenarios to choose from)\n"), std::string::npos) << limits.out;
  EXPECT_NE(tact("bench --list").out.find("\nlimits: "), std::string::npos);
  EXPECT_EQ(tact("bench --list peers").out.find("no scenarios"), std::string::npos);
}

TEST_F(Bench, HelpIsThatOfTheBenchmarksByTheNameThatWasTyped) {
  for (const char* arguments : {"bench --help", "bench -h", "help bench"}) {
    const Outcome help = tact(arguments);
    EXPECT_EQ(help.code, 0) << arguments;
    EXPECT_NE(help.out.find("Usage: tact bench [OPTIONS]"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("--processor-time"), std::string::npos) << help.out;
  }
  EXPECT_NE(run("'" + (programs() / "tact-bench").string() + "' --help")
                .out.find("Usage: tact-bench [OPTIONS]"),
            std::string::npos);
}

TEST_F(Bench, TroubleIsThatOfTheProgramThatWasTyped) {
  expect_trouble("bench --lisst",
                 "has no option --lisst; did you mean '--list'? (see 'tact bench --help')");
  expect_trouble("bench --from missing.json", "missing.json");
  expect_trouble("bench no-such-suite", "no-such-suite");
  const Outcome direct = run("'" + (programs() / "tact-bench").string() + "' --threads many");
  EXPECT_EQ(direct.code, 2);
  EXPECT_EQ(direct.err.rfind("tact-bench: ", 0), 0U) << direct.err;
  EXPECT_NE(direct.err.find("(see 'tact-bench --help')"), std::string::npos) << direct.err;
}

// Four points that coincide all the time do meet: a file that says so is right.
TEST_F(Bench, QueriesThatWereNotAnsweredAsTheirFileSaysEndInOne) {
  const std::string points(24 * sizeof(double), '\0');
  const auto file = [&](const char* name, char answer) {
    return "'" +
           folder().write(name, "tactccd 1\n" + std::string(1, '\0') + answer + points).string() +
           "'";
  };
  const std::string right = file("right.bin", 1);
  const Outcome all_right = tact("bench ccd --quick --queries " + right);
  EXPECT_EQ(all_right.code, 0) << all_right.err;
  EXPECT_EQ(all_right.out.find("WRONG"), std::string::npos) << all_right.out;
  const Outcome wrong = tact("bench ccd --quick --queries " + right + " " + file("wrong.bin", 0));
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  EXPECT_NE(wrong.out.find("WRONG"), std::string::npos) << wrong.out;
  expect_trouble("bench ccd", "--queries FILE");
  expect_trouble("bench limits --queries " + right, "goes with the suite ccd");
  expect_trouble("bench ccd --queries missing.bin", "missing.bin");
}

TEST_F(Bench, IsFoundOnThePath) {
  EXPECT_EQ(alone("bench --list peers", programs().string()).out, tact("bench --list peers").out);
}

TEST_F(Bench, WhereThereIsNoneItSaysHowToBuildIt) {
  expect_trouble(alone("bench --list"), "'make build'", "bench --list");
  expect_trouble(alone("bench"), "tact_bench_program", "bench");
  const Outcome help = alone("bench --help");
  EXPECT_EQ(help.code, 0) << help.err;
  EXPECT_NE(help.out.find("'make build'"), std::string::npos) << help.out;
}

// What lies there, but is no program, is not passed over in silence.
TEST_F(Bench, WhatCannotBeRunIsNamed) {
  fs::create_directory(folder().path() / "tact-bench");
  expect_trouble(alone("bench --list", programs().string()), "/tact-bench: ", "bench --list");
}

}  // namespace
}  // namespace tact::test
