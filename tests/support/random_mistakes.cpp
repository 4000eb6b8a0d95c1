// The part of RandomWorld that does everything wrong. Nothing of it may leave a trace in the world,
// which the next check would show.
#include <limits>
#include <memory>

#include "tact/base/error.h"
#include "tests/support/random_world.h"
#include "tests/support/shapes.h"

namespace tact::testing {

template <class F>
void RandomWorld::expect_refusal(const char* what, F&& f) {
  ++counts_[what];
  try {
    f();
  } catch (const Error&) {
    return;
  }
  complaint_ = std::string("not refused: ") + what;
}

void RandomWorld::do_wrong() {
  if (!removed_.empty() && random_.chance(5)) {
    const BodyId stale = removed_[random_.below(static_cast<std::uint32_t>(removed_.size()))];
    expect_refusal("stale handle", [&] {
      switch (random_.below(4)) {
        case 0:
          return world_.remove(stale);
        case 1:
          return world_.move(stale, Transform());
        case 2:
          return world_.set_self(stale, true);
        default:
          return static_cast<void>(world_.collide(stale, any_model().id));
      }
    });
    return;
  }
  if (random_.chance(8)) {
    expect_refusal("unknown method", [&] { world_.set_method("brutal"); });
  } else if (random_.chance(8)) {
    CollideOptions options;
    options.tolerance = random_.chance(2) ? -1 : std::numeric_limits<double>::quiet_NaN();
    expect_refusal("bad tolerance", [&] { world_.collide(options); });
  } else {
    wrong_body(any_model());
  }
}

void RandomWorld::wrong_body(Model& model) {
  constexpr double bad[] = {std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity()};
  const Storage storage = random_.chance(2) ? Storage::copy : Storage::borrow;
  Mesh mesh = box(random_.vector(-0.5, 0.5), 0.5);
  switch (random_.below(7)) {
    case 0:
      mesh.positions[random_.below(8)][random_.below(3)] = bad[random_.below(3)];
      expect_refusal("add what is no number", [&] { world_.add(deforming(mesh)); });
      break;
    case 1:
      mesh.triangles[random_.below(12)][random_.below(3)] = 8 + random_.below(1000);
      expect_refusal("add an index out of range", [&] { world_.add(rigid(mesh.view())); });
      break;
    case 2: {
      std::vector<Vec3> positions = model.mesh.positions;
      positions.push_back({});
      expect_refusal("wrong length or kind",
                     [&] { world_.move(model.id, std::span<const Vec3>(positions), storage); });
      break;
    }
    case 3: {
      std::vector<Vec3> positions = model.mesh.positions;
      if (positions.empty()) break;
      positions.back().y = bad[random_.below(3)];
      expect_refusal("move to no number or wrong kind",
                     [&] { world_.move(model.id, std::span<const Vec3>(positions), storage); });
      break;
    }
    case 4:
      mesh.triangles.back()[2] = 8;
      expect_refusal("break badly or wrong kind",
                     [&] { world_.move(model.id, mesh.view(), storage); });
      break;
    case 5:
      expect_refusal("bad radius or wrong kind", [&] {
        world_.move(model.id, mesh.view().positions, RadiiView(-1.0), storage);
      });
      break;
    default:
      if (model.kind == BodyKind::rigid && model.mesh.positions.empty()) break;
      expect_refusal("bad pose or wrong kind", [&] {
        world_.move(model.id, Transform::from_translation({0, bad[random_.below(3)], 0}));
      });
  }
}

}  // namespace tact::testing
