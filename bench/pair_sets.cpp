#include "bench/pair_sets.h"

#include <algorithm>

#include "scenes/registry.h"
#include "tact/geometry/predicates.h"

namespace tact::bench {
namespace {

using scenes::TrianglePair;

struct Boxed {
  Triangle triangle;
  Vec3 lo;
  Vec3 hi;
  std::size_t body;
};

void append_body(const scenes::Body& body, std::size_t index, int frame, std::vector<Boxed>& out) {
  if (body.kind == BodyKind::points) return;
  std::vector<Vec3> at;
  if (body.pose) {
    const Transform pose = body.pose(frame);
    for (const Vec3& p : body.mesh.positions) at.push_back(pose.apply(p));
  } else {
    std::vector<float> xyz;
    body.positions(frame, xyz);
    for (std::size_t i = 0; i + 2 < xyz.size(); i += 3) {
      at.push_back({static_cast<double>(xyz[i]), static_cast<double>(xyz[i + 1]),
                    static_cast<double>(xyz[i + 2])});
    }
  }
  for (const auto& [i, j, k] : body.mesh.triangles) {
    const Triangle t{at[i], at[j], at[k]};
    out.push_back({t, min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2]), index});
  }
}

// Sweep along x; overlap in y and z is tested directly.
void append_overlapping(std::vector<Boxed>& boxes, std::vector<TrianglePair>& out) {
  std::sort(boxes.begin(), boxes.end(),
            [](const Boxed& a, const Boxed& b) { return a.lo.x < b.lo.x; });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Boxed& a = boxes[i];
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].lo.x <= a.hi.x; ++j) {
      const Boxed& b = boxes[j];
      if (a.body != b.body && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
          b.lo.z <= a.hi.z) {
        out.push_back({a.triangle, b.triangle});
      }
    }
  }
}

bool degenerate(const Triangle& t) {
  return orient2d({t[0].x, t[0].y}, {t[1].x, t[1].y}, {t[2].x, t[2].y}) == 0 &&
         orient2d({t[0].y, t[0].z}, {t[1].y, t[1].z}, {t[2].y, t[2].z}) == 0 &&
         orient2d({t[0].z, t[0].x}, {t[1].z, t[1].x}, {t[2].z, t[2].x}) == 0;
}

}  // namespace

PairSet scene_pairs(const std::string& scene, int lod, std::size_t count) {
  const scenes::SceneInfo& info = scenes::find(scene);
  const scenes::Scene built = scenes::build(info, lod);
  PairSet set{scene, true, {}};
  for (int step = 1; step <= info.frames && set.pairs.size() < count; ++step) {
    const int frame = static_cast<int>(step * 37L % info.frames);  // all frames, far apart
    std::vector<Boxed> boxes;
    for (std::size_t i = 0; i < built.bodies.size(); ++i) {
      append_body(built.bodies[i], i, frame, boxes);
    }
    append_overlapping(boxes, set.pairs);
  }
  std::erase_if(set.pairs,
                [](const TrianglePair& p) { return degenerate(p.a) || degenerate(p.b); });
  if (set.pairs.size() > count) set.pairs.resize(count);
  return set;
}

PairSet family_pairs(scenes::Family family, std::size_t count) {
  PairSet set{std::string(name_of(family)), false, {}};
  scenes::Random random(1);
  while (set.pairs.size() < count) {
    const TrianglePair p = scenes::make_pair(family, random);
    if (!degenerate(p.a) && !degenerate(p.b)) set.pairs.push_back(p);
  }
  return set;
}

}  // namespace tact::bench
