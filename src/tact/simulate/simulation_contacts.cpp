#include "tact/simulate/simulation_contacts.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>
#include <utility>

#include "tact/base/parallel.h"

namespace tact {
namespace {

constexpr std::size_t pairs_a_chunk = 8;
constexpr int deepest_blocks = 12;  // beyond, a tree of blocks would be as large as the tree

// Two that stay where they are have nothing to answer.
constexpr BodyRule moving_rule{1, 1 | 2, false};
constexpr BodyRule fixed_rule{2, 1, false};

SphereTree tree_of(const ShapeBody& body) {
  SphereTreeShape shape;
  shape.rest = body.rest();
  shape.triangles = body.triangles();
  shape.radii = body.radii();
  shape.clusters = &body.clusters();
  return SphereTree(shape);
}

}  // namespace

SimulationBody::SimulationBody(ShapeBody shape, bool stays)
    : body(std::move(shape)),
      points(body.positions().data()),
      fixed(stays),
      tree(tree_of(body)),
      surface(SurfaceTopology::from(body.triangles())) {
  for (const double r : body.radii()) thickness = std::max(thickness, r);
  for (const double r : body.radii()) even = even && r == thickness;
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
  const auto level = static_cast<std::size_t>(block_level_);
  const auto one = [&](SimulationBody& body) {
    body.tree.update(body.body.maps());
    body.stats = {};
    if (!by_blocks_) return;
    if (body.kept_blocks.size() <= level) body.kept_blocks.resize(level + 1);
    std::unique_ptr<SphereBlocks>& blocks = body.kept_blocks[level];
    if (!blocks) {
      blocks = std::make_unique<SphereBlocks>(body.tree, static_cast<std::uint32_t>(level));
    }
    blocks->update(body.tree, body.body.positions(), body.stats);
    body.blocks = blocks.get();
  };
  parallel_for(chunk_count(bodies.size(), pairs_a_chunk), options.threads,
               [&](std::size_t chunk, unsigned) {
                 const ChunkRange range = chunk_range(bodies.size(), pairs_a_chunk, chunk);
                 for (std::size_t i = range.first; i < range.last; ++i) one(*bodies[i]);
               });
}

// Outermost spheres, swept along x. The order of the last step is nearly that of this one.
void ContactFinder::find_body_pairs(Bodies& bodies, double margin) {
  Stats stats;
  if (order_.size() != bodies.size()) {
    order_.resize(bodies.size());
    for (std::uint32_t i = 0; i < bodies.size(); ++i) order_[i].body = i;
  }
  for (Interval& entry : order_) {
    SphereTree& tree = bodies[entry.body]->tree;
    entry.sphere = tree.sphere(tree.root(), stats);
    entry.rule = bodies[entry.body]->fixed ? fixed_rule : moving_rule;
    entry.low = entry.sphere.centre.x - entry.sphere.radius - margin;
    entry.high = entry.sphere.centre.x + entry.sphere.radius;
  }
  std::sort(order_.begin(), order_.end(), [](const Interval& a, const Interval& b) {
    return std::tie(a.low, a.body) < std::tie(b.low, b.body);
  });
  close_.clear();
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const Interval& one = order_[i];
    for (std::size_t k = i + 1; k < order_.size() && order_[k].low <= one.high; ++k) {
      const Interval& other = order_[k];
      if (!overlaps(one.sphere, other.sphere, margin) || !tests(one.rule, other.rule)) continue;
      const auto [a, b] = std::minmax(one.body, other.body);
      close_.push_back({a, b});
    }
  }
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
