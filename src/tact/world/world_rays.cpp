// Rays through a world, asked by the world itself or by any number of Query objects.
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/box_trees.h"
#include "tact/contact/ray_hits.h"
#include "tact/question/cast.h"
#include "tact/world/world_impl.h"

namespace tact {
namespace {

// One reference fits into a Question without an allocation.
struct CastOrder {
  std::span<const Ray> rays;
  RayOptions options;
  RayHits& out;

  void operator()(const Task& task, Scratch& scratch) const {
    RayOptions own = options;
    own.threads = options.threads == 0 ? task.threads : resolve_threads(options.threads);
    out.stats = update_box_trees(task, scratch);
    scratch.begin(own.threads);
    cast_rays(task, rays, own, scratch, out);
  }
};

}  // namespace

const RayHits& World::cast(std::span<const Ray> rays, const RayOptions& options) {
  const InUse::Alone alone(in_use_);
  require_whole();
  check_rays(rays);
  const CastOrder order{rays, options, hits_};
  ask([&order](const Task& task, Scratch& scratch) { order(task, scratch); });
  return hits_;
}

std::optional<RayHit> World::first_hit(const Ray& ray) {
  const RayHits& found = cast({&ray, 1});
  if (found[0].empty()) return std::nullopt;
  return found[0].front();
}

void World::update_all() {
  const InUse::Alone alone(in_use_);
  update();
  Stats& stats = update_stats_;
  ask([&stats](const Task& task, Scratch& scratch) { stats += update_box_trees(task, scratch); });
}

void Query::require_trees() const {
  world_->require_whole();
  if (!world_->updated_ || !box_trees_current(world_->task_)) {
    throw Error(ErrorCode::bad_argument,
                "the world changed: call update_all() before a Query asks this");
  }
}

const RayHits& Query::cast(std::span<const Ray> rays, const RayOptions& options) {
  const InUse::Shared shared(world_->in_use_);
  require_trees();
  check_rays(rays);
  const Task& task = world_->task_;
  RayOptions own = options;
  own.threads = options.threads == 0 ? task.threads : resolve_threads(options.threads);
  scratch_.begin(own.threads);
  hits_.stats = {};
  cast_rays(task, rays, own, scratch_, hits_);
  scratch_.end();
  return hits_;
}

}  // namespace tact
