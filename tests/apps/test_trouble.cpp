// Bad input of every kind: exit code 2, one line on standard error, nothing on standard output.
#include "tests/apps/program.h"

namespace tact {
namespace {

using test::Outcome;

class Trouble : public test::Program {};

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST_F(Trouble, Files) {
  folder().write("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder().write("empty.obj", "");
  folder().write("garbage.obj",
                 "\x7f"
                 "ELF\x01\x02 nothing of a mesh\n");
  folder().write("binary.obj", std::string("v 0\0 0 0\n", 9));
  folder().write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n");
  folder().write("infinite.obj", "v 0 0 0\nv 1 inf 0\nv 0 1 0\nf 1 2 3\n");
  folder().write("range.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n");
  folder().write("zero.obj", "v 0 0 0\nv 1 0 0\nf 0 1 2\n");
  folder().write("cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2");
  folder().write("mesh.step", "ISO-10303-21;");
  std::filesystem::create_directories(folder().path() / "folder.obj");
  const std::pair<const char*, const char*> bad[] = {
      {"none.obj", "none.obj: cannot be opened: No such file or directory"},
      {"folder.obj", "folder.obj: is a folder, not a mesh file"},
      {"empty.obj", "empty.obj: has no faces"},
      {"garbage.obj", "garbage.obj:1: unknown keyword"},
      {"binary.obj", "binary.obj: is not a text file"},
      {"nan.obj", "nan.obj:2: vertex has a NaN or infinite coordinate"},
      {"infinite.obj", "infinite.obj:2: vertex has a NaN or infinite coordinate"},
      {"range.obj", "range.obj:3: face refers to vertex 3, but only 2 are defined"},
      {"zero.obj", "zero.obj:3: face refers to vertex 0"},
      {"cut.obj", "cut.obj:4: face has 2 vertices, not 3 or more"},
      {"mesh.step", "mesh.step: format .step is not supported (supported: .obj .ply .stl .off"},
      {"''", "does not say which format"}};
  for (const auto& [file, says] : bad) {
    for (const char* format : {"text", "json", "csv"}) {
      const std::string options = std::string(" --pairs --format ") + format;
      expect_trouble(std::string("self ") + file + options, says);
      expect_trouble(std::string("collide good.obj ") + file + options, says);
      expect_trouble(std::string("collide ") + file + " good.obj" + options, says);
    }
  }
  EXPECT_EQ(tact("self good.obj").code, 0);
}

TEST_F(Trouble, Options) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const std::pair<const char*, const char*> bad[] = {
      {"--method none", "no method 'none'"},
      {"--simd none", "this processor has"},
      {"--format xml", "'xml' is not text, json or csv"},
      {"--method obb-of-paper", "no method 'obb-of-paper'"},
      {"--threads 0", "must be at least 1"},
      {"--threads two", "'two' is not a number"},
      {"--at-most 0", "must be at least 1"},
      {"--at-most -3", "must be at least 1"},
      {"--at-most 1.5", "--at-most"},
      {"--tolerance -1", "must be at least 0"},
      {"--tolerance nan", "must be at least 0"},
      {"--tolerance inf", "must be at least 0"},
      {"--deadline-ms -1", "must be at least 0"},
      {"--any --first", "excludes"},
      {"--any --at-most 3", "excludes"},
      {"--pose-a '1 2 3'", "--pose-a: 3 numbers, not 7"},
      {"--pose-a '1 2 3 0 0 0 1 1'", "--pose-a: 8 numbers, not 7"},
      {"--pose-b '1 2 3 0 0 0 0'", "--pose-b: pose: the quaternion cannot be normalised"},
      {"--pose-b '1 2 nan 0 0 0 1'", "--pose-b: pose: the translation"},
      {"--pose-b '1 2 x 0 0 0 1'", "--pose-b: 'x' is not a number"},
      {"--pose-b '1e308 0 0 1e-300 0 0 1e400'", "'1e400' is not a number"},
      {"--no-such-option", "--no-such-option"},
      {"extra.obj", "extra.obj"}};
  for (const auto& [option, says] : bad) {
    expect_trouble(std::string("collide a.obj a.obj ") + option, says);
  }
}

TEST_F(Trouble, CommandsAndScenes) {
  expect_trouble("nonsense", "no command is called 'nonsense'");
  expect_trouble("--nonsense", "no option is called '--nonsense'");
  expect_trouble("collide", "A is required");
  expect_trouble("collide a.obj", "B is required");
  expect_trouble("self", "A is required");
  expect_trouble("play", "SCENE is required");
  expect_trouble("play sphere", "no scene is called 'sphere'; there are spheres, ");
  expect_trouble("play spheres --lod 4", "scene spheres has the levels of detail 0 to 3, not 4");
  expect_trouble("play spheres --lod -1", "not -1");
  expect_trouble("play spheres --lod fine", "--lod");
  for (const char* frames : {"0", "-1", "5..4", "0..120", "x", "1..", "..5", "1...3", "''x"}) {
    expect_trouble(std::string("play spheres --frames ") + frames, "--frames");
  }
  expect_trouble("play spheres --every 0", "--every");
  expect_trouble("play spheres --lod 0 --verify --any", "--verify compares whole answers");
  expect_trouble("scenes cloth", "go together");
  expect_trouble("scenes --write .", "go together");
  expect_trouble("scenes nosuch", "no scene is called 'nosuch'");
  expect_trouble("scenes clothh", "did you mean 'cloth'?");
  expect_trouble("scenes cloth --cache pc2", "--cache requires --write");
  expect_trouble("scenes cloth --write no/where", "no/where: cannot be made a folder");
  expect_trouble("scenes cloth --write . --frame 150", "has the frames 0 to 149, not 150");
  expect_trouble("methods --format yaml", "'yaml' is not text, json or csv");
}

TEST_F(Trouble, OutputThatCannotBeWritten) {
  ASSERT_TRUE(std::filesystem::exists("/dev/full"));
  for (const char* command :
       {"methods", "--help", "--version", "self --help", "help sequence", "bench --list"}) {
    tact(std::string(command) + " >/dev/full 2>.full; echo $? >.code; true");
    EXPECT_EQ(test::TemporaryFolder::read(folder().path() / ".code"), "2\n") << command;
    EXPECT_EQ(test::TemporaryFolder::read(folder().path() / ".full"),
              "tact: cannot write the output: No space left on device\n")
        << command;
  }
}

// Its number must not become that of a file that is written.
TEST_F(Trouble, AStandardOutputThatIsClosed) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  tact("self a.obj --write-colliding out.obj >&- 2>.said; echo $? >.code; true");
  EXPECT_EQ(test::TemporaryFolder::read(folder().path() / ".code"), "2\n");
  EXPECT_EQ(test::TemporaryFolder::read(folder().path() / ".said"),
            "tact: cannot write the output: Bad file descriptor\n");
  const std::string written = test::TemporaryFolder::read(folder().path() / "out.obj");
  EXPECT_EQ(written.find("clear"), std::string::npos) << written;
}

// What cannot be said on standard error takes neither the answer nor its exit code away.
TEST_F(Trouble, AStandardErrorThatTakesNothing) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder().write("doubled.stl", "solid\n" + facet + facet + "endsolid\n");
  for (const char* nowhere : {"2>&-", "2>/dev/full"}) {
    const auto code_of = [&](const std::string& command) {
      tact(command + " >.printed " + nowhere + "; echo $? >.code; true");
      return test::TemporaryFolder::read(folder().path() / ".code");
    };
    EXPECT_EQ(code_of("self nosuch.obj"), "2\n") << nowhere;
    EXPECT_EQ(code_of("nosuch"), "2\n") << nowhere;
    EXPECT_EQ(code_of("self a.obj --deadline-ms 0"), "2\n") << nowhere;
    EXPECT_EQ(code_of("self doubled.stl --format csv"), "1\n") << nowhere;
    EXPECT_NE(test::TemporaryFolder::read(folder().path() / ".printed"), "") << nowhere;
  }
}

