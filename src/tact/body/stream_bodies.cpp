#include "tact/body/stream_bodies.h"

#include <algorithm>
#include <stdexcept>

#include "tact/base/parallel.h"
#include "tact/body/upkeep.h"
#include "tact/bounds/fit.h"
#include "tact/bounds/packed_positions.h"

namespace tact {
namespace {

struct TileJob {
  std::uint32_t slot;
  std::uint32_t tile;
};

void require_stream(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

}  // namespace

StreamSide StreamBody::side(std::uint32_t body, std::uint32_t tile) const {
  StreamSide side;
  side.leaves = &leaves;
  side.positions = &positions;
  side.primitives = primitives;
  side.boxes = stream().tile_boxes(tile);
  side.first_leaf = tile * tile_side;
  side.body = body;
  return side;
}

Stats StreamBodies::update(const Task& task, Scratch& scratch) {
  Arena& arena = scratch.arena(0);
  const Stats stats =
      bring_up_to_date(task, find_stale<StreamBody>(task, parameter_, arena, any_body), arena);
  sign_lease<StreamBody>(task, parameter_);
  return stats;
}

Stats StreamBodies::update(const Task& task, std::span<const std::uint32_t> slots,
                           Scratch& scratch) {
  ArenaVector<std::uint32_t> moved(scratch.arena(0));
  for (const std::uint32_t slot : slots) {
    const BodyState& body = *task.bodies[slot];
    StreamBody& own = body.structures.ask<StreamBody>(parameter_);
    own.asked = task.clock;
    if (!(own.seen == versions_of(body, task.frame))) moved.push_back(slot);
  }
  return bring_up_to_date(task, moved.span(), scratch.arena(0));
}

Stats StreamBodies::bring_up_to_date(const Task& task, std::span<const std::uint32_t> moved,
                                     Arena& arena) {
  Stats stats;
  ArenaVector<std::uint32_t> fresh(arena);
  const auto renew = [&](std::uint32_t slot) {
    set_up(at(task, slot), *task.bodies[slot], task, arena);
    stats.nodes_split += at(task, slot).leaves.count();
    fresh.push_back(slot);
  };
  try {
    parallel_for(moved.size(), task.threads, [&](std::size_t i, unsigned) {
      read_positions(at(task, moved[i]), *task.bodies[moved[i]], task);
    });
    for (const std::uint32_t slot : moved) {
      if (at(task, slot).seen.shape != task.bodies[slot]->shape_version) renew(slot);
    }
    update_boxes(moved, fresh.span(), task, arena);
    // Leaves whose primitives went different ways.
    fresh.clear();
    for (const std::uint32_t slot : moved) {
      StreamBody& own = at(task, slot);
      stats.nodes_updated += own.leaves.count();
      stats.primitives_read += task.bodies[slot]->primitives.size();
      if (own.cost_fresh < 0) own.cost_fresh = own.cost;
      if (own.cost > options_.stale * own.cost_fresh) renew(slot);
    }
    if (!fresh.empty()) update_boxes(fresh.span(), fresh.span(), task, arena);
    for (const std::uint32_t slot : fresh.span()) {
      at(task, slot).cost_fresh = at(task, slot).cost;
    }
  } catch (...) {
    // What was left half-way is begun anew.
    break_lease<StreamBody>(task, parameter_);
    for (const std::uint32_t slot : moved) {
      task.bodies[slot]->structures.drop<StreamBody>(parameter_);
    }
    throw;
  }
  for (const std::uint32_t slot : moved) {
    at(task, slot).seen = versions_of(*task.bodies[slot], task.frame);
  }
  return stats;
}

void StreamBodies::drop_all(const Task& task) const {
  break_lease<StreamBody>(task, parameter_);
  for (const BodyState* body : task.bodies) {
    if (body != nullptr) body->structures.drop<StreamBody>(parameter_);
  }
}

void StreamBodies::read_positions(StreamBody& own, const BodyState& body, const Task& task) {
  own.positions = packed_positions(body.primitives, task.frame, own.buffer);
  // Surfaces of another frame cannot be compared.
  if (own.seen.frame != task.frame.version) own.cost_fresh = -1;
  if (body.primitives.kind() == PrimitiveKind::triangles) {
    own.primitives.clear();
    return;
  }
  const std::uint32_t count = body.primitives.size();
  own.primitives.resize(count);
  fit_boxes(body.primitives, task.frame, {0, count}, own.primitives);
}

void StreamBodies::set_up(StreamBody& own, const BodyState& body, const Task& task,
                          Arena& arena) const {
  const Arena::Mark mark = arena.mark();
  const Primitives& primitives = body.primitives;
  const std::uint32_t count = primitives.size();
  const std::span<Aabb> boxes = arena.allocate<Aabb>(count);
  fit_boxes(primitives, task.frame, {0, count}, boxes);
  own.leaves.build(boxes, options_.leaf_size);
  const std::span<Corners> corners = arena.allocate<Corners>(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (primitives.kind() == PrimitiveKind::points) {
      corners[i] = {i, i, i};
      continue;
    }
    const std::array<std::uint64_t, 3> abc = primitives.mesh().triangles[i];
    for (std::size_t k = 0; k < 3; ++k) corners[i][k] = static_cast<std::uint32_t>(abc[k]);
  }
  own.leaves.set_corners(corners);
  own.boxes.resize((own.leaves.count() + std::size_t{7}) / 8);
  own.tiles.assign((own.stream().tile_count() + std::size_t{7}) / 8, Aabb8{});
  for (Aabb8& eight : own.tiles) {
    for (std::size_t lane = 0; lane < 8; ++lane) eight.set(lane, Aabb::nothing());
  }
  own.cost_fresh = -1;  // not known yet
  arena.rewind(mark);
}

void StreamBodies::update_boxes(std::span<const std::uint32_t> slots,
                                std::span<const std::uint32_t>, const Task& task, Arena& arena) {
  ArenaVector<TileJob> jobs(arena);
  for (const std::uint32_t slot : slots) {
    const std::uint32_t tiles = at(task, slot).stream().tile_count();
    for (std::uint32_t tile = 0; tile < tiles; ++tile) jobs.push_back({slot, tile});
  }
  parallel_for(jobs.size(), task.threads, [&](std::size_t i, unsigned) {
    const auto [slot, tile] = jobs[i];
    StreamBody& own = at(task, slot);
    const std::size_t first = std::size_t{tile} * tile_blocks;
    const std::span<Aabb8> boxes = std::span<Aabb8>(own.boxes).subspan(
        first, std::min<std::size_t>(tile_blocks, own.boxes.size() - first));
    if (own.primitives.empty()) {
      update_tile(own.leaves, own.positions, tile, boxes);
    } else {
      update_tile(own.leaves, own.primitives, tile, boxes);
    }
  });
  for (const std::uint32_t slot : slots) sum_up_tiles(at(task, slot));
}

void StreamBodies::sum_up_tiles(StreamBody& own) {
  own.all = Aabb::nothing();
  own.cost = 0;
  for (std::uint32_t tile = 0; tile < own.stream().tile_count(); ++tile) {
    const TileSummary sum = sum_up(own.stream().tile_boxes(tile));
    own.tiles[tile / 8].set(tile % 8, sum.box);
    own.all = merge(own.all, sum.box);
    own.cost += sum.cost;
  }
}

void StreamBodies::validate(const Task& task) const {
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    if (task.bodies[slot] == nullptr) continue;
    const StreamBody& own = require_current<StreamBody>(task, slot, parameter_);
    const Primitives& primitives = task.bodies[slot]->primitives;
    std::vector<std::uint8_t> seen(primitives.size());
    require_stream(own.leaves.ids().size() == seen.size(),
                   "stream: not as many places as primitives");
    for (std::uint32_t leaf = 0; leaf < own.leaves.count(); ++leaf) {
      const Aabb box = own.boxes[leaf / 8].get(leaf % 8);
      require_stream(encloses(own.stream().tile(leaf / tile_side), box),
                     "stream: a leaf leaves its tile");
      for (const std::uint32_t id : own.leaves.ids(leaf)) {
        require_stream(seen[id]++ == 0, "stream: a primitive is in two leaves");
        if (primitives.kind() == PrimitiveKind::points) {
          require_stream(encloses(box, own.primitives[id]), "stream: a ball leaves its leaf");
          continue;
        }
        for (const Vec3& p : primitives.triangle(id)) {
          for (std::size_t k = 0; k < 3; ++k) {
            const double x = task.frame.map(p[k], k);
            require_stream(double{box.lo[k]} <= x && x <= double{box.hi[k]},
                           "stream: a vertex leaves its leaf");
          }
        }
      }
    }
  }
}

}  // namespace tact
