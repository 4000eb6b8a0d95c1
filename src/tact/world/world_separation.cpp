// World::separation(): asks whether the bodies touch, and by that which of two questions it is.
#include <utility>

#include "tact/base/error.h"
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
  // Out of the world meanwhile: an update that ends half-way leaves nothing behind.
  std::unique_ptr<StreamBodies> streams = std::move(streams_);
  if (!streams) streams = std::make_unique<StreamBodies>(StreamOptions{});
  streams->update(task_, update_scratch_);
  streams_ = std::move(streams);
  Separation out;
  static_cast<Distance&>(out) = measure_distance(task_, *streams_, a.slot, b.slot, update_scratch_);
  update_scratch_.end();
  out.stats += touching.stats;
  return out;
}

}  // namespace tact
