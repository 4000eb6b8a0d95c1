#include "tact/question/region.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/base/error.h"
#include "tact/body/box_trees.h"
#include "tact/bounds/fit.h"
#include "tact/contact/closest.h"
#include "tact/geometry/region.h"
#include "tact/geometry/segment.h"
#include "tact/traverse/nearest_walk.h"

namespace tact {
namespace {

constexpr std::size_t most_half_spaces = 64;

// Calls use(slot, tree) for the bodies that are asked about.
template <class Use>
void for_each_target(const Task& task, std::uint32_t groups, Use&& use) {
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* const body = task.bodies[slot];
    if (body == nullptr || (body->group & groups) == 0 || body->primitives.size() == 0) continue;
    LazyTree& tree = box_tree_of(*body);
    tree.announce_query();
    use(slot, tree);
  }
}

// Calls test(primitive) with a triangle or a ball.
template <class Test>
auto with_primitive(const Primitives& primitives, std::uint32_t id, Test&& test) {
  if (primitives.kind() == PrimitiveKind::points) return test(primitives.ball(id));
  return test(primitives.triangle(id));
}

void add_primitive(const BodyState& body, std::uint32_t id, std::vector<PrimitiveId>& out) {
  out.push_back({body.id, id, body.user});
}

void sort_found(std::vector<PrimitiveId>& out) {
  std::sort(out.begin(), out.end(), [](const PrimitiveId& a, const PrimitiveId& b) {
    return a.body.slot != b.body.slot ? a.body.slot < b.body.slot : a.primitive < b.primitive;
  });
}

// Keeps the primitives that a test says yes to.
template <class Test>
class RegionVisitor final : public GapVisitor {
 public:
  RegionVisitor(const BodyState& body, float reach, const Test& test, std::vector<PrimitiveId>& out)
      : body_(body), reach_(reach), test_(test), out_(out) {}
  float visit(std::uint32_t, std::uint32_t id) override {
    if (with_primitive(body_.primitives, id, test_)) add_primitive(body_, id, out_);
    return reach_;
  }

 private:
  const BodyState& body_;
  float reach_;
  const Test& test_;
  std::vector<PrimitiveId>& out_;
};

// Of all primitives whose boxes come within `reach` (of the frame) of a box.
template <class Test>
void find_near(const Task& task, const Aabb& box, float reach, std::uint32_t groups,
               Scratch& scratch, const Test& test, std::vector<PrimitiveId>& out) {
  Stats stats;
  out.clear();
  for_each_target(task, groups, [&](std::uint32_t slot, LazyTree& tree) {
    RegionVisitor<Test> visitor(*task.bodies[slot], reach, test, out);
    if (box_gap(box, tree.box()) > reach) return;
    walk_gaps(box, tree, reach, visitor, scratch.chunk_arena(0), stats);
  });
  sort_found(out);
}

void require_region(bool holds, const char* what) {
  if (!holds) throw Error(ErrorCode::bad_argument, what);
}

// A body's tree, block by block, where no half-space leaves all of a box outside.
class HalfSpaceWalk {
 public:
  HalfSpaceWalk(const Task& task, std::span<const HalfSpace> all_of, Arena& arena,
                std::vector<PrimitiveId>& out)
      : task_(task), all_of_(all_of), arena_(arena), out_(out) {}

  void go(const BodyState& body, LazyTree& tree) {
    const Arena::Mark mark = arena_.mark();
    ArenaVector<Open> stack(arena_);
    stack.push_back({tree.root(arena_, stats_)});
    while (!stack.empty()) {
      Block& block = *stack[stack.size() - 1].block;
      stack.resize_down(stack.size() - 1);
      for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
        if (is_outside(block.boxes.get(lane))) continue;
        if (!block.leaf) {
          block.mark(1U << lane);
          stack.push_back({tree.child(block, lane, arena_, stats_)});
        } else if (!is_outside(body.primitives, block.name[lane].id)) {
          add_primitive(body, block.name[lane].id, out_);
        }
      }
    }
    arena_.rewind(mark);
  }

 private:
  // To be gone through.
  struct Open {
    Block* block;
  };

  // The corner that lies deepest, in the world: rounded, by less than the slack.
  bool is_outside(const Aabb& box) const {
    const BoundsFrame& frame = task_.frame;
    for (const HalfSpace& half : all_of_) {
      double deepest = 0;
      double sum = std::abs(half.offset);
      for (std::size_t k = 0; k < 3; ++k) {
        const double side{half.normal[k] > 0 ? box.lo[k] : box.hi[k]};
        const double at = (side + frame.offset[k]) / frame.scale;
        deepest += half.normal[k] * at;
        const double size = (std::abs(side) + std::abs(frame.offset[k])) / frame.scale;
        sum += std::abs(half.normal[k]) * size;
      }
      if (deepest - half.offset > 0x1p-45 * sum + 0x1p-1000) return true;
    }
    return false;
  }
  bool is_outside(const Primitives& primitives, std::uint32_t id) const {
    return std::any_of(all_of_.begin(), all_of_.end(), [&](const HalfSpace& half) {
      if (primitives.kind() == PrimitiveKind::points) {
        return lies_outside(half.normal, half.offset, primitives.ball(id));
      }
      const Triangle t = primitives.triangle(id);
      return std::all_of(t.begin(), t.end(), [&](const Vec3& p) {
        return side_of_plane(half.normal, half.offset, p) > 0;
      });
    });
  }

