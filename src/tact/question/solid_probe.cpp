#include "tact/question/solid_probe.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "tact/bounds/fit.h"
#include "tact/geometry/crossing.h"

namespace tact {
namespace {

constexpr std::uint32_t triangles_at_once = 64;

}  // namespace

SolidProbe::SolidProbe(const Task& task, std::uint32_t slot, Arena& arena)
    : body_(*task.bodies[slot]),
      frame_(task.frame),
      boxes_(find_solid_boxes(task, slot)),
      arena_(arena) {}

// look(triangle) until it says false.
template <class F>
bool SolidProbe::look_at(std::span<const std::uint32_t> ids, F& look) {
  double rows[9 * triangles_at_once];
  for (std::size_t first = 0; first < ids.size(); first += triangles_at_once) {
    const std::size_t count = std::min<std::size_t>(triangles_at_once, ids.size() - first);
    body_.primitives.gather(ids.subspan(first, count), rows, triangles_at_once);
    stats.primitive_tests += count;
    for (std::size_t i = 0; i < count; ++i) {
      Triangle t;
      for (std::size_t k = 0; k < 9; ++k) t[k / 3][k % 3] = rows[k * triangles_at_once + i];
      if (!look(t)) return false;
    }
  }
  return true;
}

// All triangles that a ray along +x from a point in that box may meet, and others.
template <class F>
void SolidProbe::for_each_ahead(const Extent& from, F&& look) {
  const Arena::Mark mark = arena_.mark();
  if (boxes_ == nullptr) {
    std::array<std::uint32_t, triangles_at_once> ids{};
    for (std::uint32_t first = 0; first < body_.primitives.size(); first += triangles_at_once) {
      std::iota(ids.begin(), ids.end(), first);
      const std::size_t count =
          std::min<std::size_t>(triangles_at_once, body_.primitives.size() - first);
      if (!look_at(std::span<const std::uint32_t>(ids).first(count), look)) break;
    }
  } else {
    Aabb ray = fit(from, frame_);
    ray.hi[0] = std::numeric_limits<float>::infinity();
    ArenaVector<std::uint32_t> ids(arena_);
    stats.bounds_tests += boxes_->index.find(ray, ids);
    look_at(ids.span(), look);
  }
  arena_.rewind(mark);
}

PointSide SolidProbe::side_of(const Vec3& p) {
  const Extent place{p, p};
  if (!body_.extent.contains(place)) return PointSide::outside;
  int winding = 0;
  bool on_surface = false;
  for_each_ahead(place, [&](const Triangle& t) {
    const RayCrossing crossing = cross_along_x(t, p);
    winding += crossing.winding;
    on_surface = crossing.on_surface;
    return !on_surface;
  });
  if (on_surface) return PointSide::on_surface;
  return winding != 0 ? PointSide::inside : PointSide::outside;
}

PointSide SolidProbe::side_by_cells(const Vec3& p) {
  const std::uint32_t piece =
      boxes_->cells.piece_of({frame_.map(p.x, 0), frame_.map(p.y, 1), frame_.map(p.z, 2)});
  if (piece == EmptyCells::none) return side_of(p);
  std::atomic<std::uint8_t>& known = boxes_->sides[piece];
  const std::uint8_t side = known.load(std::memory_order_relaxed);
  if (side != 0) return static_cast<PointSide>(side - 1);
  const PointSide found = side_of(p);  // the same whoever finds it first
  known.store(static_cast<std::uint8_t>(static_cast<int>(found) + 1), std::memory_order_relaxed);
  return found;
}

bool SolidProbe::inside_beside(const SurfacePoint& p, bool to_front) {
  if (!body_.extent.meets(p.extent())) return false;
  int winding = 0;
  for_each_ahead(p.extent(), [&](const Triangle& t) {
    winding += cross_beside(t, p, to_front);
    return true;
  });
  return winding != 0;
}

}  // namespace tact
