// What people meet who type: help, poses without quotes, files that hold more than is read, and
// terminals of every kind.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tact/io/load.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using test::Outcome;

class Terminal : public test::Program {
 protected:
  void SetUp() override {
    folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder().write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
  }
  /// All that the program writes to a terminal of that kind, on both streams.
  std::string on_terminal(const std::string& kind, const char* command) const {
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      if (kind.empty()) {
        unsetenv("TERM");
      } else {
        setenv("TERM", kind.c_str(), 1);
      }
      unsetenv("NO_COLOR");
      const std::string line = std::string("'") + TACT_PROGRAM + "' " + command;
      if (chdir(folder().path().c_str()) == 0) execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(99);
    }
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = read(terminal, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    close(terminal);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << text;
    return text;
  }
};

TEST_F(Terminal, OnlyThoseThatKnowThemGetEscapes) {
  for (const char* command : {"collide a.obj b.obj", "play cloth --lod 0 --frames 100..103"}) {
    const std::string known = on_terminal("xterm", command);
    EXPECT_NE(known.find('\033'), std::string::npos) << command;
    for (const char* kind : {"dumb", ""}) {
      const std::string plain = on_terminal(kind, command);
      EXPECT_NE(plain.find("touching"), std::string::npos) << command;
      EXPECT_EQ(plain.find('\033'), std::string::npos) << command << " with TERM=" << kind;
    }
  }
}

TEST_F(Terminal, HelpIsACommand) {
  EXPECT_EQ(tact("help").code, 0);
  EXPECT_EQ(tact("help").out, tact("--help").out);
  for (const char* command : {"collide", "self", "sequence", "play", "simulate", "bench"}) {
    const Outcome help = tact(std::string("help ") + command);
    EXPECT_EQ(help.code, 0) << command;
    EXPECT_EQ(help.err, "");
    EXPECT_EQ(help.out, tact(std::string(command) + " --help").out);
    EXPECT_NE(help.out.find("Examples:"), std::string::npos) << command;
  }
}

// What the scripts for shells ask; a list for all of them.
TEST_F(Terminal, SaysWhatMayFollow) {
  EXPECT_EQ(tact("complete s").out, "self\nsequence\nsimulate\nscenes\n");
  EXPECT_EQ(tact("complete").out, tact("complete ''").out);
  EXPECT_NE(tact("complete ''").out.find("--version\n"), std::string::npos);
  EXPECT_EQ(tact("complete self a.obj --form").out, "--format\n");
  EXPECT_EQ(tact("complete self a.obj --format ''").out, "text\njson\ncsv\n");
  EXPECT_EQ(tact("complete help coll").out, "collide\n");
  EXPECT_EQ(tact("complete play tea").out, "teapot\n");
  EXPECT_EQ(tact("complete bench --proc").out, "--processor-time\n");
  for (const char* nothing : {"complete self ''", "complete nonsense -", "complete help self ''",
                              "complete collide a.obj ''", "complete play tori ''"}) {
    const Outcome run = tact(nothing);
    EXPECT_EQ(run.code, 0) << nothing;
    EXPECT_EQ(run.out + run.err, "") << nothing;
  }
  EXPECT_EQ(tact("--help").out.find("complete"), std::string::npos) << "it is for shells";
}

TEST_F(Terminal, PosesNeedNoQuotes) {
  const std::string far = "collide a.obj b.obj ";
  EXPECT_EQ(tact(far + "--pose-b 0.5 0 -9.5 0 0 0 1").code, 0);
  EXPECT_EQ(tact(far + "--pose-b 0.05 0 0 0 0 0 1 --pairs").code, 1);
  EXPECT_EQ(tact("collide --pose-a 0 0 9 0 0 0 1 --pose-b 0 0 9 0 0 0 1 a.obj b.obj").code, 1);
  EXPECT_EQ(tact(far + "--pose-b '0 0 9 0 0 0 1' --any").code, 0);
  expect_trouble(far + "--pose-b 0.5 0 0.1", "--pose-b: 3 numbers, not 7");
  expect_trouble(far + "--pose-b 0.5 0 0.1 0 0 0 1 1", "--pose-b: 8 numbers, not 7");
}

TEST_F(Terminal, TheVersionSaysWhatIsBuiltIn) {
  const std::string text = tact("--version").out;
  const std::vector<std::string> formats = mesh_formats();
  const bool assimp = std::find(formats.begin(), formats.end(), ".gltf") != formats.end();
  EXPECT_NE(text.find(assimp ? " with Assimp" : " without Assimp"), std::string::npos) << text;
  const bool opencl = tact("methods").out.find("\nstream-cl ") != std::string::npos;
  EXPECT_NE(text.find(opencl ? " with OpenCL" : " without OpenCL"), std::string::npos) << text;
}

// A triangle that an animation moves, as glTF with its numbers in the text.
TEST_F(Terminal, AnimationsThatAreNotReadAreNamed) {
  const std::vector<std::string> formats = mesh_formats();
  if (std::find(formats.begin(), formats.end(), ".gltf") == formats.end()) {
    GTEST_SKIP() << "Assimp is not built in";
  }
  folder().write("walk.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"mesh":0}],"animations":[{"name":"stride","samplers":[{"input":1,"output":2}],
    "channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
    "meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":4}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
                 {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR"},
                 {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
    "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
                   {"buffer":0,"byteOffset":12,"byteLength":24}],
    "buffers":[{"byteLength":44,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8="}]})");
  const std::string warning = "tact: warning: walk.gltf: has the animation 'stride', which is not";
  for (const char* command : {"self walk.gltf", "collide walk.gltf a.obj", "sequence walk.gltf"}) {
    for (const char* format : {"text", "json", "csv"}) {
      const Outcome run = tact(std::string(command) + " --format " + format);
      EXPECT_LT(run.code, 2) << run.err;
      EXPECT_EQ(run.err.rfind(warning, 0), 0U) << command << ": " << run.err;
    }
  }
  EXPECT_EQ(tact("self walk.gltf --format json").json()["bodies"][0]["notes"].size(), 1U);
  EXPECT_FALSE(tact("self a.obj --format json").json()["bodies"][0].contains("notes"));
  EXPECT_NE(tact("sequence walk.gltf").out.find("stands still (its animation is not read)"),
            std::string::npos);
  EXPECT_EQ(tact("sequence a.obj b.obj").err, "");
}

}  // namespace
}  // namespace tact