  const Task& task_;
  std::span<const HalfSpace> all_of_;
  Arena& arena_;
  std::vector<PrimitiveId>& out_;
  Stats stats_;
};

class NearestVisitor final : public GapVisitor {
 public:
  NearestVisitor(const Task& task, const Primitives& point) : task_(task), point_(point) {}

  float walk(std::uint32_t slot, LazyTree& tree, const Aabb& box, float reach, Arena& arena,
             Stats& stats) {
    slot_ = slot;
    return walk_gaps(box, tree, reach, *this, arena, stats);
  }
  float visit(std::uint32_t, std::uint32_t id) override {
    const BodyState& body = *task_.bodies[slot_];
    const ClosestPrimitives found = closest_primitives(point_, 0, body.primitives, id);
    const bool ties = best && found.distance == best->distance;
    const bool sooner = ties && body.id == best->body && id < best->primitive;
    if (!best || found.distance < best->distance || sooner) {
      best.emplace();
      best->body = body.id;
      best->primitive = id;
      best->user = body.user;
      best->distance = found.distance;
      best->point = found.distance > 0 ? found.b : point_.ball(0).centre;
    }
    const double bound = best->distance * task_.frame.scale * (1 + 0x1p-20);
    // So far off that the square of a gap may leave the range of float: nothing is left out.
    if (!(bound < 0x1p50)) return std::numeric_limits<float>::infinity();
    return static_cast<float>(bound) * (1 + 0x1p-20F) + 0x1p-120F;
  }

  std::optional<NearestPoint> best;

 private:
  const Task& task_;
  const Primitives& point_;
  std::uint32_t slot_ = 0;
};

}  // namespace

void find_in_box(const Task& task, const Extent& box, std::uint32_t groups, Scratch& scratch,
                 std::vector<PrimitiveId>& out) {
  require_region(is_finite(box.lo) && is_finite(box.hi) && box.lo.x <= box.hi.x &&
                     box.lo.y <= box.hi.y && box.lo.z <= box.hi.z,
                 "the box is empty, or not finite");
  find_near(
      task, fit(box, task.frame), 0, groups, scratch,
      [&](const auto& primitive) { return box_meets(box, primitive); }, out);
}

void find_in_ball(const Task& task, const Ball& ball, std::uint32_t groups, Scratch& scratch,
                  std::vector<PrimitiveId>& out) {
  require_region(is_finite(ball.centre) && std::isfinite(ball.radius) && ball.radius >= 0,
                 "the ball is not finite, or its radius is negative");
  Extent centre;
  centre.add(ball.centre);
  struct Test {
    const Ball& ball;
    bool operator()(const Triangle& t) const {
      return ball_touches_triangle(ball.centre, ball.radius, t);
    }
    bool operator()(const Ball& other) const {
      return balls_touch(ball.centre, ball.radius, other.centre, other.radius);
    }
  };
  find_near(task, fit(centre, task.frame, ball.radius), 0, groups, scratch, Test{ball}, out);
}

void find_in_all(const Task& task, std::span<const HalfSpace> all_of, std::uint32_t groups,
                 Scratch& scratch, std::vector<PrimitiveId>& out) {
  require_region(all_of.size() <= most_half_spaces, "there are more than 64 half-spaces");
  for (const HalfSpace& half : all_of) {
    require_region(is_finite(half.normal) && std::isfinite(half.offset),
                   "a half-space is not finite");
    require_region(!(half.normal == Vec3{}), "the normal of a half-space is zero");
  }
  out.clear();
  HalfSpaceWalk walk(task, all_of, scratch.chunk_arena(0), out);
  for_each_target(task, groups,
                  [&](std::uint32_t slot, LazyTree& tree) { walk.go(*task.bodies[slot], tree); });
  sort_found(out);
}

std::optional<NearestPoint> find_nearest_point(const Task& task, const Vec3& point,
                                               std::uint32_t groups, Scratch& scratch) {
  require_region(is_finite(point), "the point is not finite");
  const std::span<const Vec3> one(&point, 1);
  const Primitives primitives = Primitives::points(PositionsView(one), RadiiView(0.0), nullptr);
  Extent at;
  at.add(point);
  const Aabb box = fit(at, task.frame);
  NearestVisitor visitor(task, primitives);
  float best = std::numeric_limits<float>::infinity();
  Stats stats;
  for_each_target(task, groups, [&](std::uint32_t slot, LazyTree& tree) {
    if (box_gap(box, tree.box()) > best) return;
    best = visitor.walk(slot, tree, box, best, scratch.chunk_arena(0), stats);
  });
  return visitor.best;
}

}  // namespace tact
