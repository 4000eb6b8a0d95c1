#include "tact/tree/vertex_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tact/tact.h"

namespace tact {
namespace {

// A sheet of side · side squares, two triangles each.
struct Sheet {
  std::vector<float> xyz;
  std::vector<std::uint32_t> abc;

  explicit Sheet(std::uint32_t side) {
    for (std::uint32_t i = 0; i <= side; ++i) {
      for (std::uint32_t j = 0; j <= side; ++j) {
        xyz.insert(xyz.end(), {static_cast<float>(i), static_cast<float>(j), 0});
      }
    }
    const std::uint32_t row = side + 1;
    for (std::uint32_t i = 0; i < side; ++i) {
      for (std::uint32_t j = 0; j < side; ++j) {
        const std::uint32_t at = i * row + j;
        abc.insert(abc.end(), {at, at + 1, at + row, at + 1, at + row + 1, at + row});
      }
    }
  }
  MeshView view() const {
    return {std::span<const float>(xyz), std::span<const std::uint32_t>(abc), {}};
  }
  // Waves along the sheet, at some height.
  void wave(int frame, double height) {
    for (std::size_t v = 0; v < xyz.size(); v += 3) {
      const double phase = 0.3 * double{xyz[v]} + 0.2 * double{xyz[v + 1]} + 0.1 * frame;
      xyz[v + 2] = static_cast<float>(height + 0.4 * std::sin(phase));
    }
  }
};

std::vector<TreeEntry> entries_of(const Sheet& sheet) {
  std::vector<TreeEntry> entries(sheet.abc.size() / 3);
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const std::size_t at = std::size_t{3} * i;
    entries[i] = {{sheet.abc[at], sheet.abc[at + 1], sheet.abc[at + 2]}, i};
  }
  return entries;
}

std::set<std::uint32_t> corners(std::span<const TreeEntry> entries) {
  std::set<std::uint32_t> all;
  for (const TreeEntry& entry : entries)
    all.insert(std::begin(entry.vertex), std::end(entry.vertex));
  return all;
}

// Asks until the lane is known, at most ten times.
std::span<const std::uint32_t> learnt(VertexRuns& runs, const std::vector<TreeEntry>& entries,
                                      std::uint32_t first, std::uint32_t count) {
  std::span<const std::uint32_t> run;
  for (int i = 0; i < 10 && run.empty(); ++i) run = runs.of(entries.data(), first, count);
  return run;
}

TEST(VertexRuns, HasAllVerticesOfALaneAndNoOthers) {
  const std::vector<TreeEntry> entries = entries_of(Sheet(30));
  VertexRuns runs;
  runs.reset(static_cast<std::uint32_t>(entries.size()));
  for (const auto& [first, count] : {std::pair{0U, 1800U}, {100U, 700U}, {900U, 256U}}) {
    EXPECT_TRUE(runs.of(entries.data(), first, count).empty()) << "not before it pays";
    const auto run = learnt(runs, entries, first, count);
    EXPECT_EQ(std::set<std::uint32_t>(run.begin(), run.end()),
              corners(std::span(entries).subspan(first, count)));
    EXPECT_LE(4 * run.size(), std::size_t{3} * count);
  }
}

TEST(VertexRuns, KnowsALaneByItsSizeAndForgets) {
  const std::vector<TreeEntry> entries = entries_of(Sheet(30));
  VertexRuns runs;
  runs.reset(static_cast<std::uint32_t>(entries.size()));
  ASSERT_FALSE(learnt(runs, entries, 60, 600).empty());
  EXPECT_FALSE(runs.of(entries.data(), 60, 600).empty());
  EXPECT_TRUE(runs.of(entries.data(), 60, 599).empty()) << "another lane";
  EXPECT_TRUE(runs.of(entries.data(), 60, 600).empty()) << "which took its place";
  ASSERT_FALSE(learnt(runs, entries, 60, 600).empty());
  runs.forget(60);
  EXPECT_TRUE(runs.of(entries.data(), 60, 600).empty());
}

TEST(VertexRuns, LeavesAloneWhatDoesNotPay) {
  Sheet loose(30);
  for (std::uint32_t i = 0; i < loose.abc.size(); ++i) loose.abc[i] = i;
  const std::vector<TreeEntry> entries = entries_of(loose);
  VertexRuns runs;
  EXPECT_TRUE(learnt(runs, entries, 0, 1800).empty()) << "without room";
  runs.reset(static_cast<std::uint32_t>(entries.size()));
  EXPECT_TRUE(learnt(runs, entries, 0, 1800).empty()) << "no two share a vertex";
  EXPECT_TRUE(learnt(runs, entries, 0, 4).empty());
}

// Two sheets that come near each other in places, part for some frames and meet again elsewhere, so
// that lanes are learnt, split and given up: every box encloses what it should, in every frame.
TEST(VertexRuns, ServeATreeThatSplitsAndGivesUp) {
  Sheet a(36);
  Sheet b(36);
  World lazy({"dbvh", 1});
  World oracle({"sap", 1});
  std::vector<BodyId> ids[2];
  for (World* world : {&lazy, &oracle}) {
    ids[world == &oracle ? 1 : 0] = {world->add(deforming(a.view())),
                                     world->add(deforming(b.view()))};
  }
  std::size_t found = 0;
  for (int frame = 0; frame < 48; ++frame) {
    a.wave(frame, 0);
    b.wave(-2 * frame, frame / 8 % 2 == 0 ? 0.75 : 2.0);
    std::vector<Candidate> pairs[2];
    for (World* world : {&lazy, &oracle}) {
      const std::vector<BodyId>& own = ids[world == &oracle ? 1 : 0];
      world->move(own[0], PositionsView(std::span<const float>(a.xyz)));
      world->move(own[1], PositionsView(std::span<const float>(b.xyz)));
      pairs[world == &oracle ? 1 : 0] = world->collide(CollideOptions::pairs()).pairs_by_slot();
    }
    lazy.validate();
    EXPECT_EQ(pairs[0], pairs[1]) << "frame " << frame;
    found += pairs[0].size();
  }
  EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace tact
