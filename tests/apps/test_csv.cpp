// One dialect of CSV, whatever the command: a reader of RFC 4180 understands every table.
#include <map>
#include <set>

#include "tests/apps/program.h"

namespace tact {
namespace {

using test::Outcome;
using Row = std::vector<std::string>;

/// A table by RFC 4180, with \n at the end of each line; adds a failure where it is none.
std::vector<Row> rows_of(const std::string& text) {
  std::vector<Row> rows;
  for (std::size_t at = 0; at < text.size();) {
    Row row;
    for (bool more = true; more; ++at) {
      std::string cell;
      if (text[at] == '"') {
        for (++at; at < text.size() && (text[at] != '"' || text.substr(at, 2) == "\"\""); ++at) {
          if (text[at] == '"') ++at;
          cell += text[at];
        }
        ++at;
      } else {
        while (at < text.size() && std::string(",\n\"").find(text[at]) == std::string::npos) {
          cell += text[at++];
        }
      }
      if (at >= text.size() || (text[at] != ',' && text[at] != '\n')) {
        ADD_FAILURE() << "at byte " << at << " of " << text;
        return rows;
      }
      more = text[at] == ',';
      row.push_back(cell);
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<std::map<std::string, std::string>> table_of(const std::string& text) {
  const std::vector<Row> rows = rows_of(text);
  std::vector<std::map<std::string, std::string>> table;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].size(), rows[0].size()) << "row " << i << " of " << text;
    table.emplace_back();
    for (std::size_t k = 0; k < std::min(rows[0].size(), rows[i].size()); ++k) {
      table.back()[rows[0][k]] = rows[i][k];
    }
  }
  EXPECT_EQ(std::set<std::string>(rows[0].begin(), rows[0].end()).size(), rows[0].size())
      << "two columns of one name: " << text;
  return table;
}

class Csv : public test::Program {
 protected:
  void SetUp() override {
    folder().write("a.obj", triangle);
    folder().write("b.obj", "v 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.3 1\nf 1 2 3\n");
    for (const char* name : {"walk", "run, \"fast\""}) {
      std::filesystem::create_directory(folder().path() / name);
      for (const char* frame : {"/f.1001.obj", "/f.1002.obj", "/f.1003.obj"}) {
        folder().write(std::string(name) + frame, triangle);
      }
    }
  }
  std::string file(const char* name) const {
    return test::TemporaryFolder::read(folder().path() / name);
  }
  static constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
};

// Whoever reads CSV sees as well as who reads JSON that what was found are triangles twice.
TEST_F(Csv, TellsHowManyPairsAreCoincident) {
  folder().write("twice.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n");
  const auto rows = table_of(tact("self twice.obj --format csv").out);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("count"), "1");
  EXPECT_EQ(rows[0].at("coincident"), "1");
  const auto without = table_of(tact("self twice.obj --no-neighbours --format csv").out);
  ASSERT_EQ(without.size(), 1U);
  EXPECT_EQ(without[0].count("coincident"), 0U) << "nobody looked for them";
}

TEST_F(Csv, EveryTableIsOneWithNamesAndTruthValues) {
  for (const char* command :
       {"collide a.obj b.obj", "collide a.obj b.obj --pairs", "collide a.obj b.obj --contacts",
        "collide a.obj b.obj --distance", "self a.obj", "sequence walk b.obj",
        "sequence walk b.obj --pairs", "play tori --lod 0 --frames 3", "methods", "scenes",
        "simulate --list", "simulate stack --lod 0 --frames 2"}) {
    const Outcome run = tact(std::string(command) + " --format csv");
    EXPECT_LT(run.code, 2) << command << ": " << run.err;
    const auto table = table_of(run.out);
    EXPECT_GT(table.size(), 0U) << command;
    for (const auto& row : table) {
      for (const char* name : {"touching", "complete", "exhaustive"}) {
        const auto found = row.find(name);
        if (found == row.end()) continue;
        EXPECT_TRUE(found->second == "true" || found->second == "false") << command << name;
      }
    }
  }
  EXPECT_EQ(table_of(tact("simulate stack --lod 0 --frames 2 --format csv").out)[1]["touching"],
            "true");
  EXPECT_EQ(table_of(tact("methods --format csv").out)[0].count("summary"), 1U);
}

// What both tables of a sequence have, they have under one name, and the same in it.
TEST_F(Csv, BothTablesOfASequenceAgree) {
  const Outcome run = tact("sequence walk b.obj --format csv --csv t.csv");
  const auto printed = table_of(run.out);
  const auto written = table_of(file("t.csv"));
  ASSERT_EQ(printed.size(), 3U);
  ASSERT_EQ(written.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const char* name : {"frame", "file", "touching", "count", "complete"}) {
      EXPECT_EQ(printed[i].at(name), written[i].at(name)) << name;
    }
  }
  EXPECT_EQ(written[1].at("file"), "walk/f.1002.obj") << "by which a person knows the frame";
  EXPECT_EQ(written[1].at("count"), "1");
  EXPECT_EQ(written[1].at("walk - b.obj"), "1");
  EXPECT_EQ(nlohmann::json::parse(tact("sequence walk b.obj --format json").lines()[2])["files"],
            nlohmann::json({"walk/f.1003.obj"}));
}

TEST_F(Csv, CommasAndQuotesAreQuoted) {
  const Outcome run = tact("sequence 'run, \"fast\"' walk --csv t.csv --format csv");
  EXPECT_EQ(run.code, 1) << run.err;
  const auto written = table_of(file("t.csv"));
  ASSERT_EQ(written.size(), 3U);
  EXPECT_EQ(written[2].at("file_0"), "run, \"fast\"/f.1003.obj");
  EXPECT_EQ(written[2].at("file_1"), "walk/f.1003.obj");
  EXPECT_EQ(written[2].at("run, \"fast\" - walk"), "1");
  EXPECT_EQ(table_of(run.out)[2].at("file_0"), "run, \"fast\"/f.1003.obj");
}

}  // namespace
}  // namespace tact
