// `obb-of-paper`, `aabb-of-paper` and their plain forms: Tropp 2006, for pairs of rigid bodies. All
// others are left to `dbvh`.
#include <atomic>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "bench/of_paper/of_paper.h"
#include "bench/of_paper/tropp_front.h"
#include "tact/base/deliver.h"
#include "tact/body/rigid_trees.h"
#include "tact/method/mixed_bodies.h"

namespace tact::bench {
namespace {

std::uint64_t next_tropp_owner() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// The fronts of an asker, one for each two bodies.
template <class Box>
class TroppFronts {
 public:
  TroppFront<Box>& of(std::uint64_t owner, const BodyState& a, const BodyState& b) {
    if (owner != owner_) fronts_.clear();
    owner_ = owner;
    Entry& entry = fronts_[key_of(a.id.slot, b.id.slot)];
    if (entry.shape_a != a.shape_version || entry.shape_b != b.shape_version) {
      entry = {a.shape_version, b.shape_version, {}};
    }
    return entry.front;
  }

 private:
  struct Entry {
    std::uint64_t shape_a = 0;
    std::uint64_t shape_b = 0;
    TroppFront<Box> front;
  };
  std::unordered_map<std::uint64_t, Entry> fronts_;
  std::uint64_t owner_ = 0;
};

template <class Box>
class TroppMethod final : public Method {
 public:
  TroppMethod(std::string name, bool coherent, bool all_axes, const TroppPolicy& policy)
      : name_(std::move(name)), coherent_(coherent), all_axes_(all_axes), policy_(policy) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return name_; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats = mixed_.update(task, scratch);
    trees_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      Own& own = trees_[slot];
      if (body == nullptr || !is_rigid(*body)) {
        own = {};
      } else if (own.shape != body->shape_version || own.tree == nullptr) {
        own = {body->shape_version, std::make_unique<TroppTree<Box>>(body->primitives)};
        stats.primitives_read += body->primitives.size();
      }
    }
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    ArenaVector<Pair> jobs(scratch.arena(0));
    mixed_.list_own(task, request, scratch.arena(0), jobs, stats);
    std::size_t chunks = 0;
    if (!jobs.empty()) {
      chunks = 1;
      stats += deliver(1, 1, sink, scratch, [&](const ChunkOut& out) {
        for (const Pair& job : jobs) {
          if (meet(task, job, request, scratch, out) == Flow::stop) break;
        }
      });
    }
    return stats += mixed_.find_others(task, request, !jobs.empty(), chunks, sink, scratch);
  }

  void validate(const Task& task) const override {
    mixed_.validate(task);
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr || !is_rigid(*body)) continue;
      if (trees_.at(slot).tree == nullptr) {
        throw std::logic_error("tree of the paper: a rigid body has none");
      }
      trees_[slot].tree->validate(body->primitives);
    }
  }

 private:
  struct Own {
    std::uint64_t shape = 0;
    std::unique_ptr<TroppTree<Box>> tree;
  };

  Flow meet(const Task& task, const Pair& job, const Request& request, Scratch& scratch,
            const ChunkOut& out) const {
    const BodyState& a = *task.bodies[job.a];
    const BodyState& b = *task.bodies[job.b];
    const TroppTree<Box>& of_a = *trees_[job.a].tree;
    const TroppTree<Box>& of_b = *trees_[job.b].tree;
    if (of_a.empty() || of_b.empty()) return Flow::go_on;
    const RigidPlace at_a = of_a.at(pose_of(a));
    const RigidPlace at_b = of_b.at(pose_of(b));
    TroppPlaces at;
    at.b_in_a = relative_pose(at_b, at_a);
    at.a_in_b = relative_pose(at_a, at_b);
    at.slack = at.b_in_a.slack + at.a_in_b.slack * at.b_in_a.ratio +
               request.tolerance * of_a.scale() * (1 + 0x1p-20);
    at.all_axes = all_axes_;
    const TroppQuery<Box> query{of_a, of_b, job.a, job.b, at, out.writer, out.stats};
    if (job.a == job.b) return query.within(0);
    if (!coherent_) return query.plain(0, 0);
    return scratch.kept<TroppFronts<Box>>()
        .of(owner_, a, b)
        .walk(query, policy_, at_b.reach, request.tolerance);
  }

  std::string name_;
  bool coherent_;
  bool all_axes_;
  TroppPolicy policy_;
  std::uint64_t owner_ = next_tropp_owner();
  std::vector<Own> trees_;  // by slot
  MixedBodies mixed_{is_rigid};
};

}  // namespace

std::unique_ptr<Method> make_paper_obb(bool coherent, const TroppPolicy& policy) {
  return std::make_unique<TroppMethod<Obb>>(coherent ? "obb-of-paper" : "obb-of-paper-plain",
                                            coherent, true, policy);
}

std::unique_ptr<Method> make_paper_aabb(bool coherent, const TroppPolicy& policy) {
  return std::make_unique<TroppMethod<CentredBox>>(
      coherent ? "aabb-of-paper" : "aabb-of-paper-plain", coherent, false, policy);
}

std::unique_ptr<Method> make_paper_aabb_all_axes() {
  return std::make_unique<TroppMethod<CentredBox>>("aabb-of-paper-all-axes", false, true,
                                                   TroppPolicy{});
}

}  // namespace tact::bench
