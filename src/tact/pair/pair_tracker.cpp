#include "tact/pair/pair_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/contact/closest.h"
#include "tact/contact/tolerance.h"
#include "tact/geometry/validate.h"
#include "tact/traverse/rigid_search.h"
#include "tact/tree/rigid_tree.h"

namespace tact {
namespace {

constexpr std::size_t poses_per_chunk = 64;

// Keeps the nearest of the triangles that a walk comes upon.
class NearestTriangles final : public NearestMeasure {
 public:
  NearestTriangles(const std::array<Primitives, 2>& primitives, double scale)
      : primitives_(primitives), scale_(scale) {}

  NearestSoFar operator()(std::uint32_t i, std::uint32_t j) override {
    const Triangle a = primitives_[0].triangle(i);
    const Triangle b = primitives_[1].triangle(j);
    if (apart_enough(a, b)) return so_far_;
    ++best.stats.primitive_tests;
    const ClosestPrimitives found = closest_primitives(primitives_[0], i, primitives_[1], j);
    if (found.distance < best.distance) {
      best.distance = found.distance;
      best.point_a = found.a;
      best.point_b = found.b;
      best.primitive_a = i;
      best.primitive_b = j;
      look_along();
    }
    return so_far_;
  }

  Distance best{std::numeric_limits<double>::infinity(), {}, {}, 0, 0, {}};

 private:
  // Along the direction of the best two: no farther than their distance, rounding included, and
  // they would have to be measured.
  bool apart_enough(const Triangle& a, const Triangle& b) const {
    if (direction_ == Vec3{}) return false;
    const double top =
        std::max({dot(a[0], direction_), dot(a[1], direction_), dot(a[2], direction_)});
    const double bottom =
        std::min({dot(b[0], direction_), dot(b[1], direction_), dot(b[2], direction_)});
    const double rounding = (std::fabs(top) + std::fabs(bottom)) * 0x1p-45;
    return bottom - top > best.distance + rounding;
  }
  void look_along() {
    const Vec3 way = best.point_b - best.point_a;
    const double far = length(way);
    direction_ = far > 0 && std::isfinite(far) ? way * ((1 - 0x1p-45) / far) : Vec3{};
    so_far_.distance = static_cast<float>(best.distance * scale_ * (1 + 0x1p-20));
    for (std::size_t k = 0; k < 3; ++k) {
      // By the inverse of a's rotation; a little shorter than one.
      double sum = 0;
      for (std::size_t r = 0; r < 3; ++r) {
        const double cell =
            primitives_[0].posed() ? primitives_[0].pose().row(r)[k] : (r == k ? 1 : 0);
        sum += cell * direction_[r];
      }
      so_far_.along[k] = static_cast<float>(sum * (1 - 0x1p-20));
    }
  }

  const std::array<Primitives, 2>& primitives_;
  double scale_;
  Vec3 direction_;
  NearestSoFar so_far_{std::numeric_limits<float>::infinity(), {}};
};

}  // namespace

struct RigidShape::Parts {
  Mesh owned;
  MeshView view;
  Extent rest;
  RigidTree<Obb8> tree;
};

RigidShape::RigidShape(Mesh mesh) {
  auto parts = std::make_shared<Parts>();
  parts->owned = std::move(mesh);
  parts->view = parts->owned.view();
  parts->rest = check_mesh(parts->view, "mesh");
  parts->tree = RigidTree<Obb8>(Primitives::triangles(parts->view, nullptr));
  parts_ = std::move(parts);
}

RigidShape::RigidShape(const MeshView& mesh) {
  auto parts = std::make_shared<Parts>();
  parts->view = mesh;
  parts->rest = check_mesh(parts->view, "mesh");
  parts->tree = RigidTree<Obb8>(Primitives::triangles(parts->view, nullptr));
  parts_ = std::move(parts);
}

std::size_t RigidShape::triangle_count() const {
  return Primitives::triangles(parts_->view, nullptr).size();
}

struct PairTracker::State {
  State(RigidShape of_a, RigidShape of_b, const TrackerOptions& chosen)
      : a(std::move(of_a)), b(std::move(of_b)), options(chosen) {}

  void pose(const Transform& pose_a, const Transform& pose_b);
  void widen(double tolerance);
  void ask(const CollideOptions& asked);
  void describe_all(std::span<const Finding> findings);

