// The simulated scenes: sizes of the paper, the same bits with every compiler, names.
#include "scenes/simulations.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "tact/base/error.h"

namespace tact::scenes {
namespace {

std::uint64_t hash_of(const SimulatedScene& scene) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const SimulatedBody& body : scene.bodies) {
    for (const Vec3& p : body.mesh.positions) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(p[axis])) * 0x100000001b3U;
      }
    }
  }
  return hash;
}

TEST(Simulations, HaveThePapersSizes) {
  const auto size = [](const char* name, int lod) {
    const SimulatedScene scene = build(find_simulation(name), lod, 1);
    return std::make_pair(scene.bodies.size(), scene.point_count());
  };
  using Size = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(size("pile", 1), Size(300, 131100));
  EXPECT_EQ(size("pressed", 1), Size(2, 8000));
  EXPECT_EQ(size("pressed", 5), Size(2, 160000));
  EXPECT_EQ(size("trio", 1), Size(3, 18973));
  EXPECT_EQ(size("stack", 1).first, 10U);
  EXPECT_EQ(size("flower", 1).first, 2U);
}

TEST(Simulations, AreListedByName) {
  for (const SimulationInfo& info : simulations()) {
    EXPECT_EQ(&find_simulation(info.name), &info);
    EXPECT_GT(info.frames, 0);
    EXPECT_THROW(build(info, -1, 1), Error);
    EXPECT_THROW(build(info, info.finest + 1, 1), Error);
  }
  EXPECT_THROW(find_simulation("heap"), Error);
}

TEST(Simulations, ASeedPlacesThePileDifferently) {
  const SimulationInfo& pile_info = find_simulation("pile");
  EXPECT_EQ(hash_of(build(pile_info, 0, 1)), hash_of(build(pile_info, 0, 1)));
  EXPECT_NE(hash_of(build(pile_info, 0, 1)), hash_of(build(pile_info, 0, 2)));
}

// A scene that is changed on purpose gets a new number here.
TEST(Simulations, AreTheSameBitsWithEveryCompiler) {
  const std::map<std::string, std::uint64_t> expected = {{"pressed", 18042696128776423397U},
                                                         {"pile", 10935072490804755477U},
                                                         {"trio", 5460062716981447637U},
                                                         {"stack", 8535601393118201317U},
                                                         {"flower", 1905939521742616597U}};
  for (const SimulationInfo& info : simulations()) {
    const auto known = expected.find(info.name);
    const std::uint64_t hash = hash_of(build(info, 0, 1));
    ASSERT_NE(known, expected.end()) << info.name;
    EXPECT_EQ(hash, known->second) << "{\"" << info.name << "\", " << hash << "U}";
  }
}

TEST(Simulations, BodiesAreClosedAndApart) {
  for (const SimulationInfo& info : simulations()) {
    for (const SimulatedBody& body : build(info, 0, 1).bodies) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
      for (const auto& t : body.mesh.triangles) {
        for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
      }
      for (const auto& [edge, count] : edges) {
        ASSERT_EQ(count, 1) << info.name << ": " << body.name;
        ASSERT_EQ((edges.count({edge.second, edge.first})), 1U) << info.name << ": " << body.name;
      }
    }
  }
}

}  // namespace
}  // namespace tact::scenes
