// Frames in and out: positions within the error that the page states, limits that are kept, and
// what was dropped is said.
#include "apps/report/recording.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/report/page.h"
#include "apps/report/page_files.h"
#include "tests/report/unpack.h"

namespace tact {
namespace {

using report::Placement;
using report::Recording;
using test::Unpacker;

// A cloth that waves, and a rigid square that goes down through it.
class Scene {
 public:
  Scene(std::uint32_t n, double size, const Vec3& at)
      : size_(size), at_(at), cloth_(test::square(n, size)), plate_(test::square(2, size)) {
    rest_ = cloth_.positions;
    set(0);
  }
  void set(int frame) {
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const Vec3& p = rest_[i];
      cloth_.positions[i] =
          at_ + p + Vec3{0, 0, 0.1 * size_ * std::sin(5 * p.x / size_ + 0.2 * frame)};
    }
    pose_ = Transform::from_axis_angle({0, 1, 0}, 1.2,
                                       at_ + Vec3{0.4 * size_, 0, size_ * (1 - 0.03 * frame)});
  }
  std::vector<report::Body> bodies() const {
    return {{"cloth", cloth_.view(), {}, false, true}, {"plate", plate_.view(), {}, false, false}};
  }
  std::vector<Placement> places() const {
    return {{{}, std::span<const Vec3>(cloth_.positions)}, {pose_, {}}};
  }
  void ask(World& world, std::vector<BodyId>& ids) {
    if (ids.empty()) {
      ids = {world.add(deforming(cloth_.view())), world.add(rigid(plate_.view()))};
    }
    world.move(ids[0], std::span<const Vec3>(cloth_.positions));
    world.move(ids[1], pose_);
    result_ = world.collide();
  }
  const Result& result() const { return result_; }
  Vec3 corner(std::size_t body, std::uint32_t v) const {
    return body == 0 ? cloth_.positions[v] : pose_.apply(plate_.positions[v]);
  }

 private:
  double size_;
  Vec3 at_;
  Mesh cloth_;
  Mesh plate_;
  std::vector<Vec3> rest_;
  Transform pose_;
  Result result_;
};

report::Words words() {
  report::Words words;
  words.title = "cloth";
  words.animated = true;
  return words;
}

class ReportRecording : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!report::can_write_reports()) GTEST_SKIP() << "built without three.js or zlib";
  }
  // All frames, of a scene of that size at that place.
  Recording record(Scene& scene, int frames, const report::Limits& limits = {}) {
    Recording recording(scene.bodies(), scene.places(), static_cast<std::size_t>(frames), limits);
    World world;
    std::vector<BodyId> ids;
    for (int f = 0; f < frames; ++f) {
      scene.set(f);
      scene.ask(world, ids);
      recording.add(
          recording.moment(static_cast<std::uint64_t>(f), scene.result(), scene.places()));
    }
    return recording;
  }
  // How far any corner of any frame is off at most, in units of the scene.
  double worst_error(Scene& scene, const Recording& recording, const report::SceneCode& code) {
    const report::Coordinates& page = recording.coordinates();
    const report::BodyCode& plate = code.bodies[1];
    const Unpacker::Cells rest =
        Unpacker(test::inflated(plate.rest)).rest(plate.mesh.vertices.size());
    const std::vector<std::size_t> kept = recording.kept();
    double worst = 0;
    const auto compare = [&](std::size_t body, std::uint32_t vertex, const Vec3& p) {
      const Vec3 d = page.in(scene.corner(body, vertex)) - p;
      worst = std::max({worst, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
    };
    for (const report::GroupCode& group : code.groups) {
      Unpacker in(test::inflated(group.bytes));
      Unpacker::Cells last;
      Unpacker::Cells before;
      for (std::size_t k = 0; k < group.count; ++k) {
        scene.set(static_cast<int>(recording.moments()[kept[group.first + k]].number));
        const report::BodyCode& cloth = code.bodies[0];
        Unpacker::Cells cells = in.frame(cloth.mesh.vertices.size(), last, before);
        for (std::size_t i = 0; i < cells.size(); ++i) {
          compare(0, cloth.mesh.vertices[i], cloth.grid.place_of(cells[i]));
        }
        before = std::exchange(last, std::move(cells));
        const std::vector<float> m = in.floats(12);
        for (std::size_t i = 0; i < rest.size(); ++i) {
          const Vec3 p = plate.grid.place_of(rest[i]);
          compare(1, plate.mesh.vertices[i],
                  {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                   m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                   m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]});
        }
      }
      EXPECT_TRUE(in.done());
    }
    return worst;
  }
};

