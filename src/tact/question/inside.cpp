#include "tact/question/inside.h"

#include <algorithm>

#include "tact/base/parallel.h"
#include "tact/body/body_pieces.h"
#include "tact/body/solid_boxes.h"
#include "tact/question/solid_probe.h"

namespace tact {
namespace {

constexpr std::size_t points_at_once = 256;
// From so many on, cells between the triangles pay.
constexpr std::size_t points_for_cells = 1024;

// Are primitives of these two among the pairs, which are sorted?
bool have_contacts(std::span<const Candidate> contacts, std::uint32_t a, std::uint32_t b) {
  const auto at = std::lower_bound(contacts.begin(), contacts.end(), Candidate{a, b, 0, 0});
  return at != contacts.end() && at->body_a == a && at->body_b == b;
}

}  // namespace

Stats prepare_solid(const Task& task, std::uint32_t solid) {
  return update_solid_boxes(task, solid);
}

Stats find_sides(const Task& task, std::uint32_t solid, const PositionsView& points,
                 std::span<PointSide> out, Scratch& scratch) {
  Stats stats = prepare_solid(task, solid);
  const bool many = points.size() >= points_for_cells;
  if (many) update_solid_cells(task, solid);
  const std::size_t chunks = chunk_count(points.size(), points_at_once);
  const std::span<Stats> counts = scratch.arena(0).allocate<Stats>(chunks);
  parallel_for(chunks, task.threads, [&](std::size_t chunk, unsigned worker) {
    Arena& arena = scratch.chunk_arena(worker);
    arena.reset();
    SolidProbe probe(task, solid, arena);
    const auto [first, last] = chunk_range(points.size(), points_at_once, chunk);
    for (std::size_t i = first; i < last; ++i) {
      out[i] = many ? probe.side_by_cells(points[i]) : probe.side_of(points[i]);
    }
    counts[chunk] = probe.stats;
  });
  for (const Stats& count : counts) stats += count;
  return stats;
}

bool lies_inside(const Task& task, std::uint32_t inner, std::uint32_t outer, Arena& arena,
                 Stats& stats) {
  const BodyState& body = *task.bodies[inner];
  if (!body.extent.meets(task.bodies[outer]->extent)) return false;
  SolidProbe probe(task, outer, arena);
  std::vector<std::uint32_t> memory;
  const std::span<const std::uint32_t> pieces = first_of_pieces(body, memory);
  const bool found = std::any_of(pieces.begin(), pieces.end(), [&](std::uint32_t primitive) {
    const Vec3 p = body.primitives.kind() == PrimitiveKind::points
                       ? body.primitives.ball(primitive).centre
                       : body.primitives.triangle(primitive)[0];
    return probe.side_of(p) == PointSide::inside;
  });
  stats += probe.stats;
  return found;
}

void find_contained(const Task& task, const Request& asked, std::span<const Candidate> contacts,
                    Arena& arena, Stats& stats, ArenaVector<Pair>& out) {
  Request request = asked;
  request.tolerance = 0;  // what lies inside has a box that meets the other's
  for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
    if (a == b || have_contacts(contacts, a, b)) continue;
    const auto look = [&](std::uint32_t inner, std::uint32_t outer) {
      if (task.bodies[outer]->solid == nullptr) return;
      if (lies_inside(task, inner, outer, arena, stats)) out.push_back({inner, outer});
    };
    look(a, b);
    look(b, a);
    if (request.bounded && !out.empty()) break;
  }
  std::sort(out.begin(), out.end());
}

}  // namespace tact
