// tact play, scenes, methods, the overview, and every example of every --help.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <regex>

#include "scenes/registry.h"
#include "tact/tact.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;

class PlayCommand : public test::Program {};

TEST_F(PlayCommand, OneJsonLinePerFrame) {
  const Outcome run = tact("play mixed --lod 0 --frames 30..39 --contacts --format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "");
  ASSERT_EQ(run.lines().size(), 10U);
  int frame = 30;
  for (const std::string& line : run.lines()) {
    const json answer = json::parse(line);
    EXPECT_EQ(answer["command"], "play");
    EXPECT_EQ(answer["frame"], frame++);
    EXPECT_EQ(answer["bodies"].size(), 4U);
    EXPECT_EQ(answer["count"], answer["pairs"].size());
    EXPECT_EQ(answer["count"], answer["contacts"].size());
    for (const json& pair : answer["pairs"]) {
      ASSERT_EQ(pair.size(), 4U) << "body a, body b, primitive a, primitive b";
      EXPECT_LE(pair[0], pair[1]);
    }
  }
}

TEST_F(PlayCommand, AgreesWithAWorldOfItsOwn) {
  const scenes::Scene scene = scenes::build(scenes::find("tori"), 0);
  World world;
  std::vector<BodyId> ids;
  for (const scenes::Body& body : scene.bodies) ids.push_back(world.add(deforming(body.mesh)));
  std::vector<float> positions;
  std::size_t frame = 20;
  std::size_t touching = 0;
  for (const std::string& line : tact("play tori --lod 0 --frames 20..60 --format json").lines()) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      scene.bodies[i].positions(static_cast<int>(frame), positions);
      world.move(ids[i], PositionsView(std::span<const float>(positions)), Storage::copy);
    }
    json expected = json::array();
    for (const Candidate& p : world.collide().pairs_by_slot()) {
      expected.push_back({p.primitive_a, p.primitive_b});
    }
    EXPECT_EQ(json::parse(line)["pairs"], expected) << frame;
    touching += expected.size();
    ++frame;
  }
  EXPECT_EQ(frame, 61U);
  EXPECT_GT(touching, 100U);
}

TEST_F(PlayCommand, TextIsStable) {
  const Outcome run = tact("play tori --lod 0 --frames 23..25 --method boxes --threads 1 --verify");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "") << "no progress bar where there is no terminal";
  const std::string text = std::regex_replace(
      std::regex_replace(run.out, std::regex("[0-9]+\\.[0-9][0-9]"), "-"), std::regex(" +-"), " -");
  EXPECT_EQ(text.find('\033'), std::string::npos) << "no colours where there is no terminal";
  EXPECT_TRUE(std::regex_match(
      text, std::regex(
                "tori: 2 interlocking tori under travelling waves\n"
                "2 bodies, 800 triangles, level of detail 0; method boxes, 1 thread, [A-Z0-9_]+\n\n"
                " frame   touching   candidates   update ms   query ms\n"
                "    23 +[0-9]+ +[0-9]+ - -(  #+)?\n"
                "    24 +[0-9]+ +[0-9]+ - -(  #+)?\n"
                "    25 +[0-9]+ +[0-9]+ - -(  #+)?\n\n"
                "3 frames, 3 of them touching, [0-9]+ pairs in all, most in frame 2[345] "
                "\\([0-9]+\\)\\.\n"
                "Per frame: update - ms, query - ms\\.\n"
                "Verified: every frame equals brute force\\.\n\n"
                "Next: [^\n]+\n")))
      << text;
}

TEST_F(PlayCommand, RowsFramesAndCsv) {
  EXPECT_EQ(tact("play tori --lod 0 --frames 7 --format csv").lines().size(), 8U);
  const Outcome every = tact("play tori --lod 0 --every 50");
  const std::string heading = "update ms   query ms\n";
  std::size_t rows = 0;
  std::istringstream in(every.out.substr(every.out.find(heading) + heading.size()));
  for (std::string line; std::getline(in, line) && !line.empty();) ++rows;
  EXPECT_EQ(rows, 5U) << "0, 50, 100, 150 and the last";
  EXPECT_EQ(tact("play spheres --lod 0 --frames 3 --any").code, 0) << "still apart";
  const Outcome pairs = tact("play tori --lod 0 --frames 24..24 --pairs --format csv");
  EXPECT_EQ(pairs.lines()[0], "frame,body_a,body_b,primitive_a,primitive_b");
  EXPECT_EQ(pairs.lines()[1].rfind("24,0,1,", 0), 0U);
}