// As from a variable that a script forgot to set: the question without it may be another one.
TEST_F(Trouble, EmptyValues) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_trouble("collide a.obj a.obj --pose-b ''", "--pose-b: its value is empty");
  expect_trouble("self a.obj --write-colliding ''", "--write-colliding: its value is empty");
  expect_trouble("play tori --lod ''", "--lod");
  expect_trouble("play tori --frames ''", "--frames: its value is empty");
}

TEST_F(Trouble, AMistypedOptionIsGuessedAlsoWhereAFileIsMissing) {
  expect_trouble("self --hel", "has no option --hel; did you mean '--help'?");
}

TEST_F(Trouble, AListAndNoListDoNotGoTogether) {
  for (const char* list : {"--pairs", "--contacts"}) {
    expect_trouble(std::string("collide a.obj b.obj --any ") + list, "--any");
  }
}

// The words of a file are not given a terminal to play with.
TEST_F(Trouble, WhatWouldSteerATerminalIsShownAsQuestionMarks) {
  folder().write("a.obj", "v 0 0 \033[31mred\n");
  expect_trouble("self a.obj", "'?[31mred'");
}

TEST_F(Trouble, ADistanceHasNoDeadline) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_trouble("collide a.obj a.obj --distance --deadline-ms 5", "--deadline-ms");
}

TEST_F(Trouble, MistypedNamesAreGuessed) {
  folder().write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const std::pair<const char*, const char*> mistyped[] = {
      {"colide a.obj a.obj", "no command is called 'colide'; did you mean 'collide'? (see"},
      {"seq a.obj", "did you mean 'sequence'?"},
      {"slef a.obj", "did you mean 'self'?"},
      {"hlep", "did you mean 'help'?"},
      {"--verison", "did you mean '--version'?"},
      {"self a.obj --metod brute", "did you mean '--method'?"},
      {"self a.obj --dedline-ms=5", "did you mean '--deadline-ms'?"},
      {"collide a.obj a.obj --pose-c '0 0 0 0 0 0 1'", "did you mean '--pose-a'?"},
      {"self a.obj --method dvbh", "did you mean 'dbvh'?"},
      {"sequence a.obj --method obb-coherant", "did you mean 'obb-coherent'?"},
      {"play teapod", "did you mean 'teapot'?"},
      {"scenes clotch --write .", "did you mean 'cloth'?"},
      {"simulate piel", "did you mean 'pile'?"},
      {"help colide", "no command is called 'colide'; did you mean 'collide'?"}};
  for (const auto& [command, says] : mistyped) expect_trouble(command, says);
  for (const char* far :
       {"xyzzy", "self a.obj --qqqqqqq", "play qqqqqq", "self a.obj --method q"}) {
    const Outcome run = tact(far);
    EXPECT_EQ(run.code, 2) << far;
    EXPECT_EQ(run.err.find("did you mean"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace tact