TEST_F(ReportRecording, PositionsComeBackWithinTheErrorThatIsStated) {
  for (const double size : {1.0, 1e-6}) {
    for (const Vec3 at : {Vec3{}, Vec3{1e6, -2e6, 3}}) {
      Scene scene(12, size, at * (size < 1 ? 1e-6 : 1));
      const Recording recording = record(scene, 40);
      for (const unsigned bits : {16U, 12U}) {
        report::SceneCode code;
        code.bodies = report::code_bodies(recording);
        report::code_positions(recording, bits, code);
        EXPECT_GT(code.groups.size(), 1U);
        const double stated = std::max(code.bodies[0].error, code.bodies[1].error);
        const double worst = worst_error(scene, recording, code);
        EXPECT_LE(worst, stated) << size << " " << bits;
        EXPECT_GT(worst, stated / 10) << size << " " << bits;
      }
    }
  }
}

TEST_F(ReportRecording, AnswersComeBack) {
  Scene scene(12, 1, {1e6, 0, 0});
  const Recording recording = record(scene, 30);
  World world;
  std::vector<BodyId> ids;
  std::size_t seen = 0;
  for (std::size_t f = 0; f < 30; ++f) {
    scene.set(static_cast<int>(f));
    scene.ask(world, ids);
    const Result& result = scene.result();
    Unpacker in(test::inflated(recording.moments()[f].answer));
    std::vector<std::vector<std::uint32_t>> touching(2);
    for (auto& list : touching) {
      list.resize(in.varint());
      std::uint32_t last = 0;
      for (std::uint32_t& t : list) t = last += static_cast<std::uint32_t>(in.varint());
    }
    ASSERT_EQ(in.varint(), result.size());
    std::vector<std::vector<std::int64_t>> columns(5, std::vector<std::int64_t>(result.size()));
    for (auto& column : columns) {
      std::int64_t last = 0;
      for (std::int64_t& v : column) v = last += in.difference();
    }
    std::vector<std::vector<std::uint32_t>> expected(2);
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Candidate& p = result.pairs_by_slot()[i];
      EXPECT_EQ(columns[0][i], static_cast<std::int64_t>(i));
      EXPECT_EQ(columns[1][i], p.body_a);
      EXPECT_EQ(columns[2][i], p.body_b);
      EXPECT_EQ(columns[3][i], p.primitive_a);
      EXPECT_EQ(columns[4][i], p.primitive_b);
      EXPECT_EQ(in.byte(), static_cast<std::uint64_t>(result.contacts()[i].kind));
      expected[p.body_a].push_back(p.primitive_a);
      expected[p.body_b].push_back(p.primitive_b);
    }
    for (auto& list : expected) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    EXPECT_EQ(touching, expected);
    const std::vector<float> depth = in.floats(result.size());
    const std::vector<float> from_x = in.floats(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Contact& c = result.contacts()[i];
      EXPECT_NEAR(depth[i] / recording.coordinates().scale, c.depth, 1e-6);
      EXPECT_NEAR(recording.coordinates().origin.x + from_x[i] / recording.coordinates().scale,
                  c.segment.from.x, 1e-6);
    }
    seen += result.size();
  }
  EXPECT_GT(seen, 100U);
}

