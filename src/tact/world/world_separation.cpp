// World::separation(): asks whether the bodies touch, and by that which of two questions it is.
#include <array>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/in_use.h"
#include "tact/question/separation.h"
#include "tact/world/world.h"

namespace tact {

Separation World::separation(BodyId a, BodyId b) {
  const InUse::Alone alone(in_use_);
  find(a);
  find(b);
  if (a.slot == b.slot) {
    throw Error(ErrorCode::bad_argument, "a body is not apart from itself");
  }
  if (a.slot > b.slot) {  // as pairs are ordered
    Separation turned = separation(b, a);
    std::swap(turned.point_a, turned.point_b);
    std::swap(turned.primitive_a, turned.primitive_b);
    turned.direction = -turned.direction;
    return turned;
  }
  const Result& touching = collide(a, b, CollideOptions::pairs());
  if (touching.touching()) {
    Separation out = measure_depth(task_.bodies[a.slot]->primitives,
                                   task_.bodies[b.slot]->primitives, touching.pairs_by_slot());
    out.stats = touching.stats;
    return out;
  }
  update_scratch_.begin(task_.threads);
  StreamBodies streams{StreamOptions{}};
  const Stats prepared = streams.update(task_, std::array{a.slot, b.slot}, update_scratch_);
  Separation out;
  static_cast<Distance&>(out) = measure_distance(task_, streams, a.slot, b.slot, update_scratch_);
  update_scratch_.end();
  out.stats += touching.stats;
  out.stats += prepared;
  return out;
}

}  // namespace tact