  RigidShape a;
  RigidShape b;
  TrackerOptions options;
  std::array<Primitives, 2> primitives;
  Extent extent;  // of both, where they stand
  RelativePose b_in_a;
  RelativePose a_in_b;
  RigidPair<Obb8> pair;
  RigidSearch search;
  RigidFront front;
  Scratch scratch;
  Result result;
  Pair nearest{};  // the last closest two
  bool measured = false;
  bool walking = false;  // along the front
};

void PairTracker::State::pose(const Transform& pose_a, const Transform& pose_b) {
  const RigidShape::Parts& of_a = *a.parts_;
  const RigidShape::Parts& of_b = *b.parts_;
  Extent both = check_pose(of_a.rest, pose_a, "body a");
  both.add(check_pose(of_b.rest, pose_b, "body b"));
  extent = both;
  primitives[0] = Primitives::triangles(of_a.view, &pose_a);
  primitives[1] = Primitives::triangles(of_b.view, &pose_b);
  const RigidPlace at_a = of_a.tree.at(pose_a);
  const RigidPlace at_b = of_b.tree.at(pose_b);
  b_in_a = relative_pose(at_b, at_a);
  a_in_b = relative_pose(at_a, at_b);
  pair = {of_a.tree.blocks(), of_b.tree.blocks(), rounded(b_in_a, of_b.tree.reach()),
          rounded(a_in_b, of_a.tree.reach()), false};
  search.unit = 1 / of_a.tree.frame().scale;
  search.edge = 2 * std::fmin(of_a.tree.size(), of_b.tree.size()) * of_a.tree.frame().scale;
}

// After pose(): what is closer than the tolerance counts.
void PairTracker::State::widen(double tolerance) {
  double reach = candidate_reach(tolerance, extent);
  if (options.coherent) reach = front.admit(reach);
  pair.b_in_a.slack += static_cast<float>(reach * a.parts_->tree.frame().scale * (1 + 0x1p-20));
  pair.a_in_b.slack += static_cast<float>(reach * b.parts_->tree.frame().scale * (1 + 0x1p-20));
}

void PairTracker::State::ask(const CollideOptions& asked) {
  const std::array<const Primitives*, 2> bodies{&primitives[0], &primitives[1]};
  const bool bounded = asked.budget.at_most != Budget{}.at_most;
  scratch.begin(1);
  const bool describes = asked.detail == Detail::contacts;
  Narrow narrow(bodies, {asked.budget, asked.tolerance, false, describes}, scratch, 1);
  result.stats = {};
  result.contacts.clear();
  narrow.open(1);
  {
    BlockWriter writer(narrow, 0, 0);
    const RigidOut out{writer, 0, 1, bounded};
    Arena& arena = scratch.chunk_arena(0);
    if (asked.budget.at_most == 0) {
      front.clear();
    } else if (options.coherent) {
      // A question that ended half-way left a front that is of no use.
      if (walking) front.clear();
      walking = true;
      const FrontStep step =
          front.advance(b_in_a, a_in_b, a.parts_->tree.reach(), b.parts_->tree.reach(), search.edge,
                        bounded, search.policy);
      walk_front(pair, search, step, front, out, arena, result.stats);
      walking = false;
    } else {
      ArenaVector<LanePair> open(arena);
      open_lanes(pair, search, 1, out, open, arena, result.stats);
      walk_lanes<Obb8>(pair, search, open.span(), out, arena, result.stats);
    }
    writer.finish();
  }
  narrow.finish(result.pairs);
  result.stats += narrow.stats();
  result.stopped = narrow.stopped();
  if (describes) describe_all(narrow.findings());
  scratch.end();
}

void PairTracker::State::describe_all(std::span<const Finding> findings) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Candidate& found = result.pairs[i];
    Contact contact;
    static_cast<ContactGeometry&>(contact) =
        describe(primitives[0], found.primitive_a, primitives[1], found.primitive_b, findings[i]);
    contact.body_a = {0, 0};  // slots of no world
    contact.body_b = {1, 0};
    contact.primitive_a = found.primitive_a;
    contact.primitive_b = found.primitive_b;
    result.contacts.push_back(contact);
  }
}

PairTracker::PairTracker(RigidShape a, RigidShape b, const TrackerOptions& options)
    : state_(std::make_unique<State>(std::move(a), std::move(b), options)) {}
PairTracker::~PairTracker() = default;
PairTracker::PairTracker(PairTracker&&) noexcept = default;
PairTracker& PairTracker::operator=(PairTracker&&) noexcept = default;

PairTracker::State& PairTracker::state() const {
  if (!state_) throw Error(ErrorCode::bad_argument, "the tracker was moved from");
  return *state_;
}

bool PairTracker::touching(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.pose(pose_a, pose_b);
  s.widen(0);
  s.ask(CollideOptions::any());
  return s.result.touching();
}

const Result& PairTracker::collide(const Transform& pose_a, const Transform& pose_b,
                                   const CollideOptions& options) {
  if (!std::isfinite(options.tolerance) || options.tolerance < 0) {
    throw Error(ErrorCode::bad_argument, "the tolerance must be finite and not negative");
  }
  State& s = state();
  s.pose(pose_a, pose_b);
  s.widen(options.tolerance);
  s.ask(options);
  s.result.method = s.options.coherent ? "obb-coherent" : "obb";
  return s.result;
}

Distance PairTracker::distance(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.pose(pose_a, pose_b);
  NearestTriangles measure(s.primitives, s.a.parts_->tree.frame().scale);
  s.scratch.begin(1);
  NearestSoFar bound{std::numeric_limits<float>::infinity(), {}};
  if (s.options.coherent && s.measured) bound = measure(s.nearest.a, s.nearest.b);
  Stats stats;
  walk_nearest(s.pair, bound, measure, s.scratch.chunk_arena(0), stats);
  s.scratch.end();
  measure.best.stats += stats;
  s.nearest = {measure.best.primitive_a, measure.best.primitive_b};
  s.measured = std::isfinite(measure.best.distance);
  return measure.best;
}

void PairTracker::forget() {
  state().front.clear();
  state().measured = false;
}

void touching(const RigidShape& a, const RigidShape& b, std::span<const PosePair> poses,
              std::span<std::uint8_t> out, unsigned threads) {
  if (poses.size() != out.size()) {
    throw Error(ErrorCode::bad_argument, "there must be a place for the answer of each pose");
  }
  const unsigned workers = resolve_threads(threads);
  std::vector<PairTracker> trackers;
  for (unsigned i = 0; i < workers; ++i) trackers.emplace_back(a, b, TrackerOptions{false});
  const std::size_t chunks = chunk_count(poses.size(), poses_per_chunk);
  parallel_for(chunks, workers, [&](std::size_t chunk, unsigned worker) {
    const auto [first, last] = chunk_range(poses.size(), poses_per_chunk, chunk);
    for (std::size_t i = first; i < last; ++i) {
      out[i] = trackers[worker].touching(poses[i].a, poses[i].b) ? 1 : 0;
    }
  });
}

}  // namespace tact
