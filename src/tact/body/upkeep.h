#pragma once
// Keeping the bodies' structures up to date, and giving back those that nobody asks for any more.
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/structures.h"
#include "tact/body/task.h"

namespace tact {

/// Updates and questions for which a structure is kept that nobody asks for: a quarter of a minute
/// of a game.
constexpr std::uint64_t kept_unasked = 1024;

/// Updates and questions between two looks at what a body owns.
constexpr std::uint64_t give_back_after = 256;

/// From this many primitives on a body is brought up to date by all threads, one body after the
/// other; smaller ones side by side.
constexpr std::uint32_t large_body = 1U << 15U;

/// Is this the update after `last`, so that only bodies that moved are not as they were in it?
inline bool follows(const Task& task, std::uint64_t last) {
  return last > 0 && last + 1 == task.number;
}

/// Calls look(slot) for all slots, or only for those of bodies that came, went or moved.
template <class Look>
void look_at(const Task& task, bool only_moved, Look&& look) {
  if (only_moved) {
    for (const std::uint32_t slot : task.moved) look(slot);
  } else {
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) look(slot);
  }
}

/// The slots of those bodies that `wants` and whose structure S is missing (made now) or not of
/// this frame. In an update that follows the last one of this kind only bodies that moved are
/// looked at.
template <class S, class Wants>
std::span<std::uint32_t> find_stale(const Task& task, std::uint32_t parameter, Arena& arena,
                                    Wants&& wants) {
  ArenaVector<std::uint32_t> stale(arena);
  const auto look = [&](std::uint32_t slot) {
    const BodyState* body = task.bodies[slot];
    if (body == nullptr || !wants(*body)) return;
    const S& own = body->structures.template ask<S>(parameter);
    if (!(own.seen == versions_of(*body, task.frame))) stale.push_back(slot);
  };
  StructureLeases::Lease& lease = task.leases.of(StructureKey::of<S>(parameter));
  const bool only_moved = follows(task, lease.number) && lease.frame == task.frame.version;
  lease.number = 0;  // until all is done
  look_at(task, only_moved, look);
  return stale.span();
}

/// All structures S that an update concerns are of this frame now.
template <class S>
void sign_lease(const Task& task, std::uint32_t parameter) {
  StructureLeases::Lease& lease = task.leases.of(StructureKey::of<S>(parameter));
  lease.number = task.number;
  lease.asked = task.clock;
  lease.frame = task.frame.version;
}

/// All of them have to be looked at again in the next update.
template <class S>
void break_lease(const Task& task, std::uint32_t parameter) {
  task.leases.of(StructureKey::of<S>(parameter)).number = 0;
}

/// One body's structure: `update(own, body, slot, threads, worker)` returns Stats. What it leaves
/// half-way is dropped, so that the next update begins it anew.
template <class S, class Update>
Stats bring_up_to_date(const Task& task, std::uint32_t parameter, std::uint32_t slot,
                       unsigned threads, unsigned worker, Update&& update) {
  const BodyState& body = *task.bodies[slot];
  try {
    S& own = body.structures.template ask<S>(parameter);
    const Stats stats = update(own, body, slot, threads, worker);
    own.seen = versions_of(body, task.frame);
    own.asked = task.clock;
    return stats;
  } catch (...) {
    body.structures.template drop<S>(parameter);
    throw;
  }
}

/// Brings the structure S of every body that `wants` up to date.
template <class S, class Wants, class Update>
Stats keep_structures(const Task& task, Scratch& scratch, std::uint32_t parameter, Wants&& wants,
                      Update&& update) {
  Arena& arena = scratch.arena(0);
  const std::span<std::uint32_t> stale = find_stale<S>(task, parameter, arena, wants);
  const auto small = std::partition(stale.begin(), stale.end(), [&](std::uint32_t slot) {
    return task.bodies[slot]->primitives.size() >= large_body;
  });
  Stats stats;
  for (auto slot = stale.begin(); slot != small; ++slot) {
    stats += bring_up_to_date<S>(task, parameter, *slot, task.threads, 0, update);
  }
  const std::span<std::uint32_t> others(small, stale.end());
  const std::span<Stats> counts = arena.allocate<Stats>(others.size());
  parallel_for(others.size(), task.threads, [&](std::size_t i, unsigned worker) {
    counts[i] = bring_up_to_date<S>(task, parameter, others[i], 1, worker, update);
  });
  for (const Stats& count : counts) stats += count;
  sign_lease<S>(task, parameter);
  return stats;
}

/// The same, one body after the other, each by all threads: where an update uses the scratch.
template <class S, class Wants, class Update>
Stats keep_structures_in_turn(const Task& task, Scratch& scratch, std::uint32_t parameter,
                              Wants&& wants, Update&& update) {
  Stats stats;
  for (const std::uint32_t slot : find_stale<S>(task, parameter, scratch.arena(0), wants)) {
    stats += bring_up_to_date<S>(task, parameter, slot, task.threads, 0, update);
  }
  sign_lease<S>(task, parameter);
  return stats;
}

/// For `wants`: every body.
inline bool any_body(const BodyState&) { return true; }

/// Throws std::logic_error unless the body has structure S of this frame.
template <class S>
const S& require_current(const Task& task, std::uint32_t slot, std::uint32_t parameter) {
  const BodyState& body = *task.bodies[slot];
  const S& own = body.structures.template at<S>(parameter);
  if (!(own.seen == versions_of(body, task.frame))) {
    throw std::logic_error("a structure is of an earlier frame");
  }
  return own;
}

/// Drops what nobody has asked for in `kept_unasked` updates and questions, and trims the rest.
/// Called in every one of them: it is one body's turn in `give_back_after`, so that no frame of a
/// world of very many bodies is longer than others. Returns how many slots were looked at.
std::size_t give_back(const Task& task);

}  // namespace tact
