#include "tact/question/surface_search.h"

#include <algorithm>
#include <tuple>

#include "tact/body/solid_pieces.h"
#include "tact/geometry/predicates.h"
#include "tact/question/touching_pairs.h"

namespace tact {
namespace {

bool has_area(const Triangle& t) {
  for (std::size_t u = 0; u < 3; ++u) {
    const std::size_t v = (u + 1) % 3;
    if (orient2d({t[0][u], t[0][v]}, {t[1][u], t[1][v]}, {t[2][u], t[2][v]}) != 0) return true;
  }
  return false;
}

}  // namespace

SurfaceSearch::SurfaceSearch(const Task& task, std::uint32_t a, std::uint32_t b,
                             std::span<const Candidate> touching, const StreamBodies& streams,
                             Scratch& scratch)
    : bodies_{task.bodies[a], task.bodies[b]},
      probes_{SolidProbe(task, a, scratch.arena(0)), SolidProbe(task, b, scratch.arena(0))} {
  for (std::uint8_t side = 0; side < 2; ++side) touched_[side].resize(body(side).primitives.size());
  const auto add = [&](std::span<const Candidate> pairs) {
    for (const Candidate& pair : pairs) {
      const Member p{static_cast<std::uint8_t>(pair.body_a == a ? 0 : 1), pair.primitive_a};
      const Member q{static_cast<std::uint8_t>(pair.body_b == a ? 0 : 1), pair.primitive_b};
      touches_.push_back({p, q});
      touches_.push_back({q, p});
      touched_[p.side][p.id] = touched_[q.side][q.id] = true;
    }
  };
  add(touching);
  add(find_touching(task, streams, a, a, scratch));
  add(find_touching(task, streams, b, b, scratch));
  std::sort(touches_.begin(), touches_.end(), [](const Touch& s, const Touch& t) {
    return std::tie(s.of.side, s.of.id, s.other.side, s.other.id) <
           std::tie(t.of.side, t.of.id, t.other.side, t.other.id);
  });
}

void SurfaceSearch::run(SharedParts& parts) {
  look_at_whole(0, parts);
  look_at_whole(1, parts);
  look_at_cut(parts);
}

void SurfaceSearch::note_beside(const SurfacePoint& p, SharedParts& parts) {
  for (const bool to_front : {true, false}) {
    parts.note(probes_[0].inside_beside(p, to_front), probes_[1].inside_beside(p, to_front));
  }
}

// Triangles that something touches: in each part into which that cuts them.
void SurfaceSearch::look_at_cut(SharedParts& parts) {
  std::vector<Triangle> others;
  for (std::size_t first = 0; first < touches_.size() && !parts.all();) {
    const Member of = touches_[first].of;
    others.clear();
    for (; first < touches_.size() && touches_[first].of.side == of.side &&
           touches_[first].of.id == of.id;
         ++first) {
      others.push_back(triangle(touches_[first].other));
    }
    for (const SurfacePoint& p : sample_cells(triangle(of), others)) {
      note_beside(p, parts);
      if (parts.all()) return;
    }
  }
}

// Triangles that nothing touches but neighbours: what is beside one is beside all that can be
// reached over edges.
void SurfaceSearch::look_at_whole(std::uint8_t side, SharedParts& parts) {
  std::vector<bool> seen = touched_[side];
  for (std::uint32_t i = 0; i < seen.size() && !parts.all(); ++i) {
    if (seen[i]) continue;
    const Triangle t = triangle({side, i});
    if (!has_area(t)) continue;
    walk_whole(side, i, seen);
    note_beside(sample_cells(t, {}).front(), parts);
  }
}

void SurfaceSearch::walk_whole(std::uint8_t side, std::uint32_t first, std::vector<bool>& seen) {
  std::vector<std::uint32_t> open{first};
  seen[first] = true;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    for (const std::uint32_t next : body(side).solid->links[at]) {
      if (seen[next] || !has_area(triangle({side, next}))) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
}

}  // namespace tact