TEST_F(ReportRecording, TheWorstFrameAndTheFirstStayWhenOthersGo) {
  for (const std::size_t worst : {17U, 22U, 31U}) {
    const std::size_t first = 9;
    Scene scene(3, 1, {});
    Recording recording(scene.bodies(), scene.places(), 40);
    World world;
    std::vector<BodyId> ids;
    scene.ask(world, ids);
    for (std::size_t f = 0; f < 40; ++f) {
      report::Moment moment = recording.moment(f, scene.result(), scene.places());
      moment.count = f < first ? 0 : f == worst ? 100 : f;
      recording.add(std::move(moment));
    }
    EXPECT_EQ(recording.worst(), worst);
    EXPECT_EQ(recording.first(), first);
    for (std::size_t before = 40; recording.thin_out();) {
      const std::vector<std::size_t> kept = recording.kept();
      EXPECT_LT(kept.size(), before);
      before = kept.size();
      for (const std::size_t f : {worst, first, std::size_t{0}, std::size_t{39}}) {
        EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), f)) << f;
      }
    }
    EXPECT_EQ(recording.kept().size(), 4U);
    EXPECT_EQ(recording.moments().size(), 40U) << "the curve has all of them";
  }
}

TEST_F(ReportRecording, MemoryIsBounded) {
  Scene scene(12, 1, {});
  report::Limits limits;
  limits.memory = 10 * 3 * sizeof(float) * 169;
  const Recording recording = record(scene, 40, limits);
  EXPECT_LE(recording.kept().size(), 12U);
  EXPECT_GE(recording.kept().size(), 4U);
}

TEST_F(ReportRecording, APageFitsItsLimitAndSaysWhatWasDropped) {
  Scene scene(24, 1, {});
  report::Limits limits;
  limits.bytes = 15000;
  limits.triangles = 600;
  limits.contacts = 40;
  Recording recording = record(scene, 40, limits);
  const std::string page = report::compose_page(recording, words());
  EXPECT_NE(page.find(" frames have a picture"), std::string::npos);
  EXPECT_NE(page.find("cloth: "), std::string::npos);
  EXPECT_NE(page.find(" of 1,152 triangles are shown"), std::string::npos);
  EXPECT_NE(page.find("only the deepest contacts are listed"), std::string::npos);
  EXPECT_NE(page.find("a coordinate is off by at most"), std::string::npos);
  // Beside what every page has, three.js above all.
  Scene small(1, 1, {});
  Recording least = record(small, 1);
  const std::size_t fixed = report::compose_page(least, words()).size();
  EXPECT_LT(page.size(), fixed + limits.bytes + 60000) << "the picture and the tables";
}

TEST_F(ReportRecording, HostileNamesStayText) {
  Scene scene(3, 1, {});
  std::vector<report::Body> bodies = scene.bodies();
  const std::string name = "</script><img src=x onerror=alert(1)>{{json}}\xff";
  bodies[0].name = name;
  Recording recording(bodies, scene.places(), 1);
  World world;
  std::vector<BodyId> ids;
  scene.ask(world, ids);
  recording.add(recording.moment(0, scene.result(), scene.places()));
  report::Words words;
  words.title = words.command = words.verdict = name;
  words.notes = {name};
  words.facts = {{name, name}};
  const std::string page = report::compose_page(recording, words);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  std::size_t scripts = 0;
  for (std::size_t at = page.find("</script"); at != page.npos;
       at = page.find("</script", at + 1)) {
    ++scripts;
  }
  EXPECT_EQ(scripts, 3U);
  const std::size_t begin = page.find("id=\"report\">") + 12;
  const auto json =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(json["bodies"][0]["name"].get<std::string>().rfind("</script><img src=x", 0), 0U);
}

TEST_F(ReportRecording, NothingAtAllIsAPageToo) {
  const Mesh none;
  const std::vector<report::Body> bodies{{"none", none.view(), {}, false, false}};
  const std::vector<Placement> places(1);
  Recording recording(bodies, places, 1);
  World world;
  world.add(rigid(none.view()));
  const Result result = world.collide();
  recording.add(recording.moment(0, result, places));
  const std::string page = report::compose_page(recording, words());
  EXPECT_NE(page.find("No contact to list."), std::string::npos);
}

}  // namespace
}  // namespace tact
