// The part of ScriptWorld that does everything wrong. Nothing of it may leave a trace in the world,
// which the next comparison would show.
#include <limits>

#include "tact/base/error.h"
#include "tests/support/script_world.h"
#include "tests/support/shapes.h"

namespace tact::testing {
namespace {

constexpr double bad_numbers[] = {std::numeric_limits<double>::quiet_NaN(),
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity()};

}  // namespace

template <class F>
void ScriptWorld::expect_refusal(const char* what, F&& f) {
  ++refusals_[what];
  try {
    f();
  } catch (const Error&) {
    return;
  }
  complain(std::string("not refused: ") + what);
}

void ScriptWorld::do_wrong(const Step& step) {
  Model& any = model(step.body);
  switch (step.a % 10U) {
    case 0:
      return expect_refusal("unknown method", [&] { world_->set_method("brutal"); });
    case 1:
      return expect_refusal("bad tolerance", [&] {
        CollideOptions options;
        options.tolerance = step.b < 128 ? -1 : bad_numbers[step.b % 3U];
        world_->collide(options);
      });
    case 2:
      return expect_refusal("a body and itself", [&] { world_->separation(any.id, any.id); });
    case 3:
      if (!removed_.empty()) return wrong_handle();
      [[fallthrough]];
    case 4:
    case 5:
      return wrong_body(any);
    default:
      return wrong_move(any);
  }
}

void ScriptWorld::wrong_handle() {
  const BodyId stale = removed_[random_.below(static_cast<std::uint32_t>(removed_.size()))];
  expect_refusal("stale handle", [&] {
    switch (random_.below(4)) {
      case 0:
        return world_->remove(stale);
      case 1:
        return world_->move(stale, Transform());
      case 2:
        return world_->set_self(stale, true);
      default:
        return static_cast<void>(world_->collide(stale, model(0).id));
    }
  });
}

void ScriptWorld::wrong_body(Model& model) {
  Mesh mesh = box(random_.vector(-0.5, 0.5), 0.5);
  switch (random_.below(4)) {
    case 0:
      mesh.positions[random_.below(8)][random_.below(3)] = bad_numbers[random_.below(3)];
      return expect_refusal("add what is no number", [&] { world_->add(deforming(mesh)); });
    case 1:
      mesh.triangles[random_.below(12)][random_.below(3)] = 8 + random_.below(1000);
      return expect_refusal("add an index out of range", [&] { world_->add(rigid(mesh)); });
    case 2:
      mesh.topology.assign(7, 0);
      return expect_refusal("add too few ids", [&] { world_->add(breaking(mesh)); });
    default:
      if (model.shape) {
        const auto few = model.shape->maps().first(model.shape->maps().size() - 1);
        return expect_refusal("too few maps",
                              [&] { world_->move(model.id, model.shape->positions(), few); });
      }
      return expect_refusal("add clusters that miss a point",
                            [&] { world_->add(deforming(mesh).clusters(Clusters::one(7))); });
  }
}

// Of positions that are fit for the body, one thing is spoilt.
void ScriptWorld::wrong_move(Model& model) {
  const Storage storage = random_.chance(2) ? Storage::copy : Storage::borrow;
  std::vector<Vec3> positions = model.mesh.positions;
  Mesh mesh = box(random_.vector(-0.5, 0.5), 0.5);
  switch (random_.below(5)) {
    case 0:
      positions.push_back({});
      return expect_refusal("wrong length or kind", [&] {
        world_->move(model.id, std::span<const Vec3>(positions), storage);
      });
    case 1:
      if (positions.empty()) return;
      positions[random_.below(static_cast<std::uint32_t>(positions.size()))].y =
          bad_numbers[random_.below(3)];
      return expect_refusal("move to no number or wrong kind", [&] {
        world_->move(model.id, std::span<const Vec3>(positions), storage);
      });
    case 2:
      mesh.triangles.back()[2] = 8;
      return expect_refusal("break badly or wrong kind",
                            [&] { world_->move(model.id, mesh.view(), storage); });
    case 3:
      return expect_refusal("bad radius or wrong kind", [&] {
        world_->move(model.id, mesh.view().positions, RadiiView(-1.0), storage);
      });
    default:
      if (model.kind == BodyKind::rigid && positions.empty()) return;
      return expect_refusal("bad pose or wrong kind", [&] {
        world_->move(model.id, Transform::from_translation({0, bad_numbers[random_.below(3)], 0}));
      });
  }
}

}  // namespace tact::testing