TEST_F(PlayCommand, ListsEveryMethodAndScene) {
  const json methods_list = tact("methods --format json").json();
  ASSERT_EQ(methods_list.size(), methods().size());
  const Outcome methods_text = tact("methods");
  const Outcome scenes_text = tact("scenes");
  for (std::size_t i = 0; i < methods().size(); ++i) {
    EXPECT_EQ(methods_list[i]["name"], methods()[i].name);
    EXPECT_NE(methods_text.out.find("\n" + std::string(methods()[i].name) + " "),
              std::string::npos);
  }
  const json scenes_list = tact("scenes --format json").json();
  ASSERT_EQ(scenes_list.size(), scenes::all().size());
  for (std::size_t i = 0; i < scenes_list.size(); ++i) {
    EXPECT_EQ(scenes_list[i]["name"], scenes::all()[i].name);
    EXPECT_NE(scenes_text.out.find("\n" + std::string(scenes::all()[i].name) + " "),
              std::string::npos);
  }
  EXPECT_EQ(tact("scenes --format csv").lines().size(), scenes::all().size() + 1);
  EXPECT_EQ(tact("methods --format csv").lines().size(), methods().size() + 1);
}

TEST_F(PlayCommand, OverviewAndVersion) {
  const Outcome overview = tact("");
  EXPECT_EQ(overview.code, 2) << "nothing was asked, so nothing is clear";
  EXPECT_EQ(overview.out, "");
  EXPECT_NE(overview.err.find("tact play spheres"), std::string::npos);
  const Outcome version = tact("--version");
  EXPECT_EQ(tact("-v").out, version.out);
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(std::regex_match(version.out, std::regex("tact [0-9]+\\.[0-9]+\\.[0-9]+ \\(.*\\)\n")))
      << version.out;
}

TEST_F(PlayCommand, EveryExampleOfEveryHelpRuns) {
  write_cloth();
  const Mesh cloth = load(folder().path() / "cloth.obj");
  const Mesh ball = load(folder().path() / "ball.obj");
  for (const char* name : {"part.stl", "housing.stl"}) save(folder().path() / name, ball.view());
  save(folder().path() / "scan.ply", cloth.view());
  save(folder().path() / "floor.obj", cloth.view());
  std::filesystem::create_directory(folder().path() / "walk");
  for (const char* name : {"walk/1.obj", "walk/2.obj"}) save(folder().path() / name, cloth.view());
  for (const char* format : {"pc2", "mdd"}) {
    ASSERT_EQ(tact(std::string("scenes cloth --write . --replace --cache ") + format).code, 0);
  }
  std::size_t examples = 0;
  for (const char* command :
       {"", "collide ", "self ", "sequence ", "play ", "methods ", "scenes "}) {
    const Outcome help = tact(std::string(command) + "--help");
    ASSERT_EQ(help.code, 0);
    const std::size_t begin = help.out.find("Examples:\n");
    ASSERT_NE(begin, std::string::npos) << command;
    std::istringstream in(help.out.substr(begin));
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      if (line.empty()) continue;
      ASSERT_EQ(line.rfind("  tact ", 0), 0U) << line;
      const bool again = line.find("--write .") != line.npos;  // what the line above wrote
      const Outcome run = tact(line.substr(7) + (again ? " --replace" : ""));
      EXPECT_TRUE(run.code == 0 || run.code == 1) << line << ": " << run.err;
      EXPECT_EQ(run.err, "") << line;
      EXPECT_NE(run.out, "") << line;
      ++examples;
    }
  }
  EXPECT_GT(examples, 20U);
}

// What the program writes to a terminal, which takes both of its streams.
std::string on_terminal(const std::vector<const char*>& arguments, bool colours) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    colours ? unsetenv("NO_COLOR") : setenv("NO_COLOR", "1", 1);
    setenv("TERM", "xterm", 1);  // which a machine without a person has not set
    std::vector<char*> argv{const_cast<char*>("tact")};
    for (const char* argument : arguments) argv.push_back(const_cast<char*>(argument));
    argv.push_back(nullptr);
    execv(TACT_PROGRAM, argv.data());
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t got = 0; (got = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  return text;
}

TEST_F(PlayCommand, ATerminalGetsColoursAndProgress) {
  const std::string plain = on_terminal({"play", "tori", "--lod", "0", "--frames", "30"}, false);
  const std::string coloured = on_terminal({"play", "tori", "--lod", "0", "--frames", "30"}, true);
  EXPECT_NE(coloured.find("\033[1m"), std::string::npos);
  EXPECT_EQ(plain.find("\033[1m"), std::string::npos) << "NO_COLOR";
  EXPECT_NE(plain.find("playing"), std::string::npos) << "the progress bar";
}

}  // namespace
}  // namespace tact
