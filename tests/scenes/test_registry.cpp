// Every scene, at its small levels: sizes, repeatable frames, float coordinates, the same bits
// always.
#include "scenes/registry.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>

#include "tact/base/error.h"

namespace tact::scenes {
namespace {

constexpr int quick = 1;  // the finest level that is looked at frame by frame

std::uint64_t mixed_in(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001b3U;
}

/// A hash over every bit of a frame.
std::uint64_t hash_of(const Scene& scene, int frame) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  std::vector<float> positions;
  for (const Body& body : scene.bodies) {
    if (body.pose) {
      const Transform pose = body.pose(frame);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          hash = mixed_in(hash, std::bit_cast<std::uint64_t>(pose.row(i)[axis]));
        }
        hash = mixed_in(hash, std::bit_cast<std::uint64_t>(pose.translation()[i]));
      }
    } else {
      body.positions(frame, positions);
      for (const float x : positions) hash = mixed_in(hash, std::bit_cast<std::uint32_t>(x));
    }
  }
  return hash;
}

TEST(Scenes, TheRegistryFindsThem) {
  for (const SceneInfo& info : all()) {
    EXPECT_EQ(&find(info.name), &info);
    EXPECT_GT(info.frames, 1);
    EXPECT_EQ(std::string(info.description).find('\n'), std::string::npos);
    EXPECT_THROW(build(info, -1), Error);
    EXPECT_THROW(build(info, info.finest + 1), Error);
  }
  try {
    find("sphere");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unknown_name);
    EXPECT_EQ(std::string(error.what()).rfind("no scene is called 'sphere'; there are spheres", 0),
              0U);
  }
}

TEST(Scenes, HaveThePapersSizes) {
  const auto sizes = [](const char* name, int lod) {
    const Scene scene = build(find(name), lod);
    return std::make_pair(scene.bodies.size(), scene.triangle_count() / scene.bodies.size());
  };
  using Size = std::pair<std::size_t, std::size_t>;
  EXPECT_EQ(sizes("spheres", 1), Size(12, 1280));
  EXPECT_EQ(sizes("spheres", 2), Size(12, 5120));
  EXPECT_EQ(sizes("spheres", 3), Size(12, 20480));
  EXPECT_EQ(sizes("bunnies", 1), Size(2, 4096));
  EXPECT_EQ(sizes("bunnies", 2), Size(2, 16384));
  EXPECT_EQ(sizes("bunnies", 3), Size(2, 65536));
  EXPECT_EQ(sizes("teapot", 1), Size(1, 4032));
  EXPECT_EQ(sizes("teapot", 2), Size(1, 16256));
  EXPECT_EQ(sizes("teapot", 3), Size(1, 65280));
  for (const char* name : {"tori", "tori-touch", "tori-merge", "bunnies-pulse"}) {
    EXPECT_EQ(sizes(name, 2), Size(2, 15000)) << name;
  }
  EXPECT_EQ(sizes("buddhas", 2), Size(2, 20000));
  EXPECT_EQ(sizes("animals", 2), Size(2, 50000));
}

TEST(Scenes, BodiesAreWhatTheirKindSays) {
  for (const SceneInfo& info : all()) {
    for (const Body& body : build(info, quick).bodies) {
      SCOPED_TRACE(std::string(info.name) + ": " + body.name);
      EXPECT_EQ(body.kind == BodyKind::rigid, body.pose != nullptr);
      EXPECT_EQ(body.kind != BodyKind::rigid, body.positions != nullptr);
      EXPECT_EQ(body.kind == BodyKind::points, body.mesh.triangles.empty());
      EXPECT_EQ(body.kind == BodyKind::points ? body.mesh.positions.size() : 0U, body.radii.size());
      EXPECT_EQ(body.kind == BodyKind::breaking ? body.mesh.positions.size() : 0U,
                body.mesh.topology.size());
      for (const auto& t : body.mesh.triangles) {
        for (const std::uint32_t vertex : t) ASSERT_LT(vertex, body.mesh.positions.size());
      }
    }
  }
}

