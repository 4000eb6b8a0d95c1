#include "tact/simulate/simulation_contacts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "tact/base/parallel.h"
#include "tact/bounds/fit.h"
#include "tact/flat/box_sweep.h"

namespace tact {
namespace {

constexpr std::size_t pairs_a_chunk = 8;
constexpr std::uint64_t kept_unused = 256;  // steps: a controller comes back to a level or does not
constexpr int deepest_blocks = 12;  // beyond, a tree of blocks would be as large as the tree

// Two that stay where they are have nothing to answer.
constexpr BodyRule moving_rule{1, 1 | 2, false};
constexpr BodyRule fixed_rule{2, 1, false};

const BodyRule& rule_of(const SimulationBody& body) {
  return body.fixed ? fixed_rule : moving_rule;
}

}  // namespace

SimulationBody::SimulationBody(ShapeBody shape, bool stays)
    : body(std::move(shape)),
      points(body.positions().data()),
      fixed(stays),
      tree({.rest = body.rest(),
            .triangles = body.triangles(),
            .radii = body.radii(),
            .clusters = &body.clusters()}),
      surface(SurfaceTopology::from(body.triangles())) {
  for (const double r : body.radii()) thickness = std::max(thickness, r);
  for (const double r : body.radii()) even = even && r == thickness;
}

void SimulationBody::use_blocks(std::uint32_t level, std::uint64_t step) {
  const auto known =
      std::find_if(kept_blocks_.begin(), kept_blocks_.end(),
                   [&](const KeptBlocks& kept) { return kept.blocks->level() == level; });
  if (known == kept_blocks_.end()) {
    kept_blocks_.push_back({std::make_unique<SphereBlocks>(tree, level), step});
    blocks = kept_blocks_.back().blocks.get();
  } else {
    known->used = step;
    blocks = known->blocks.get();
  }
}

void SimulationBody::drop_blocks(std::uint64_t step) {
  std::erase_if(kept_blocks_,
                [&](const KeptBlocks& kept) { return kept.used + kept_unused < step; });
  blocks = nullptr;
}

ContactFinder::Work& ContactFinder::work(std::size_t i) {
  while (works_.size() <= i) works_.push_back(std::make_unique<Work>());
  return *works_[i];
}

// To the level that all pairs go to at once.
void ContactFinder::update(Bodies& bodies, const SimulationOptions& options) {
  const bool timed = std::isfinite(options.budget_seconds);
  block_level_ = timed ? std::min(controller_.base(), options.level) : options.level;
  by_blocks_ = block_level_ > 0 && block_level_ <= deepest_blocks;
  ++step_;
  const auto one = [&](SimulationBody& body) {
    body.tree.update(body.body.maps());
    body.stats = {};
    body.drop_blocks(step_);
    if (!by_blocks_) return;
    body.use_blocks(static_cast<std::uint32_t>(block_level_), step_);
    body.blocks->update(body.tree, body.body.positions(), body.stats);
  };
  parallel_for(chunk_count(bodies.size(), pairs_a_chunk), options.threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(bodies.size(), pairs_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) one(*bodies[i]);
               });
}

// Outermost spheres, by the boxes around them.
void ContactFinder::find_body_pairs(Bodies& bodies, double margin) {
  Stats stats;
  Extent all;
  outermost_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    SphereTree& tree = bodies[i]->tree;
    outermost_[i] = tree.sphere(tree.root(), stats);
    const double radius = outermost_[i].radius;
    all.add(outermost_[i].centre - Vec3{radius, radius, radius});
    all.add(outermost_[i].centre + Vec3{radius, radius, radius});
  }
  const BoundsFrame frame = BoundsFrame::around(all);
  boxes_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Sphere& sphere = outermost_[i];
    // More than the spheres, which by their own test overlap from a little further away.
    const double reach = (sphere.radius + 0.5 * margin) * (1 + 0x1p-40);
    boxes_[i] = fit({sphere.centre, sphere.centre}, frame, reach);
  }
  close_.clear();
  arena_.reset();
  for_each_overlap(boxes_, 0, arena_, [&](std::uint32_t a, std::uint32_t b) {
    if (!overlaps(outermost_[a], outermost_[b], margin)) return;
    if (tests(rule_of(*bodies[a]), rule_of(*bodies[b]))) close_.push_back({a, b});
  });
  std::sort(close_.begin(), close_.end());
  pairs_ = close_.size();
  for (std::size_t i = 0; i < pairs_; ++i) {
    Work& one = work(i);
    one.a = close_[i].a;
    one.b = close_[i].b;
    one.level = 0;
  }
}

