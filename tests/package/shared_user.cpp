// A program that knows only what a shared library shows: each room of the face once, an error that
// crosses the border, and a method that comes from this side of it.
#include <tact/tact.h>

#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void expect(bool right, const char* what) {
  if (right) return;
  ++failures;
  std::printf("wrong: %s\n", what);
}

template <class F>
void expect_error(tact::ErrorCode code, const char* what, F&& f) {
  try {
    f();
  } catch (const tact::Error& error) {
    return expect(error.code() == code, what);
  } catch (...) {
  }
  expect(false, what);
}

tact::Mesh triangle() {
  tact::Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

class OwnMethod final : public tact::Method {
 public:
  bool serves(tact::BodyKind) const override { return true; }
  std::string_view working_name() const override { return "own"; }
  tact::Stats update(const tact::Task&, tact::Scratch&) override { return {}; }
  tact::Stats find_pairs(const tact::Task&, const tact::Request&, tact::CandidateSink& sink,
                         tact::Scratch&) override {
    sink.open(1);
    tact::CandidateWriter writer(sink, 0, 0);
    writer.push(tact::ordered(0, 0, 1, 0));
    writer.finish();
    return {};
  }
};

void ask_a_world() {
  tact::register_method({"own", "", "", true, [] { return std::make_unique<OwnMethod>(); }});
  const tact::Transform pose = tact::Transform::from_axis_angle({1, 0, 0}, 1, {0, 0.2, 0});
  for (const tact::MethodInfo& info : tact::methods()) {
    if (info.name == "stream-cl") continue;  // needs a device
    tact::World world({info.name, 1});
    world.add(tact::rigid(triangle()));
    const tact::BodyId moving = world.add(tact::rigid(triangle()).pose(pose));
    expect(world.collide().size() == 1, info.name.c_str());
    tact::Query query(world);
    expect(query.collide().touching(), "Query");
    world.move(moving, tact::Transform::from_translation({0, 0, 3}));
    expect(world.separation(moving, moving.slot == 1 ? world.add(tact::rigid(triangle())) : moving)
                   .distance == 3,
           "separation");
  }
}

void ask_others() {
  const tact::Mesh mesh = triangle();
  expect(tact::self_collide(mesh.view()).size() == 0, "self_collide");
  const tact::Shape shape(triangle());
  tact::PairTracker tracker(shape, shape);
  expect(tracker.touching({}, {}), "PairTracker");
  tact::BoxTreeQuery boxes(shape, shape);
  expect(boxes.touching({}, {}), "BoxTreeQuery");
  tact::Simulation simulation(tact::SimulationOptions{});
  simulation.add(tact::ShapeBody(tact::shape_of({{0, 0, 0}, {1, 0, 0}}, 0.5), {}));
  expect(simulation.step().contacts == 0, "Simulation");
}

}  // namespace

int main() {
  ask_a_world();
  ask_others();
  expect(std::strcmp(tact::version(), TACT_VERSION_STRING) == 0, "version");
  expect(!tact::simd_targets().empty() && tact::build_features().threads[0] != 0, "features");
  expect_error(tact::ErrorCode::unknown_name, "find_method", [] { tact::find_method("none"); });
  expect_error(tact::ErrorCode::bad_file, "load", [] { tact::load("none.obj"); });
  expect_error(tact::ErrorCode::bad_file, "Sequence", [] { tact::Sequence("none/*.obj"); });
  expect_error(tact::ErrorCode::bad_argument, "Budget", [] { tact::Budget::until(0.0 / 0.0); });
  std::printf("%d wrong\n", failures);
  return failures == 0 ? 0 : 1;
}