TEST(Scenes, FrameZeroIsTheMeshAndEveryFrameIsFinite) {
  std::vector<float> positions;
  for (const SceneInfo& info : all()) {
    for (const Body& body : build(info, quick).bodies) {
      if (!body.positions) continue;
      SCOPED_TRACE(std::string(info.name) + ": " + body.name);
      for (int frame = 0; frame < info.frames; ++frame) {
        body.positions(frame, positions);
        ASSERT_EQ(positions.size(), 3 * body.mesh.positions.size());
        for (std::size_t i = 0; i < positions.size(); ++i) {
          ASSERT_TRUE(std::isfinite(positions[i]));
          if (frame == 0) {
            ASSERT_EQ(positions[i], body.mesh.positions[i / 3][i % 3]);
          }
        }
      }
    }
  }
}

TEST(Scenes, FramesComeInAnyOrder) {
  for (const SceneInfo& info : all()) {
    const Scene scene = build(info, 0);
    std::map<int, std::uint64_t> forwards;
    for (int frame = 0; frame < info.frames; frame += 7) forwards[frame] = hash_of(scene, frame);
    const Scene again = build(info, 0);
    for (auto f = forwards.rbegin(); f != forwards.rend(); ++f) {
      EXPECT_EQ(hash_of(again, f->first), f->second) << info.name << " frame " << f->first;
    }
  }
}

// Published figures refer to these bits. A scene that is changed on purpose gets a new number here.
TEST(Scenes, AreTheSameBitsWithEveryCompiler) {
  const std::map<std::string, std::uint64_t> expected = {
      {"spheres", 51332409203770157U},
      {"bunnies", 15946690642454981210U},
      {"bunnies-self", 15946690642454981210U},
      {"teapot", 15564959805504501755U},
      {"tori", 1786536801029549909U},
      {"cloth", 14072935523196199623U},
      {"cloth-drop", 2458426268573000866U},
      {"bullet", 6836595524550845279U},
      {"mixed", 1008482577145476146U},
      {"tori-touch", 10144461734004491631U},
      {"tori-merge", 10071284638613502500U},
      {"bunnies-pulse", 3230033182764013098U},
      {"buddhas", 10220834644871374064U},
      {"animals", 15512978520162346630U},
      {"torus", 15257875977724306993U},
      {"pipes", 7779076915204145102U},
      {"hand", 93279415912930167U},
      {"flange", 439029309108648069U},
      {"cage", 3972343074234707956U},
      {"cage-spheres", 5957671110990007347U},
      {"cage-tetraflakes", 16366487554207988400U},
      {"cage-cylinders", 6354161163113567898U},
      {"cage-alternators", 12477311454814632660U}};
  for (const SceneInfo& info : all()) {
    const Scene scene = build(info, quick);
    std::uint64_t hash = 0;
    for (const int frame : {0, info.frames / 2, info.frames - 1}) {
      hash = mixed_in(hash, hash_of(scene, frame));
    }
    const auto known = expected.find(info.name);
    if (known == expected.end()) {
      ADD_FAILURE() << "no number for {\"" << info.name << "\", " << hash << "U}";
    } else {
      EXPECT_EQ(hash, known->second) << info.name;
    }
  }
}

TEST(Scenes, TheTeapotIsTranslatedAndThenBreaks) {
  const Scene scene = build(find("teapot"), 1);
  const Body& pot = scene.bodies.front();
  EXPECT_TRUE(pot.self);
  EXPECT_EQ(find("teapot").frames, 272);
  // Two corners of different triangles that were one vertex stay together for 125 frames.
  std::size_t twin = 1;
  while (pot.mesh.topology[twin] != pot.mesh.topology[0]) ++twin;
  std::vector<float> before;
  std::vector<float> after;
  pot.positions(124, before);
  pot.positions(125, after);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(before[axis], before[3 * twin + axis]);
    EXPECT_NE(after[axis], after[3 * twin + axis]);
  }
}

}  // namespace
}  // namespace tact::scenes