void ContactFinder::refine(Bodies& bodies, const SimulationOptions& options, double margin,
                           StepReport& report) {
  const bool exact = options.level == 0;
  LodLimits limits;
  limits.level = options.level;
  for (const auto& body : bodies) {  // to the leaves
    if (exact) limits.level = std::max(limits.level, static_cast<int>(body->tree.depth()));
  }
  limits.seconds = std::max(0.0, options.budget_seconds - before_);
  const auto one = [&](std::uint32_t pair, int level) {
    Work& its = *works_[pair];
    its.by_blocks = by_blocks_ && level == block_level_;
    if (its.by_blocks) {
      find_block_touches(bodies, margin, its);
      return LodStep{its.sphere_pairs(), its.block_pairs.found.empty() || level == limits.level};
    }
    its.block_pairs.found.clear();
    SphereTree& a = bodies[its.a]->tree;
    SphereTree& b = bodies[its.b]->tree;
    SpherePairOptions how;
    how.level = exact && level == limits.level ? no_level : static_cast<std::uint32_t>(level);
    how.tolerance = margin;
    if (its.level == 0) {
      find_sphere_pairs(a, b, how, its.pairs, its.stats);
    } else {
      refine_sphere_pairs(a, b, how, its.pairs, its.stats);
    }
    its.level = level;
    return LodStep{its.pairs.size(), its.pairs.open.empty()};
  };
  report.lod = controller_.share(
      pairs_, limits,
      [&](std::span<const std::uint32_t> pairs, int level, std::span<LodStep> steps) {
        parallel_for(chunk_count(pairs.size(), pairs_a_chunk), options.threads,
                     [&](std::size_t chunk, unsigned) {
                       const ChunkRange range = chunk_range(pairs.size(), pairs_a_chunk, chunk);
                       for (std::size_t i = range.first; i < range.last; ++i) {
                         steps[i] = one(pairs[i], level);
                       }
                     });
      });
}

// Where each work's touches go is known by counting; then they are copied by several threads.
void ContactFinder::join(const Bodies& bodies, unsigned threads, StepReport& report) {
  groups_.clear();
  joined_.clear();
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    const Work& its = *works_[i];
    report.stats += its.stats;
    const bool walls = i >= pairs_;
    if (!walls) report.sphere_pairs += its.sphere_pairs();
    if (its.touches.empty()) continue;
    const auto count = static_cast<std::uint32_t>(its.touches.size());
    groups_.push_back({its.a, walls ? TouchGroup::nobody : its.b, {first, count}});
    joined_.push_back(&its);
    first += count;
    if (walls) report.wall_contacts += count;
  }
  touches_.resize(first);
  constexpr std::size_t groups_a_chunk = 32;
  parallel_for(chunk_count(groups_.size(), groups_a_chunk), threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(groups_.size(), groups_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) {
                   std::copy(joined_[i]->touches.begin(), joined_[i]->touches.end(),
                             touches_.begin() + groups_[i].touches.first);
                 }
               });
  for (const auto& body : bodies) report.stats += body->stats;
  for (const Touch& touch : touches_) report.deepest = std::max(report.deepest, touch.depth);
  report.contacts = touches_.size();
}

void ContactFinder::find(Bodies& bodies, std::span<const Wall> walls,
                         const SimulationOptions& options, double margin, StepReport& report) {
  const auto start = LodController::Clock::now();
  update(bodies, options);
  find_body_pairs(bodies, margin);
  report.body_pairs = pairs_;
  used_ = pairs_;
  for (std::uint32_t i = 0; i < bodies.size() && !walls.empty(); ++i) {
    if (!bodies[i]->fixed) work(used_++).a = i;
  }
  for (std::size_t i = 0; i < used_; ++i) work(i).stats = {};
  before_ = std::chrono::duration<double>(LodController::Clock::now() - start).count();
  refine(bodies, options, margin, report);
  // Where the time is too short for pairs of bodies, it is too short for walls, too.
  const int coarse = std::max(1, report.lod.coarsest);
  const int wall_level = by_blocks_                  ? block_level_
                         : report.lod.unfinished > 0 ? coarse
                                                     : options.level;
  parallel_for(chunk_count(used_, pairs_a_chunk), options.threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(used_, pairs_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) {
                   Work& its = *works_[i];
                   if (i >= pairs_) {
                     find_wall_touches(bodies, walls, wall_level, margin, its);
                   } else if (!its.by_blocks) {
                     find_touches(bodies, margin, options.level == 0, its);
                   }
                 }
               });
  join(bodies, options.threads, report);
}

}  // namespace tact
