#pragma once
// Runs the built program in a folder of its own, as a shell would.
#include <gtest/gtest.h>

#include <cstdlib>  // WEXITSTATUS, too: POSIX says so
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.h"

namespace tact::test {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
  std::vector<std::string> lines() const {
    std::vector<std::string> list;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);) list.push_back(line);
    return list;
  }
};

class Program : public ::testing::Test {
 protected:
  /// `arguments` as typed after "tact", in the test's folder.
  Outcome tact(const std::string& arguments) const {
    return run("'" + std::string(TACT_PROGRAM) + "' " + arguments);
  }

  /// Any command, in the test's folder.
  Outcome run(const std::string& command) const {
    const std::string folder = "'" + folder_.path().string() + "'";
    const std::string line = "cd " + folder + " && " + command + " >.out 2>.err </dev/null";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            TemporaryFolder::read(folder_.path() / ".out"),
            TemporaryFolder::read(folder_.path() / ".err")};
  }

  /// Trouble: code 2, nothing on standard output, one line that begins with "tact: " on the other.
  void expect_trouble(const std::string& arguments, const std::string& says) const {
    expect_trouble(tact(arguments), says, arguments);
  }
  static void expect_trouble(const Outcome& run, const std::string& says,
                             const std::string& command) {
    EXPECT_EQ(run.code, 2) << command;
    EXPECT_EQ(run.out, "") << command;
    EXPECT_EQ(run.err.rfind("tact: ", 0), 0U) << command << ": " << run.err;
    EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << command << ": " << run.err;
    EXPECT_NE(run.err.find(says), std::string::npos) << command << ": " << run.err;
  }

  /// ball.obj and cloth.obj, which touch each other; cloth.obj also touches itself.
  void write_cloth() const { ASSERT_EQ(tact("scenes cloth --frame 100 --write .").code, 0); }

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

}  // namespace tact::test
