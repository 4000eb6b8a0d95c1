// tact collide and tact self: every option, and the library's own answer.
#include <regex>

#include "tact/tact.h"
#include "tests/apps/program.h"

namespace tact {
namespace {

using nlohmann::json;
using test::Outcome;

class CollideCommand : public test::Program {
 protected:
  void SetUp() override {
    write_cloth();
    ball_ = load(folder().path() / "ball.obj");
    cloth_ = load(folder().path() / "cloth.obj");
  }
  static CollideOptions neighbours_too() {
    CollideOptions options;
    options.neighbours = true;
    return options;
  }
  static json pairs_of(const Result& result) {
    json list = json::array();
    for (const Candidate& p : result.pairs_by_slot())
      list.push_back({p.primitive_a, p.primitive_b});
    return list;
  }

  Mesh ball_;
  Mesh cloth_;
};

TEST_F(CollideCommand, GivesTheLibrarysAnswer) {
  const Result expected = collide(ball_.view(), cloth_.view());
  ASSERT_GT(expected.size(), 100U);
  const Outcome run = tact("collide ball.obj cloth.obj --contacts --format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.err, "");
  const json answer = run.json();
  EXPECT_EQ(answer["command"], "collide");
  EXPECT_EQ(answer["touching"], true);
  EXPECT_EQ(answer["complete"], true);
  EXPECT_EQ(answer["count"], expected.size());
  EXPECT_EQ(answer["pairs"], pairs_of(expected));
  EXPECT_FALSE(answer.contains("frame"));
  EXPECT_FALSE(answer.contains("faces"));
  EXPECT_EQ(answer["bodies"],
            json({{{"name", "ball.obj"}, {"vertices", 642}, {"triangles", 1280}},
                  {{"name", "cloth.obj"}, {"vertices", 1089}, {"triangles", 2048}}}));
  for (const char* part : {"load", "build", "update", "query"}) {
    EXPECT_GE(answer["time_ms"][part].get<double>(), 0) << part;
  }
  EXPECT_GE(answer["stats"]["primitive_tests"], answer["count"]);
  ASSERT_EQ(answer["contacts"].size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(answer["contacts"][i]["depth"].get<double>(), expected.contacts()[i].depth);
    EXPECT_EQ(answer["contacts"][i]["segment"][0][0].get<double>(),
              expected.contacts()[i].segment.from.x);
  }
}

TEST_F(CollideCommand, EveryMethodThreadCountAndInstructionSetAgrees) {
  const json expected = pairs_of(collide(ball_.view(), cloth_.view()));
  for (const MethodInfo& method : methods()) {
    const Outcome run =
        tact("collide ball.obj cloth.obj --format json --method " + std::string(method.name));
    EXPECT_EQ(run.json()["pairs"], expected) << method.name;
  }
  for (const std::string& target : simd_targets()) {
    const Outcome run = tact("collide ball.obj cloth.obj --format json --simd " + target);
    EXPECT_EQ(run.json()["pairs"], expected) << target;
  }
  for (const char* threads : {"1", "2", "4"}) {
    const Outcome run =
        tact(std::string("collide ball.obj cloth.obj --format json --threads ") + threads);
    EXPECT_EQ(run.json()["pairs"], expected) << threads;
  }
}

TEST_F(CollideCommand, MovesTheBodies) {
  const Transform pose = Transform::from_quaternion({0, 0, 1, 2}, {0.25, 0, -0.125});
  const json expected = pairs_of(collide(ball_.view(), pose, cloth_.view(), {}));
  EXPECT_EQ(tact("collide ball.obj cloth.obj --format json --pose-a '0.25 0 -0.125 0 0 1 2'")
                .json()["pairs"],
            expected);
  const Outcome apart = tact("collide ball.obj cloth.obj --any --pose-b '0 0 9 0 0 0 1'");
  EXPECT_EQ(apart.code, 0);
  EXPECT_EQ(apart.out.substr(0, apart.out.find('\n')), "clear");
}

TEST_F(CollideCommand, BoundedQuestionsSayThatThereMayBeMore) {
  const json all = pairs_of(collide(ball_.view(), cloth_.view()));
  for (const auto& [option, count] :
       {std::pair{"--first", 1U}, {"--at-most 1", 1U}, {"--at-most 7", 7U}}) {
    const json answer =
        tact(std::string("collide ball.obj cloth.obj --format json ") + option).json();
    EXPECT_EQ(answer["pairs"].size(), count);
    EXPECT_EQ(answer["complete"], false);
    for (const json& pair : answer["pairs"]) {
      EXPECT_NE(std::find(all.begin(), all.end(), pair), all.end());
    }
  }
  const json any = tact("collide ball.obj cloth.obj --any --format json").json();
  EXPECT_EQ(any["touching"], true);
  EXPECT_FALSE(any.contains("pairs"));
  const Outcome late = tact("collide ball.obj cloth.obj --deadline-ms 0 --format json");
  EXPECT_EQ(late.json()["complete"], false);
  EXPECT_EQ(late.code, 2);
  EXPECT_TRUE(late.json()["touching"].is_null());
  EXPECT_EQ(tact("collide ball.obj cloth.obj --deadline-ms 600000 --format json").json()["pairs"],
            all);
}

TEST_F(CollideCommand, ToleranceFindsWhatIsNear) {
  CollideOptions near;
  near.tolerance = 0.01;
  const Result expected = collide(ball_.view(), cloth_.view(), near);
  const Outcome run = tact("collide ball.obj cloth.obj --tolerance 0.01 --format json");
  EXPECT_EQ(run.json()["pairs"], pairs_of(expected));
  EXPECT_GT(expected.size(), collide(ball_.view(), cloth_.view()).size());
}

TEST_F(CollideCommand, SelfGivesTheLibrarysAnswer) {
  const Result expected = self_collide(cloth_.view(), neighbours_too());
  ASSERT_GT(expected.size(), 10U);
  const Outcome run = tact("self cloth.obj --format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.json()["command"], "self");
  EXPECT_EQ(run.json()["pairs"], pairs_of(expected));
  EXPECT_EQ(run.json()["bodies"].size(), 1U);
  EXPECT_EQ(tact("self ball.obj").code, 0);
  EXPECT_EQ(tact("self cloth.obj --neighbours --format json").json()["pairs"], pairs_of(expected));
  EXPECT_EQ(tact("self cloth.obj --no-neighbours --format json").json()["pairs"],
            pairs_of(self_collide(cloth_.view())));
  expect_trouble("self cloth.obj --neighbours --no-neighbours", "excludes");
}

// A part that an export wrote twice, and a sheet that is folded flat: nothing crosses.
TEST_F(CollideCommand, SelfFindsDoubledPartsAndFolds) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  folder().write("once.obj", corners + faces);
  folder().write("twice.obj", corners + faces + faces);
  folder().write("fold.obj", "v 0 0 0\nv 1 0 0\nv 0.5 1 0\nv 0.5 0.5 0\nf 1 2 3\nf 2 1 4\n");
  const Mesh twice = load(folder().path() / "twice.obj");
  save(folder().path() / "twice.stl", twice.view());
  EXPECT_EQ(tact("self once.obj").code, 0);
  EXPECT_EQ(tact("self once.obj --format json").json()["coincident"], 0);
  for (const auto& [file, pairs] : {std::pair{"twice.obj", 4}, {"twice.stl", 4}, {"fold.obj", 1}}) {
    const Outcome run = tact(std::string("self --format json ") + file);
    EXPECT_EQ(run.code, 1) << file;
    EXPECT_EQ(run.json()["count"], pairs) << file;
    EXPECT_EQ(run.json()["coincident"], pairs) << file;
    const Outcome without = tact(std::string("self --no-neighbours --format json ") + file);
    EXPECT_EQ(without.code, 0) << file;
    EXPECT_FALSE(without.json().contains("coincident")) << file;
    EXPECT_EQ(tact(std::string("self --any ") + file).code, 1) << file;
  }
  EXPECT_EQ(tact("self twice.obj").lines()[0], "touching: 4 pairs, 4 of them coincident");
  const json contacts = tact("self twice.obj --contacts --format json").json()["contacts"];
  ASSERT_EQ(contacts.size(), 4U);
  for (const json& contact : contacts) EXPECT_EQ(contact["kind"], "coincident");
  EXPECT_EQ(tact("collide once.obj once.obj --format json").json().contains("coincident"), false);
}

// The same cloth in every format gives the same pairs; what shares no vertices is welded first.
TEST_F(CollideCommand, EveryFormatGivesTheSameAnswer) {
  const json within = pairs_of(self_collide(cloth_.view(), neighbours_too()));
  const json between = pairs_of(collide(ball_.view(), cloth_.view()));
  for (const char* name : {"cloth.ply", "cloth.stl", "cloth.off", "cloth.obj"}) {
    save(folder().path() / name, cloth_.view());
    const Outcome self = tact(std::string("self --format json ") + name);
    EXPECT_EQ(self.json()["pairs"], within) << name;
    const bool stl = std::string(name) == "cloth.stl";
    EXPECT_EQ(self.json()["bodies"][0].value("welded_to", 0U), stl ? 1089U : 0U) << name;
    const Outcome pair = tact(std::string("collide --format json ball.obj ") + name);
    EXPECT_EQ(pair.json()["pairs"], between) << name;
    EXPECT_FALSE(pair.json()["bodies"][1].contains("welded_to")) << "between bodies it is no use";
  }
}

TEST_F(CollideCommand, WeldingIsAnnouncedAndCanBeTurnedOff) {
  save(folder().path() / "cloth.stl", cloth_.view());
  EXPECT_NE(
      tact("self cloth.stl")
          .out.find("6,144 vertices, 2,048 triangles (welded by position to 1,089; --no-weld"),
      std::string::npos);
  const Outcome csv = tact("self cloth.stl --pairs --format csv");
  EXPECT_EQ(
      csv.err,
      "tact: note: cloth.stl: welded by position to 1,089 vertices; --no-weld turns it off\n");
  EXPECT_EQ(tact("self cloth.obj --pairs --format csv").err, "");
  const json apart = tact("self cloth.stl --no-weld --format json").json();
  EXPECT_GT(apart["count"], 3000) << "every neighbour touches";
  EXPECT_FALSE(apart["bodies"][0].contains("welded_to"));
}

TEST_F(CollideCommand, SeamsArePointedOutAndCanBeWelded) {
  // The second half of the triangles gets vertices of its own, in the same places.
  Mesh sewn = cloth_;
  const auto count = static_cast<std::uint32_t>(cloth_.positions.size());
  std::vector<std::uint32_t> copy_of(count, count);
  for (std::size_t i = sewn.triangles.size() / 2; i < sewn.triangles.size(); ++i) {
    for (std::uint32_t& v : sewn.triangles[i]) {
      if (copy_of[v] == count) {
        copy_of[v] = static_cast<std::uint32_t>(sewn.positions.size());
        sewn.positions.push_back(cloth_.positions[v]);
      }
      v = copy_of[v];
    }
  }
  save(folder().path() / "sewn.obj", sewn.view());
  const json whole = tact("self cloth.obj --format json").json();
  const json apart = tact("self sewn.obj --format json").json();
  EXPECT_GT(apart["count"], whole["count"].get<std::size_t>() + 60) << "along the seam";
  EXPECT_EQ(tact("self sewn.obj --weld --format json").json()["pairs"], whole["pairs"]);
  const std::string at_seam =
      std::to_string(apart["count"].get<std::size_t>() - whole["count"].get<std::size_t>());
  const std::string note = "  note: " + at_seam + " of these pairs meet in vertices that the file";
  EXPECT_NE(tact("self sewn.obj").out.find(note), std::string::npos) << tact("self sewn.obj").out;
  EXPECT_EQ(std::to_string(apart.at("seam_pairs").get<std::size_t>()), at_seam);
  EXPECT_FALSE(whole.contains("seam_pairs"));
  EXPECT_EQ(tact("self sewn.obj --format csv").err.rfind("tact: note: " + at_seam + " of these", 0),
            0U);
  EXPECT_EQ(tact("self cloth.obj --format csv").err, "");
  // The same in a sequence of one frame.
  const Outcome still = tact("sequence sewn.obj --format json");
  EXPECT_EQ(std::to_string(json::parse(still.lines()[0]).at("seam_pairs").get<std::size_t>()),
            at_seam);
  EXPECT_EQ(
      std::to_string(json::parse(still.lines()[1])["summary"].at("seam_pairs").get<std::size_t>()),
      at_seam);
  EXPECT_NE(tact("sequence sewn.obj").out.find(note), std::string::npos);
  EXPECT_EQ(tact("sequence sewn.obj --format csv").err.rfind("tact: note: " + at_seam, 0), 0U);
  for (const char* quiet : {"sequence cloth.obj", "sequence sewn.obj --weld"}) {
    EXPECT_EQ(tact(quiet).out.find("note:"), std::string::npos) << quiet;
  }
  for (const char* quiet : {"self cloth.obj", "self sewn.obj --weld", "self sewn.obj --no-weld"}) {
    EXPECT_EQ(tact(quiet).out.find("note:"), std::string::npos) << quiet;
  }
  expect_trouble("self sewn.obj --weld --no-weld", "excludes");
}

TEST_F(CollideCommand, TextIsStable) {
  const auto without_times = [](const std::string& text) {
    return std::regex_replace(text, std::regex("[0-9]+\\.[0-9] ms"), "- ms");
  };
  const std::string bodies =
      "  ball.obj: 642 vertices, 1,280 triangles\n  cloth.obj: 1,089 vertices, 2,048 triangles\n"
      "  method boxes, 2 threads; load - ms, build - ms, update - ms, query - ms\n";
  const Result result = collide(ball_.view(), cloth_.view());
  const std::string count = std::to_string(result.size());
  const std::string fixed = "collide ball.obj cloth.obj --method boxes --threads 2 ";
  EXPECT_EQ(without_times(tact(fixed).out), "touching: " + count + " pairs\n" + bodies);
  EXPECT_EQ(without_times(tact(fixed + "--any").out), "touching\n" + bodies);
  const Candidate& first = result.pairs_by_slot().front();
  EXPECT_EQ(without_times(tact(fixed + "--first --pairs").out),
            "touching: 1 pair (there may be more: stopped at the number asked for)\n" + bodies +
                std::to_string(first.primitive_a) + " " + std::to_string(first.primitive_b) + "\n");
}

TEST_F(CollideCommand, CsvHasOneRowPerPairOrPerQuestion) {
  const Result result = collide(ball_.view(), cloth_.view());
  const Outcome pairs = tact("collide ball.obj cloth.obj --pairs --format csv");
  ASSERT_EQ(pairs.lines().size(), result.size() + 1);
  EXPECT_EQ(pairs.lines()[0], "body_a,body_b,primitive_a,primitive_b");
  EXPECT_EQ(pairs.lines()[1], "0,1," + std::to_string(result.pairs_by_slot()[0].primitive_a) + "," +
                                  std::to_string(result.pairs_by_slot()[0].primitive_b));
  const Outcome question = tact("collide ball.obj cloth.obj --format csv");
  ASSERT_EQ(question.lines().size(), 2U);
  EXPECT_NE(question.lines()[1].find(",true," + std::to_string(result.size()) + ",true,"),
            std::string::npos)
      << question.lines()[1];
  const Outcome contacts = tact("collide ball.obj cloth.obj --contacts --format csv");
  const auto commas = [](const std::string& line) {
    return std::count(line.begin(), line.end(), ',');
  };
  for (const std::string& line : contacts.lines()) EXPECT_EQ(commas(line), 14) << line;
}

TEST_F(CollideCommand, FilesWithPolygonsNameTheirFaces) {
  folder().write("cube.obj",
                 "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                 "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  folder().write("spike.obj", "v 0.5 0.4 0.5\nv 2 0.4 0.4\nv 2 0.3 0.5\nf 1 2 3\n");
  const json answer = tact("collide cube.obj spike.obj --format json").json();
  EXPECT_EQ(answer["bodies"][0]["triangles"], 12);
  ASSERT_EQ(answer["faces"].size(), answer["pairs"].size());
  for (std::size_t i = 0; i < answer["pairs"].size(); ++i) {
    EXPECT_EQ(answer["faces"][i][0], answer["pairs"][i][0].get<int>() / 2);
    EXPECT_EQ(answer["faces"][i][0], 3) << "the side x = 1";
  }
  const Outcome text = tact("collide cube.obj spike.obj --pairs");
  EXPECT_NE(text.out.find("12 triangles (cut from 6 faces)"), std::string::npos);
  EXPECT_NE(text.out.find("  faces 3 0\n"), std::string::npos);
}

// One triangle a known way above another; and one through it.
TEST_F(CollideCommand, DistanceSaysHowFarApartOrHowDeep) {
  folder().write("low.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
  folder().write("far.obj", "v 1 1 3\nv 1.5 1 4\nv 1 1.5 4\nf 1 2 3\n");
  folder().write("through.obj", "v 1 1 -0.25\nv 1.5 1 4\nv 1 1.5 4\nf 1 2 3\n");
  const Outcome apart = tact("collide low.obj far.obj --distance --format json");
  EXPECT_EQ(apart.code, 0);
  const json far = apart.json()["separation"];
  EXPECT_EQ(far["distance"], 3.0);
  EXPECT_EQ(far["points"][0], json({1.0, 1.0, 0.0}));
  EXPECT_EQ(far["points"][1], json({1.0, 1.0, 3.0}));
  EXPECT_EQ(far["depth"], 0.0);
  EXPECT_NE(tact("collide low.obj far.obj --distance").out.find("  3 apart: "), std::string::npos);
  const std::vector<std::string> table =
      tact("collide low.obj far.obj --distance --format csv").lines();
  ASSERT_EQ(table.size(), 2U);
  EXPECT_EQ(table[0].substr(table[0].size() - 15), ",distance,depth");
  EXPECT_EQ(table[1].substr(table[1].size() - 4), ",3,0");
  EXPECT_NE(tact("collide low.obj far.obj --distance --format csv --pairs").err.find("3 apart: "),
            std::string::npos);
  const Outcome deep = tact("collide low.obj through.obj --distance --format json");
  EXPECT_EQ(deep.code, 1);
  EXPECT_EQ(deep.json()["separation"]["distance"], 0.0);
  EXPECT_EQ(deep.json()["separation"]["depth"], 0.25);
  EXPECT_FALSE(tact("collide low.obj far.obj --format json").json().contains("separation"));
}

}  // namespace
}  // namespace tact
